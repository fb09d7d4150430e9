/// What is under way, and what to write about it: a value without a clock and without a terminal.
///
/// Every step takes the time and answers the text to write at once, which may be empty.
struct ProgressState {
  /// How progress is shown.
  enum Form: Hashable {
    /// Not at all.
    case silent
    /// A line for each stage.
    case lines
    /// A bar on a line that is written again and again.
    case bar(columns: Int, isColored: Bool)
  }

  /// Work that is over sooner is not worth showing.
  static let patience: Duration = .seconds(1)

  /// How long a bar stays as it is, at least: 15 times a second is as much as an eye wants.
  static let interval: Duration = .milliseconds(67)

  private static let hidingCursor = "\u{1B}[?25l"

  /// What brings the line and the cursor back, also after an interrupt.
  static let restoring: StaticString = "\r\u{1B}[K\u{1B}[?25h"

  private let form: Form
  private var line: ProgressLine?
  private var isAnnounced = false
  private var workBegan: Duration?
  private var lastDrawn: Duration?

  /// Whether the bar stands on the terminal.
  private(set) var isDrawn = false

  init(_ form: Form) { self.form = form }

  /// Whether there is work.
  var isActive: Bool { line != nil }

  mutating func begin(stage: String, total: Int, at now: Duration) -> String {
    line = ProgressLine(stage: stage, total: total)
    isAnnounced = false
    workBegan = workBegan ?? now
    return tick(at: now)
  }

  mutating func started(_ name: String, at now: Duration) -> String {
    line?.underWay.append(name)
    return tick(at: now)
  }

  mutating func finished(_ name: String, at now: Duration) -> String {
    line?.done += 1
    if let index = line?.underWay.firstIndex(of: name) { line?.underWay.remove(at: index) }
    return tick(at: now)
  }

  /// What is due because time has passed.
  mutating func tick(at now: Duration) -> String {
    guard let line, let workBegan, now - workBegan >= Self.patience else { return "" }
    switch form {
    case .silent: return ""
    case .lines:
      guard !isAnnounced else { return "" }
      isAnnounced = true
      return line.announcement + "\n"
    case .bar(let columns, let isColored):
      if isDrawn, let lastDrawn, now - lastDrawn < Self.interval { return "" }
      defer { isDrawn = true }
      lastDrawn = now
      let text = line.text(columns: columns, isColored: isColored)
      return (isDrawn ? "" : Self.hidingCursor) + "\r" + text + "\u{1B}[K"
    }
  }

  /// Takes the bar away, so that something else can be written; the next step brings it back.
  mutating func erase() -> String {
    guard isDrawn else { return "" }
    isDrawn = false
    return Self.restoring.description
  }

  /// All is over.
  mutating func end() -> String {
    line = nil
    workBegan = nil
    lastDrawn = nil
    return erase()
  }
}
