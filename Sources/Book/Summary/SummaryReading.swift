internal import Markdown
internal import Text

/// Walks through a summary in the way mdBook does: chapters before, parts with numbered chapters, chapters after.
struct SummaryReading {
  private enum Section {
    case prefix
    case numbered
    case suffix
  }

  /// The node that a message is about.
  private enum Blame {
    /// A link's destination.
    case link(Int)
    /// The first line of a block.
    case block(Int)
  }

  private(set) var title: String?
  private(set) var items: [OutlineItem] = []
  private(set) var diagnostics: [Diagnostic] = []

  private let document: MarkdownDocument
  private let places: LinkPlaces
  private let paths: SummaryPaths
  private var section = Section.prefix
  /// The links that chapters were first named by.
  private var firstLinks: [String: Int] = [:]
  private var numberedCount = 0

  /// How deep chapters may nest; a table of contents deeper than this is a mistake.
  private static let maximumDepth = 16

  init(_ document: MarkdownDocument, files: [String], others: [String]) {
    self.document = document
    places = LinkPlaces(document)
    paths = SummaryPaths(files: files, others: others)
  }

  mutating func read() {
    var isAtStart = true
    var lastPrefixLine: Int?
    for block in document.children(of: 0) {
      let node = document.nodes[block]
      if node.kind == .htmlBlock { continue }
      defer { isAtStart = false }
      let isTopHeading = node.kind == .heading && node.number == 1
      if isAtStart, isTopHeading {
        title = document.plainText(of: block)
        continue
      }
      switch section {
      case .prefix where node.kind != .list && !isTopHeading:
        readLoose(block)
        lastPrefixLine = document.lines(of: block)?.upperBound
        continue
      case .numbered where node.kind == .paragraph:
        section = .suffix
      case .prefix:
        section = .numbered
        refuseNestedPrefix(list: block, after: lastPrefixLine)
      case .numbered, .suffix: break
      }
      if section == .suffix { readSuffix(block) } else { readNumbered(block) }
    }
  }

  private mutating func readNumbered(_ block: Int) {
    let node = document.nodes[block]
    switch node.kind {
    case .heading where node.number == 1: items.append(.part(document.plainText(of: block)))
    case .thematicBreak: items.append(.separator)
    case .list:
      let chapters = chapters(of: block, below: [], from: numberedCount)
      numberedCount += chapters.count
      items += chapters.map(OutlineItem.chapter)
    default: break
    }
  }

  private mutating func readSuffix(_ block: Int) {
    let node = document.nodes[block]
    if node.kind == .list || node.kind == .heading && node.number == 1 {
      let what = node.kind == .list ? "numbered chapters" : "a part"
      report(
        "summary-order", "\(what) cannot come after the chapter without a number above", at: .block(block),
        cure: "put chapters without a number before all lists or after them")
    } else {
      readLoose(block)
    }
  }

  /// Chapters that stand in no list, and separators.
  private mutating func readLoose(_ block: Int) {
    if document.nodes[block].kind == .thematicBreak { items.append(.separator) }
    for node in document.descendants(of: block) where document.nodes[node].kind == .link {
      if let chapter = chapter(node, number: []) { items.append(.chapter(chapter)) }
    }
  }

  /// A list that is indented right below a chapter without a number was meant to nest.
  private mutating func refuseNestedPrefix(list: Int, after line: Int?) {
    guard let line, let first = document.lines(of: list)?.lowerBound, first == line + 1,
      document.file.lineText(first).hasPrefix(" ") || document.file.lineText(first).hasPrefix("\t")
    else { return }
    report(
      "summary-order", "a chapter without a number cannot have chapters below it", at: .block(list),
      cure: "make the chapter above an item of the list, or separate the two with an empty line")
  }

  private mutating func chapters(of list: Int, below parent: [Int], from start: Int) -> [OutlineChapter] {
    guard parent.count < Self.maximumDepth else {
      report("summary-item", "chapters nest more than \(Self.maximumDepth) levels deep here", at: .block(list))
      return []
    }
    var chapters: [OutlineChapter] = []
    for item in document.children(of: list) {
      let number = parent + [start + chapters.count + 1]
      let blocks = Array(document.children(of: item))
      guard let paragraph = blocks.first, document.nodes[paragraph].kind == .paragraph,
        let link = document.children(of: paragraph).first(where: { _ in true }), document.nodes[link].kind == .link,
        !document.nodes[item].traits.contains(.task)
      else {
        report(
          "summary-item", "this item does not begin with a link to a chapter", at: .block(item),
          cure: "write '- [Title](chapter.md)', or '- [Title]()' for a chapter that is not written yet")
        continue
      }
      for other in document.descendants(of: paragraph) where document.nodes[other].kind == .link && other > link {
        report("summary-item", "an item can name only one chapter, and this is a second one", at: .link(other))
      }
      var chapter = chapter(link, number: number)
      // What is below a chapter that is wrong is still looked at, and keeps the numbers right.
      let isSound = chapter != nil
      if !isSound { chapter = OutlineChapter(title: document.plainText(of: link), path: nil, number: number) }
      for block in blocks.dropFirst() where document.nodes[block].kind == .list {
        let count = chapter?.nested.count ?? 0
        chapter?.nested += self.chapters(of: block, below: number, from: count)
      }
      if let chapter { chapters.append(chapter) }
    }
    return chapters
  }

  /// The chapter that a link names; `nil`, with a message, when it names none.
  private mutating func chapter(_ link: Int, number: [Int]) -> OutlineChapter? {
    let title = document.plainText(of: link)
    let destination = document.string(document.nodes[link].text)
    guard !destination.isEmpty else { return OutlineChapter(title: title, path: nil, number: number) }
    switch paths.resolve(destination) {
    case .chapter(let path):
      if let first = firstLinks[path] {
        report(
          "duplicate-chapter", "'\(path)' is listed twice", at: .link(link), first: first)
        return nil
      }
      firstLinks[path] = link
      return OutlineChapter(title: title, path: path, number: number)
    case .problem(let message, let cure):
      report("summary-chapter", message, at: .link(link), cure: cure)
      return nil
    }
  }

  private mutating func report(_ id: String, _ message: String, at blame: Blame, first: Int? = nil, cure: String? = nil)
  {
    // Finding a place takes as long as its paragraph, so a hostile file must not get to ask for thousands.
    guard diagnostics.count < 100 else { return }
    let place =
      switch blame {
      case .link(let link): places.place(of: link)
      case .block(let block): document.file.place(line: document.lines(of: block)?.lowerBound ?? 1)
      }
    let notes = first.map { [Diagnostic.Note("it is first listed here", at: places.place(of: $0))] } ?? []
    diagnostics.append(Diagnostic(id: id, message, at: place, notes: notes, cure: cure))
  }
}
