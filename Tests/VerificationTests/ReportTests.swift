import Book
import Foundation
import Testing
import Text

@testable import Verification

@Suite("Reports")
struct ReportTests {
  @Test("the order in which results come in does not show")
  func order() {
    let shuffled = VerificationReport(
      verdicts: SampleReport.verdicts.reversed(), diagnostics: [SampleReport.bookError, SampleReport.warning],
      duration: SampleReport.full.duration, packageOrigin: SampleReport.full.packageOrigin)
    for format in ReportFormat.allCases {
      #expect(format.text(shuffled) == format.text(SampleReport.full))
    }
    #expect(shuffled.verdicts.map(\.id) == ["x", "first", "second", "third", "fourth"])
  }

  @Test("errors are what an example or the book has, warnings are not")
  func errors() {
    #expect(SampleReport.full.hasErrors)
    #expect(!SampleReport.fine.hasErrors)
    #expect(!SampleReport.empty.hasErrors)
    #expect(VerificationReport(verdicts: [], diagnostics: [SampleReport.bookError], duration: .zero).hasErrors)
    // A failure without a message is one all the same.
    #expect(VerificationReport(verdicts: [SampleReport.verdicts[4]], duration: .zero).hasErrors)
  }

  @Test("a report in a file is recognized as one", arguments: ReportFormat.allCases.filter(\.needsFile))
  func recognized(format: ReportFormat) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    for report in [SampleReport.full, SampleReport.empty, .begun] {
      try Data(format.text(report).utf8).write(to: file)
      #expect(OwnReport.isOne(file.path))
    }
  }

  @Test("a message that comes from two sides is told once")
  func once() {
    let report = VerificationReport(
      verdicts: [SampleReport.verdicts[2]], diagnostics: [SampleReport.mismatch], duration: .zero)
    #expect(report.problems == [SampleReport.mismatch])
  }

  @Test("the summary tells counts, time and caches; how examples were compiled, where that is asked for")
  func summary() {
    let expected = """
      5 examples in 1 min 1 s: 2 failed, 2 passed, 1 skipped, 1 error in the book, 1 warning
           2 from the cache, 1 of them from the shared one
           1 package not shared, since libBookModules.so holds the path /book/garden
           1 skipped: not in shard 1/2
           1 with lines for other systems or versions, which are not compiled
           2 compared with CoreFoundation: 1 in the same order, 1 different as documented
           1 not compared with CoreFoundation, with a reason
           1 under 64 schedules
           1 watched for data races
           1 run once more with declarations of another, with the same result
           1 run with other values, in one example

      """
    #expect(ReportSummary(SampleReport.full, isColored: false).text == expected)
    #expect(
      ReportSummary(SampleReport.full, isColored: false, detail: SummaryDetail(isVerbose: true)).text == expected + """
             1 compiled alone: declares @main
                 timers.md#second

        """)
    let fine = ReportSummary(
      VerificationReport(verdicts: [SampleReport.verdicts[1]], duration: .milliseconds(18)), isColored: true
    ).text
    #expect(fine.hasPrefix("\u{1B}[1m1 example\u{1B}[0m in 18 ms: \u{1B}[1;32m1 passed\u{1B}[0m\n"))
    #expect(ReportSummary(SampleReport.empty, isColored: false).text == "No examples in 0 ms\n")
  }

  @Test("what is the same but for ties has a word of its own")
  func ties() {
    func verdict(_ reference: Verdict.Reference) -> Verdict {
      Verdict(
        chapter: "a.md", id: "one", place: SampleReport.place("a.md", 1), kind: .run, outcome: .passed,
        reference: reference)
    }
    let report = VerificationReport(verdicts: [verdict(.same), verdict(.sameButForTies)], duration: .zero)
    let text = ReportSummary(report, isColored: false).text
    #expect(
      text == """
        2 examples in 0 ms: 2 passed
             2 compared with CoreFoundation: 1 in the same order, 1 but for ties

        """)
    let json = ReportFormat.json.text(report)
    #expect(json.contains("\"sameButForTies\"") && json.contains("\"order of activities and callouts of each thread\""))
  }

  @Test("where no loop ran, nothing counts as compared")
  func nothing() {
    let verdict = Verdict(
      chapter: "a.md", id: "one", place: SampleReport.place("a.md", 1), kind: .run, outcome: .passed,
      reference: .nothingToCompare)
    let report = VerificationReport(verdicts: [verdict], duration: .zero)
    #expect(ReportSummary(report, isColored: false).text == "1 example in 0 ms: 1 passed\n")
    #expect(ReportFormat.json.text(report).contains("\"result\": \"nothingToCompare\""))
  }

  @Test("problems stand in the order of the files, each with its excerpt")
  func problems() {
    let text = ReportSummary(SampleReport.full, isColored: false).problems
    let heads = text.split(separator: "\n").filter { $0.contains("error:") || $0.contains("warning:") }
    #expect(
      heads == [
        "content/a b,c:d/é.md:12:5: error: the output is not what the chapter says, 100%: a, b [output-differs]",
        "content/left.md: warning: the page is in no list [unused-page]",
        "content/loopbook.yml:1:1: error: there is no key 'titel' [unknown-key]",
        "content/timers.md:70:1: error: the example 'fourth' failed [failed]",
      ])
  }

  @Test("long lists of names are broken at the terminal's width, by what is seen")
  func wrapping() {
    let verdicts = (0..<30).map { index in
      Verdict(
        chapter: "日本.md", id: "e\(index)", place: SampleReport.place("日本.md", index + 1), kind: .run, outcome: .passed,
        compiledAlone: "declares @main")
    }
    let report = VerificationReport(verdicts: verdicts, duration: .zero)
    let detail = SummaryDetail(isVerbose: true)
    let lines = ReportSummary(report, isColored: false, width: 60, detail: detail).text.split(separator: "\n").map(
      String.init)
    #expect(lines.count > 5)
    #expect(lines.dropFirst().allSatisfy { $0.displayWidth <= 60 })
    #expect(lines.joined().split(separator: "#").count == 31)
  }

  @Test("each example is counted once, whatever was done with it")
  func counts() {
    let kinds: [(Verdict.Kind, Verdict.Outcome)] = [
      (.run, .passed), (.fails, .passed), (.crashes, .passed), (.norun, .passed), (.quote, .skipped("is only quoted")),
      (.norun, .failed([])), (.norun, .skipped("comes after the first failure")), (.run, .failed([])),
      (.quote, .failed([])),
    ]
    let verdicts = kinds.enumerated().map { line, kind in
      Verdict(
        chapter: "a.md", id: "e\(line)", place: SampleReport.place("a.md", line + 1), kind: kind.0, outcome: kind.1)
    }
    let text = ReportSummary(VerificationReport(verdicts: verdicts, duration: .zero), isColored: false).text
    #expect(
      text == """
        9 examples in 0 ms: 3 failed, 3 passed, 1 only compiled, 1 only shown, 1 skipped
             1 skipped: comes after the first failure

        """)
  }

  @Test("many problems of one kind are one block, which names all places and one cure")
  func blocks() {
    func problem(_ id: String, _ line: Int, _ path: String = "b/a.md") -> Diagnostic {
      Diagnostic(
        id: id, "nothing is recorded", at: SampleReport.place(path, line), cure: "loopbook accept 'b/a#e\(line)'")
    }
    func text(_ problems: [Diagnostic], _ detail: SummaryDetail = SummaryDetail(target: "b")) -> String {
      let report = VerificationReport(verdicts: [], diagnostics: problems, duration: .zero)
      return ReportSummary(report, isColored: false, detail: detail).problems
    }
    let few = (1...3).map { problem("missing-recording", $0) }
    #expect(text(few).split(separator: "\n").count == 12)
    let races = (1...6).map { problem("data-race", $0) }
    #expect(text(races).matches(of: /\[data-race\]/).count == 6, "each has a second place of its own")
    let many = few + [problem("missing-recording", 9), problem("missing-recording", 4, "b/c.md")]
    #expect(
      text(many) == """
        b/a.md:1:1: error: nothing is recorded [missing-recording]
         1 | ```swift
           | ^~~~~~~~
        note: the same at 4 other places:
          b/a.md:2,3,9  b/c.md:4
        help: if they are right, `loopbook accept b` records all 5

        """)
    #expect(text(many, SummaryDetail(isVerbose: true, target: "b")).split(separator: "\n").count == 20)
    // What accepting would change besides is said.
    let other = Diagnostic(id: "output-differs", "it differs", at: SampleReport.place("b/a.md", 5))
    #expect(text(many + [other]).contains("records all 5; with --dry-run it shows what else it would change"))
    // A cure that does not help the others is not told for them.
    let others = (1...8).map { line in
      Diagnostic(
        id: "unknown-type", "there is no such type", at: SampleReport.place("b/a.md", line),
        cure: line % 2 == 0 ? "write Int" : "loopbook accept 'b/a#e\(line)'")
    }
    let blocks = text(others).split(separator: "\n").filter { $0.hasPrefix("help:") || $0.hasPrefix("  b") }
    #expect(
      blocks == ["  b/a.md:3,5,7", "help: loopbook accept 'b/a#e1'", "  b/a.md:4,6,8", "help: write Int"])
    // Places are as many as a person reads.
    let everywhere = (0..<200).map { problem("missing-recording", 7, "b/c\($0).md") }
    let lines = text(everywhere).split(separator: "\n")
    #expect(lines.count == 3 + 1 + 8 + 1 + 1)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains { $0.hasSuffix("more files, which --verbose names") })
    // Other kinds keep their own cure, and what is said of two things stays two.
    let unlike = many.map { problem("other", $0.place?.position?.line ?? 0) } + few
    #expect(text(unlike).contains("help: loopbook accept 'b/a#e1'"))
    #expect(text(unlike).split(separator: "\n").filter { $0.contains("error:") }.count == 4)
  }

  @Test("what took longest is told, with what it went to; a session is one program")
  func slowest() {
    func verdict(_ id: String, compilation: Int, duration: Int) -> Verdict {
      var verdict = Verdict(
        chapter: "a.md", id: id, place: SampleReport.place("a.md", 1), kind: .run, outcome: .passed,
        duration: .milliseconds(duration))
      verdict.compilation = .milliseconds(compilation)
      return verdict
    }
    var (first, second) = (
      verdict("one", compilation: 900, duration: 50), verdict("two", compilation: 900, duration: 50)
    )
    first.session = Verdict.Session(name: "s", blocks: ["one", "two"])
    second.session = first.session
    first.compiledAlone = "uses #line"
    second.compiledAlone = first.compiledAlone
    var cached = verdict("three", compilation: 20, duration: 3000)
    cached.isFromCache = true
    let report = VerificationReport(
      verdicts: [
        first, second, cached, verdict("four", compilation: 30, duration: 0),
        verdict("never", compilation: 0, duration: 0),
      ],
      duration: .zero)
    func lines(_ count: Int) -> [Substring] {
      ReportSummary(report, isColored: false, detail: SummaryDetail(slowest: count)).text.split(separator: "\n")
        .dropFirst(2).map(\.self)
    }
    #expect(
      lines(9) == [
        "      3 s  a.md#three: 20 ms to compile among others, 3 s to run (from the cache: as it was then)",
        "   950 ms  a.md@s: 900 ms to compile, 50 ms to run", "    30 ms  a.md#four: 30 ms to compile among others",
      ])
    #expect(lines(1).count == 1)
    #expect(lines(0).isEmpty)
  }

  @Test(
    "times are told as people say them",
    arguments: [
      (0, "0 ms", "0.000"), (999, "999 ms", "0.999"), (1000, "1 s", "1.000"), (1849, "1.8 s", "1.849"),
      (59_949, "59.9 s", "59.949"), (59_950, "1 min", "59.950"), (125_000, "2 min 5 s", "125.000"),
      (-5, "0 ms", "0.000"),
    ])
  func times(milliseconds: Int, spoken: String, seconds: String) {
    #expect(Duration.milliseconds(milliseconds).spokenText == spoken)
    #expect(Duration.milliseconds(milliseconds).secondsText == seconds)
  }

  @Test("GitHub's commands are one line each, and nothing in them ends early")
  func gitHub() {
    let lines = ReportFormat.github.text(SampleReport.full).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "::error file=content/a b%2Cc%3Ad/é.md,line=12,col=5,endColumn=8,title=output-differs::the output is not what the "
          + "chapter says, 100%25: a, b%0Anote: content/timers.md:3:1: it is set up here%0Anote: line 2 differs%0A"
          + "help: loopbook accept 'content/a b,c:d/é.md'",
        "::warning file=content/left.md,title=unused-page::the page is in no list",
        "::error file=content/loopbook.yml,line=1,col=1,endColumn=8,title=unknown-key::there is no key 'titel'",
        "::error file=content/timers.md,line=70,col=1,endColumn=8,title=failed::the example 'fourth' failed",
      ])
  }

  @Test("a carriage return in a message does not end GitHub's command")
  func gitHubReturns() {
    let report = VerificationReport(
      verdicts: [], diagnostics: [Diagnostic(id: "a", "b\r\nc", at: nil)], duration: .zero)
    #expect(ReportFormat.github.text(report) == "::error title=a::b%0D%0Ac\n")
  }
}
