import Testing
import Text

@Suite("Messages as a person reads them")
struct DiagnosticTextTests {
  private let style = DiagnosticText(isColored: false)

  @Test("what a message quotes begins none of its lines, and gives no commands to who reads the log")
  func quotation() {
    let words = "x\n::stop-commands::tok\n  \u{A0}::error::y\n##[group]z\r::error::w\n1 example in 3 ms: 1 passed"
    let text = style.text(
      Diagnostic(
        id: "crashed", words, at: SourcePlace(path: "::debug::.md"), notes: [Diagnostic.Note("it said:\n" + words)],
        cure: words))
    #expect(
      text
        == """
         | ::debug::.md: error: x
         | ::stop-commands::tok
         |   \u{A0}::error::y
         | ##[group]z\u{FFFD}::error::w
         | 1 example in 3 ms: 1 passed [crashed]
        note: it said:
          x
         | ::stop-commands::tok
         | ::error::y
         | ##[group]z\u{FFFD}::error::w
          1 example in 3 ms: 1 passed
        help: x
         | ::stop-commands::tok
         | ::error::y
         | ##[group]z\u{FFFD}::error::w
              1 example in 3 ms: 1 passed

        """)
  }

  @Test("two colons within a line, and single ones at its beginning, stay")
  func others() {
    for text in ["a ::b", ":a", " : :", "#[x]", "", "a\n\n b::c\n"] { #expect(LogLines.withoutCommands(text) == text) }
  }
}
