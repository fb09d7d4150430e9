import Templates
import Testing

@Suite("Sections and names")
struct SectionTests {
  @Test(
    "a section shows what is there, an inverted one what is not",
    arguments: [
      ("no", [.nothing, false, "", .html(""), .htmlBytes([]), [], .json([])]),
      ("yes", [true, "x", .html("x"), 0, 0.5, [0], [:], .json([0])]),
    ] as [(String, [TemplateValue])])
  func presence(shown: String, values: [TemplateValue]) {
    for value in values { #expect(page("{{#x}}yes{{/x}}{{^x}}no{{/x}}", ["x": value]) == shown) }
  }

  @Test("a list shows its section for each element, found by a dot or by its keys")
  func lists() {
    #expect(page("{{#l}}<{{.}}>{{/l}}", ["l": ["a", 1, "&"]]) == "<a><1><&amp;>")
    #expect(page("{{#l}}{{n}},{{/l}}", ["l": [["n": 1], ["n": 2]]]) == "1,2,")
    #expect(page("{{#.}}({{#.}}{{.}}{{/.}}){{/.}}", [[1, 2], [3]]) == "(12)(3)")
  }

  @Test("names are looked for from the inside out")
  func context() {
    let data: TemplateValue = ["a": 1, "b": 2, "in": ["a": 3, "deep": ["c": 4]]]
    #expect(page("{{#in}}{{a}}{{b}}{{#deep}}{{a}}{{b}}{{c}}{{/deep}}{{/in}}{{c}}", data) == "32324")
  }

  @Test("a key without a value hides the outer one")
  func hiding() {
    #expect(page("{{#in}}[{{a}}]{{/in}}", ["a": 1, "in": ["a": nil]]) == "[]")
  }

  @Test("a dotted name stays in the record that its first part names")
  func dotted() {
    let data: TemplateValue = ["a": ["b": ["c": "x"]], "c": "outer", "in": ["a": ["d": 1]]]
    #expect(page("{{a.b.c}} {{ a.b.c }} [{{a.c}}]", data) == "x x []")
    #expect(page("{{#in}}[{{a.b.c}}]{{/in}}{{#a.b}}{{c}}{{/a.b}}{{^a.x}}none{{/a.x}}", data) == "[]xnone")
  }

  @Test("sections of one name may be nested")
  func nestedAlike() {
    #expect(page("{{#a}}1{{#a}}2{{/a}}3{{/a}}", ["a": true]) == "123")
  }

  @Test("values are not read as templates")
  func noInjection() {
    #expect(page("{{a}}{{{a}}}", ["a": "{{b}}", "b": "x"]) == "{{b}}{{b}}")
  }

  @Test("comments are left out, also over several lines")
  func comments() {
    #expect(page("a{{! {{x }}b{{!\n\n}}c\n  {{!\n x\n  }}  \nd") == "abc\nd")
  }

  @Test("delimiters can be changed, and other templates do not see it")
  func delimiters() {
    let others = ["other": "{{x}}<%x%>"]
    #expect(page("{{=<% %>=}}<%x%>{{x}}<%> other%><%={{ }}=%>{{x}}", ["x": 1], others) == "1{{x}}1<%x%>1")
    #expect(page("{{= | | =}}|#l||.|,|/l||{x}||&x|", ["x": "<", "l": [1, 2]]) == "1,2,<<")
  }
}
