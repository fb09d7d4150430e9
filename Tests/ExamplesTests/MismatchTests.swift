import Examples
import LoopTracing
internal import Recordings
import Testing
import Text

@Suite("Comparison with recordings")
struct MismatchTests {
  private func text(_ chapter: ChapterExamples, _ outcome: Outcome) -> String {
    chapter.examples.flatMap { example in
      example.mismatches(with: outcome, in: chapter.file).map {
        DiagnosticText(isColored: false).text(
          $0.diagnostic(in: chapter, accept: "loopbook accept \(example.name)"))
      }
    }.joined()
  }

  @Test("a difference is shown at its Markdown line")
  func difference() {
    let chapter = chapter(
      "# Ticks\n\n> ```swift\n> tick()\n> ```\n> ```output\n> tick 1\n> tick 2\n> ...\n> end\n> ```\n")
    #expect(
      text(chapter, Outcome(output: Array("tick 1\ntick 3\nx\nend\n".utf8))) == """
        timers.md:8:3: error: `tick 3` was printed where `tick 2` is recorded [output-differs]
         8 | > tick 2
           |   ^~~~~~
        note: recorded (-), and actual (+)
          7 |   tick 1
          8 | - tick 2
            | + tick 3
            |        ^
          9 |   ...
         10 |   end
        help: if this is right, record it: loopbook accept timers#ticks-1

        """)
  }

  @Test(
    "what is missing, empty or orphaned is told",
    arguments: [
      ("```swift\nf()\n```\n", "x\n", ["missing-recording"]), ("```swift\nf()\n```\n", "", []),
      ("```swift output=off\nf()\n```\n", "x\n", []),
      ("```swift\nf()\n```\n```output\n```\n", "x\n", ["empty-recording"]),
      ("```swift\nf()\n```\n```output\n```\n", "", ["orphaned-recording"]),
      ("```swift\nf()\n```\n```output\nx\n```\n", "", ["orphaned-recording"]),
      ("```swift\nf()\n```\n```output\n...\n```\n", "", ["orphaned-recording"]),
      ("```swift\nf()\n```\n```output\n...\n```\n", "x\n", []),
      ("```swift\nf()\n```\n```output\nx\n```\n", "x\n", []),
      ("```swift\nf()\n```\n```output\n\n```\n", "x\n", ["output-differs"]),
    ])
  func verdicts(text: String, output: String, ids: [String]) {
    let chapter = chapter(text)
    let outcome = Outcome(output: Array(output.utf8))
    let found = chapter.examples[0].mismatches(with: outcome, in: chapter.file)
    #expect(found.map { $0.diagnostic(in: chapter, accept: "").id } == ids)
  }

  @Test(
    "a fence of text below an example that holds what it printed is to be called so",
    arguments: [
      ("```text\nx\n```\n", "call the fence in line 5 `output`: it holds just that"),
      ("```\nx\n```\n", "call the fence in line 5 `output`: it holds just that"),
      ("```text\ny\n```\n", "if this is right, record it: accept"),
      ("```json\nx\n```\n", "if this is right, record it: accept"),
      (
        "It prints:\n\n```text\nx\n```\n",
        "move the fence in line 7 up, directly below the example, and call it `output`: it holds just that"
      ),
    ])
  func plainFence(below: String, cure: String) {
    let chapter = chapter("```swift\nf()\n```\n\n\(below)")
    let found = chapter.examples[0].mismatches(with: Outcome(output: Array("x\n".utf8)), in: chapter.file)
    #expect(found.map { $0.diagnostic(in: chapter, accept: "accept").cure } == [cure])
  }

  @Test("messages of what fails or crashes are demanded")
  func errors() {
    for info in ["swift fails", "swift crashes"] {
      let chapter = chapter("```\(info)\nf()\n```\n")
      let found = chapter.examples[0].mismatches(with: Outcome(error: Array("no".utf8)), in: chapter.file)
      #expect(found.map(\.kind) == [.error])
      let recorded = self.text(self.chapterWithError(info), Outcome(error: Array("no".utf8)))
      #expect(recorded == "")
    }
  }

  private func chapterWithError(_ info: String) -> ChapterExamples {
    chapter("```\(info)\nf()\n```\n```error\nno\n```\n")
  }

  @Test("traces are compared under their filters, and what is not known is not compared")
  func traces() {
    let chapter = chapter(
      "```swift\nf()\n```\n```trace only=activities\nentry\n...\n```\n```trace thread=b\n```\n```trace thread=a\nx\n```\n"
    )
    let outcome = Outcome(traces: [
      TraceFilter(only: .activities): "entry\nexit\n", TraceFilter(thread: "b"): "y\n",
    ])
    let found = chapter.examples[0].mismatches(with: outcome, in: chapter.file)
    #expect(found.map(\.line) == [8])
    #expect(found.map(\.sentence) == ["the `trace` of this example is empty"])
  }

  @Test("a wildcard does not hide the line beside it that is another now")
  func besideWildcard() {
    let expected = RecordedText(["a", "...", "z"], as: .output)
    let difference = LineDifference(expected, came: Array("a\nx\ny\nb\n".utf8))
    #expect(difference.lines.map(\.text) == ["a", "...", "z", "b"])
    #expect(difference.lines.map(\.mark) == [.same, .same, .expected, .came])
    let first = LineDifference(RecordedText(["a", "...", "z"], as: .output), came: Array("b\nx\nz\n".utf8))
    #expect(first.lines.map(\.text) == ["a", "b", "...", "z"])
  }

  @Test("what cannot be seen is shown escaped")
  func invisible() {
    let difference = LineDifference(RecordedText(["a"], as: .output), came: Array("a \n".utf8))
    #expect(difference.lines.map(\.text) == ["a", "a\\u{20}"])
    let unended = LineDifference(RecordedText(["a"], as: .output), came: Array("a".utf8))
    #expect(unended.lines.map(\.text) == ["a", "a\\"])
  }

  @Test("spaces that look alike are shown escaped, and said to differ")
  func spaces() {
    let chapter = chapter("```swift\nf()\n```\n```output\na b\n1\u{A0}000 km\n```\n")
    #expect(
      text(chapter, Outcome(output: Array("a b\n1\u{202F}000 km\n".utf8))) == """
        timers.md:6:1: error: `1\\u{202F}000 km` was printed where `1\\u{A0}000 km` is recorded: they look alike, but have different spaces [output-differs]
         6 | 1\u{A0}000 km
           | ^~~~~~~~
        note: recorded (-), and actual (+)
         5 |   a b
         6 | - 1\\u{A0}000 km
           | + 1\\u{202F}000 km
           |       ^^^^
        help: if this is right, record it: loopbook accept timers#timers-1

        """)
    // What is to be seen, and what a page compares, stays as it is.
    let other = LineDifference(RecordedText(["1 000 m"], as: .output), came: Array("1\u{A0}000 km\n".utf8))
    #expect(other.lines.map(\.text) == ["1 000 m", "1\u{A0}000 km"])
    #expect(LineDifference(from: ["a b"], to: ["a\u{A0}b"]).lines.map(\.text) == ["a b", "a\u{A0}b"])
    #expect(LineDifference(from: ["a b"], to: ["a\u{A0}b"], spellsSpaces: true).lines[1].text == "a\\u{A0}b")
  }

  @Test("a line of a trace whose spaces look alike is said to have other ones")
  func spacesInTraces() {
    let chapter = chapter("```swift\nf()\n```\n```trace\n+0s  main  print  1 000\n```\n")
    let outcome = Outcome(traces: [TraceFilter(): "+0s  main  print  1\u{202F}000\n"])
    let found = chapter.examples[0].mismatches(with: outcome, in: chapter.file)
    #expect(found.map { $0.sentence.hasSuffix("they look alike, but have different spaces") } == [true])
  }

  @Test("a long difference is cut, and says so")
  func long() {
    let old = RecordedText((0..<500).map { "old \($0)" }, as: .output)
    let new = (0..<500).map { "new \($0)\n" }.joined()
    let text = DifferenceText(DiagnosticText(isColored: false)).text(
      LineDifference(old, came: Array(new.utf8)), firstLine: 10)
    #expect(text.split(separator: "\n").count < 150)
    #expect(text.contains("more lines that differ"))
  }
}
