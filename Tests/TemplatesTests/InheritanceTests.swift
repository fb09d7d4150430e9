import Templates
import Testing
import Text

@Suite("Partials, parents and blocks")
struct InheritanceTests {
  @Test("a partial sees the data where it is called, and may call itself with it")
  func recursion() {
    let tree: TemplateValue = ["n": 1, "l": [["n": 2, "l": []], ["n": 3, "l": [["n": 4, "l": []]]]]]
    #expect(page("{{>t}}", tree, ["t": "{{n}}({{#l}}{{>t}}{{/l}})"]) == "1(2()3(4()))")
  }

  @Test("a block shows its own content, or an argument")
  func blocks() {
    let others = ["p": "[{{$a}}A {{x}}{{/a}}|{{$b}}B{{/b}}]"]
    #expect(page("{{<p}}{{$b}}C {{x}}{{/b}}{{/p}}", ["x": 1, "a": "data", "b": "data"], others) == "[A 1|C 1]")
    #expect(page("{{>p}}{{<p}}{{/p}}", ["x": 1], others) == "[A 1|B][A 1|B]")
  }

  @Test("arguments of one call do not reach the next")
  func separateCalls() {
    let text = "{{<p}}{{$a}}1{{/a}}{{/p}}{{<p}}{{$a}}2{{/a}}{{/p}}{{<p}}{{/p}}"
    #expect(page(text, .nothing, ["p": "({{$a}}0{{/a}})"]) == "(1)(2)(0)")
  }

  @Test("the outermost argument counts over several levels")
  func levels() {
    let others = [
      "p": "{{<q}}{{$a}}p{{/a}}{{$b}}p{{/b}}{{/q}}", "q": "{{<r}}{{$c}}q{{/c}}{{/r}}",
      "r": "{{$a}}r{{/a}}{{$b}}r{{/b}}{{$c}}r{{/c}}",
    ]
    #expect(page("{{<p}}{{$a}}page{{/a}}{{/p}}", .nothing, others) == "pagepq")
  }

  @Test("a block inside an argument can be replaced further out")
  func blocksInArguments() {
    let others = ["p": "{{<q}}{{$a}}<{{$b}}p{{/b}}>{{/a}}{{/q}}", "q": "{{$a}}q{{/a}}"]
    #expect(page("{{<p}}{{$b}}page{{/b}}{{/p}}", .nothing, others) == "<page>")
  }

  @Test("an argument sees the data where its block stands")
  func argumentContext() {
    let others = ["p": "{{#l}}{{$row}}-{{/row}}{{/l}}"]
    #expect(page("{{<p}}{{$row}}{{n}};{{/row}}{{/p}}", ["l": [["n": 1], ["n": 2]]], others) == "1;2;")
  }

  @Test("what stands between arguments is left out with a warning")
  func ignored() {
    let set = templates([
      "page": "{{<p}}lost {{x}}{{#s}}{{$a}}1{{/a}}{{/s}}\n{{$a}}2{{/a}}{{! fine }}\n{{/p}}", "p": "{{$a}}0{{/a}}",
    ])
    var output: [UInt8] = []
    #expect(set.render("page", ["s": true], into: &output) == [])
    #expect(String(decoding: output, as: UTF8.self) == "2")
    #expect(set.diagnostics.map(\.id) == ["ignored-text", "ignored-tag", "ignored-tag"])
    #expect(set.diagnostics.allSatisfy { $0.severity == .warning })
  }
}
