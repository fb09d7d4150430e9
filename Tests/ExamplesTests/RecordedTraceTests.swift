import Examples
import LoopTracing
import Recordings
import Testing
import Text

/// Traces that authors write down, compared column by column.
@Suite("Recorded traces")
struct RecordedTraceTests {
  private static let came = """
    +0.000000s  main      entry          default
    +0.000000s  longname  wakeUp         main
    +0.000000s  main        block        "a  b"
    +1.500000s  main      exit           finished

    """

  private func chapter(recording lines: String) -> ChapterExamples {
    ExamplesTests.chapter("# A\n\n- ```swift\n  f()\n  ```\n  ```trace\n\(indented(lines))  ```\n")
  }

  private func indented(_ lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
  }

  private func accept(_ lines: String, came: String = came) -> Acceptance {
    let chapter = chapter(recording: lines)
    let outcome = Outcome(traces: [TraceFilter(): came])
    return Acceptance(of: chapter, outcomes: [chapter.examples[0].id: outcome])
  }

  private func recorded(_ acceptance: Acceptance) -> String {
    let chapter = ExamplesTests.chapter(String(decoding: acceptance.bytes, as: UTF8.self))
    return chapter.examples[0].recordings[0].text.written.joined(separator: "\n")
  }

  @Test("a trace with other blanks between its columns is right, and stays as it was written")
  func padding() {
    let text = """
      +0s    main      entry  default
      ...
      +0s    main        block  "a  b"
      +1.5s  main      exit  ...
      """
    let chapter = chapter(recording: text)
    #expect(chapter.diagnostics.isEmpty)
    let outcome = Outcome(traces: [TraceFilter(): Self.came])
    #expect(chapter.examples[0].mismatches(with: outcome, in: chapter.file).isEmpty)
    let acceptance = accept(text)
    #expect(acceptance.changes.isEmpty)
    #expect(acceptance.bytes == chapter.file.bytes)
  }

  @Test("only the lines that differ are written anew")
  func lines() {
    let text = """
      +0s    main      entry  default
      ...
      +0s    main        block  "a  c"
      +1.5s  main      exit  ...
      """
    let acceptance = accept(text)
    #expect(acceptance.changes.map { $0.difference.lines.count { $0.mark == .came } } == [1])
    #expect(
      recorded(acceptance) == """
        +0s    main      entry  default
        ...
        +0.000000s  main        block        "a  b"
        +1.5s  main      exit  ...
        """)
  }

  @Test("where the width of columns no longer fits what is new, the author's dots stay")
  func width() {
    // No thread but main: here the nested event is four blanks behind its thread's name, among new lines it would be
    // ten.
    let text = """
      +0s  main  entry  default
      ...
      +0s  main    block  "a  b"
      +1s  main  exit  finished
      """
    let acceptance = accept(text)
    #expect(
      recorded(acceptance) == """
        +0.000000s  main      entry          default
        ...
        +0.000000s  main        block        "a  b"
        +1.500000s  main      exit           finished
        """)
    #expect(acceptance.unresolved.isEmpty)
  }

  @Test("a difference is told in words of traces, with both lines")
  func difference() {
    let chapter = chapter(recording: "+0s  main  entry  common\n+0s  longname  wakeUp  main\n...")
    let found = chapter.examples[0].mismatches(with: Outcome(traces: [TraceFilter(): Self.came]), in: chapter.file)
    #expect(found.map(\.sentence) == ["expected `entry common` on main, but `entry default` came"])
    #expect(found.map(\.line) == [7])
  }

  @Test("what no trace can say is told where it stands, with what may be meant")
  func mistakes() {
    let chapter = chapter(recording: "...\n+0.000s  main  entyr  default\n0.25  main  exit\nhello")
    let told = chapter.diagnostics.map { diagnostic in
      let position = diagnostic.place?.position
      return "\(position?.line ?? 0):\(position?.column ?? 0) \(diagnostic.id): \(diagnostic.cure ?? "")"
    }
    #expect(
      told == [
        "8:18 trace-syntax: did you mean `entry`?", "9:3 trace-syntax: write `+0.25s`",
        "10:3 trace-syntax: correct the line, or empty the fence and let `loopbook accept` record the trace",
      ])
    #expect(chapter.diagnostics[0].message == "traces have no event 'entyr'")
    #expect(chapter.examples[0].hasErrors)
    #expect(chapter.programs[0].hasErrors)
    #expect(chapter.diagnostics[0].place?.length == 5)
  }

  @Test("the place is right in containers, with tabs and behind letters of several bytes")
  func places() {
    for (text, position, length) in [
      ("> ```swift\n> f()\n> ```\n> ```trace\n> +0s  é鐘  entyr\n> ```\n", SourcePosition(line: 5, column: 12), 5),
      ("-\t```swift\n\tf()\n\t```\n\t```trace\n\t+0s  main  entyr\n\t```\n", SourcePosition(line: 5, column: 13), 5),
      ("```swift\r\nf()\r\n```\r\n```trace\r\n0s  main  exit\r\n```\r\n", SourcePosition(line: 5, column: 1), 2),
      (
        "> - ```swift\n>   f()\n>   ```\n>   ```trace\n>   +0s  main  snapshto\n>   ```\n",
        SourcePosition(line: 5, column: 16),
        8
      ),
    ] {
      let chapter = ExamplesTests.chapter(text)
      #expect(chapter.diagnostics.map(\.id) == ["trace-syntax"])
      #expect(chapter.diagnostics.first?.place?.position == position)
      #expect(chapter.diagnostics.first?.place?.length == length)
    }
  }
}
