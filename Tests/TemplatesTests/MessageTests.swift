import Templates
import Testing
import Text

@Suite("Messages about templates")
struct MessageTests {
  /// The messages of a template 'page' among others, without excerpts: place, kind, sentence, cure.
  private func messages(_ text: String, _ others: [String: String] = [:]) -> [String] {
    lines(templates(others.merging(["page": text]) { _, new in new }).diagnostics)
  }

  private func lines(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let position = diagnostic.place?.position.map { "\($0.line):\($0.column) " } ?? ""
      return position + diagnostic.id + ": " + diagnostic.message + (diagnostic.cure.map { " – " + $0 } ?? "")
    }
  }

  @Test("a section that is never closed is shown where it opens")
  func unclosedSection() {
    let diagnostics = templates(["page": "<p>\n é {{#chapters}} x\n"]).diagnostics
    let expected = """
      theme/page.mustache:2:4: error: '{{#chapters}}' is never closed [unclosed-section]
       2 |  é {{#chapters}} x
         |    ^~~~~~~~~~~~~
      help: write '{{/chapters}}' where it ends

      """
    #expect(text(diagnostics) == expected)
  }

  @Test("a misspelled end names what it should close")
  func mismatchedClose() {
    let diagnostics = templates(["page": "{{#title}}\nx{{/titel}}\n{{#a}}{{/a}}"]).diagnostics
    let expected = """
      theme/page.mustache:2:2: error: '{{/titel}}' comes before '{{#title}}' is closed [mismatched-close]
       2 | x{{/titel}}
         |  ^~~~~~~~~~
      theme/page.mustache:1:1: note: it is opened here
       1 | {{#title}}
         | ^~~~~~~~~~
      help: write '{{/title}}'

      """
    #expect(text(diagnostics) == expected)
  }

  @Test("an end further out shows which section inside was forgotten")
  func crossedSections() {
    #expect(
      messages("{{#a}}{{#b}}{{/a}}")
        == ["1:7 unclosed-section: '{{#b}}' is never closed – write '{{/b}}' where it ends"])
    #expect(
      messages("x{{/a}}") == ["1:2 unopened-section: '{{/a}}' closes a section that was not opened – remove it"])
  }

  @Test("a tag without an end is reported once")
  func unclosedTag() {
    #expect(
      messages("{{#a}}\n {{b\n{{/a}") == ["2:2 unclosed-tag: this tag is never closed – write '}}' where it ends"])
  }

  @Test(
    "names that cannot be are reported",
    arguments: [
      ("{{}}", "this tag has no name"), ("{{# }}", "this tag has no name"),
      ("{{a b}}", "'a b' is not a name: it contains a space"),
      ("{{a..b}}", "'a..b' has a dot without a name next to it"),
      ("{{> a b}}", "'a b' is not a name: it contains a space"),
    ])
  func badNames(text: String, message: String) {
    let diagnostics = templates(["page": text]).diagnostics
    #expect(diagnostics.map(\.id) == ["bad-name"])
    #expect(diagnostics.first?.message == message)
  }

  @Test("delimiters that cannot be are reported", arguments: ["{{=<%=}}", "{{=a b c=}}", "{{= =}}", "{{=a= =b=}}"])
  func badDelimiters(text: String) {
    #expect(templates(["page": text + "{{x}}"]).diagnostics.map(\.id) == ["bad-delimiters"])
  }

  @Test("an unknown template is an error with the nearest name, and shows nothing")
  func unknownTemplate() {
    let set = templates(["page": "<\n{{> sidebra}}\n{{<x}}{{/x}}>", "sidebar": ""])
    #expect(
      lines(set.diagnostics) == [
        "2:5 unknown-template: there is no template 'sidebra' – did you mean 'sidebar'?",
        "3:4 unknown-template: there is no template 'x' – the templates are 'page', 'sidebar'",
      ])
    var output: [UInt8] = []
    #expect(set.render("page", .nothing, into: &output) == [])
    #expect(String(decoding: output, as: UTF8.self) == "<\n>")
    #expect(
      lines(set.render("pgae", .nothing, into: &output))
        == ["unknown-template: there is no template 'pgae' – did you mean 'page'?"])
  }

  @Test("an argument for a block that does not exist is an error")
  func unknownBlock() {
    let others = ["layout": "{{>head}}{{$content}}{{/content}}", "head": "{{$title}}{{/title}}"]
    #expect(
      messages("{{<layout}}{{$title}}{{/title}}{{$contnet}}{{/contnet}}{{/layout}}", others)
        == ["1:35 unknown-block: no template called here has a block 'contnet' – did you mean 'content'?"])
    #expect(
      messages("{{<head}}{{$title}}1{{/title}}{{$title}}2{{/title}}{{/head}}", others).count == 1)
  }

  @Test("templates that call each other without end are named in their order")
  func endless() {
    let set = templates(["page": "{{>a}}", "a": "<\n {{>b}}", "b": "{{#x}}{{>a}}{{/x}}"])
    var output: [UInt8] = []
    let cure = "call a template from itself inside a section of data that ends, such as a list of children"
    let problems = set.render("page", ["x": true], into: &output)
    #expect(problems.map(\.id) == ["endless-templates"])
    #expect(problems.map(\.message) == ["templates call each other endlessly: page → a → b → a → …"])
    #expect(problems.map(\.cure) == [cure])
    #expect(problems.first?.place?.position != nil)
    #expect(set.render("page", ["x": false], into: &output) == [])
  }

  @Test("an argument that shows its own block ends with a message")
  func endlessArgument() {
    let set = templates(["page": "{{<p}}{{$a}}x{{$a}}y{{/a}}{{/a}}{{/p}}", "p": "{{$a}}{{/a}}"])
    var output: [UInt8] = []
    #expect(set.render("page", .nothing, into: &output).map(\.id) == ["endless-templates"])
    #expect(set.check("page", against: TemplateSchema(root: "Page", records: [:])) == [])
  }

  @Test("a page that doubles with each template ends with a message")
  func endlessPage() {
    var texts = ["t40": ""]
    for level in 0..<40 { texts["t\(level)"] = "{{>t\(level + 1)}}{{>t\(level + 1)}}" }
    var output: [UInt8] = []
    #expect(templates(texts).render("t0", .nothing, into: &output).map(\.id) == ["endless-page"])
    output = []
    texts["t40"] = String(repeating: "x", count: 1 << 20)
    #expect(templates(texts).render("t0", .nothing, into: &output).map(\.id) == ["endless-page"])
    #expect(output.count < 258 << 20)
  }

  @Test("nesting that nobody can follow ends with a message")
  func deepNesting() {
    let many = 100_000
    let text = String(repeating: "{{#a}}", count: many) + String(repeating: "{{/b}}", count: many)
    #expect(templates(["page": text]).diagnostics.map(\.id) == ["deep-nesting"])
    #expect(templates(["page": String(repeating: "{{/b}}", count: 100)]).diagnostics.count == 100)
  }

  @Test("all faults of all templates are told at once, in the order of files and lines")
  func all() {
    let set = templates(["b": "{{#x}}\n{{>no}}", "a": "{{}}"])
    #expect(set.diagnostics.map { $0.place?.path } == ["theme/a.mustache", "theme/b.mustache", "theme/b.mustache"])
    #expect(set.diagnostics.map(\.id) == ["bad-name", "unclosed-section", "unknown-template"])
  }
}
