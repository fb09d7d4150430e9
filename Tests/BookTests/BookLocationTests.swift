import Book
import Testing
import Text

@Suite("Books on the command line")
struct BookLocationTests {
  private static let files = [
    "content/loopbook.yml": "", "content/timers.md": "", "content/deep/modes.md": "", "content/a b#c.md": "",
    "content/SUMMARY.md": "",
    "other/loopbook.yml": "", "other/x.md": "", "plain/readme.txt": "",
  ]

  private func find(_ argument: String?, _ files: [String: String] = files) throws -> String {
    let folder = try TemporaryBook(files)
    let (location, diagnostics) = BookLocation.find(
      argument?.replacing("ROOT", with: folder.folder), from: folder.folder)
    guard let location else { return folder.text(diagnostics) }
    #expect(diagnostics == [])
    let parts = [folder.text([]), location.folder, location.chapter ?? "-", location.example ?? "-"]
    return parts.dropFirst().joined(separator: " ").replacing(folder.folder + "/", with: "").replacing(
      folder.folder, with: ".")
  }

  @Test(
    "an argument means a book, a chapter, a folder of chapters, or an example",
    arguments: [
      (nil, "content - -"), ("content", "content - -"), ("content/", "content - -"), ("./content", "content - -"),
      ("other", "other - -"), ("content/timers.md", "content timers.md -"), ("content/timers", "content timers.md -"),
      ("content/timers.html", "content timers.md -"), ("content/timers.md#tick", "content timers.md tick"),
      ("timers#tick", "content timers.md tick"), ("timers", "content timers.md -"), ("deep", "content deep -"),
      ("content/deep/modes#a", "content deep/modes.md a"), ("deep/modes.md", "content deep/modes.md -"),
      ("#tick", "content - tick"),
      ("content#tick", "content - tick"), ("other/x", "other x.md -"),
      ("ROOT/content/timers.md", "content timers.md -"),
      ("content/../other/x.md", "other x.md -"), ("a b#c.md#id", "content a b#c.md id"),
    ] as [(String?, String)])
  func finds(argument: String?, expected: String) throws {
    #expect(try find(argument) == expected)
  }

  @Test("without a folder 'content' the book is the current folder")
  func current() throws {
    let files = ["loopbook.yml": "", "a.md": ""]
    #expect(try find(nil, files) == ". - -")
    #expect(try find("a#x", files) == ". a.md x")
    #expect(try find(nil, [:]) == ". - -")
    #expect(try find(nil, ["content/": ""]) == "content - -")
  }

  @Test(
    "what fits nothing is told, with what is near",
    arguments: [
      (
        "content/timer.md",
        """
        error: 'content/timer.md' is neither a book nor a chapter of one [unknown-book]
        help: did you mean 'content/timers.md'?

        """
      ),
      (
        "modes#x",
        """
        error: 'modes' is neither a book nor a chapter of one [unknown-book]
        help: did you mean 'content/deep/modes.md'?

        """
      ),
      (
        "contnet/",
        """
        error: 'contnet/' is neither a book nor a chapter of one [unknown-book]
        help: did you mean 'content'?

        """
      ),
      ("elsewhere/completely", "error: 'elsewhere/completely' is neither a book nor a chapter of one [unknown-book]\n"),
      ("content/SUMMARY.md", "error: 'content/SUMMARY.md' is neither a book nor a chapter of one [unknown-book]\n"),
      ("", "error: '' is neither a book nor a chapter of one [unknown-book]\n"),
      (
        "plain",
        """
        plain: error: there is no loopbook.yml in this folder [missing-configuration]
        help: loopbook init plain/content

        """
      ),
      (
        "content/timers.md#",
        """
        error: after '#' the name of an example is missing [unknown-book]
        help: write content/timers.md#name

        """
      ),
    ])
  func problems(argument: String, expected: String) throws {
    #expect(try find(argument) == expected)
  }

  @Test("a file that lies where it was named is not mistaken for a chapter of that name in the book")
  func strangers() throws {
    let package = [
      "Package.swift": "", "content/loopbook.yml": "package: ..", "content/README.md": "", "README.md": "x",
    ]
    #expect(
      try find("README.md", package).replacing("'BOOK/", with: "'") == """
        error: 'README.md' is not a part of the book in content [unknown-book]
        help: for the chapter of this name, write 'content/README.md'; to have this file verified, write \
        '{{#include ../README.md}}' in a chapter

        """)
    #expect(try find("README", package) == "content README.md -")
    let other = ["content/loopbook.yml": "", "notes/a.md": ""]
    #expect(
      try find("notes/a.md", other) == "error: 'notes/a.md' is not a part of the book in content [unknown-book]\n")
  }

  @Test("a folder without a book is told by its own name, with what makes a book of it")
  func folders() throws {
    let mdBook = ["mb/book.toml": "[book]\nsrc = \"text\"\n", "mb/text/SUMMARY.md": "", "a/loopbook.yml": ""]
    #expect(
      try find("mb", mdBook) == """
        mb: error: there is no loopbook.yml in this folder [missing-configuration]
        help: make a book of the one for mdBook: touch mb/text/loopbook.yml && loopbook verify mb/text

        """)
  }

  @Test("a location includes its chapter, or all in its folder")
  func includes() {
    #expect(BookLocation(folder: "b").includes("a.md"))
    #expect(BookLocation(folder: "b", chapter: "a.md").includes("a.md"))
    #expect(!BookLocation(folder: "b", chapter: "a.md").includes("b.md"))
    #expect(BookLocation(folder: "b", chapter: "a").includes("a/b.md"))
    #expect(!BookLocation(folder: "b", chapter: "a").includes("ab.md"))
  }
}
