internal import Files
internal import Text

/// Knows all that links of a book's chapters can lead to.
package struct LinkIndex: Sendable {
  private let chapters: [String: Int]
  private let names: [Set<String>]
  private let assets: Set<String>
  /// The pages that the program adds.
  private let pages: Set<String>
  private let drafts: Set<String>
  private let paths: [String]
  /// The chapter that the site begins with.
  private let first: String?
  /// What the names were collected from.
  private let read: [Chapter]
  private let anchors: [String: Set<String>]
  private let allowsHTML: Bool
  /// Whether the book has pages of doc comments.
  private let hasReference: Bool

  /// Collects the targets of a book.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - anchors: The names of further elements, by the path of their chapter: examples, for instance.
  ///   - files: The paths of further files of the site.
  ///   - pages: The paths of the pages that the program adds to those of the chapters.
  ///   - before: The index of the same book as it was earlier.
  package init(
    _ book: Book, anchors: [String: Set<String>] = [:], files: [String] = [], pages: [String] = [],
    after before: LinkIndex? = nil
  ) {
    chapters = Dictionary(book.chapters.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    let allowsHTML = book.configuration.allowsHTML
    read = book.chapters
    self.anchors = anchors
    self.allowsHTML = allowsHTML
    hasReference = book.configuration.api != nil
    let old = before?.allowsHTML == allowsHTML ? before : nil
    names = ParallelMap.of(Array(book.chapters.indices)) { number in
      let chapter = book.chapters[number]
      if let old, number < old.read.count, old.read[number] === chapter,
        old.anchors[chapter.path] == anchors[chapter.path]
      {
        return old.names[number]
      }
      return Set(chapter.headings.map(\.id)).union(anchors[chapter.path] ?? []).union(
        allowsHTML ? chapter.facts.htmlNames : [])
    }
    self.pages = Set(pages)
    assets = Set(book.assets + files + pages)
    drafts = Set(book.drafts)
    first = book.chapters.first?.path
    paths = book.chapters.map(\.path) + book.assets + files + pages
  }

  /// What links can name in a chapter.
  package func names(in chapter: Int) -> Set<String> { names[chapter] }

  /// The chapters, by their paths, whose names are others than they were; `nil` where links can lead to other files.
  func changedChapters(since before: LinkIndex) -> Set<String>? {
    guard paths == before.paths, assets == before.assets, drafts == before.drafts, allowsHTML == before.allowsHTML
    else { return nil }
    return Set(names.indices.filter { names[$0] != before.names[$0] }.map { read[$0].path })
  }

  /// Whether something in a chapter has a name.
  package func names(_ name: String, in path: String) -> Bool {
    chapters[path].map { names[$0].contains(name) } ?? false
  }

  /// The name of something in a chapter that is nearest to another; `nil` where none is near.
  package func name(nearest name: String, in path: String) -> String? {
    chapters[path].flatMap { NearestPath.nearest(name, among: names[$0]) }
  }

  /// Where a destination, as Markdown gives it, leads from the chapter at `path`.
  ///
  /// To suggest what may have been meant takes milliseconds in a large book, so that can be left out. Only links of the
  /// text lead to lines of traces, which are looked up elsewhere: what is asked for them says so with `findsTraces`.
  package func target(
    of destination: String, as use: WebAddress.Use = .link, from path: String, suggests: Bool = true,
    findsTraces: Bool = false
  ) throws(LinkProblem) -> LinkTarget {
    guard !destination.isEmpty else { throw LinkProblem(id: "empty-link", message: "this link has no destination") }
    if WebAddress.scheme(of: destination) == "doc" { return try documentation(destination, use) }
    if WebAddress.isExternal(destination) {
      if let problem = WebAddress.problem(destination, use) { throw problem }
      return .external
    }
    let bytes = destination.utf8
    let end = bytes.firstIndex { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") } ?? destination.endIndex
    let suffix = String(destination[end...])
    let mark = bytes[end...].firstIndex(of: UInt8(ascii: "#"))
    let fragment = mark.map { String(destination[bytes.index(after: $0)...]) }
    let written = String(destination[..<end])
    guard !written.isEmpty else { return try chapter(path, fragment, findsTraces, from: path) }
    let decoded = PercentEncoding.decoded(written) ?? written
    guard !decoded.hasPrefix("/") else { throw absolute(decoded, from: path) }
    let folder = BookPath.folder(of: path)
    for candidate in decoded == written ? [decoded] : [decoded, written] {
      let place = BookPath.join(folder, candidate)
      if assets.contains(place) {
        // The names on a page that is made have a full stop, which no heading's has.
        if pages.contains(place), let fragment, !fragment.isEmpty, !fragment.contains(".") {
          throw LinkProblem(
            id: "broken-link", message: "there is no heading '#\(Excerpt.short(fragment))' in \(place)",
            cure: "link to the page, or to a chapter's heading")
        }
        return .asset(place, suffix: suffix)
      }
      for form in forms(place) where chapters[form] != nil {
        return try chapter(form, fragment, findsTraces, from: path)
      }
      if let draft = forms(place).first(where: drafts.contains) {
        throw LinkProblem(
          id: "link-to-draft", message: "'\(draft)' is a draft and left out of the book",
          cure: "remove the link, or 'draft: true' from that chapter")
      }
    }
    let place = BookPath.join(folder, decoded)
    guard BookPath.contains(".", place) else {
      throw LinkProblem(
        id: "broken-link", message: "'\(Excerpt.short(written))' leads out of the book",
        cure: "link to the web, or put the file itself into the book")
    }
    throw LinkProblem(
      id: "broken-link", message: "there is no file '\(Excerpt.short(written))'",
      cure: (suggests ? nearest(place, as: use, from: path) : nil).map { "did you mean '\($0)'?" })
  }

  /// What `doc:Name` leads to, as DocC writes links.
  private func documentation(_ destination: String, _ use: WebAddress.Use) throws(LinkProblem) -> LinkTarget {
    if hasReference, use == .link { return .documentation(String(destination.dropFirst("doc:".count))) }
    throw LinkProblem(
      id: "broken-link",
      message: use == .link
        ? "'\(Excerpt.short(destination))' is for pages of doc comments, and the book has none"
        : "'\(Excerpt.short(destination))' works only as a link in Markdown",
      cure: use == .link ? "link to a chapter's file, or add 'reference: {}' to \(Configuration.fileName)" : nil)
  }

  /// The chapters that a path may mean: its own name, a page's name, or a folder's first page.
  private func forms(_ path: String) -> [String] {
    var forms = [path]
    if path.hasSuffix(".html") {
      let stem = BookPath.withoutHTMLEnding(path)
      forms.append(stem + ".md")
      // mdBook makes the page index.html of README.md.
      if BookPath.name(of: stem) == "index" { forms.append(BookPath.join(BookPath.folder(of: path), "README.md")) }
    } else if !BookPath.isMarkdown(path) {
      forms += [BookPath.join(path, "index.md"), BookPath.join(path, "README.md")]
    }
    // As in mdBook, the site's first page is the first chapter.
    if [".", "index.html", "index.md"].contains(path), let first { forms.append(first) }
    return forms
  }

  private func chapter(
    _ target: String, _ fragment: String?, _ findsTraces: Bool, from path: String
  ) throws(LinkProblem) -> LinkTarget {
    guard let fragment, !fragment.isEmpty, let index = chapters[target] else {
      return .chapter(target, fragment: nil)
    }
    let decoded = PercentEncoding.decoded(fragment) ?? fragment
    if let name = [decoded, fragment].first(where: names[index].contains) { return .chapter(target, fragment: name) }
    let prefix = target == path ? "" : RelativePath.path(to: target, from: path)
    let place = target == path ? "this chapter" : target
    if findsTraces, let traced = TraceAddress(fragment: fragment) {
      // Whether the trace has such a line is known where examples are.
      let examples = anchors[target] ?? []
      if traced.example.isEmpty || examples.contains(traced.example) { return .chapter(target, fragment: decoded) }
      let nearest = NearestPath.nearest(traced.example, among: examples)
      throw LinkProblem(
        id: "broken-link",
        message: "there is no example '\(Excerpt.short(traced.example))' in \(place)",
        cure: nearest.map { "did you mean '\(prefix)#\(TraceAddress.written($0, traced.words))'?" })
    }
    let nearest = name(nearest: decoded, in: target)
    throw LinkProblem(
      id: "broken-link",
      message: "there is no heading '#\(Excerpt.short(decoded))' in \(place)",
      cure: nearest.map { "did you mean '\(prefix)#\($0)'?" })
  }

  private func absolute(_ written: String, from path: String) -> LinkProblem {
    let inner = BookPath.clean(String(written.drop { $0 == "/" }))
    let known = (forms(inner).first { chapters[$0] != nil }) ?? (assets.contains(inner) ? inner : nil)
    return LinkProblem(
      id: "broken-link", message: "'\(Excerpt.short(written))' is an absolute path, which does not work from disk",
      cure: known.map { "write '\(RelativePath.path(to: $0, from: path))'" }
        ?? "write the path as seen from this chapter")
  }

  private func nearest(_ place: String, as use: WebAddress.Use, from path: String) -> String? {
    // Where a picture is missing, no page is meant.
    let candidates = use == .picture || BookPath.isPicture(place) ? paths.filter(BookPath.isPicture) : paths
    return NearestPath.suggestion(for: place, among: candidates).map { RelativePath.path(to: $0, from: path) }
  }
}
