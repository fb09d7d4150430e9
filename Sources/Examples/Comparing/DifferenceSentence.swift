internal import Recordings

extension LineDifference {
  /// Which of the expected lines, from 0, the first difference stands at; past the last when more came than expected.
  var firstExpectedLine: Int {
    guard let hunk = firstHunk.first else { return 0 }
    if let line = hunk.expectedLine { return line }
    let before = lines[..<firstHunk.startIndex].last { $0.expectedLine != nil }?.expectedLine
    return before.map { $0 + 1 } ?? 0
  }

  /// The first difference in one sentence.
  func sentence(_ kind: RecordingKind, expected: RecordedText, came: [UInt8]) -> String {
    let hasOtherSpaces = firstHunk.first { $0.mark == .came }?.spellsSpaces ?? false
    if !hasOtherSpaces, let sentence = expected.traceSentence(came) { return sentence }
    let (expectedLine, newLine) = (
      firstHunk.first { $0.mark == .expected }?.text, firstHunk.first { $0.mark == .came }?.text
    )
    let (missing, new) = (expectedLine.map(Self.quoted), newLine.map(Self.quoted))
    let isLast = firstHunk.endIndex == lines.endIndex
    let verb = kind == .error ? "said" : "printed"
    switch (missing, new) {
    case (let missing?, let new?) where hasOtherSpaces && missing != new:
      return "\(new) was \(verb) where \(missing) is recorded: they look alike, but have different spaces"
    // Equal as strings: only the scalars differ that their letters are composed of.
    case (let missing?, let new?) where expectedLine == newLine && kind != .trace:
      return "\(new) was \(verb) where \(missing) is recorded: they look alike, but consist of different scalars"
    case (let missing?, let new?) where missing == new:
      return "\(missing) is recorded, but the line that was \(verb) continues differently"
    case (let missing?, let new?): return "\(new) was \(verb) where \(missing) is recorded"
    case (let missing?, nil):
      return "\(missing) is recorded, but " + (isLast ? "nothing more was \(verb)" : "it was not \(verb)")
    case (nil, let new?): return "\(new) was \(verb), which is not recorded"
    case (nil, nil): return "what was \(verb) is not what is recorded"
    }
  }

  private static func quoted(_ text: String) -> String {
    if text.isEmpty { return "an empty line" }
    return text.count > 60 ? "`\(text.prefix(59))…`" : "`\(text)`"
  }
}
