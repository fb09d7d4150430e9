import Foundation
import TestSupport
import Testing

/// The program as an author uses it: started, its pages opened, its files edited.
@Suite("loopbook serve", .timeLimit(.minutes(2)))
struct ServeTests {
  private struct Change: Decodable {
    var version: Int
    var stale: Bool
    var problems: String
  }

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
  private struct Session {
    let folder: TemporaryFolder
    let process: Process
    let port: UInt16
    /// What it said on standard output.
    let said: String

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("book/loopbook.yml", "title: Test\n")
      try folder.write("book/hello.md", ServeTests.chapter)
      try folder.write("errors", "")
      process = Process()
      process.executableURL = URL(filePath: BuiltProducts.path("loopbook"))
      process.arguments = ["serve", "book", "--port", "0"]
      process.currentDirectoryURL = URL(filePath: folder.path)
      let output = Pipe()
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/errors"))
      process.standardInput = FileHandle.nullDevice
      try process.run()
      var said = ""
      while !said.contains("\n") {
        let data = output.fileHandleForReading.availableData
        try #require(!data.isEmpty, "it ended: \(said)")
        said += String(decoding: data, as: UTF8.self)
      }
      self.said = said
      port = try #require(said.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) })
    }

    /// Ends it; answers what it said on standard error.
    func end() throws -> String {
      process.terminate()
      process.waitUntilExit()
      return try String(contentsOfFile: "\(folder.path)/errors", encoding: .utf8)
    }

    func page() async throws -> Answer { try await Answer.get("/hello.html", port: port) }

    /// Waits for states of the preview until one is as wanted.
    func wait(until isWanted: (Change) -> Bool) async throws -> Change {
      var version = 0
      while true {
        try Task.checkCancellation()
        let answer = try await Answer.get("/.loopbook/change?version=\(version)", port: port)
        let change = try JSONDecoder().decode(Change.self, from: Data(answer.body.utf8))
        if isWanted(change) { return change }
        version = change.version
      }
    }
  }

  @Test("an edit is served, mistakes are told and do not end it, and mending them is enough")
  func editing() async throws {
    let session = try Session()
    let folder = session.folder
    _ = try await session.wait { $0.version > 1 }
    let first = try await session.page()
    #expect(first.status == 200)
    #expect(first.body.contains("one"))

    // What an example prints is verified again.
    try folder.write("book/hello.md", Self.chapter.replacingOccurrences(of: "print(\"one\")", with: "print(\"two\")"))
    let wrong = try await session.wait { !$0.problems.isEmpty }
    #expect(!wrong.stale)
    #expect(wrong.problems.contains("book/hello.md:"))
    #expect(wrong.problems.contains("loopbook accept"))
    #expect(try await session.page().body.contains("two"))

    // A configuration that cannot be read leaves the pages as they were.
    try folder.write("book/loopbook.yml", "title: [\n")
    let broken = try await session.wait { $0.stale }
    #expect(broken.problems.contains("book/loopbook.yml:"))
    #expect(try await session.page().status == 200)

    // So does a book that is gone, and it may come back.
    try folder.move("book", to: "away")
    _ = try await session.wait { $0.stale && $0.problems.contains("missing") || $0.problems.contains("there is no") }
    try folder.move("away", to: "book")
    try folder.write("book/loopbook.yml", "title: Mended\n")
    try folder.write("book/hello.md", Self.chapter.replacingOccurrences(of: "one", with: "three"))
    _ = try await session.wait { !$0.stale && $0.problems.isEmpty }
    let last = try await session.page()
    #expect(last.body.contains("three") && last.body.contains("Mended"))

    // A broken template is told too.
    try folder.write("templates/footer.mustache", "{{#open}}")
    try folder.write("book/hello.md", Self.chapter)
    let template = try await session.wait { $0.problems.contains("footer.mustache") }
    #expect(template.stale)
    try folder.remove("templates")
    _ = try await session.wait { !$0.stale && $0.problems.isEmpty }
    let errors = try session.end()
    #expect(session.said.hasPrefix("Serving book at http://127.0.0.1:"))
    #expect(errors.contains("Changed: book/hello.md\n"))
    #expect(errors.contains("The pages are those from before this change."))
  }
}
