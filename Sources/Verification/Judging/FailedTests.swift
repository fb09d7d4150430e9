/// What a run of tests that failed wrote to standard error.
struct FailedTests {
  /// All of it, as an `error` recording holds it.
  let text: String
  /// What was written before.
  let wordsBefore: [UInt8]
  /// The first that failed, in a sentence.
  let sentence: String
  /// Its place in the program; `nil` where no test was run.
  let place: (line: Int, column: Int)?
  /// What else failed.
  let others: String?

  /// Reads the lines that `tests.c` of the host writes; `nil` where the program did not end with a run that failed.
  init?(_ lines: [String]) {
    guard lines.last?.hasPrefix("✘ Test run ") == true,
      let start = lines.firstIndex(where: { $0.hasPrefix("✘ ") })
    else { return nil }
    text = lines[start...].joined(separator: "\n")
    wordsBefore = Array(lines[..<start].joined(separator: "\n").utf8)
    let issue = /✘\ (Test|Suite)\ (.+?)\ recorded\ an\ issue(\ with\ .+?)?\ at\ main\.swift:([0-9]+):([0-9]+):\ (.*)/
    guard let first = lines[start].wholeMatch(of: issue)?.output, let line = Int(first.4), let column = Int(first.5)
    else {
      sentence = "none of the example's tests was run"
      place = nil
      others = nil
      return
    }
    let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("✘ ") } ?? lines.endIndex
    let details = lines[(start + 1)..<end].map { "\n\($0)" }.joined()
    sentence = "the \(first.1.lowercased()) `\(first.2)` failed\(first.3 ?? ""): \(first.6)\(details)"
    place = (line, column)
    others = end < lines.count - 1 ? lines[end..<(lines.count - 1)].map { "  \($0)" }.joined(separator: "\n") : nil
  }
}
