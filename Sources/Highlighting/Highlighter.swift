/// Turns source text into tokens and into HTML.
///
/// Any text is taken as it is, whether it is of the language or not, and takes time in proportion to its length.
/// Nothing is shared between calls, so that threads may call at once.
package enum Highlighter {
  /// The pieces of a text that are not plain, in order.
  ///
  /// They are not empty and do not overlap, and two that touch are of different kinds. A piece may go over several
  /// lines.
  package static func tokens(_ text: [UInt8], language: Language) -> [HighlightToken] {
    if language == .plain || text.isEmpty { return [] }
    let output = TokenList(text)
    switch language {
    case .plain: return []
    case .swift: return SwiftScanner.tokens(output)
    case .shell: return ShellScanner.tokens(output)
    case .console: return ShellScanner.tokensOfSession(output)
    case .yaml: return YAMLScanner.tokens(output)
    case .diff: return DiffScanner.tokens(output)
    case .css: return CSSScanner.tokens(output)
    case .html: return MarkupScanner.tokens(output, isHTML: true)
    case .xml: return MarkupScanner.tokens(output, isHTML: false)
    case .markdown: return MarkdownScanner.tokens(output)
    case .c: return TableScanner.tokens(output, .c)
    case .cPlusPlus: return TableScanner.tokens(output, .cPlusPlus)
    case .objectiveC: return TableScanner.tokens(output, .objectiveC)
    case .rust: return TableScanner.tokens(output, .rust)
    case .go: return TableScanner.tokens(output, .go)
    case .java: return TableScanner.tokens(output, .java)
    case .kotlin: return TableScanner.tokens(output, .kotlin)
    case .python: return TableScanner.tokens(output, .python)
    case .javaScript: return TableScanner.tokens(output, .javaScript)
    case .typeScript: return TableScanner.tokens(output, .typeScript)
    case .json: return TableScanner.tokens(output, .json)
    case .toml: return TableScanner.tokens(output, .toml)
    case .sql: return TableScanner.tokens(output, .sql)
    }
  }

  /// The text as HTML, with its lines.
  package static func highlighted(_ text: [UInt8], language: Language) -> HighlightedText {
    HighlightedText(text, tokens: tokens(text, language: language))
  }

  /// The text as HTML, to stand in an element `code`.
  ///
  /// - Parameter language: A name, as a fence has it.
  package static func html(_ text: String, language: String) -> [UInt8] {
    highlighted(Array(text.utf8), language: Language(named: language)).html
  }
}
