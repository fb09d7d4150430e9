import LoopTracing
import Testing

/// Expected texts with `...`, and what is told when the text that came is another.
@Suite struct TracePatternTests {
  @Test(
    "a pattern matches",
    arguments: [
      ("", ""), ("a\nb\n", "a\nb"), ("a  \t\nb", "a\nb   \r\n"), ("...", ""), ("...", "a\nb"), ("  ...", "a"),
      ("a\n...\nz", "a\nz"), ("a\n...\nz", "a\nz\nz"), ("...\nb\n...\nb", "a\nb\nb"), ("a...z", "az"),
      ("a...b...c", "abxbcc"), ("...x", "yx"), ("x...", "x"), ("é...ü", "é日本ü"), ("......", "abc"),
      ("...\na...\n...\nb\n...", "q\nab\nb"), ("a\r\nb", "a\nb"),
    ])
  func matches(pattern: String, text: String) {
    #expect(TracePattern(pattern).matches(text))
    #expect(TraceDifference(expected: TracePattern(pattern), actual: text) == nil)
  }

  @Test(
    "a pattern does not match",
    arguments: [
      ("", "a"), ("a", ""), ("a", "a\n\n"), ("a...a", "a"), ("a\n...\na", "a"), (" a", "a"), ("...\nb", "b\na"),
      ("a...b...a", "aba b"), ("...\n...b\nc", "b\nb\nd"), ("\n", ""),
    ])
  func differs(pattern: String, text: String) throws {
    #expect(!TracePattern(pattern).matches(text))
    let difference = try #require(TraceDifference(expected: TracePattern(pattern), actual: text))
    #expect(difference.lines.contains { $0.mark != .same })
    #expect(!difference.sentence.isEmpty)
  }

  @Test("many wildcards take no more than the product of the sizes", .timeLimit(.minutes(1)))
  func bounded() {
    let pattern = String(repeating: "...\na\n", count: Scale.of(500)) + "b"
    #expect(!TracePattern(pattern).matches(String(repeating: "a\n", count: Scale.of(2000))))
    let line = String(repeating: "...a", count: Scale.of(2000)) + "b"
    #expect(!TracePattern(line).matches(String(repeating: "a", count: Scale.of(4000))))
    let count = Scale.of(5000)
    let one = (0..<count).map { "a\($0)\n" }.joined()
    let other = (0..<count).map { "b\($0)\n" }.joined()
    #expect(TraceDifference(expected: TracePattern(one), actual: other)?.lines.count == 2 * count)
  }

  private static func difference(_ expected: String, _ actual: String) throws -> TraceDifference {
    try #require(TraceDifference(expected: TracePattern(expected), actual: actual))
  }

  @Test("a difference aligns both texts around what is the same")
  func aligned() throws {
    let expected = """
      +0.000s  main  entry          default
      ...
      +1.000s  main    timer        ...
      +1.000s  main  beforeWaiting
      +1.000s  main  exit           finished
      """
    let actual = """
      +0.000s  main  entry          default
      +0.000s  main  beforeTimers
      +0.000s  main  beforeSources
      +1.000s  main    timer        "tick"
      +1.000s  main    source       "touch"
      +1.000s  main  exit           finished
      """
    let difference = try Self.difference(expected, actual)
    #expect(
      difference.description == """
          +0.000s  main  entry          default
          ...
          +1.000s  main    timer        "tick"
        - +1.000s  main  beforeWaiting
        + +1.000s  main    source       "touch"
          +1.000s  main  exit           finished
        """)
    #expect(difference.sentence == #"expected `beforeWaiting` on main, but `source "touch"` came"#)
  }

  @Test("what stands for any lines does not take those that are expected after it")
  func gapBeforeExpectedLines() throws {
    let difference = try Self.difference("a\n...\nb\nc\n", "a\nx\nb\nc\n1\n2\n3")
    #expect(difference.description == "  a\n  ...\n  b\n  c\n+ 1\n+ 2\n+ 3")
    #expect(difference.sentence == "`1` came, but was not expected")
  }

  @Test("the sentence tells what differs in the first line that does")
  func sentences() throws {
    func sentence(_ expected: String, _ actual: String) throws -> String {
      try Self.difference(expected, actual).sentence
    }
    let exit = "+0.000s  main  exit  finished"
    #expect(try sentence(exit, "") == "expected `exit finished` on main, but nothing more came")
    #expect(try sentence("a\nb", "b") == "expected `a`, but it did not come")
    #expect(try sentence("", exit) == "`exit finished` on main came, but was not expected")
    #expect(
      try sentence(exit, "+0.000s  b  exit  finished") == "expected `exit finished` on main, but it came on b")
    #expect(
      try sentence(exit, "+1.000s  main  exit  finished")
        == "expected `exit finished` on main at +0.000s, but it came at +1.000s")
    #expect(
      try sentence(exit, "+0.000s  main  exit    finished")
        == "expected `exit finished` on main, but it came with different spaces")
    // Strings of Swift are equal where they look alike.
    for (one, other) in [("e\u{301}", "\u{E9}"), ("\u{E9}", "e\u{301}")] {
      #expect(
        try sentence("+0.000s  main  timer  \"\(one)\"", "+0.000s  main  timer  \"\(other)\"")
          == "expected `timer \"\(one)\"` on main, but it came with different scalars, which look alike")
      #expect(try sentence(one, other) == "expected `\(one)`, but it came with different scalars, which look alike")
      #expect(
        try sentence("+0.000s  \(one)  exit  end", "+0.000s  \(other)  exit  end").hasSuffix("which look alike"))
    }
    #expect(
      try sentence(exit, "+0.000s  b  entry  x") == "expected `exit finished` on main, but `entry x` on b came")
    #expect(try sentence("a", "\na") == "an empty line came, but was not expected")
  }
}
