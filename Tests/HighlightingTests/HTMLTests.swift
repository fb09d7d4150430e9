import Highlighting
import Testing

@Suite("Highlighted text as HTML")
struct HTMLTests {
  @Test("tokens become elements with a class of one letter")
  func elements() {
    #expect(
      Highlighter.page("let x: Int = 1 // a < b\n", "swift")
        == #"<span class="k">let</span> x: <span class="t">Int</span> = <span class="n">1</span> "#
        + #"<span class="c">// a &lt; b</span>"# + "\n")
  }

  @Test("markup is escaped, also in languages that are not known", arguments: ["swift", "c", "", "unknown"])
  func escapes(language: String) {
    #expect(Highlighter.page("<&> a", language) == "&lt;&amp;&gt; a")
  }

  @Test("an element ends at the end of its line and begins again on the next")
  func linesOfTokens() {
    let text = Highlighter.highlighted(Array("/* a\n\nb */ x\n".utf8), language: .c)
    #expect(
      String(decoding: text.html, as: UTF8.self)
        == #"<span class="c">/* a</span>"# + "\n\n" + #"<span class="c">b */</span> x"# + "\n")
    #expect(
      text.lines.map { String(decoding: text.html[$0], as: UTF8.self) } == [
        #"<span class="c">/* a</span>"#, "", #"<span class="c">b */</span> x"#,
      ])
  }

  @Test(
    "there are as many lines as the text has",
    arguments: [("", 0), ("a", 1), ("a\n", 1), ("\n", 1), ("\n\n", 2), ("a\nb", 2), ("a\r\nb\r\n", 2)])
  func lineCount(text: String, count: Int) {
    for language in Language.allCases {
      #expect(Highlighter.highlighted(Array(text.utf8), language: language).lines.count == count)
    }
  }

  @Test("tokens of a kind that touch are one")
  func merges() {
    #expect(Highlighter.tokens(Array(##"#"a"#"b""##.utf8), language: .swift).map(\.range) == [0..<8])
  }

  @Test("each kind has a class of its own")
  func classes() {
    #expect(String(String.UnicodeScalarView(HighlightKind.allCases.map(\.className))) == "ktsncafpvqid")
  }

  @Test(
    "a language has several names, in any case",
    arguments: [
      ("swift", Language.swift), ("Swift", .swift), ("h", .c), ("objc", .objectiveC), ("Objective-C", .objectiveC),
      ("m", .objectiveC), ("sh", .shell), ("zsh", .shell), ("bash", .shell), ("console", .console), ("json5", .json),
      ("yml", .yaml), ("patch", .diff), ("text", .plain), ("cobol", .plain), ("", .plain), ("ſwift", .plain),
    ])
  func names(name: String, language: Language) {
    #expect(Language(named: name) == language)
  }
}
