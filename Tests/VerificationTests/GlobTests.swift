import Testing
import Verification

@Suite("Patterns for names of examples")
struct GlobTests {
  @Test(
    "a name matches",
    arguments: [
      ("timers.md#first", "timers.md#first"), ("timers.md#*", "timers.md#first"), ("timers.md", "timers.md#first"),
      ("*", "timers.md#a"), ("*#*", "timers.md#a"), ("**", "a/b.md#c"), ("**/b.md", "b.md#c"),
      ("**/b.md", "a/x/b.md#c"),
      ("**/**/b.md", "b.md#c"), ("a/**/b.md", "a/b.md#c"), ("a/**", "a/b/c.md#d"), ("a**z", "a/b#z"),
      ("{a,b}.md", "b.md#c"), ("{a,b{1,2}}.md", "b2.md#c"), ("x{,y}#z", "x#z"), ("{**/a,b}#c", "a#c"),
      ("?.md", "é.md#x"),
      ("a\\*#b", "a*#b"), ("a\\{b,c\\}#d", "a{b,c}#d"), ("a,b#c", "a,b#c"), ("*a*a*a", "xaxaxa#b"), ("{a}", "a#b"),
      ("{a#b,c#d}", "c#d"), ("*#\\#", "a##"), ("日*", "日本.md#a"),
    ])
  func matches(pattern: String, name: String) throws {
    #expect(try Glob(pattern).matches(name))
  }

  @Test(
    "a name does not match",
    arguments: [
      ("*", "a/b.md#c"), ("*.md", "a/b.md#c"), ("timers.md#f", "timers.md#first"), ("timers", "timers.md#first"),
      ("a*#b", "a#x#b#"), ("?", "#"), ("a?b", "a/b"), ("{a,b}", "c#d"), ("a**/b", "a#x"), ("*", "a/b"), ("A", "a#b"),
      ("a\\*#b", "ax#b"), ("**/b.md", "ab.md#c"), ("x{}y#a", "xzy#a"),
    ])
  func doesNotMatch(pattern: String, name: String) throws {
    #expect(try !Glob(pattern).matches(name))
  }

  @Test("the ending of a chapter may be left out")
  func ending() throws {
    #expect(try Glob("guide/timers").matches(chapter: "guide/timers.md", id: "first"))
    #expect(try Glob("guide/timers#first").matches(chapter: "guide/timers.md", id: "first"))
    #expect(try Glob("**.md#first").matches(chapter: "guide/timers.md", id: "first"))
    #expect(try !Glob("guide/time").matches(chapter: "guide/timers.md", id: "first"))
  }

  @Test(
    "a pattern that means nothing is told apart",
    arguments: [
      ("", "is empty"), ("a{b", "has a '{' without its '}'"), ("a}b", "has a '}' without its '{'"),
      ("a\\", "ends with a '\\'"), ("{a,{b}", "has a '{' without its '}'"),
    ])
  func malformed(pattern: String, reason: String) {
    let error = #expect(throws: Glob.Malformed.self) { try Glob(pattern) }
    #expect(error?.reason == reason)
  }

  /// Matching by going back would need more steps than there are atoms in the world.
  @Test("a pattern with many stars takes no longer than its length times the name's", .timeLimit(.minutes(1)))
  func linear() throws {
    let pattern = try Glob(String(repeating: "*a", count: 40) + "{" + String(repeating: "**b", count: 20) + ",c}")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
  }

  @Test("parts of a whole are disjoint and leave nothing out", arguments: 1...5)
  func shards(count: Int) throws {
    let shards = try (1...count).map { try #require(Shard("\($0)/\(count)")) }
    for index in 0..<23 { #expect(shards.count { $0.contains(index: index) } == 1) }
  }

  @Test("what is no part is refused", arguments: ["0/2", "3/2", "1", "1/0", "/2", "1/", "1/2/3", "+1/2", "a/b", ""])
  func noShard(text: String) {
    #expect(Shard(text) == nil)
  }
}
