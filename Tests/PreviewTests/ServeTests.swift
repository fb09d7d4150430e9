import Foundation
import TestSupport
import Testing

/// The program as an author uses it: started, its pages opened, its files edited.
@Suite("loopbook serve", .timeLimit(.minutes(2)))
struct ServeTests {
  private static let chapter = """
    # Hello

    ```swift
    print("one")
    ```

    ```output
    one
    ```

    """

  /// The program at work on a book of one chapter.
  private static func session(_ flags: String...) throws -> ServeSession {
    try ServeSession(["hello.md": chapter], flags)
  }

  @Test("an edit is served, mistakes are told and do not end it, and mending them is enough")
  func editing() async throws {
    let session = try Self.session()
    let folder = session.folder
    _ = try await session.wait { $0.version > 1 }
    let first = try await session.page()
    #expect(first.status == 200)
    #expect(first.body.contains("one"))

    // What an example prints is verified again.
    try folder.write("book/hello.md", Self.chapter.replacingOccurrences(of: "print(\"one\")", with: "print(\"two\")"))
    let wrong = try await session.wait { !$0.changes.isEmpty }
    #expect(!wrong.stale && wrong.problems.isEmpty)
    #expect(wrong.changes.map(\.lines) == [["- one", "+ two"]] && wrong.changes.map(\.page) == ["hello.html"])
    #expect(try await session.page().body.contains("two"))

    // A configuration that cannot be read leaves the pages as they were.
    try folder.write("book/loopbook.yml", "title: [\n")
    let broken = try await session.wait { $0.stale }
    #expect(broken.problems.contains("book/loopbook.yml:"))
    #expect(try await session.page().status == 200)

    // So does a book that is gone, and it may come back.
    try folder.move("book", to: "away")
    _ = try await session.wait { $0.stale && $0.problems.contains("missing") || $0.problems.contains("there is no") }
    try folder.write("away/loopbook.yml", "title: Mended\n")
    try folder.write("away/hello.md", Self.chapter.replacingOccurrences(of: "one", with: "three"))
    try folder.move("away", to: "book")
    _ = try await session.wait { !$0.stale && $0.problems.isEmpty && $0.changes.isEmpty }
    let last = try await session.page()
    #expect(last.body.contains("three") && last.body.contains("Mended"))

    // A broken template is told too, in a folder that was not there.
    try folder.write("templates/footer.mustache", "{{#open}}")
    let template = try await session.wait { $0.problems.contains("footer.mustache") }
    #expect(template.stale)
    try folder.remove("templates")
    _ = try await session.wait { !$0.stale && $0.problems.isEmpty }
    let errors = try session.end()
    #expect(session.said.hasPrefix("Serving book at http://127.0.0.1:"))
    #expect(errors.contains("Changed: book/hello.md\n"))
    #expect(errors.contains("The pages still show the book before this change."))
    #expect(errors.contains("fixed: book/hello.md:"))
    // Each problem is told once, however often the book is looked at while it lasts.
    #expect(errors.components(separatedBy: "error: `two` was printed where `one` is recorded").count == 2)
  }

  @Test("a book.toml that appears above the chapters is seen, each time that it does, and nothing else there")
  func fileOfMDBook() async throws {
    let session = try Self.session()
    let folder = session.folder
    let whole = try await session.wait { $0.version > 1 }
    // The book itself does not say what it is called.
    try folder.write("book/loopbook.yml", "examples: {}\n")
    let first = try await session.wait { $0.version > whole.version }
    // A whole project may lie there.
    try folder.write("Package.swift", "// Not the book's.")
    let toml = "[book]\nsrc = \"book\"\ntitle = "
    try folder.write("book.toml", toml + "\"Named above\"\n")
    let named = try await session.wait { $0.version > first.version }
    #expect(named.version == first.version + 1)
    #expect(try await session.page().body.contains("Named above"))
    try folder.remove("book.toml")
    let nameless = try await session.wait { $0.version > named.version }
    #expect(try await !session.page().body.contains("Named above"))
    try folder.write("book.toml", toml + "\"Named again\"\n")
    _ = try await session.wait { $0.version > nameless.version }
    #expect(try await session.page().body.contains("Named again"))
    let errors = try session.end()
    #expect(errors.contains("Changed: book.toml\n") && !errors.contains("Package.swift"))
  }

