/// How messages look to a person: the line of the file, with a caret under what is meant.
///
/// What they quote, which may be an example's words, begins none of their lines.
package struct DiagnosticText: Sendable {
  /// Whether colors and bold type may be used.
  package var isColored: Bool

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// A message with its excerpt, notes and cure; each line ends with a line feed.
  package func text(_ diagnostic: Diagnostic) -> String {
    let severity = diagnostic.severity == .error ? "error" : "warning"
    let color: TerminalStyle = diagnostic.severity == .error ? .red : .yellow
    var diagnostic = diagnostic
    diagnostic.message = LogLines.withoutControls(diagnostic.message)
    var text = styled(location(diagnostic.place), .bold)
    text +=
      styled("\(severity): ", color) + styled(LogLines.continued(diagnostic.message), .bold) + " [\(diagnostic.id)]\n"
    text += excerpt(diagnostic.place, color)
    for note in diagnostic.notes {
      text += location(note.place) + styled("note: ", .cyan) + quoted(note.message) + "\n" + excerpt(note.place, .cyan)
    }
    if let cure = diagnostic.cure {
      text += styled("help: ", .green) + indented(LogLines.withoutControls(cure), by: 6) + "\n"
    }
    return LogLines.withoutCommands(text)
  }

  /// The styled form of `text`, or `text` itself where colors are off.
  package func styled(_ text: String, _ style: TerminalStyle) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func location(_ place: SourcePlace?) -> String {
    guard let place else { return "" }
    guard let position = place.position else { return "\(place.path): " }
    return "\(place.path):\(position.line):\(position.column): "
  }

  /// How many characters of a line are shown.
  private static let longestLine = 400

  private func excerpt(_ place: SourcePlace?, _ style: TerminalStyle) -> String {
    guard let place, let position = place.position, !place.lineText.isEmpty else { return "" }
    let number = String(position.line)
    let gutter = String(repeating: " ", count: number.count)
    // Of a line that no terminal shows as one, the part around what is meant.
    let all = place.lineText.unicodeScalars.dropFirst(max(0, position.column - 1 - Self.longestLine / 2))
    let isCut = all.startIndex != place.lineText.startIndex
    let scalars = (isCut ? ["…"] : []) + Array(all.prefix(Self.longestLine))
    let column = isCut ? Self.longestLine / 2 + 1 : position.column - 1
    let before = scalars.prefix(column)
    let marked = scalars.dropFirst(column).prefix(max(place.length, 1))
    let padding = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.displayWidth) }.joined()
    let width = max(marked.reduce(0) { $0 + ($1 == "\t" ? 1 : $1.displayWidth) }, 1)
    let caret = styled("^" + String(repeating: "~", count: width - 1), style)
    let shown = scalars.map { $0.isControl ? "\u{FFFD}" : String($0) }.joined()
    let more = all.dropFirst(Self.longestLine).isEmpty ? "" : "…"
    return " \(number) | \(shown)\(more)\n \(gutter) | \(padding)\(caret)\n"
  }

  /// A text whose lines after the first begin with a blank, as those of differences do.
  private func quoted(_ text: String) -> String {
    LogLines.withoutControls(text).split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      $0.offset == 0 || $0.element.isEmpty || $0.element.hasPrefix(" ") ? String($0.element) : "  " + $0.element
    }.joined(separator: "\n")
  }

  private func indented(_ text: String, by columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n" + String(repeating: " ", count: columns))
  }
}
