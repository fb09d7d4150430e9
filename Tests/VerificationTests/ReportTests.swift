import Testing
import Text

@testable import Verification

@Suite("Reports")
struct ReportTests {
  @Test("the order in which results come in does not show")
  func order() {
    let shuffled = VerificationReport(
      verdicts: SampleReport.verdicts.reversed(), diagnostics: [SampleReport.bookError, SampleReport.warning],
      duration: SampleReport.full.duration)
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

  @Test("a message that comes from two sides is told once")
  func once() {
    let report = VerificationReport(
      verdicts: [SampleReport.verdicts[2]], diagnostics: [SampleReport.mismatch], duration: .zero)
    #expect(report.problems == [SampleReport.mismatch])
  }

  @Test("the summary tells counts, time, cache, and who was compiled alone")
  func summary() {
    let expected = """
      5 examples in 1 min 1 s: 2 failed, 2 passed, 1 skipped, 1 error in the book, 1 warning
           1 from the cache
           1 from the shared cache
           1 skipped: not in shard 1/2
           1 compiled, not run
           1 shown only
           1 same order of activities and callouts on CoreFoundation
           1 different there, as documented
           1 not compared, with a reason
           1 under 64 schedules
           1 compiled alone: declares @main
               timers.md#second

      """
    let text = ReportSummary(SampleReport.full, isColored: false).text
    #expect(text == expected)
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
             1 same order of activities and callouts on CoreFoundation
             1 same order there but for ties, which real time decides

        """)
    let json = ReportFormat.json.text(report)
    #expect(json.contains("\"sameButForTies\"") && json.contains("\"order of activities and callouts of each thread\""))
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
    let lines = ReportSummary(report, isColored: false, width: 60).text.split(separator: "\n").map(String.init)
    #expect(lines.count > 5)
    #expect(lines.dropFirst().allSatisfy { $0.displayWidth <= 60 })
    #expect(lines.joined().split(separator: "#").count == 31)
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
