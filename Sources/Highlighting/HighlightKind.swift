/// What a piece of source text is, as far as colors go.
///
/// What has no kind is plain. This is the one place that knows the classes; style sheets are written against it.
package enum HighlightKind: UInt8, Sendable, CaseIterable {
  /// A word of the language: `let`, `if`, `true`, `nil`, `self`; the name of a tag, or a heading of Markdown.
  case keyword
  /// A type's name, a table of TOML, or a class of CSS.
  case type
  /// A string, character or regular expression; what is interpolated into it is marked as code.
  case string
  /// A number.
  case number
  /// A comment, or a heading of a comparison.
  case comment
  /// An attribute with its `@`, one of a tag, a lifetime of Rust, or a tag of YAML.
  case attribute
  /// The name of a function where it is called or declared, or of a command.
  case function
  /// A directive or macro with its `#` or `!`, the mark of a document, or where a comparison goes on.
  case directive
  /// A variable that its spelling shows (`$0`, `$HOME`), or a key or property of data.
  case variable
  /// What invites to type a command.
  case prompt
  /// A line that a comparison adds.
  case added
  /// A line that a comparison takes away.
  case removed

  /// The class of the HTML element, a single letter.
  package var className: Unicode.Scalar {
    switch self {
    case .keyword: "k"
    case .type: "t"
    case .string: "s"
    case .number: "n"
    case .comment: "c"
    case .attribute: "a"
    case .function: "f"
    case .directive: "p"
    case .variable: "v"
    case .prompt: "q"
    case .added: "i"
    case .removed: "d"
    }
  }
}
