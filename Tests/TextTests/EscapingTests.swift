import Testing
import Text

@Suite("Escaping")
struct EscapingTests {
  @Test(
    "HTML: what is markup is escaped, and those quotation marks that mean something where the text stands",
    arguments: [
      (EscapedQuotes.none, #"a&lt;b&gt;&amp;"'é"#), (.double, #"a&lt;b&gt;&amp;&quot;'é"#),
      (.both, "a&lt;b&gt;&amp;&quot;&#39;é"),
    ])
  func html(quotes: EscapedQuotes, expected: String) {
    var bytes: [UInt8] = []
    bytes.appendEscapedForHTML("a<b>&\"'é", quotes: quotes)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("XML: blanks survive in attributes, and what XML cannot write becomes a replacement")
  func xml() {
    let text = "<a>&\"\t\n\r\u{1}\u{85}\u{FFFE}"
    #expect(text.escapedForXML(inAttribute: false) == "&lt;a&gt;&amp;\"\t\n&#13;\u{FFFD}&#133;\u{FFFD}")
    #expect(text.escapedForXML(inAttribute: true) == "&lt;a&gt;&amp;&quot;&#9;&#10;&#13;\u{FFFD}&#133;\u{FFFD}")
  }

  @Test("JSON: control characters and what ends a line in JavaScript are escaped anywhere")
  func json() {
    let value = JSONValue.string("\"\\\n\u{1B}\u{7F}\u{9F}\u{A0}\u{2028}\u{2029}\u{202E}</script>é😀")
    #expect(
      value.text
        == "\"\\\"\\\\\\n\\u001b\\u007f\\u009f\u{A0}\\u2028\\u2029\u{202E}</script>é😀\"\n")
  }

  @Test("JSON inside HTML can neither end a script or an attribute nor turn the text around it")
  func jsonInsideHTML() {
    let value = JSONValue.string("</script><!-- ' & \u{202E}\u{200F} →é")
    #expect(
      String(decoding: value.insideHTML, as: UTF8.self)
        == #""\u003c/script\u003e\u003c!-- \u0027 \u0026 \u202e\u200f →é""#)
  }

  @Test("JSON for people is indented, and JSON for pages is not")
  func layout() {
    let value = JSONValue.members([
      ("a", .array([.integer(1), .number("0.250"), .null])), ("b", nil), ("c", .object([])), ("d", .bool(true)),
    ])
    #expect(
      value.text == """
        {
          "a": [
            1,
            0.250,
            null
          ],
          "c": {},
          "d": true
        }

        """)
    #expect(String(decoding: value.insideHTML, as: UTF8.self) == #"{"a":[1,0.250,null],"c":{},"d":true}"#)
  }
}
