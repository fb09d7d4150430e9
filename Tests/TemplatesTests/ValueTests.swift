import Templates
import Testing

@Suite("Values in a page")
struct ValueTests {
  @Test("text is escaped, between tags and in attributes of either quote")
  func escaping() {
    let shown = page("<p title='{{x}}' class=\"{{ x }}\">{{x}}</p>", ["x": "a & <b> \"c\" 'd' é"])
    let escaped = "a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39; é"
    #expect(shown == "<p title='\(escaped)' class=\"\(escaped)\">\(escaped)</p>")
  }

  @Test("three braces and an ampersand show text as it is")
  func raw() {
    #expect(page("{{{x}}} {{&x}} {{& x }} {{{ x }}}", ["x": "<&>"]) == "<&> <&> <&> <&>")
  }

  @Test("HTML is not escaped again")
  func html() {
    #expect(page("{{a}}{{b}}", ["a": .html("<b>&amp;</b>"), "b": .htmlBytes(Array("<i>".utf8))]) == "<b>&amp;</b><i>")
  }

  @Test("numbers and flags show in their plain form")
  func plainForms() {
    #expect(page("{{a}} {{b}} {{c}} {{d}}", ["a": -3, "b": 1.5, "c": true, "d": 1.0]) == "-3 1.5 true 1.0")
  }

  @Test("nothing, lists, records and unknown names show as nothing")
  func nothing() {
    #expect(page("[{{a}}{{b}}{{c}}{{d}}]", ["a": nil, "b": [1], "c": ["x": 1]]) == "[]")
  }

  @Test("JSON cannot end a script, begin a comment or leave an attribute in single quotes")
  func json() {
    let text = "</script><!-- ' & \" \\ \n \u{1} \u{7F} é"
    let shown = page("{{x}}|{{{x}}}", ["x": .json(["k": .text(text), "l": [1, 2.5, nil, true, .html("<")]])])
    let expected =
      #"{"k":"\u003c/script\u003e\u003c!-- \u0027 \u0026 \" \\ \n \u0001 \u007f é","l":[1,2.5,null,true,"\u003c"]}"#
    #expect(shown == expected + "|" + expected)
  }

  @Test("numbers that JSON does not know become null")
  func jsonNumbers() {
    #expect(page("{{x}}", ["x": .json([.decimal(.infinity), .decimal(.nan), 3])]) == "[null,null,3]")
  }

  @Test("a record keeps one value for each key, in the order of the keys' first values")
  func record() {
    let record: TemplateRecord = ["b": 1, "a": 2, "b": 3]
    #expect(record.entries.map(\.0.name) == ["b", "a"])
    #expect(page("{{b}}", .record(record)) == "3")
    #expect(record["c"] == nil)
  }
}