  @Test("what a page asks to be recorded is, if it is what was shown; then nothing is wrong any more")
  func accepting() async throws {
    let session = try Self.session()
    _ = try await session.wait { $0.version > 1 }
    let changed = Self.chapter.replacingOccurrences(of: "print(\"one\")", with: "print(\"two\")")
    try session.folder.write("book/hello.md", changed)
    let offer = try #require(try await session.wait { !$0.changes.isEmpty }.changes.first)
    let page = try await session.page().body
    let token = try #require(page.firstMatch(of: /"token":"([0-9a-f]{32})"/)).1
    func accept(_ id: String, token: Substring) async throws -> Answer {
      try await Answer.get(
        "/.loopbook/accept", port: session.port, method: "POST",
        headers: ["Origin: http://localhost", "X-Loopbook-Token: \(token)"], body: id)
    }
    func chapter() throws -> String {
      try String(contentsOfFile: "\(session.folder.path)/book/hello.md", encoding: .utf8)
    }
    #expect(try await accept(offer.id, token: "0123").status == 403)
    #expect(try await accept("0123", token: token).status == 409)
    #expect(try chapter() == changed)
    // What was shown was about a file that said something else: whether that has been seen or not, nothing is written.
    let other = changed.replacingOccurrences(of: "# Hello", with: "# Hello you")
    try session.folder.write("book/hello.md", other)
    #expect(try await accept(offer.id, token: token).status == 409)
    #expect(try chapter() == other)
    let next = try #require(try await session.wait { $0.changes.contains { $0.id != offer.id } }.changes.first)
    let answer = try await accept(next.id, token: token)
    #expect(answer.status == 200, "\(answer.body)")
    #expect(try chapter() == other.replacingOccurrences(of: "```output\none", with: "```output\ntwo"))
    _ = try await session.wait { $0.changes.isEmpty && $0.problems.isEmpty }
    _ = try session.end()
  }

  @Test("what does not come out the same each time is not recorded from a page either")
  func acceptingChance() async throws {
    let session = try Self.session()
    try session.folder.write(
      "book/hello.md",
      Self.chapter.replacingOccurrences(of: "print(\"one\")", with: "print(Int.random(in: 0...99_999))"))
    let change = try await session.wait { !$0.problems.isEmpty || !$0.changes.isEmpty }
    #expect(change.changes.isEmpty)
    #expect(change.problems.contains("hello.md"))
    _ = try session.end()
  }

