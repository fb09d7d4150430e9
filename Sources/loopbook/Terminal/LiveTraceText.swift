import Text
import Verification

/// How a line of a trace looks on a terminal while the program runs.
///
/// What was printed has the usual weight, callouts and signals have colors, and what loops do by themselves is faint.
struct LiveTraceText {
  private let style: DiagnosticText

  init(isColored: Bool) { style = DiagnosticText(isColored: isColored) }

  /// The line, with a line feed at its end.
  func text(_ line: WatchedRun.TraceLine) -> String {
    let (place, what) = Self.columns(line.text)
    let look: TerminalStyle? =
      switch line.role {
      case .print: nil
      case .activity, .other: .faint
      case .callout: .cyan
      case .signal: .yellow
      }
    var text = style.styled(place, .faint) + (look.map { style.styled(what, $0) } ?? what)
    if let sleep = line.sleep, sleep > .zero { text += style.styled("  (slept \(sleep.secondsText)s)", .blue) }
    return text + "\n"
  }

  /// A line's time and thread, and what follows them.
  private static func columns(_ line: String) -> (place: String, what: String) {
    var blanks = 0
    var ends = 0
    for index in line.utf8.indices {
      guard line.utf8[index] == UInt8(ascii: " ") else {
        if blanks > 1 { ends += 1 }
        if ends == 2 { return (String(line[..<index]), String(line[index...])) }
        blanks = 0
        continue
      }
      blanks += 1
    }
    return ("", line)
  }
}
