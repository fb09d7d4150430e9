import Testing

@testable import Verification

/// What of other programs' markup comes onto a page.
@Suite("Markup of tools")
struct ToolMarkupTests {
  private static func drawing(_ markup: String) -> String? {
    try? ToolMarkup.filtered(markup, as: .drawing)
  }

  private static func mathematics(_ markup: String) -> String? {
    try? ToolMarkup.filtered(markup, as: .mathematics)
  }

  @Test("what Graphviz writes becomes a drawing in the page's colors, without names")
  func graphviz() {
    let markup = """
      <?xml version="1.0"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">
      <!-- <script> -->
      <svg width="8pt" height="9pt" viewBox="0 0 8 9" xmlns="http://www.w3.org/2000/svg"><g id="node1" class="node">
      <title>a<b>c</b></title>
      <ellipse fill="none" stroke="black" cx="1"/><path fill="white" stroke="red" d="M1,2C3"/><text x="1" \
      font-family="Times">a &lt;b&gt;</text></g></svg>
      """
    #expect(
      Self.drawing(markup) == """
        <svg width="8" height="9" viewBox="0 0 8 9"><g>

        <ellipse fill="none" stroke="currentColor" cx="1"/><path fill="var(--ground)" stroke="color-mix(in oklab, red \
        75%, currentColor)" d="M1,2C3"/><text x="1">a &lt;b&gt;</text></g></svg>
        """)
  }

  @Test(
    "what could do anything but be seen has no place",
    arguments: [
      "<svg><script>alert(1)</script></svg>", "<svg><a href=\"x\"><text>b</text></a></svg>", "<svg><image/></svg>",
      "<svg><foreignObject/></svg>", "<svg><use href=\"#a\"/></svg>", "<svg><style>a</style></svg>",
      "<svg fill=\"url(https://example.org)\"/>", "<svg fill=\"url(#a)\"/>", "<svg d='M0'/>", "<svg x=\"&quot;\"/>",
      "<svg x=\"1;\"/>", "<svg><g></svg></g>", "<svg>", "<svg", "<svg a=\"b", "<SVG/>", "<math/>", "<svg><title></svg>",
    ])
  func refused(_ markup: String) {
    #expect(Self.drawing(markup) == nil)
  }

  @Test("the head of an arrow has the color of its line")
  func arrows() {
    let color = "color-mix(in oklab, red 75%, currentColor)"
    #expect(
      Self.drawing("<polygon fill=\"red\" stroke=\"red\"/>")
        == "<polygon fill=\"\(color)\" stroke=\"\(color)\"/>")
  }

  @Test("handlers, styles and names are left out")
  func attributes() {
    #expect(Self.drawing("<svg onload=\"alert(1)\" style=\"x:y\" id=\"a\" class=\"b\" xlink:href=\"c\"/>") == "<svg/>")
    #expect(
      Self.mathematics("<math href=\"javascript:1\" onclick=\"x\"><mi mathvariant=\"normal\" style=\"a\">x</mi></math>")
        == "<math><mi mathvariant=\"normal\">x</mi></math>")
  }

  @Test("of what KaTeX writes the formula is left")
  func katex() {
    let markup =
      "<span class=\"katex\"><math xmlns=\"x\"><semantics><mrow><mi>x</mi></mrow>"
      + "<annotation encoding=\"application/x-tex\">x < y</annotation></semantics></math></span>"
    #expect(Self.mathematics(markup.replacing("x < y", with: "x &lt; y")) == "<math><mrow><mi>x</mi></mrow></math>")
    #expect(Self.mathematics("<math><script/></math>") == nil)
    #expect(Self.mathematics("<math><maction/></math>") == nil)
  }
}
