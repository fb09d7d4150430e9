import Examples
import LoopTracing
import Markdown
import Recordings
import Testing
import Text

@Suite("Accepting what examples did")
struct AcceptanceTests {
  private func accept(_ text: String, _ outcome: Outcome) -> Acceptance {
    let chapter = chapter(text)
    return Acceptance(
      of: chapter, outcomes: Dictionary(uniqueKeysWithValues: chapter.examples.map { ($0.id, outcome) }))
  }

  private func accepted(_ text: String, output: String) -> String {
    String(decoding: accept(text, Outcome(output: Array(output.utf8))).bytes, as: UTF8.self)
  }

  @Test(
    "an output is added after an example that lacks one, as its surroundings demand",
    arguments: [
      ("```swift\na\n```\n\nText.\n", "```swift\na\n```\n\n```output\n1\n2\n```\n\nText.\n"),
      ("```swift\nf()\n```", "```swift\nf()\n```\n\n```output\n1\n2\n```\n"),
      ("~~~~swift\nf()\n~~~~\n", "~~~~swift\nf()\n~~~~\n\n~~~output\n1\n2\n~~~\n"),
      ("- ```swift\n  f()\n  ```\n- b\n", "- ```swift\n  f()\n  ```\n  ```output\n  1\n  2\n  ```\n- b\n"),
      (
        "> ```swift\r\n> f()\r\n> ```\r\n",
        "> ```swift\r\n> f()\r\n> ```\r\n>\r\n> ```output\r\n> 1\r\n> 2\r\n> ```\r\n"
      ),
      (
        "```swift\nf()\n```\n```trace\n~  a  exit\n```\n",
        "```swift\nf()\n```\n```output\n1\n2\n```\n```trace\n~  a  exit\n```\n"
      ),
      ("```swift\nlet a = 1", "```swift\nlet a = 1\n```\n\n```output\n1\n2\n```\n"),
    ])
  func additions(text: String, result: String) {
    #expect(accepted(text, output: "1\n2\n") == result)
  }

