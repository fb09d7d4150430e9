import Markdown
import Testing

@Suite("Names of headings")
struct HeadingIDTests {
  @Test(
    "are those of GitHub",
    arguments: [
      ("Hello World", "hello-world"), ("What's new?", "whats-new"), ("A  B", "a--b"),
      ("`CFRunLoop` & co.", "cfrunloop--co"),
      ("snake_case-kebab", "snake_case-kebab"), ("运行循环 是什么？", "运行循环-是什么"), ("Ünïcode", "ünïcode"),
      ("日本語の、見出し", "日本語の見出し"),
      ("🚀 Start", "-start"), ("1.2 Timers", "12-timers"), ("C++/Swift", "cswift"), ("हिन्दी", "हिन्दी"), ("!!!", "u21-u21-u21"),
      ("😀", "u1f600"),
      ("", "section"), ("٣ numbers", "٣-numbers"), ("a\u{301}", "a\u{301}"),
    ])
  func slugs(text: String, id: String) {
    #expect(HeadingID.slug(text).unicodeScalars.elementsEqual(id.unicodeScalars))
  }

  @Test("the same heading again is numbered, past names that are taken")
  func duplicates() {
    var ids = HeadingID()
    #expect(["A", "A", "a-1", "A", "A 1", "a"].map { ids.next($0) } == ["a", "a-1", "a-1-1", "a-2", "a-1-2", "a-3"])
  }

  @Test("ten thousand times the same heading takes no longer than ten thousand others")
  func many() {
    var ids = HeadingID()
    var last = ""
    for _ in 0..<10_000 { last = ids.next("Same") }
    #expect(last == "same-9999")
  }
}
