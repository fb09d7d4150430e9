import Markdown
import Testing
import Text

@testable import Reference

@Suite("Snippets of DocC's catalogs")
struct CatalogSnippetTests {
  @Test("snippets are examples, whole or a slice of them")
  func snippets() throws {
    let snippet = """
      //! What it shows.
      import M

      let before = 1
      // snippet.middle
      let middle = 2
      // snippet.end
      let after = 3
      """
    let reference = try catalogReference(
      [
        "A": """
        # A

        @Snippet(path: "P/Snippets/Folder/Some")

        @Snippet(path: "P/Snippets/Folder/Some", slice: "middle")

        @Snippet(path: "P/Snippets/Folder/Som")
        @Snippet(path: "P/Snippets/Folder/Some", slice: "midle")
        """
      ], ["Folder/Some": snippet])
    let file = try #require(reference.pages.first { $0.path == "api/M/A.md" }).file
    let fences = MarkdownDocument(file).fences
    #expect(
      fences.map { $0.lines.map(\.text) } == [
        ["import M", "", "let before = 1", "let middle = 2", "let after = 3"],
        [
          "// snippet.hide", "import M", "", "let before = 1", "// snippet.show", "let middle = 2", "// snippet.hide",
          "let after = 3",
        ],
        // What stands for the two that are not there.
        [], [],
      ])
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("What it shows.\n\n```swift imports=off\n"))
    let line = try #require(fences[1].lines.first { $0.text == "let middle = 2" })
    #expect(file.place(line.range).path == "Snippets/Folder/Some.swift")
    #expect(file.place(line.range).position?.line == 6)
    #expect(
      reference.diagnostics.map(\.message) == [
        "the package does not have a snippet 'P/Snippets/Folder/Som'",
        "the snippet 'P/Snippets/Folder/Some' has no slice 'midle'",
      ])
    #expect(reference.diagnostics.map(\.cure) == ["did you mean 'Folder/Some'?", "did you mean 'middle'?"])
  }

  @Test("a snippet begins with what it says about itself, and a slice leaves out what is hidden in it")
  func hiddenLines() throws {
    let snippet = """
      // What it shows,
      //  in two lines.

      // Makes it.
      // snippet.make-it
      let shown = 1
      // snippet.hide
      let secret = 2
      // snippet.show
      let last = 3
      // snippet.end
      // snippet.hide
      // snippet.within
      let within = 4
      """
    let reference = try catalogReference(
      [
        "A": """
        # A

        @Snippet(path: "P/Snippets/S", slice: "make-it")

        @Snippet(path: "P/Snippets/S", slice: "within")

        @Snippet(path: "P/Snippets/S")
        """
      ], ["S": snippet])
    let file = try #require(reference.pages.first { $0.path == "api/M/A.md" }).file
    #expect(reference.diagnostics == [])
    #expect(
      MarkdownDocument(file).fences.map { $0.lines.map(\.text) } == [
        [
          "// snippet.hide", "// Makes it.", "// snippet.show", "let shown = 1", "// snippet.hide", "let secret = 2",
          "// snippet.show", "let last = 3", "// snippet.hide", "let within = 4",
        ],
        [
          "// snippet.hide", "// Makes it.", "let shown = 1", "let secret = 2", "let last = 3", "// snippet.show",
          "let within = 4",
        ],
        [
          "// Makes it.", "let shown = 1", "// snippet.hide", "let secret = 2", "// snippet.show", "let last = 3",
          "// snippet.hide", "let within = 4",
        ],
      ])
    #expect(
      String(decoding: file.bytes, as: UTF8.self).contains(
        "What it shows,\n in two lines.\n\n```swift imports=off\n"))
  }
}
