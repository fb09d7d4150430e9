internal import Files
internal import Text

/// The `book.toml` of a book that mdBook builds, too.
///
/// What it says holds where `loopbook.yml` is silent.
struct MDBookFile {
  /// The file's name.
  static let name = Configuration.otherFileName

  /// The folder that it lies in.
  let folder: String

  private(set) var title: String?
  private(set) var description: String?
  private(set) var authors: [String]?
  private(set) var language: String?
  private(set) var repository: String?
  private(set) var editLink: String?
  private(set) var redirects: [Redirect] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether its text has formulas.
  private(set) var hasMathJax = false

  private let file: SourceFile
  /// The book's folder as it is seen from that of the file.
  private var source = "src"
  private var unread: [TOMLEntry] = []
  /// What hidden lines of Swift begin with.
  private var hiddenPrefix: String?

  /// The file of the book whose chapters lie in `folder`; `nil` where mdBook builds no such book.
  static func ofBook(in folder: String) -> MDBookFile? {
    guard let real = Disk.realPath(folder) else { return nil }
    for candidate in [folder, BookPath.join(folder, "..")] {
      let path = BookPath.join(candidate, Self.name)
      guard Disk.kind(of: path) == .file, let bytes = try? Disk.read(path) else { continue }
      var found = MDBookFile(folder: candidate, SourceFile(path: path, bytes: bytes))
      // One that has other chapters is of another book.
      guard Disk.realPath(BookPath.join(candidate, found.source)) == real else { continue }
      found.finish()
      return found
    }
    return nil
  }

  /// The folder of the chapters of the book whose `book.toml` lies in `folder`, seen from that; `nil` where there is
  /// none.
  static func chapters(beside folder: String) -> String? {
    let path = BookPath.join(folder, Self.name)
    guard Disk.kind(of: path) == .file, let bytes = try? Disk.read(path) else { return nil }
    let source = MDBookFile(folder: folder, SourceFile(path: path, bytes: bytes)).source
    return Disk.kind(of: BookPath.join(folder, source)) == .folder ? source : nil
  }

  private init(folder: String, _ file: SourceFile) {
    self.folder = folder
    self.file = file
    if let problem = TextEncoding.problem(file) {
      diagnostics = [problem]
      return
    }
    do throws(TOMLReading.Problem) {
      for entry in try TOMLReading.entries(file) { take(entry) }
    } catch {
      diagnostics.append(Diagnostic(id: "toml-syntax", error.message, at: file.place(error.range)))
    }
  }

  private mutating func take(_ entry: TOMLEntry) {
    if case .emptyTable = entry.value {
      // A preprocessor or renderer is used where its table is there, whatever that says.
      let isUsed = entry.path.count == 2 && ["preprocessor", "output"].contains(entry.path[0])
      if isUsed, entry.path[1] != "html" { unread.append(entry) }
      return
    }
    switch entry.path {
    case ["book", "title"]: title = text(entry)
    case ["book", "description"]: description = text(entry)
    case ["book", "authors"]: authors = texts(entry)
    case ["book", "language"]: language = checked(entry, WebValue.language)
    case ["book", "src"]: source = text(entry) ?? source
    case ["output", "html", "git-repository-url"]: repository = checked(entry, WebValue.address)
    case ["output", "html", "edit-url-template"]: editLink = checked(entry, WebValue.editLink)
    case _ where entry.path.count == 4 && entry.path.prefix(3) == ["output", "html", "redirect"]:
      guard let target = text(entry) else { return }
      let old = String(entry.path[3].drop { $0 == "/" })
      // There a page is seen from the old address, and not from the book's folder.
      let isWeb = target.contains("://")
      let page =
        target.hasPrefix("/") ? String(target.drop { $0 == "/" }) : BookPath.join(BookPath.folder(of: old), target)
      redirects.append(Redirect(old: old, target: isWeb ? target : page, place: file.place(entry.range)))
    default:
      if entry.path == ["output", "html", "mathjax-support"], case .word("true") = entry.value { hasMathJax = true }
      if entry.path == ["output", "html", "code", "hidelines", "swift"], case .text(let prefix) = entry.value {
        hiddenPrefix = prefix
      }
      unread.append(entry)
    }
  }

  private mutating func finish() {
    let prefix = BookPath.clean(source)
    if prefix != "." { editLink = editLink?.replacing("{path}", with: "\(prefix)/{path}") }
    guard let first = unread.first else { return }
    var names: [String] = []
    for entry in unread {
      let name = entry.path.prefix(3).joined(separator: ".")
      if !names.contains(name) { names.append(name) }
    }
    let shown = names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    diagnostics.append(
      Diagnostic(
        .warning, id: "mdbook-keys",
        "loopbook ignores \(shown)\(names.count > 8 ? " and \(names.count - 8) more" : "") in \(Self.name)",
        at: file.place(first.range), cure: cure(for: names)))
  }

  /// What says the same in this program's own configuration, by the names of keys.
  private static let ownKeys = [
    "output.html.mathjax-support":
      "'math: true', and in the chapters each formula as code between dollar signs, $`x^2`$, or in a fence with `math`",
    "output.html.smart-punctuation": "'quotation-marks: typographic'",
    "output.html.curly-quotes": "'quotation-marks: typographic'",
    "output.html.site-url": "'url', with the whole address",
    "output.html.theme": "'templates', whose files are others",
    "build.build-dir": "'output'",
  ]

  /// What to do about keys that are ignored.
  private func cure(for names: [String]) -> String {
    var keys = Self.ownKeys
    let isPlain = hiddenPrefix?.unicodeScalars.allSatisfy { !$0.isControl && $0 != "\"" && $0 != "\\" } == true
    if isPlain, let hiddenPrefix, !hiddenPrefix.isEmpty {
      keys["output.html.code"] = "'examples: {hidden-lines: \"\(hiddenPrefix)\"}'"
    }
    let known = names.compactMap { name in keys[name].map { "\($0) (for '\(name)')" } }
    if known.isEmpty { return "no key of \(Configuration.fileName) says the same, so this can stay" }
    return "write in \(Configuration.fileName): \(known.joined(separator: "; "))"
      + (known.count < names.count ? "; no key says the same as the rest" : "")
  }

  private mutating func text(_ entry: TOMLEntry) -> String? {
    if case .text(let text) = entry.value { return text }
    report(entry, "must be text in quotes")
    return nil
  }

  private mutating func texts(_ entry: TOMLEntry) -> [String]? {
    guard case .list(let items) = entry.value else {
      report(entry, "must be a list of text values")
      return nil
    }
    return items.compactMap { item in
      if case .text(let text) = item.value { return text }
      report(entry, "must be a list of text values")
      return nil
    }
  }

  private mutating func checked<Problem: ValueProblem>(
    _ entry: TOMLEntry, _ parse: (String) throws(Problem) -> String
  ) -> String? {
    guard let text = text(entry) else { return nil }
    do throws(Problem) {
      return try parse(text)
    } catch {
      report(entry, "must be \(Problem.form): \(error.message)", cure: error.cure)
      return nil
    }
  }

  private mutating func report(_ entry: TOMLEntry, _ message: String, cure: String? = nil) {
    let name = entry.path.last ?? Self.name
    diagnostics.append(Diagnostic(id: "wrong-value", "'\(name)' \(message)", at: file.place(entry.range), cure: cure))
  }
}
