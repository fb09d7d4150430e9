import Highlighting
import Testing

@Suite("Markup and style sheets")
struct MarkupTests {
  @Test(
    "HTML",
    arguments: [
      (
        "<!DOCTYPE html><a href=\"x>y\" b=c disabled>&amp; & <br/></a>",
        "⟦p <!DOCTYPE html>⟧<⟦k a⟧ ⟦a href⟧=⟦s \"x>y\"⟧ ⟦a b⟧=⟦s c⟧ ⟦a disabled⟧>⟦v &amp;⟧ & <⟦k br⟧/></⟦k a⟧>"
      ),
      (
        "<script>if (a < b) \"</div>\"; // </p>\n</SCRIPT><p>let",
        "<⟦k script⟧>⟦k if⟧ (a < b) ⟦s \"</div>\"⟧; ⟦c // </p>⟧\n</⟦k SCRIPT⟧><⟦k p⟧>let"
      ),
      ("<script>\"a</script>'b'", "<⟦k script⟧>⟦s \"a⟧</⟦k script⟧>'b'"),
      (
        "<style>a{b:1px}</style><!-- <b> --> 1 < 2",
        "<⟦k style⟧>⟦k a⟧{⟦v b⟧:⟦n 1px⟧}</⟦k style⟧>⟦c <!-- <b> -->⟧ 1 < 2"
      ),
      ("{{#if a}}b{{{c}}}{{ d\n}}", "⟦p {{#if a}}⟧b⟦p {{{c}}}⟧{{ d\n}}"),
      ("<scripts>a</scripts>", "<⟦k scripts⟧>a</⟦k scripts⟧>"),
    ])
  func html(text: String, marked: String) {
    #expect(Highlighter.marked(text, .html) == marked)
  }

  @Test("XML has no scripts, but sections of text as they are")
  func xml() {
    #expect(
      Highlighter.marked("<?xml v?><a:script x='1'><![CDATA[<b>]]></a:script><script>if</script>", .xml)
        == "⟦p <?xml v?>⟧<⟦k a:script⟧ ⟦a x⟧=⟦s '1'⟧>⟦s <![CDATA[<b>]]>⟧</⟦k a:script⟧><⟦k script⟧>if</⟦k script⟧>")
  }

  @Test(
    "CSS",
    arguments: [
      (
        "a:hover, .b-c > #d::before { color: #fff; margin: -1.5em 10% }",
        "⟦k a⟧⟦f :hover⟧, ⟦t .b-c⟧ > ⟦t #d⟧⟦f ::before⟧ { ⟦v color⟧: ⟦n #fff⟧; ⟦v margin⟧: ⟦n -1.5em⟧ ⟦n 10%⟧ }"
      ),
      (
        "@media (min-width: 1px) { .a { --x: var(--y) !important } }",
        "⟦k @media⟧ (min-width: ⟦n 1px⟧) { ⟦t .a⟧ { ⟦v --x⟧: ⟦f var⟧(⟦v --y⟧) ⟦k !important⟧ } }"
      ),
      (
        "a { b: url(data:x;y) ; content: \"{\"; &:hover { c: url(\"d\") } } /* { */ e[f=\"g\"] {}",
        "⟦k a⟧ { ⟦v b⟧: ⟦f url⟧(⟦s data:x;y⟧) ; ⟦v content⟧: ⟦s \"{\"⟧; &⟦f :hover⟧ { ⟦v c⟧: ⟦f url⟧(⟦s \"d\"⟧) } } "
          + "⟦c /* { */⟧ ⟦k e⟧[⟦a f⟧=⟦s \"g\"⟧] {}"
      ),
    ])
  func css(text: String, marked: String) {
    #expect(Highlighter.marked(text, .css) == marked)
  }

  @Test(
    "Markdown",
    arguments: [
      ("# A `b`\n#c\n- `d` [e](f \"g\")\n1. h", "⟦k # A `b`⟧\n#c\n⟦p -⟧ ⟦s `d`⟧ [e](⟦s f⟧ \"g\")\n⟦p 1.⟧ h"),
      ("```swift\n# a\n``\n```\n# b", "⟦p ```swift⟧\n# a\n``\n⟦p ```⟧\n⟦k # b⟧"),
      (
        "~~~~\n~~~\n~~~~\n> > a `` b ` c ``\n---\n", "⟦p ~~~~⟧\n~~~\n⟦p ~~~~⟧\n⟦p >⟧ ⟦p >⟧ a ⟦s `` b ` c ``⟧\n⟦p ---⟧\n"
      ),
      ("a <!-- b\n# c --> \\`d` 1986", "a ⟦c <!-- b\n# c -->⟧ \\`d` 1986"),
    ])
  func markdown(text: String, marked: String) {
    #expect(Highlighter.marked(text, .markdown) == marked)
  }

  @Test(
    "a fence may call a language as other tools do",
    arguments: [
      ("rs", Language.rust), ("JS", .javaScript), ("py", .python), ("golang", .go), ("C++", .cPlusPlus),
      ("kt", .kotlin),
      ("hbs", .html), ("svg", .xml), ("ts", .typeScript), ("toml", .toml), ("md", .markdown), ("brainfuck", .plain),
    ])
  func names(name: String, language: Language) {
    #expect(Language(named: name) == language)
  }
}
