import Text

/// One stage of the work, as a line of text.
struct ProgressLine: Hashable {
  var stage: String
  /// The number of pieces; 0 if it is not known.
  var total: Int
  var done = 0
  /// The pieces that are under way, the oldest first.
  var underWay: [String] = []

  init(stage: String, total: Int, done: Int = 0, underWay: [String] = []) {
    self.stage = stage
    self.total = total
    self.done = done
    self.underWay = underWay
  }

  /// The stage for those who see one line of it.
  var announcement: String { total > 0 ? "\(stage) (\(total))" : stage }

  /// The stage with a bar, the counts, and as many names as the line holds.
  ///
  /// It never touches the last column, where many terminals begin a new line.
  func text(columns: Int, isColored: Bool) -> String {
    let room = max(columns - 1, 0)
    var parts: [(text: String, style: TerminalStyle?)] = [(stage, .bold)]
    if total > 0 {
      let barWidth = min(30, room / 4)
      let counts = "\(min(done, total))/\(total)"
      if barWidth >= 5 {
        parts.append((" [", nil))
        let filled = min(done, total) * barWidth / total
        parts.append((String(repeating: "=", count: filled) + (filled < barWidth ? ">" : ""), .cyan))
        parts.append((String(repeating: " ", count: max(0, barWidth - filled - 1)) + "]", nil))
      }
      parts.append((" " + counts, nil))
    } else if done > 0 {
      parts.append((" \(done)", nil))
    }
    if !underWay.isEmpty {
      let used = parts.reduce(0) { $0 + $1.text.displayWidth }
      parts.append((names(width: room - used - 2), .faint))
    }
    return Self.joined(parts, width: room, style: DiagnosticText(isColored: isColored))
  }

  /// The names that fit, the oldest first, and how many more there are.
  private func names(width: Int) -> String {
    guard let first = underWay.first else { return "" }
    var text = first
    for (index, name) in underWay.enumerated().dropFirst() {
      let rest = underWay.count - index - 1
      let more = rest > 0 ? " +\(rest)" : ""
      guard text.displayWidth + 2 + name.displayWidth + more.count <= width else {
        return "  " + text + " +\(rest + 1)"
      }
      text += ", " + name
    }
    return "  " + text
  }

  /// The parts with their styles, cut off at a width; what would steer the terminal is replaced.
  private static func joined(
    _ parts: [(text: String, style: TerminalStyle?)], width: Int, style: DiagnosticText
  ) -> String {
    var room = width
    var text = ""
    for part in parts {
      var shown = String.UnicodeScalarView()
      for scalar in part.text.unicodeScalars {
        let scalar: Unicode.Scalar = scalar.isControl || scalar == "\t" ? "\u{FFFD}" : scalar
        guard scalar.displayWidth <= room else {
          room = 0
          break
        }
        room -= scalar.displayWidth
        shown.append(scalar)
      }
      text += part.style.map { style.styled(String(shown), $0) } ?? String(shown)
    }
    return text
  }
}
