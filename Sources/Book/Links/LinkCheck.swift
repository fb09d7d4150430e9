internal import Files
internal import Markdown
package import Text

/// Looks at every link and image of a book, and at the names that links lead to.
package struct LinkCheck: Sendable {
  /// A link out of the book, which is listed and not looked at.
  package struct External: Hashable, Sendable {
    /// The path in the book of the chapter that has it.
    package var chapter: String
    package var destination: String

    /// Where it first stands in the chapter; `nil` where that was not asked for.
    package var place: SourcePlace?
  }

  /// The links out of the book, in reading order; each once for a chapter.
  package private(set) var external: [External] = []

  /// What is wrong, sorted: links that lead nowhere, names that two elements have, pictures that need a network, cells
  /// that a table leaves out, text that is taken for a tag.
  package private(set) var diagnostics: [Diagnostic] = []

  /// What was found, chapter by chapter, and what it depends on; for the next check of the book in this process.
  private let all: [Found]
  private let chapters: [Chapter]
  private let index: LinkIndex
  private let anchors: [String: Set<String>]

  /// How many problems are told of one chapter at most.
  private static let limit = 100

  /// For how many broken links of a book what was meant is looked for.
  private static let suggestionLimit = 200

  /// Checks a book.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - index: What its links can lead to.
  ///   - anchors: Names that are taken, by the path of their chapter.
  ///   - locates: Whether the places of links out of the book are looked for.
  ///   - before: The check of the same book as it was earlier: where it still holds, a chapter is not looked at again.
  package init(
    _ book: Book, index: LinkIndex, anchors: [String: Set<String>] = [:], locating locates: Bool = false,
    after before: LinkCheck? = nil
  ) {
    let allowsHTML = book.configuration.allowsHTML
    let hasMath = book.configuration.hasMath || book.configuration.hasMathJax
    let changed = before.flatMap { index.changedChapters(since: $0.index) }
    let all = ParallelMap.of(Array(book.chapters.indices)) { number in
      let chapter = book.chapters[number]
      if let before, let changed, before.chapters[number] === chapter,
        before.anchors[chapter.path] == anchors[chapter.path], before.all[number].holds(changed, locates)
      {
        return before.all[number]
      }
      let taken = anchors[chapter.path] ?? []
      if !locates, let found = Self.faultless(chapter, index, taken: taken, allowsHTML: allowsHTML) { return found }
      var found = Self.links(of: chapter, index, allowsHTML: allowsHTML, locates: locates)
      found.others += NameCheck.diagnostics(of: chapter, taken: taken, allowsHTML: allowsHTML, limit: Self.limit)
      found.others += DefinitionCheck.diagnostics(of: chapter.document, limit: Self.limit)
      found.others += TableCheck.diagnostics(of: chapter.document, limit: Self.limit)
      found.others += ForeignTextCheck.diagnostics(of: chapter.document, hasMath: hasMath, limit: Self.limit)
      if allowsHTML { found.others += TagCheck.diagnostics(of: chapter.document, limit: Self.limit) }
      return found
    }
    self.all = all
    chapters = book.chapters
    self.index = index
    self.anchors = anchors
    for found in all {
      external += found.external
      if found.broken.isEmpty, found.others.isEmpty { continue }
      // Several uses of one definition are one mistake.
      diagnostics += Set(
        found.broken.map { link in
          let suggests = diagnostics.count < Self.suggestionLimit
          let problem = suggests ? Self.problem(of: link, in: found.chapter, index) ?? link.problem : link.problem
          return Diagnostic(id: problem.id, problem.message, at: link.place, cure: problem.cure)
        } + found.others)
    }
    diagnostics.sort()
  }

  /// The paths of the chapters in which a chapter's links name something.
  package func namedChapters(by chapter: Int) -> Set<String> { all[chapter].named }

  /// A link that leads nowhere.
  private struct Broken: Sendable {
    var destination: String
    var use: WebAddress.Use
    var problem: LinkProblem
    var place: SourcePlace
  }

  /// What of a chapter has to be told.
  private struct Found: Sendable {
    var chapter: String
    var external: [External] = []
    var broken: [Broken] = []
    var others: [Diagnostic] = []
    /// The chapters in which its links name something.
    var named: Set<String> = []
    var isLocated = false

    /// Whether it is still so, where only the names in some chapters are others.
    func holds(_ changed: Set<String>, _ locates: Bool) -> Bool {
      broken.isEmpty && isLocated == locates && named.isDisjoint(with: changed)
    }
  }

  /// What is found in a chapter without looking at its text, where nothing is wrong; else `nil`.
  private static func faultless(
    _ chapter: Chapter, _ index: LinkIndex, taken: Set<String>, allowsHTML: Bool
  ) -> Found? {
    let facts = chapter.facts
    guard !facts.lacksDefinitions, !facts.losesCells, !facts.hasForeignText,
      !facts.namesCollide(taken: taken, allowsHTML: allowsHTML),
      !(allowsHTML && facts.hasUnknownTags)
    else { return nil }
    var found = Found(chapter: chapter.path)
    var known: Set<String> = []
    for link in facts.links where allowsHTML || link.use != .html {
      do throws(LinkProblem) {
        let target = try index.target(
          of: link.destination, as: link.use, from: chapter.path, suggests: false, findsTraces: link.use == .link)
        switch target {
        case .chapter(let path, .some): found.named.insert(path)
        case .external:
          if link.isLoaded, WebAddress.needsNetwork(link.destination) { return nil }
          if link.destination != WebAddress.flowChart, known.insert(link.destinationForUse).inserted {
            found.external.append(External(chapter: chapter.path, destination: link.destination))
          }
        default: break
        }
      } catch {
        return nil
      }
    }
    return found
  }

  private static func links(of chapter: Chapter, _ index: LinkIndex, allowsHTML: Bool, locates: Bool) -> Found {
    let document = chapter.document
    let places = LinkPlaces(document)
    var results: [String: Result<LinkTarget, LinkProblem>] = [:]
    var found = Found(chapter: chapter.path)
    found.isLocated = locates
    func check(_ destination: String, _ use: WebAddress.Use, isLoaded: Bool, _ place: () -> SourcePlace) {
      let key = ChapterFacts.Link(destination: destination, use: use, isLoaded: isLoaded).destinationForUse
      let known = results[key]
      let result =
        known
        ?? Result { () throws(LinkProblem) in
          try index.target(of: destination, as: use, from: chapter.path, suggests: false, findsTraces: use == .link)
        }
      results[key] = result
      switch result {
      case .success(.chapter(let path, .some)): found.named.insert(path)
      case .success(.external):
        if known == nil, destination != WebAddress.flowChart {
          found.external.append(
            External(chapter: chapter.path, destination: destination, place: locates ? place() : nil))
        }
        if isLoaded, WebAddress.needsNetwork(destination), found.others.count < limit {
          found.others.append(
            Diagnostic(
              .warning, id: "needs-network", "this is loaded from the web, so readers without a network do not see it",
              at: place(),
              cure: "put the file itself into the book, or if it shows the state of the day, as badges do, write a link"
            ))
        }
      case .failure(let problem) where found.broken.count < limit:
        found.broken.append(Broken(destination: destination, use: use, problem: problem, place: place()))
      default: break
      }
    }
    for node in document.nodes.indices {
      let kind = document.nodes[node].kind
      switch kind {
      case .link, .image:
        check(
          document.string(document.nodes[node].text), kind == .link ? .link : .picture, isLoaded: kind == .image
        ) { places.place(of: node) }
      case .htmlInline where allowsHTML, .htmlBlock where allowsHTML:
        for link in HTMLLinks.links(in: document.bytes(document.nodes[node].text)) {
          check(link.destination, .html, isLoaded: link.isLoaded) { places.place(ofHTML: node, link.range) }
        }
      default: break
      }
    }
    return found
  }

  /// What is wrong with a link, with what may have been meant.
  private static func problem(of link: Broken, in chapter: String, _ index: LinkIndex) -> LinkProblem? {
    do throws(LinkProblem) {
      _ = try index.target(of: link.destination, as: link.use, from: chapter, findsTraces: link.use == .link)
      return nil
    } catch {
      return error
    }
  }
}
