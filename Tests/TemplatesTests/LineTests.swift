import Templates
import Testing

@Suite("Lines and indentation")
struct LineTests {
  @Test("a tag alone on its line leaves no trace of it", arguments: ["\n", "\r\n"])
  func standalone(end: String) {
    let lines = [
      "a", "  {{#x}}", "b", "\t{{! note }} ", "{{^y}}", " c", "{{/y}}", "{{=[ ]=}}", "[={{ }}=]", "{{/x}}", "d", "",
    ]
    #expect(page(lines.joined(separator: end), ["x": true]) == ["a", "b", " c", "d", ""].joined(separator: end))
  }

  @Test("the first and the last line need no neighbors")
  func edges() {
    #expect(page("{{#x}}\na\n{{/x}}", ["x": true]) == "a\n")
    #expect(page("  {{#x}}\na\n  {{/x}}", ["x": true]) == "a\n")
    #expect(page("\u{FEFF}{{#x}}\na{{/x}}", ["x": true]) == "a")
  }

  @Test("tags beside other things, and tags that show a value, keep their lines")
  func inline() {
    #expect(page(" {{#x}} a {{/x}}\n", ["x": true]) == "  a \n")
    #expect(page(" {{#x}}{{/x}}\n|\n", ["x": true]) == " \n|\n")
    #expect(page("  {{x}}\n {{{x}}} \n", ["x": 1]) == "  1\n 1 \n")
  }

  @Test("each line of a partial is moved, lines inside values are not")
  func partialIndentation() {
    let shown = page(
      "<\n  {{>p}}\n>", ["v": "1\n2", "y": true],
      ["p": "a\n{{v}}\n\n{{#y}}\n b{{v}}\n{{/y}}\n{{^v}}\nnot\n{{/v}}\nlast"])
    #expect(shown == "<\n  a\n  1\n2\n  \n   b1\n2\n  last>")
  }

  @Test("indentation adds up")
  func nestedIndentation() {
    #expect(page(" {{>p}}\n", .nothing, ["p": "a\n  {{>q}}\nb\n", "q": "c\nd\n"]) == " a\n   c\n   d\n b\n")
  }

  @Test("a partial beside other things is not moved")
  func inlinePartial() {
    #expect(page("  |{{>p}}|\n", .nothing, ["p": "a\nb"]) == "  |a\nb|\n")
  }

  @Test("an argument loses its own indentation and takes on that of the block")
  func blockIndentation() {
    let argument = "{{<p}}\n    {{$b}}\n      one\n        two\n\n     less\n    {{/b}}\n{{/p}}\n"
    #expect(page(argument, .nothing, ["p": "<\n  {{$b}}\n  {{/b}}\n>"]) == "<\n  one\n    two\n  \n  less\n>")
    #expect(page(argument, .nothing, ["p": "<\n{{$b}}\n   x\n{{/b}}\n>"]) == "<\n   one\n     two\n   \n   less\n>")
    #expect(page(argument, .nothing, ["p": "<\n  {{$b}}{{/b}}>"]) == "<\n  one\n    two\n  \n  less\n>")
    #expect(page(argument, .nothing, ["p": "<i>{{$b}}{{/b}}</i>"]) == "<i>one\n  two\n\nless\n</i>")
  }

  @Test("default content stays as it is written")
  func defaultContent() {
    #expect(page("{{>p}}", .nothing, ["p": "<\n  {{$b}}\n    x\n y\n  {{/b}}\n>"]) == "<\n    x\n y\n>")
  }

  @Test("an argument on one line begins at the indentation of a block with its own lines")
  func inlineArgument() {
    #expect(page("{{<p}}{{$b}}x{{/b}}{{/p}}", .nothing, ["p": "<\n{{$b}}\n  y\n{{/b}}\n>"]) == "<\n  x>")
  }

  @Test("arguments that begin with sections, values and partials are moved like text")
  func argumentsOfTags() {
    let others = ["p": "<\n  {{$b}}\n  {{/b}}\n>", "q": "1\n2\n"]
    let shown = page(
      "{{<p}}\n{{$b}}\n  {{#no}}\n  never\n  {{/no}}\n  {{#l}}\n  {{.}}\n  {{/l}}\n    {{>q}}\n{{/b}}\n{{/p}}",
      ["l": ["a", "b"]], others)
    #expect(shown == "<\n  a\n  b\n    1\n    2\n>")
  }

  @Test("a parent alone on its lines moves the whole of the other template")
  func parentIndentation() {
    let others = ["p": "a\n{{$b}}\nx\n{{/b}}\nc\n"]
    #expect(
      page("<\n  {{<p}}\n    {{$b}}\n    y\n    z\n    {{/b}}\n  {{/p}}\n>", .nothing, others)
        == "<\n  a\n  y\n  z\n  c\n>")
    #expect(page("  {{<p}}{{/p}} >", .nothing, others) == "  a\nx\nc\n >")
  }
}