  @Test("output and message are both added, also after a fence that the file's end closes")
  func bothAdded() {
    let outcome = Outcome(output: Array("1\n".utf8), error: Array("no".utf8))
    let result = accept("```swift crashes\nlet a = 1", outcome)
    #expect(
      String(decoding: result.bytes, as: UTF8.self)
        == "```swift crashes\nlet a = 1\n```\n\n```output\n1\n```\n\n```error\nno\n```\n")
    #expect(result.changes.map(\.kind) == [.output, .error])
    #expect(result.changes.map(\.line) == [1, 1])
    #expect(result.unresolved.isEmpty)
  }

  @Test(
    "lines that are right stay as they were written, and so does each wildcard",
    arguments: [
      ("a\n...\nc", "a\nx\ny\nd\n", "a\n...\nd"), ("a\n...\nc", "b\nx\nc\n", "b\n...\nc"),
      ("took ... ms\nold", "took 5 ms\nnew\n", "took ... ms\nnew"), ("took ... ms", "took 5 s\n", "took 5 s"),
      ("...\nb\n...", "a\nc\nd\n", "...\na\n..."), ("a\n...", "b\n", "b\n..."), ("a\\u{5C}", "a\\\nb\n", "a\\u{5C}\nb"),
      ("\\u{61}\nb", "a\nc\n", "\\u{61}\nc"), ("a", "a", "a\\"), ("a\\", "a\nb", "a\nb\\"), ("", "a\n", "a"),
      ("\u{E9}", "e\u{301}\n", "e\u{301}"),
    ])
  func kept(old: String, output: String, new: String) {
    let body = old.isEmpty ? "" : old + "\n"
    // Bytes, since strings are equal when only the composition of letters differs.
    #expect(
      Array(accepted("```swift\nf()\n```\n```output\n\(body)```\n", output: output).utf8)
        == Array("```swift\nf()\n```\n```output\n\(new)\n```\n".utf8))
  }

  @Test("a fence is made longer where what was printed would close it")
  func longerFence() {
    #expect(
      accepted("```swift\nf()\n```\n```output\nx\n```\nText\n", output: "```\n")
        == "```swift\nf()\n```\n````output\n```\n````\nText\n")
  }

  @Test("an empty trace is filled and none is added; what is not known is left alone")
  func traces() {
    let outcome = Outcome(traces: [TraceFilter(only: .activities): "entry\nexit\n", TraceFilter(): "all\n"])
    let result = accept(
      "```swift\nf()\n```\n```trace only=activities\n```\n\n```swift\nf()\n```\n```output\nx\n```\n", outcome)
    #expect(
      String(decoding: result.bytes, as: UTF8.self)
        == "```swift\nf()\n```\n```trace only=activities\nentry\nexit\n```\n\n```swift\nf()\n```\n```output\nx\n```\n")
  }

  @Test("a recording of what does not come stays, and is told")
  func orphaned() {
    let text = "```swift\nf()\n```\n```output\nx\n```\n"
    let result = accept(text, Outcome(output: []))
    #expect(String(decoding: result.bytes, as: UTF8.self) == text)
    #expect(result.unresolved.map(\.problem) == [.orphaned])
    #expect(result.changes.isEmpty)
  }

  @Test("examples without an outcome keep their recordings")
  func chosen() {
    let text = "```swift id=a\nf()\n```\n```output\nx\n```\n\n```swift id=b\nf()\n```\n```output\nx\n```\n"
    let result = Acceptance(of: chapter(text), outcomes: ["b": Outcome(output: Array("y\n".utf8))])
    #expect(
      String(decoding: result.bytes, as: UTF8.self)
        == "```swift id=a\nf()\n```\n```output\nx\n```\n\n```swift id=b\nf()\n```\n```output\ny\n```\n")
  }

  @Test("changes are shown with the lines of the file")
  func display() {
    let result = accept(
      "# T\n\n```swift\nf()\n```\n```output\n1\n2\n3\n```\n", Outcome(output: Array("1\n4\n3\n".utf8)))
    #expect(
      result.changes.map { $0.text(DiagnosticText(isColored: false)) } == [
        """
        timers.md:6: output of timers#t-1
         7 |   1
         8 | - 2
           | + 4
         9 |   3

        """
      ])
    let new = accept("# T\n\n```swift\nf()\n```\n", Outcome(output: Array("1\n".utf8)))
    #expect(
      new.changes.map { $0.text(DiagnosticText(isColored: false)) } == [
        "timers.md:3: new output of timers#t-1\n   | + 1\n"
      ])
    let colored = new.changes.map { $0.text(DiagnosticText(isColored: true)) }
    #expect(colored.first?.contains("\u{1B}[1;32m+ 1\u{1B}[0m") == true)
  }

  @Test("a line that stays is told where it stands afterwards", arguments: UInt64(1)...4)
  func movedLines(seed: UInt64) {
    var writer = RandomChapter(seed: seed)
    for _ in 0..<100 {
      let text = writer.next()
      let file = SourceFile(path: "a.md", bytes: text.bytes)
      let old = chapter(String(decoding: text.bytes, as: UTF8.self))
      let acceptance = Acceptance(
        of: old, outcomes: Dictionary(zip(old.examples.map(\.id), text.outcomes)) { first, _ in first })
      for change in acceptance.files.all {
        let after = SourceFile(path: "a.md", bytes: change.bytes)
        for line in 1...file.lineCount {
          let range = file.lineRange(line)
          let stays = change.edits.allSatisfy {
            $0.range.upperBound < range.lowerBound || $0.range.lowerBound > range.upperBound
              || $0.range.upperBound == range.lowerBound && $0.bytes.last == UInt8(ascii: "\n")
          }
          if stays { #expect(after.lineText(change.line(of: line)) == file.lineText(line), "seed \(seed), \(line)") }
        }
      }
    }
  }

  @Test("accepting twice is accepting once, and touches nothing else", arguments: UInt64(1)...8)
  func random(seed: UInt64) {
    var writer = RandomChapter(seed: seed)
    for round in 0..<150 {
      let text = writer.next()
      let failure = AcceptanceLaws.broken(by: text.bytes, outcomes: text.outcomes)
      #expect(failure == nil, "seed \(seed), round \(round)")
      if failure != nil { return }
    }
  }
}
