import Templates
import Testing
import Text

@Suite("Names that no data has")
struct SchemaTests {
  private static let schema = TemplateSchema(
    root: "Page",
    records: [
      "Page": [
        .init("title", .text, "the page's title"),
        .init("content", .html, "the chapter"),
        .init("book", .record("Book"), "the book"),
        .init("description", .text, isOptional: true, "what the page is about"),
        .init("chapters", .list(.record("Chapter")), "the table of contents"),
        .init("extra", .any, isOptional: true, "what the book's configuration puts there"),
        .init("words", .list(.text), isOptional: true, "words of the index"),
      ],
      "Book": [.init("title", .text, "the book's title"), .init("isDraft", .flag, "whether it is not done")],
      "Chapter": [
        .init("name", .text, "its title"), .init("number", .number, "its number"),
        .init("children", .list(.record("Chapter")), isOptional: true, "the chapters below it"),
      ],
    ])

  private func check(_ text: String, _ others: [String: String] = [:]) -> [String] {
    let set = templates(others.merging(["page": text]) { _, new in new })
    #expect(set.diagnostics == [])
    return set.check("page", against: Self.schema).map { "\($0.message) – \($0.cure ?? "")" }
  }

  @Test("documented names are fine, also optional ones, from all around")
  func known() {
    let text = """
      {{title}}{{{content}}}{{book.title}}{{#description}}{{.}}{{/description}}{{^words}}-{{/words}}{{#words}}{{.}}{{/words}}
      {{#book}}{{title}}{{#isDraft}}{{content}}{{/isDraft}}{{/book}}{{#extra}}{{whatever.there}}{{/extra}}{{extra.a.b}}
      """
    #expect(check(text) == [])
  }

  @Test("a misspelled name is an error with a suggestion, in variables and sections alike")
  func misspelled() {
    #expect(check("{{titel}}") == ["there is no data named 'titel' here – did you mean 'title'?"])
    #expect(check("{{#chapter}}{{/chapter}}") == ["there is no data named 'chapter' here – did you mean 'chapters'?"])
    #expect(check("{{^descripton}}{{/descripton}}").count == 1)
    #expect(check("{{book.titl}}") == ["there is no 'titl' in 'book' – did you mean 'title'?"])
    #expect(check("{{book.title.x}}") == ["there is no 'x' in 'book' – "])
    #expect(check("{{name}}{{#chapters}}{{name}}{{/chapters}}").count == 1)
  }

  @Test("lists and records are not shown by their names")
  func unshowable() {
    #expect(
      check("{{chapters}}{{book}}") == [
        "'chapters' is a list, which shows nothing by itself – write '{{#chapters}}' and '{{/chapters}}' around what is to show for each element",
        "'book' has keys of its own, and shows nothing by itself – name one of its keys, as in 'book.key'",
      ])
  }

  @Test("partials are checked where they are used, once for each fault")
  func partials() {
    let others = ["tree": "{{#children}}{{name}}{{nmae}}{{>tree}}{{/children}}", "name": "{{name}}"]
    #expect(
      check("{{#chapters}}{{>name}}{{>tree}}{{/chapters}}", others) == [
        "there is no data named 'nmae' here – did you mean 'name'?"
      ])
    let set = templates(others.merging(["page": "{{>name}}"]) { _, new in new })
    let expected = """
      theme/name.mustache:1:3: error: there is no data named 'name' here [unknown-name]
       1 | {{name}}
         |   ^~~~
      note: shown by way of page → name
      help: the names are 'title', 'content', 'book', 'description', 'chapters', 'extra', 'words'

      """
    #expect(text(set.check("page", against: Self.schema)) == expected)
  }

  @Test("arguments are checked where their blocks stand, default content only where it shows")
  func arguments() {
    let others = ["layout": "{{#chapters}}{{$row}}{{unknown}}{{/row}}{{/chapters}}"]
    #expect(check("{{<layout}}{{$row}}{{number}}{{/row}}{{/layout}}", others) == [])
    #expect(check("{{<layout}}{{/layout}}", others).count == 1)
  }

  @Test("data can be compared with the schema")
  func mismatches() {
    let good: TemplateValue = [
      "title": "t", "content": .htmlBytes([]), "book": ["title": "b", "isDraft": false],
      "chapters": [["name": "n", "number": 1, "children": []]], "words": nil, "extra": 3,
    ]
    #expect(Self.schema.mismatches(of: good) == [])
    let bad: TemplateValue = [
      "title": 1, "content": "x", "book": ["title": "b"], "chapters": [["name": "n", "number": 1, "x": 2]],
    ]
    #expect(
      Self.schema.mismatches(of: bad) == [
        "'title' of the data is not of the kind text", "'content' of the data is not of the kind html",
        "'book' of the data has no 'isDraft'",
        "'chapters' of the data, element 0 has a 'x' that is not documented",
      ])
  }
}
