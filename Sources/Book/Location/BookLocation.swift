internal import Files
package import Text

/// Which book, and which part of it, an argument of the command line means.
package struct BookLocation: Hashable, Sendable {
  /// The folder of the book, as it can be opened and as messages name it.
  package var folder: String

  /// The path in the book of the one chapter, or of the one folder of chapters, that is meant; `nil` means all.
  package var chapter: String?

  /// The name of the one example that is meant; `nil` means all.
  package var example: String?

  package init(folder: String, chapter: String? = nil, example: String? = nil) {
    self.folder = folder
    self.chapter = chapter
    self.example = example
  }

  /// What the command line calls it.
  package var argument: String {
    ShellWord.quoted(
      ([folder] + [chapter].compactMap(\.self)).joined(separator: "/") + (example.map { "#\($0)" } ?? ""))
  }

  /// Whether a chapter, by its path in the book, is meant.
  package func includes(_ path: String) -> Bool {
    guard let chapter else { return true }
    return path == chapter || path.hasPrefix(chapter + "/")
  }

  /// Finds what `argument` means: `BOOK`, `BOOK/chapter`, `BOOK/chapter.md#id`, `chapter`, `chapter#id` or `#id`.
  ///
  /// - Parameters:
  ///   - argument: What was written; `nil` when nothing was.
  ///   - current: The folder that relative paths are seen from.
  package static func find(_ argument: String?, from current: String = ".") -> (BookLocation?, [Diagnostic]) {
    guard let argument else { return (BookLocation(folder: standard(current)), []) }
    let whole = BookPath.join(current, argument)
    // A folder's own name may have a '#'.
    if !argument.isEmpty, isBook(whole) { return (BookLocation(folder: whole), []) }
    guard !argument.isEmpty, !argument.utf8.contains(0) else { return (nil, [nothing(argument, nil)]) }
    let (path, example) = split(argument)
    if let example, example.isEmpty {
      return (nil, [problem("after '#' the name of an example is missing", cure: "write \(path)#name")])
    }
    guard !path.isEmpty else { return (BookLocation(folder: standard(current), example: example), []) }
    return find(BookPath.join(current, path), path, example, current)
  }

  private static func find(
    _ path: String, _ written: String, _ example: String?, _ current: String
  ) -> (BookLocation?, [Diagnostic]) {
    // The innermost folder on the way that holds a book.
    var folder = path
    while folder != ".", folder != "/", folder != "..", !folder.hasSuffix("/..") {
      if isBook(folder) { return inside(folder, BookPath.relative(path, to: folder), written, example) }
      folder = BookPath.folder(of: folder)
    }
    let standard = standard(current)
    if let inner = BookPath.relative(path, to: standard) { return inside(standard, inner, written, example) }
    if isBook(standard), !written.hasPrefix("/") {
      let result = inside(standard, BookPath.clean(written), written, example)
      if result.0 != nil || Disk.kind(of: path) != .folder { return result }
    }
    if Disk.kind(of: path) == .folder {
      return (
        nil,
        [
          Diagnostic(
            id: "missing-configuration", "there is no \(Configuration.fileName) in this folder",
            at: SourcePlace(path: path), cure: "loopbook init \(ShellWord.quoted(path))")
        ]
      )
    }
    return (nil, [nothing(written, nil)])
  }

  /// The part of a book that a path in it names.
  private static func inside(
    _ folder: String, _ inner: String?, _ written: String, _ example: String?
  ) -> (BookLocation?, [Diagnostic]) {
    guard let inner else { return (BookLocation(folder: folder, example: example), []) }
    if BookPath.contains(".", inner) {
      for candidate in [inner, inner + ".md", BookPath.withoutHTMLEnding(inner) + ".md"] {
        let path = BookPath.join(folder, candidate)
        guard let kind = Disk.kind(of: path), candidate != Summary.fileName else { continue }
        guard kind == .folder || BookPath.isMarkdown(candidate) else { continue }
        return (BookLocation(folder: folder, chapter: candidate == "." ? nil : candidate, example: example), [])
      }
    }
    guard isBook(folder) else { return (nil, [nothing(written, nil)]) }
    let chapters = BookFiles(folder).markdown.filter { $0 != Summary.fileName }
    return (nil, [nothing(written, NearestPath.suggestion(for: inner, among: chapters).map { (folder, $0) })])
  }

  /// The book that is meant when none is named.
  private static func standard(_ current: String) -> String {
    let content = BookPath.join(current, "content")
    return isBook(content) || !isBook(current) && Disk.kind(of: content) == .folder ? content : current
  }

  /// Whether a folder holds a book.
  package static func isBook(_ folder: String) -> Bool {
    Disk.kind(of: BookPath.join(folder, Configuration.fileName)) != nil
  }

  /// The path and what stands after its last '#'.
  private static func split(_ argument: String) -> (path: String, example: String?) {
    guard let mark = argument.lastIndex(of: "#") else { return (argument, nil) }
    return (String(argument[..<mark]), String(argument[argument.index(after: mark)...]))
  }

  private static func nothing(_ written: String, _ nearest: (folder: String, chapter: String)?) -> Diagnostic {
    problem(
      "'\(Excerpt.short(written))' is neither a book nor a chapter of one",
      cure: nearest.map { "did you mean '\(BookPath.join($0.folder, $0.chapter))'?" })
  }

  private static func problem(_ message: String, cure: String?) -> Diagnostic {
    Diagnostic(id: "unknown-book", message, at: nil, cure: cure)
  }
}
