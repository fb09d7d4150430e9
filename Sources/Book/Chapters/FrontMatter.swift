package import Text

/// What a chapter says about itself before its Markdown, between two lines of `---`.
package struct FrontMatter: Hashable, Sendable {
  /// A key of it.
  package enum Key: String, CaseIterable, Sendable {
    case title
    case description
    case keywords
    case draft
    case examples

    /// What the key means.
    package var meaning: String {
      switch self {
      case .title: "the chapter's title, in place of its first heading"
      case .description: "one sentence about the chapter, for search engines and the book's own search"
      case .keywords: "a list of words that readers may look for, but the chapter does not contain"
      case .draft: "whether the chapter is left out of the book"
      case .examples: "what is done with examples that do not say it: run, norun or quote"
      }
    }
  }

  package var title: String?
  package var description: String?
  package var keywords: [String] = []
  package var isDraft = false
  /// What is done with its examples that do not say it; `nil` where the book's word holds.
  package var examples: ExampleDefaults.Use?

  package init() {}

  /// Reads the front matter of a chapter.
  ///
  /// It begins in the first line, with `---` and a line that is not empty; anything else is Markdown from the start.
  ///
  /// - Returns: What it says, where the Markdown begins, and what is wrong.
  package static func read(_ file: SourceFile) -> (FrontMatter, markdown: Int, [Diagnostic]) {
    if let toml = tomlProblem(file) { return (FrontMatter(), file.lineStarts[0], [toml]) }
    guard let (yaml, markdown) = extent(file) else {
      return (FrontMatter(), file.lineStarts[0], beginsWithKey(file) ? [noEnd(file)] : [])
    }
    let document = YAMLDocument(file, in: yaml)
    var reading = YAMLReading(file)
    var matter = FrontMatter()
    if let value = document.value {
      for entry in reading.entries(value, of: "front matter", knowing: Key.allCases.map(\.rawValue)) {
        switch Key(rawValue: entry.key) {
        case .title: matter.title = reading.text(entry)
        case .description: matter.description = reading.text(entry)
        case .keywords: matter.keywords = reading.texts(entry, called: "words")?.map(\.text) ?? []
        case .draft: matter.isDraft = reading.truth(entry) ?? false
        case .examples: matter.examples = reading.choice(entry)
        case nil: break
        }
      }
    }
    return (matter, markdown, document.diagnostics + reading.diagnostics)
  }

  /// Where the YAML lies and where the Markdown begins.
  private static func extent(_ file: SourceFile) -> (yaml: Range<Int>, markdown: Int)? {
    guard file.lineCount > 1, isFence(file, 1), !isBlank(file, 2) else { return nil }
    guard let last = (2...file.lineCount).first(where: { isFence(file, $0) }) else { return nil }
    let markdown = last < file.lineStarts.count ? file.lineStarts[last] : file.bytes.count
    return (file.lineStarts[1]..<file.lineStarts[last - 1], markdown)
  }

  /// Whether the file begins like front matter and not like a rule with text below it.
  private static func beginsWithKey(_ file: SourceFile) -> Bool {
    guard file.lineCount > 1, isFence(file, 1) else { return false }
    return Key.allCases.contains { file.bytes[file.lineRange(2)].starts(with: "\($0.rawValue):".utf8) }
  }

  /// What is wrong with front matter of Hugo and Zola, which would be shown as text.
  private static func tomlProblem(_ file: SourceFile) -> Diagnostic? {
    guard file.lineCount > 1, isFence(file, 1, of: "+++"),
      (2...file.lineCount).contains(where: { isFence(file, $0, of: "+++") })
    else { return nil }
    return Diagnostic(
      id: "unread-front-matter", "front matter in TOML, between lines of '+++', is not read", at: file.place(line: 1),
      cure: "write it as YAML, such as 'draft: true', between lines of '---'")
  }

  private static func noEnd(_ file: SourceFile) -> Diagnostic {
    Diagnostic(
      id: "yaml-syntax", "the front matter that begins here is never closed", at: file.place(line: 1),
      cure: "write '---' on a line of its own after it")
  }

  private static func isFence(_ file: SourceFile, _ line: Int, of mark: String = "---") -> Bool {
    let bytes = file.bytes[file.lineRange(line)]
    return bytes.starts(with: mark.utf8) && bytes.dropFirst(3).allSatisfy { $0 == UInt8(ascii: " ") || $0 == 9 }
  }

  private static func isBlank(_ file: SourceFile, _ line: Int) -> Bool {
    file.bytes[file.lineRange(line)].allSatisfy { $0 == UInt8(ascii: " ") || $0 == 9 }
  }
}
