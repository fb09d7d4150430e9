/// How a language writes a string, or what else stands between two marks.
struct StringForm: Sendable {
  /// How a mark is written that does not end the string.
  enum Escape: Sendable {
    case backslash
    /// Twice, such as in SQL.
    case doubled
    case none
  }

  /// How code is written within the string.
  enum Hole: Sendable {
    case none
    /// `${…}` is code.
    case dollarBrace
    /// `${…}` and `$name` are code.
    case dollar
    /// `{…}` is code; a brace that is meant as such stands twice.
    case brace
  }

  var opening: StaticString
  var closing: StaticString
  var escape = Escape.backslash
  /// Whether the string may hold ends of lines.
  var goesOnPastLine = false
  /// Whether a backslash at the end of a line lets the string go on.
  var joinsLines = false
  var hole = Hole.none

  init(
    _ mark: StaticString, escape: Escape = .backslash, goesOnPastLine: Bool = false, joinsLines: Bool = false,
    hole: Hole = .none
  ) {
    opening = mark
    closing = mark
    self.escape = escape
    self.goesOnPastLine = goesOnPastLine
    self.joinsLines = joinsLines
    self.hole = hole
  }

  /// The first byte of the mark.
  var first: UInt8 { opening.utf8Start.pointee }
}