  @Test("what loopbook writes and what editors leave is neither a change nor published")
  func leftovers() async throws {
    let session = try Self.session()
    let before = try await session.wait { $0.version > 1 }.version
    for name in ["hello.md~", "#hello.md#", ".#hello.md", ".hello.md.swp", "hello.md.swp", "4913"] {
      try session.folder.write("book/\(name)", "left")
      #expect(
        try await Answer.get("/\(name.replacingOccurrences(of: "#", with: "%23"))", port: session.port).status == 404)
    }
    try session.folder.write("book/hello.md", Self.chapter + "More.\n")
    _ = try await session.wait { $0.version > before }
    #expect(try await session.page().body.contains("More."))
    // What was written before has been told by now.
    let errors = try session.end()
    #expect(errors.components(separatedBy: "Changed: ").dropFirst().allSatisfy { $0.hasPrefix("book/hello.md\n") })
  }

  @Test("the reader of a chapter that is renamed is led to it")
  func renaming() async throws {
    let session = try Self.session()
    _ = try await session.wait { $0.version > 1 }
    #expect(try await session.page().status == 200)
    try session.folder.move("book/hello.md", to: "book/welcome.md")
    while try await Answer.get("/welcome.html", port: session.port).status != 200 { try Task.checkCancellation() }
    let answer = try await session.page()
    #expect(answer.status == 302 && answer.head.contains("Location: /welcome.html\r\n"))
    try session.folder.move("book/welcome.md", to: "book/hello.md")
    while try await session.page().status != 200 { try Task.checkCancellation() }
    #expect(try await Answer.get("/welcome.html", port: session.port).status == 302)
    _ = try session.end()
  }

  @Test("while its package does not build, a book keeps the pages of it, and nothing counts as fixed")
  func brokenPackage() async throws {
    let source = "/// The number of legs.\npublic let legs = 6\n"
    let session = try ServeSession(
      [
        "hello.md": "# Hello\n\n```swift\nimport Insect\nprint(legs)\n```\n\n```output\n8\n```\n",
        "../Insect/Sources/Insect/Insect.swift": source,
        "../Insect/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Insect", products: [.library(name: "Insect", targets: ["Insect"])], targets: [.target(name: "Insect")])
        """,
      ], examples: "{}\npackage: ../Insect\nproducts: [Insect]\nreference: {}")
    func reference() async throws -> String { try await session.page("api/Insect-Variables.html").body }
    _ = try await session.wait { !$0.changes.isEmpty }
    #expect(try await reference().contains("The number of legs."))
    try session.folder.write("Insect/Sources/Insect/Insect.swift", source + "public let wings = four\n")
    _ = try await session.wait { $0.problems.contains("cannot find 'four'") }
    #expect(try await reference().contains("The number of legs."))
    #expect(try !session.errors.contains("fixed: "))
    try session.folder.write("Insect/Sources/Insect/Insect.swift", source.replacing("6", with: "8"))
    _ = try await session.wait { $0.changes.isEmpty && $0.problems.isEmpty }
    #expect(try await reference().contains("The number of legs."))
    let errors = try session.end()
    #expect(errors.contains("fixed: Insect/Sources/Insect/Insect.swift:"))
    #expect(errors.contains("fixed: book/hello.md:"))
    // What was wrong all the time is told once.
    #expect(errors.components(separatedBy: "error: `6` was printed where `8` is recorded").count == 2)
  }

  private struct Trial: Decodable {
    struct Change: Decodable {
      var title: String
      var lines: [String]
    }
    var problems: String
    var output: String?
    var changes: [Change]
  }

  @Test("a reader's listing runs as the example, and nothing of it is kept")
  func trying() async throws {
    let session = try Self.session("--edit")
    _ = try await session.wait { $0.version > 1 }
    let name = "hello.md#hello-1"
    #expect(try await session.post("source", "", example: name).body == "print(\"one\")\n")
    func run(_ listing: String) async throws -> Trial {
      let answer = try await session.post("run", listing, example: name)
      try #require(answer.status == 200, "\(answer.body)")
      return try JSONDecoder().decode(Trial.self, from: Data(answer.body.utf8))
    }
    let same = try await run("let word = \"on\"\nprint(word + \"e\")")
    #expect(same.problems.isEmpty && same.output == "one\n" && same.changes.isEmpty)
    let other = try await run("print(\"two\")\n")
    #expect(other.problems.isEmpty && other.output == "two\n" && other.changes.map(\.lines) == [["- one", "+ two"]])
    let wrong = try await run("let number: Int = \"one\"\n")
    #expect(wrong.problems.contains("hello.md:4:") && wrong.output == nil && wrong.changes.isEmpty)
    // What would be other fences of the chapter is a part of the listing.
    let fenced = try await run("print(\"one\") /*\n```\n```swift\n*/\n")
    #expect(fenced.output == "one\n" && fenced.problems.isEmpty)
    // It reaches nothing of this machine.
    let file = "\(session.folder.path)/escaped"
    let outside = try await run(
      "import Foundation\nprint(FileManager.default.createFile(atPath: \"\(file)\", contents: nil))\n")
    #expect(outside.output == "false\n" && !FileManager.default.fileExists(atPath: file))
    #expect(try await session.post("run", "print(1)", example: "hello.md#none").status == 409)
    #expect(try await session.post("run", "print(1)").status == 409)
    #expect(try String(contentsOfFile: "\(session.folder.path)/book/hello.md", encoding: .utf8) == Self.chapter)
    // Of two only the last counts, however long the first would take. Which one that is at first, nothing tells.
    async let endless = session.post("run", "while true {}", example: name)
    var last = try await session.post("run", "print(\"three\")", example: name)
    while last.status != 200 { last = try await session.post("run", "print(\"three\")", example: name) }
    #expect(last.body.contains("three"))
    #expect(try await endless.status == 409)
    _ = try session.end()
  }

  @Test("without the flag no listing runs, and no page offers it")
  func notTrying() async throws {
    let session = try Self.session()
    _ = try await session.wait { $0.version > 1 }
    #expect(try await !session.page().body.contains("Edit and run"))
    #expect(try await session.post("run", "print(1)", example: "hello.md#hello-1").status == 404)
    #expect(try await session.post("source", "", example: "hello.md#hello-1").status == 404)
    _ = try session.end()
  }
}
