internal import Files
package import Text

/// Which book, and which part of it, an argument of the command line means.
package struct BookLocation: Hashable, Sendable {
  /// The folder of the book, as it can be opened and as messages name it.
  package var folder: String

  /// The path in the book of the one chapter, or of the one folder of chapters, that is meant; `nil` means all.
  package var chapter: String?

  /// The Swift file whose doc comments are meant, or the catalog, or the file or folder in one; `nil` means any.
  package var source: String?

  /// The name of the one example that is meant; `nil` means all.
  package var example: String?

  package init(folder: String, chapter: String? = nil, source: String? = nil, example: String? = nil) {
    self.folder = folder
    self.chapter = chapter
    self.source = source
    self.example = example
  }

  /// Whether all chapters are meant.
  package var isWholeBook: Bool { chapter == nil && source == nil }

  /// What the command line calls it.
  package var argument: String {
    ShellWord.quoted(
      (source ?? ([folder] + [chapter].compactMap(\.self)).joined(separator: "/")) + (example.map { "#\($0)" } ?? ""))
  }

  /// Whether a chapter, or a part of it, is meant.
  package func includes(_ chapter: Chapter) -> Bool {
    if source != nil, !chapter.includes.contains(where: isOfSource) { return false }
    if includes(chapter.path) { return true }
    guard chapter.isGenerated, let wanted = self.chapter else { return false }
    // What is made is in no file, and may be called without its ending, and without its module.
    let short = chapter.imports.first.map { chapter.path.replacing("/\($0)/", with: "/", maxReplacements: 1) }
    return [chapter.path, short].contains(BookPath.isMarkdown(wanted) ? wanted : wanted + ".md")
  }

  /// Whether a chapter, by its path in the book, is meant.
  package func includes(_ path: String) -> Bool {
    guard let chapter else { return true }
    return path == chapter || path.hasPrefix(chapter + "/")
  }

  /// Whether what stands in a file is meant, of a chapter that is made of several.
  package func includes(_ place: SourcePlace) -> Bool {
    isOfSource(place.path)
  }

  /// Whether a file is the source that is meant, or is in it.
  private func isOfSource(_ path: String) -> Bool {
    guard let source else { return true }
    guard let whole = Disk.realPath(source), let part = Disk.realPath(path) else { return false }
    return BookPath.contains(whole, part)
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
    let result = find(BookPath.join(current, path), path, example, current)
    guard result.0 == nil, let nothing = result.1.first, nothing.id == unknownBook, nothing.cure == nil else {
      return result
    }
    let books = FileTree.names(in: current).filter { isBook(BookPath.join(current, $0)) }
    let near = NearestName.suggestion(for: BookPath.clean(path), among: books)
    return (nil, [problem(nothing.message, cure: near.map { "did you mean '\($0)'?" })])
  }

  private static func find(
    _ path: String, _ written: String, _ example: String?, _ current: String
  ) -> (BookLocation?, [Diagnostic]) {
    if path.hasSuffix(".swift"), Disk.kind(of: path) == .file {
      return find(source: path, written, example, current)
    }
    if isOfCatalog(path) { return find(source: path, written, example, current) }
    // The innermost folder on the way that holds a book.
    var folder = path
    while folder != ".", folder != "/", folder != "..", !folder.hasSuffix("/..") {
      if isBook(folder) { return inside(folder, BookPath.relative(path, to: folder), written, example) }
      folder = BookPath.folder(of: folder)
    }
    let standard = standard(current)
    if !isBook(standard), Disk.kind(of: path) == .folder, mayBecomeBook(path) {
      return (nil, [missingConfiguration(in: path)])
    }
    if let inner = BookPath.relative(path, to: standard) { return inside(standard, inner, written, example) }
    if isBook(standard), !written.hasPrefix("/") {
      if let stranger = stranger(path, written, standard) { return (nil, [stranger]) }
      let result = inside(standard, BookPath.clean(written), written, example)
      if result.0 != nil || Disk.kind(of: path) != .folder { return result }
    }
    if Disk.kind(of: path) == .folder {
      return (nil, [missingConfiguration(in: path)])
    }
    return (nil, [nothing(written, nil)])
  }

  /// What is wrong with a Markdown file that lies where it was named, and not in the book, which may have another one
  /// of that name.
  private static func stranger(_ path: String, _ written: String, _ book: String) -> Diagnostic? {
    let chapter = BookPath.join(book, written)
    guard BookPath.isMarkdown(path), Disk.kind(of: path) == .file, Disk.realPath(path) != Disk.realPath(chapter) else {
      return nil
    }
    var cures: [String] = []
    if Disk.kind(of: chapter) == .file { cures.append("for the chapter of this name, write '\(chapter)'") }
    if let package = Configuration.load(book).0?.package.flatMap(Disk.realPath),
      let whole = Disk.realPath(path), BookPath.contains(package, whole), let folder = Disk.realPath(book),
      let above = BookPath.relative(whole, to: BookPath.folder(of: folder))
    {
      cures.append("to have this file verified, write '{{#include ../\(above)}}' in a chapter")
    }
    return problem(
      "'\(Excerpt.short(written))' is not a part of the book in \(book)",
      cure: cures.isEmpty ? nil : cures.joined(separator: "; "))
  }

  /// Whether a path leads to a catalog for DocC, or to a Markdown file or a folder in one, and to no book in it.
  private static func isOfCatalog(_ path: String) -> Bool {
    guard let kind = Disk.kind(of: path), kind == .folder || BookPath.isMarkdown(path) else { return false }
    var folder = path
    while !isBook(folder), folder != ".", folder != "/", folder != "..", !folder.hasSuffix("/..") {
      if folder.hasSuffix(".docc") { return true }
      folder = BookPath.folder(of: folder)
    }
    return false
  }

  /// The book with pages of what a Swift file or a catalog says: the usual one, or one in a folder of the current one.
  private static func find(
    source: String, _ written: String, _ example: String?, _ current: String
  ) -> (BookLocation?, [Diagnostic]) {
    let inner = FileTree.names(in: current).sorted().map { BookPath.join(current, $0) }
    for folder in [standard(current)] + inner where isBook(folder) {
      if Configuration.load(folder).0?.api != nil {
        return (BookLocation(folder: folder, source: source, example: example), [])
      }
    }
    return (
      nil,
      [
        problem(
          source.hasSuffix(".swift")
            ? "'\(Excerpt.short(written))' is a Swift file, and no book here has pages of its doc comments"
            : "'\(Excerpt.short(written))' belongs to a catalog for DocC, and no book here has pages of a package",
          cure: "add 'reference: {}' to the \(Configuration.fileName) of the package's book")
      ]
    )
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
    if let api = Configuration.load(folder).0?.api, inner == api.folder || api.includes(inner) {
      // Whether there is such a page is known when it is made.
      return (BookLocation(folder: folder, chapter: BookPath.withoutHTMLEnding(inner), example: example), [])
    }
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

  /// Whether a folder that is not a book has what one is made of.
  private static func mayBecomeBook(_ folder: String) -> Bool {
    let names = FileTree.names(in: folder)
    return MDBookFile.chapters(beside: folder) != nil || names.contains(where: BookPath.isMarkdown)
      || names.contains { isBook(BookPath.join(folder, $0)) }
  }

  private static let missingConfigurationID = "missing-configuration"

  /// Whether the only problem is a missing book.
  package static func isMissing(_ problems: [Diagnostic]) -> Bool {
    problems.count == 1 && problems.first?.id == missingConfigurationID
  }

  /// What is wrong with a folder that holds no book; the book may be in a folder of it.
  static func missingConfiguration(in folder: String) -> Diagnostic {
    let isFolder = Disk.kind(of: folder) == .folder
    return Diagnostic(
      id: missingConfigurationID,
      isFolder ? "there is no \(Configuration.fileName) in this folder" : "there is no such folder",
      at: SourcePlace(path: folder), cure: cure(forMissingConfigurationIn: folder))
  }

  private static func cure(forMissingConfigurationIn folder: String) -> String {
    let names = FileTree.names(in: folder).sorted()
    func path(_ name: String) -> String { ShellWord.quoted(BookPath.join(folder, name)) }
    let inner = names.map { BookPath.join(folder, $0) }.first(where: isBook)
    if let inner { return "name the folder of the book: loopbook verify \(ShellWord.quoted(inner))" }
    if let source = MDBookFile.chapters(beside: folder) {
      let book = BookPath.join(folder, source)
      return "make a book of the one for mdBook: touch \(path(BookPath.join(source, Configuration.fileName)))"
        + " && loopbook verify \(ShellWord.quoted(book))"
    }
    if let near = NearestName.suggestion(for: Configuration.fileName, among: names) {
      return "give '\(near)' its right name: mv \(path(near)) \(path(Configuration.fileName))"
    }
    if names.contains("Package.swift") { return "make a book about the package: loopbook init \(path("content"))" }
    if names.contains(where: BookPath.isMarkdown) {
      return "make a book of the chapters in it: echo 'title: My book' > \(path(Configuration.fileName))"
    }
    if let above = above(folder) {
      return above.isBook
        ? "name the folder of the book: loopbook verify \(ShellWord.quoted(above.path))"
        : "make a book about the package: loopbook init \(ShellWord.quoted(BookPath.join(above.path, "content")))"
    }
    // A new book is made in an empty folder only.
    return "loopbook init \(names.isEmpty ? ShellWord.quoted(folder) : path("content"))"
  }

  /// The book or else the package around a folder, as seen from where the program runs.
  private static func above(_ folder: String) -> (path: String, isBook: Bool)? {
    // A folder may be gone by now.
    guard var real = Disk.realPath(folder) else { return nil }
    var path = folder
    var book: String?
    while real != "/", Disk.kind(of: BookPath.join(real, ".git")) == nil {
      real = BookPath.folder(of: real)
      path = BookPath.join(path, "..")
      let inner = FileTree.names(in: real).sorted().first { isBook(BookPath.join(real, $0)) }
      book = book ?? (isBook(real) ? path : inner.map { [path] in BookPath.join(path, $0) })
      // Outside of a package, other folders have nothing to do with this one.
      if Disk.kind(of: BookPath.join(real, "Package.swift")) == .file { return (book ?? path, book != nil) }
    }
    return nil
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

  private static let unknownBook = "unknown-book"

  private static func problem(_ message: String, cure: String?) -> Diagnostic {
    Diagnostic(id: unknownBook, message, at: nil, cure: cure)
  }
}

extension BookLocation {
  /// What is wrong where no chapter of the book is meant, so that nothing would be verified; known when the book is
  /// read and its pages of an API are made.
  package func problem(in book: Book) -> [Diagnostic] {
    guard !book.chapters.contains(where: includes) else { return [] }
    if let source {
      return [
        Diagnostic(
          id: "unknown-book",
          source.hasSuffix(".swift")
            ? "no page of the book has doc comments of '\(source)'" : "no page of the book shows '\(source)'", at: nil,
          cure: "is it one of the modules below 'reference' in \(Configuration.fileName)?")
      ]
    }
    guard let wanted = chapter, book.configuration.api?.includes(wanted) == true else { return noChapter(in: book) }
    let pages = book.chapters.filter(\.isGenerated).map { BookPath.withoutMarkdownEnding($0.path) }
    return [
      Diagnostic(
        id: "unknown-book", "the book has no page '\(wanted)'", at: nil,
        cure: NearestPath.suggestion(for: wanted, among: pages).map { "did you mean '\(BookPath.join(folder, $0))'?" })
    ]
  }
  /// What is wrong where there is nothing but drafts, or files of other kinds.
  private func noChapter(in book: Book) -> [Diagnostic] {
    // That a package has nothing to show is told with the reasons.
    if isWholeBook, book.configuration.api != nil { return [] }
    let place = SourcePlace(path: chapter.map { BookPath.join(folder, $0) } ?? folder)
    let drafts = book.drafts.count(where: includes)
    let isFile = chapter.map(BookPath.isMarkdown) == true
    if drafts > 0 {
      let message =
        isFile ? "this chapter is a draft" : "there are only drafts in this \(isWholeBook ? "book" : "folder")"
      return [
        Diagnostic(
          id: "no-chapter", message, at: place,
          cure: "include drafts with --draft, and list them in \(Summary.fileName) if there is one")
      ]
    }
    let message =
      isFile
      ? "this file is not a chapter of the book" : "there is no chapter in this \(isWholeBook ? "book" : "folder")"
    return [
      Diagnostic(
        id: "no-chapter", message, at: place,
        cure: isFile
          ? nil : "a chapter is a file whose name ends in .md, and which \(Summary.fileName) lists if there is one")
    ]
  }
}
