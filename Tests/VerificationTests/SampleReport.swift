import Text
import Verification

/// A report with one of everything, and with text that every format has to escape.
enum SampleReport {
  static let nasty = "a\u{0}b\u{1B}[31m<&>\"'\r\n\t]]>\u{85}\u{2028}\u{FFFF}é日🧭\\"

  static func place(_ path: String, _ line: Int, _ column: Int = 1, text: String = "```swift") -> SourcePlace {
    SourcePlace(
      path: path, position: SourcePosition(line: line, column: column), length: text.unicodeScalars.count - column + 1,
      lineText: text)
  }

  static let mismatch = Diagnostic(
    id: "output-differs", "the output is not what the chapter says, 100%: a, b",
    at: place("content/a b,c:d/é.md", 12, 5, text: "🧭日 x = 1"),
    notes: [.init("it is set up here", at: place("content/timers.md", 3)), .init("line 2 differs")],
    cure: "loopbook accept 'content/a b,c:d/é.md'")

  static let warning = Diagnostic(
    .warning, id: "unused-page", "the page is in no list", at: SourcePlace(path: "content/left.md"))

  private static let second: Verdict = {
    var verdict = Verdict(
      chapter: "timers.md", id: "second", place: place("content/timers.md", 40),
      session: Verdict.Session(name: nasty, blocks: ["first", "second"]), kind: .run, outcome: .passed,
      duration: .milliseconds(1250), compiledAlone: "declares @main", eventCount: 12, reference: .same,
      schedulesTried: 64, output: nasty)
    verdict.live = .same
    verdict.isRaceFree = true
    verdict.uncompiledLines = [2, 3]
    verdict.reruns = ["loops#like-it"]
    verdict.variants = [
      Verdict.Variant(
        values: ["50", "\"<a>\""], duration: .milliseconds(2), isFromCache: true, eventCount: 7, reference: .same,
        schedulesTried: 8)
    ]
    return verdict
  }()

  static let verdicts: [Verdict] = [
    second,
    Verdict(
      chapter: "timers.md", id: "first", place: place("content/timers.md", 12), kind: .crashes, outcome: .passed,
      duration: .milliseconds(4), isFromCache: true, reference: .different("wake-up-order")),
    Verdict(
      chapter: "a b,c:d/é.md", id: "x", place: place("content/a b,c:d/é.md", 10), kind: .run,
      outcome: .failed([mismatch]), duration: .milliseconds(7), isFromCache: true, isFromSharedCache: true,
      reference: .off("ports differ")),
    Verdict(
      chapter: "timers.md", id: "third", place: place("content/timers.md", 60), kind: .norun,
      outcome: .skipped("not in shard 1/2")),
    Verdict(
      chapter: "timers.md", id: "fourth", place: place("content/timers.md", 70), kind: .quote, outcome: .failed([])),
  ]

  static let bookError = Diagnostic(
    id: "unknown-key", "there is no key 'titel'", at: place("content/loopbook.yml", 1, text: "titel: x"))

  static let full = VerificationReport(
    verdicts: verdicts, diagnostics: [warning, bookError], duration: .milliseconds(61_250),
    packageOrigin: .notShared("libBookModules.so holds the path /book/garden"))

  static let empty = VerificationReport(verdicts: [], duration: .zero)

  static let fine = VerificationReport(
    verdicts: Array(verdicts.prefix(2)), diagnostics: [warning], duration: .milliseconds(18))
}
