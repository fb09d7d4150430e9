import LoopTracing
import Testing

/// Patterns of traces, compared column by column.
@Suite struct TraceColumnsTests {
  private static let came = """
    +0.000000s  main      entry          default
    +0.000000s  longname  wakeUp         main
    +0.000000s  main        block        "a  b"
    +1.500000s  main      exit           finished
    +1.500001s  main      print          done
    """

  @Test(
    "how wide columns are does not count, and times go by value",
    arguments: [
      came,
      """
      +0.000s  main      entry          default
      +0s      longname  wakeUp         main
      +0.000s  main        block        "a  b"
      +1.5s    main      exit           finished
      +1.500001s  main      print          done
      """,
      """
      +0.000s  main  entry  default
      ...
      +0.000s  main    block  "a  b"
      +1.500s  main  exit  finished
      ...
      """,
      """
      +0.000s  main      entry  default
      ...
      +1.500s  main      exit  finished
      ...
      """,
      "...\n+0.000s  main    block  ...\n...\n+1.500001s  main  print  d...e",
      "...\n+0.000s  main        block  ...\n...",
      "...\n...  block  ...\n...", "...\n... block ...\n...", "...\n+1.500s  ...  exit  finished\n...",
    ])
  func matches(_ pattern: String) {
    let pattern = TracePattern(trace: pattern)
    #expect(pattern.mistakes == [])
    #expect(pattern.matches(Self.came))
    #expect(TraceDifference(expected: pattern, actual: Self.came) == nil)
  }

  @Test(
    "what differs in a column differs",
    arguments: [
      "...\n+1.501s  main  exit  finished\n...", "...\n-1.500s  main  exit  finished\n...",
      "...\n+1.500s  other  exit  finished\n...", "...\n+1.500s  main  exit  stopped\n...",
      "...\n+1.500s  main  entry  finished\n...", "...\n+1.500001s  main  print  do ne\n...",
      "...\n+0.000s  main  block  \"a b\"\n...", "...\n~  main  exit  finished\n...",
      // A line further out, or further in, than the others say.
      "+0.000s  main  entry  default\n...\n+0.000s  main  block  \"a  b\"\n...",
      "+0.000s  main  entry  default\n...\n+1.500s  main    exit  finished\n...",
      "... timer ...", "",
    ])
  func differs(_ pattern: String) throws {
    let pattern = TracePattern(trace: pattern)
    #expect(pattern.mistakes == [])
    #expect(!pattern.matches(Self.came))
    _ = try #require(TraceDifference(expected: pattern, actual: Self.came))
  }

  @Test("the first line that differs is told, as it came")
  func difference() throws {
    let pattern = TracePattern(trace: "+0.000s  main  entry  default\n+0.000s  main  exit  finished")
    let came = "+0.000000s  main  entry          default\n+0.000000s  main    exit         finished"
    let difference = try #require(TraceDifference(expected: pattern, actual: came))
    #expect(difference.lines.map(\.mark) == [.same, .expected, .came])
    #expect(difference.sentence == "expected `exit finished` on main, but it came at another depth of runs")
  }

  @Test("a detail with other blanks is not taken for another depth")
  func blanks() throws {
    let pattern = TracePattern(trace: "+0s  main  entry  default\n+0s  main    print  a b")
    let came = "+0s  main  entry  default\n+0s  main    print  a   b"
    let difference = try #require(TraceDifference(expected: pattern, actual: came))
    #expect(difference.sentence == "expected `print a b` on main, but it came with different spaces")
  }

  @Test("what is no line of a trace is told with its place")
  func mistakes() {
    func mistakes(_ text: String) -> [String] { TracePattern(trace: text).mistakes.map(\.description) }
    #expect(mistakes("...\n+0.000s  main  entyr  default") == ["2:16: traces have no event 'entyr'"])
    #expect(
      mistakes("0.25  main  exit") == [
        "1:1: '0.25' is not a time; it is written as in '+0.250s', or '~' with the real clock"
      ])
    #expect(
      mistakes("+0.000s main entry") == [
        "1:1: a line of a trace has a time, a thread and an event, with two spaces or more between them"
      ])
    #expect(mistakes("+1s  main  exit\n+1.s  main  exits").count == 2)
    #expect(TracePattern(trace: "0.25  main  exit").mistakes.first?.validWords == ["+0.25s"])
    #expect(TracePattern(trace: "+0s  main  entyr").mistakes.first?.validWords.contains("entry") == true)
    #expect(mistakes("...\n  ...\n+0s  main  ...\n... entyr ...") == [])
    // A text that is no trace has none.
    #expect(TracePattern("anything").mistakes == [])
  }
}
