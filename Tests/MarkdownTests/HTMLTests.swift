import Markdown
import Testing
import Text

/// GitHub's Markdown, construct by construct, in our own words.
@Suite("HTML")
struct HTMLTests {
  static let examples: [(markdown: String, html: String)] = [
    ("Words\nand more\n", "<p>Words\nand more</p>\n"),
    ("one\\\ntwo  \nthree\n", "<p>one<br />\ntwo<br />\nthree</p>\n"),
    ("# One #\n\nTwo\n---\n", "<h1>One</h1>\n<h2>Two</h2>\n"),
    ("***\n", "<hr />\n"),
    ("    a < b\n", "<pre><code>a &lt; b\n</code></pre>\n"),
    ("~~~ swift x\n\"q\" & 'a'\n~~~\n", "<pre><code class=\"language-swift\">&quot;q&quot; &amp; 'a'\n</code></pre>\n"),
    ("> a\n> > b\nlazy\n", "<blockquote>\n<p>a</p>\n<blockquote>\n<p>b\nlazy</p>\n</blockquote>\n</blockquote>\n"),
    ("- a\n- b\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ("3) a\n\n4) b\n", "<ol start=\"3\">\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>\n"),
    (
      "- [ ] a\n- [x] b\n",
      "<ul>\n<li><input type=\"checkbox\" disabled=\"\" /> a</li>\n"
        + "<li><input type=\"checkbox\" checked=\"\" disabled=\"\" /> b</li>\n</ul>\n"
    ),
    ("*a* __b__ ~~c~~ `d  e`\n", "<p><em>a</em> <strong>b</strong> <del>c</del> <code>d  e</code></p>\n"),
    ("[a](/u%20 \"t\")\n", "<p><a href=\"/u%20\" title=\"t\">a</a></p>\n"),
    ("[漢][x]\n\n[x]: </ö 'q'> (t)\n", "<p><a href=\"/%C3%B6%20&#x27;q&#x27;\" title=\"t\">漢</a></p>\n"),
    ("![a *b* `c`](x.png \"t\")\n", "<p><img src=\"x.png\" alt=\"a b c\" title=\"t\" /></p>\n"),
    (
      "www.a.bc/d. <http://e.f?g&h> i@j.kl\n",
      "<p><a href=\"http://www.a.bc/d\">www.a.bc/d</a>. <a href=\"http://e.f?g&amp;h\">http://e.f?g&amp;h</a> "
        + "<a href=\"mailto:i@j.kl\">i@j.kl</a></p>\n"
    ),
    (
      "| a | b\\|c |\n|:--|:-:|\n| `d\\|e` |\n| f | g | h |\n",
      "<table>\n<thead>\n<tr>\n<th align=\"left\">a</th>\n<th align=\"center\">b|c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
        + "<td align=\"left\"><code>d|e</code></td>\n<td align=\"center\"></td>\n</tr>\n<tr>\n<td align=\"left\">f</td>\n"
        + "<td align=\"center\">g</td>\n</tr>\n</tbody>\n</table>\n"
    ),
    ("a <b>c</b> <script>d</script>\n", "<p>a <b>c</b> &lt;script>d&lt;/script></p>\n"),
    ("<div>\n<TITLE x>*a*</div>\n", "<div>\n&lt;TITLE x>*a*</div>\n"),
    ("a <xmp\u{C}a>\n", "<p>a <xmp\u{C}a></p>\n"),
    ("&copy; &#35; &nope; \\* \\a\n", "<p>© # &amp;nope; * \\a</p>\n"),
    ("[^a] note\n\n[^a]: x\n", "<p><a href=\"x\">^a</a> note</p>\n"),
    ("a\0b\r\nc\r\rd", "<p>a\u{FFFD}b\nc</p>\n<p>d</p>\n"),
    ("", ""),
  ]

  @Test("plain HTML is what the specification says", arguments: examples.indices)
  func plain(index: Int) {
    let example = Self.examples[index]
    let html = PlainHTML.render(SourceFile(path: "-", text: example.markdown))
    #expect(String(decoding: html, as: UTF8.self) == example.html)
  }

  @Test("footnotes stand at the end, with ways back")
  func footnotes() {
    var renderer = HTMLRenderer(hooks: PlainHooks())
    let html = renderer.render(MarkdownDocument(SourceFile(path: "-", text: "a[^n] b[^n]\n\n[^n]: Note\n")))
    let text = String(decoding: html, as: UTF8.self)
    #expect(text.contains("<a href=\"#fn-n\" id=\"fnref-n-2\" data-footnote-ref>1</a>"))
    #expect(text.contains("<li id=\"fn-n\">\n<p>Note <a href=\"#fnref-n\" class=\"footnote-backref\""))
  }

  @Test("raw HTML is left out where a book wants none")
  func omitted() {
    var renderer = HTMLRenderer(hooks: PlainHooks(), rawHTML: .omitted)
    let html = renderer.render(MarkdownDocument(SourceFile(path: "-", text: "a <b>c\n\n<div>\n")))
    #expect(
      String(decoding: html, as: UTF8.self)
        == "<p>a <!-- raw HTML omitted -->c</p>\n<!-- raw HTML omitted -->\n")
  }

  @Test(
    "the cmark-gfm program gives the same bytes", .enabled(if: CmarkProgram.isInstalled), arguments: examples.indices)
  func program(index: Int) throws {
    let example = Self.examples[index]
    let html = PlainHTML.render(SourceFile(path: "-", text: example.markdown))
    #expect(try CmarkProgram.html(Array(example.markdown.utf8)) == html)
  }

  @Test("the cmark-gfm program gives the same bytes for random documents", .enabled(if: CmarkProgram.isInstalled))
  func programOnRandomDocuments() throws {
    for seed in UInt64(1)...40 {
      var random = RandomMarkdown(seed: seed)
      let bytes = random.prose() + random.document()
      let html = PlainHTML.render(SourceFile(path: "-", bytes: bytes))
      #expect(try CmarkProgram.html(bytes) == html, "seed \(seed)")
    }
  }

  @Test(
    "the cmark-gfm program gives the same bytes for every example of GitHub's specification",
    .enabled(if: CmarkProgram.isInstalled && CmarkProgram.hasSpecification))
  func specification() throws {
    let examples = try CmarkProgram.specificationExamples()
    #expect(examples.count > 600)
    // The library stands for the program, which takes too long to start for each.
    for example in examples {
      let html = PlainHTML.render(SourceFile(path: "-", bytes: example))
      #expect(html == CmarkHTML.render(example, dialect: .github))
    }
    for example in examples.enumerated().filter({ $0.offset.isMultiple(of: 8) }).map(\.element) {
      #expect(try CmarkProgram.html(example) == PlainHTML.render(SourceFile(path: "-", bytes: example)))
    }
  }
}
