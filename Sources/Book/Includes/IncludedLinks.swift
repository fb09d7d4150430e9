internal import Files
internal import Markdown
internal import Text

/// What becomes of the links of a file of Markdown that is not the book's, where a chapter includes it.
///
/// They are meant from the folder of that file. What leads into the book, leads there; pictures come with the text;
/// other files can be read where `source-link` says, and without that, links to them are only their words.
struct IncludedLinks {
  /// What stands there otherwise, in the order of the file.
  private(set) var edits: [(range: Range<Int>, text: String)] = []
  /// The files that the text shows, by their paths in the book, as the program opens them.
  private(set) var assets: [String: String] = [:]
  /// The paths of which it counts whether something is there.
  private(set) var askedFor: Set<String> = []

  /// What becomes of a destination.
  private enum Destination {
    /// It leads elsewhere, or nowhere, which is told of links.
    case same
    case other(String)
    /// What it names is not to be had in the book.
    case none
  }

  private let roots: IncludeRoots
  private let document: MarkdownDocument
  private let places: LinkPlaces
  /// The path of the chapter in the book.
  private let chapter: String
  private var file: SourceFile { document.file }

  /// Looks through a file.
  ///
  /// - Parameters:
  ///   - file: The file that is included.
  ///   - chapter: The chapter, as the program opens it.
  ///   - roots: The folders of the book.
  init(of file: SourceFile, for chapter: String, _ roots: IncludeRoots) {
    self.roots = roots
    document = MarkdownDocument(file, from: file.lineStarts[0])
    places = LinkPlaces(document)
    self.chapter = roots.folders.first.flatMap { BookPath.relative(chapter, to: $0.path) } ?? chapter
    for node in document.nodes.indices {
      switch document.nodes[node].kind {
      case .link: look(atLink: node, isLoaded: false)
      case .image: look(atLink: node, isLoaded: true)
      case .htmlInline, .htmlBlock: look(atHTML: node)
      default: break
      }
    }
    edits.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    // Of what several links are defined by, and of tags that are left out with all that is in them, the first counts.
    edits = edits.reduce(into: []) { kept, edit in
      if (kept.last?.range.upperBound ?? 0) <= edit.range.lowerBound { kept.append(edit) }
    }
  }

  private mutating func look(atLink node: Int, isLoaded: Bool) {
    switch destination(document.string(document.nodes[node].text), isLoaded: isLoaded) {
    case .same: break
    case .other(let text):
      if let range = places.destination(of: node) { edits.append((range, text)) }
    case .none:
      guard let range = document.range(of: node), let start = start(ofTextAt: range),
        let end = endOfText(of: node, range)
      else { return }
      // What it is around stays.
      edits.append((range.lowerBound..<start, ""))
      edits.append((end..<range.upperBound, ""))
    }
  }

  /// Where the words of a link or an image begin; `nil` where it is not written with brackets.
  private func start(ofTextAt range: Range<Int>) -> Int? {
    let bytes = file.bytes[range]
    if bytes.starts(with: "![".utf8) { return range.lowerBound + 2 }
    return bytes.first == UInt8(ascii: "[") ? range.lowerBound + 1 : nil
  }

  /// Where they end.
  private func endOfText(of node: Int, _ range: Range<Int>) -> Int? {
    let bytes = file.bytes[range]
    let bracket = UInt8(ascii: "]")
    if bytes.last == bracket {
      // A name for the link in brackets of its own, or none.
      let name = bytes.lastIndex { $0 == UInt8(ascii: "[") } ?? range.lowerBound
      return name > range.lowerBound && bytes[name - 1] == bracket ? name - 1 : range.upperBound - 1
    }
    guard let target = places.destination(of: node), range.contains(target.lowerBound),
      let open = bytes[..<target.lowerBound].lastIndex(of: UInt8(ascii: "(")), open > range.lowerBound
    else { return nil }
    return bytes[open - 1] == bracket ? open - 1 : nil
  }

  private mutating func look(atHTML node: Int) {
    guard let range = document.range(of: node) else { return }
    let html = file.bytes[range]
    var without: Set<String> = []
    for link in HTMLLinks.links(in: html) {
      switch destination(link.destination, isLoaded: link.isLoaded) {
      case .same: break
      case .other(let text): edits.append((link.range, text))
      case .none: without.insert(link.destination)
      }
    }
    for tag in HTMLLinks.tags(in: html, where: without.contains) {
      edits.append((tag.range, tag.isLoaded ? "" : "<a>"))
    }
  }

  /// What becomes of a destination.
  private mutating func destination(_ written: String, isLoaded: Bool) -> Destination {
    let end = written.firstIndex { $0 == "#" || $0 == "?" } ?? written.endIndex
    guard end > written.startIndex, !WebAddress.isExternal(written),
      let decoded = PercentEncoding.decoded(String(written[..<end]))
    else { return .same }
    let suffix = written[end...]
    // As hosts of sources read it, a slash means the package.
    let base = decoded.hasPrefix("/") ? root : BookPath.folder(of: file.path)
    let full = BookPath.join(base, String(decoded.drop { $0 == "/" }))
    guard let book = roots.folders.first else { return .same }
    askedFor.insert(full)
    guard let real = Disk.realPath(full), let kind = Disk.kind(of: real) else {
      // Where sources are shown, more may stand around the package than on this machine.
      return BookPath.contains(BookPath.clean(root), BookPath.clean(full)) ? .same : .none
    }
    if real == Disk.realPath(file.path) { return suffix.isEmpty ? .none : .other(String(suffix)) }
    if real == book.real { return isLoaded ? .same : .other(address(of: ".")) }
    guard let (folder, path) = roots.place(of: real) else { return .none }
    if folder.real == book.real, let own = own(path, kind) { return .other(address(of: own) + suffix) }
    if kind == .file, isLoaded || BookPath.isPicture(path), !IncludeRoots.isHidden(path) {
      let own = BookPath.join(book.path, path)
      let asset = Disk.kind(of: own) == nil ? path : "included/" + path
      assets[asset] = full
      // `?raw=true` asks a host of sources for the file itself.
      return .other(address(of: asset) + suffix.drop { $0 != "#" })
    }
    return roots.webAddress(of: real).map { .other($0 + suffix) } ?? .none
  }

  /// The folder of the package, or the one that is included from.
  private var root: String {
    Disk.realPath(file.path).flatMap(roots.place)?.folder.path ?? BookPath.folder(of: file.path)
  }

  /// The path of what the site is made of for a path in the book, which may be a folder's; `nil` where it has nothing.
  private func own(_ path: String, _ kind: FileKind) -> String? {
    if IncludeRoots.isHidden(path) || path == Configuration.fileName { return nil }
    guard kind == .folder, let book = roots.folders.first else { return path }
    return ["index.md", "README.md"].lazy.map { "\(path)/\($0)" }.first {
      Disk.kind(of: BookPath.join(book.path, $0)) == .file
    }
  }

  /// What is written to lead from the chapter to a path in the book.
  private func address(of path: String) -> String {
    WebPath.encoded(RelativePath.path(to: path == "." ? "index.html" : path, from: chapter))
  }
}
