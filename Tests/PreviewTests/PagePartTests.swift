import Foundation
import TestSupport
import Testing

/// What takes its time and is made for pages behind them: `loopbook serve` as an author uses it.
@Suite("What the preview makes beside all else", .timeLimit(.minutes(10)))
struct PagePartTests {
  private static func chapter(_ name: String) -> String {
    "# Hello\n\n```swift norun\nlet \(name) = 1\n```\n"
  }

  /// The address of the script with a page's types.
  private static func types(of page: String) -> String? {
    page.firstMatch(of: /data-types="([^"]*)"/).map { String($0.1) }
  }

  @Test("types come to the pages that have some, and those alone load anew")
  func types() async throws {
    let session = try ServeSession(
      ["hello.md": Self.chapter("first"), "prose.md": "# Prose\n"], examples: "{types: true}")
    // The first look at the book is not for its types.
    let typed = try await session.wait { $0.pages["hello.html"] != nil }
    #expect(typed.since == 2 && typed.pages["prose.html"] == nil)
    let address = try #require(Self.types(of: try await session.page().body))
    #expect(try await session.page(address).body.contains(#"let> first: "#))
    #expect(try await session.page(address + "0").status == 404)

    // A change of prose does not take them away, not even for a moment.
    try session.folder.write("book/hello.md", Self.chapter("first") + "\nMore prose.\n")
    let edited = try await session.wait { $0.since > typed.version }
    #expect(edited.version == edited.since)
    let page = try await session.page().body
    #expect(page.contains("More prose.") && Self.types(of: page) == address)
    #expect(try session.end().contains("The pages are complete.\n"))
  }

  @Test("a listing never stands beside the types of another one, however fast it changes")
  func race() async throws {
    let session = try ServeSession(["hello.md": Self.chapter("name0")], examples: "{types: true}")
    /// What the page shows, and whether with types; these must be of the same listing.
    func look() async throws -> (name: String, hasTypes: Bool) {
      let page = try await session.page().body
      guard let name = page.firstMatch(of: /name[0-9]+/).map({ String($0.0) }) else { return ("", false) }
      guard let address = Self.types(of: page) else { return (name, false) }
      let script = try await session.page(address)
      // By now there may be another state, which has no such script any more.
      #expect(script.status == 404 || script.body.contains(" \(name): "), "\(name): \(script.body)")
      return (name, script.status == 200)
    }
    var version = 1
    for number in 1...12 {
      try session.folder.write("book/hello.md", Self.chapter("name\(number)"))
      var seen: (name: String, hasTypes: Bool)
      // Most edits come while the compiler is asked about the one before.
      repeat {
        version = try await session.change(after: version).version
        seen = try await look()
      } while number.isMultiple(of: 4) && (seen.name != "name\(number)" || !seen.hasTypes)
    }
    _ = try session.end()
  }

  /// What a page offers to run: its module, and what of its listings can be changed.
  private struct Offers: Equatable {
    var module: Substring?
    var buttons: Int
    var script: String

    init(_ page: String, _ session: ServeSession) async throws {
      let body = try await session.page(page).body
      module = body.firstMatch(of: /data-programs="([^"]*)"/)?.1
      buttons = body.components(separatedBy: "class=\"live-open\"").count - 1
      let address = body.firstMatch(of: /data-live="([^"]*)"/).map { String($0.1) }
      script = ""
      if let address { script = try await session.page(address).body }
    }
  }

  @Test(
    "a changed example can be run again when its program is made, and until then the others; other pages stay as they are",
    .enabled(if: Effort.isThorough, "the engine is compiled for a page, which takes a minute"))
  func live() async throws {
    func chapter(_ values: [Int]) -> String {
      "# Hello\n\n"
        + values.map { "```swift\nprint(\"value\", \($0))\n```\n\n```output\nvalue \($0)\n```\n\n" }.joined()
    }
    let session = try ServeSession(
      ["hello.md": chapter([1, 2]), "other.md": chapter([3])], examples: "{live: true}")
    let first = try await session.wait { $0.pages["hello.html"] != nil }
    let (hello, other) = (try await Offers("hello.html", session), try await Offers("other.html", session))
    #expect(hello.buttons == 2 && other.buttons == 1 && hello.module == other.module && hello.module != nil)

    try session.folder.write("book/hello.md", chapter([4, 2]))
    let edited = try await session.wait { $0.since > first.version }
    let between = try await Offers("hello.html", session)
    // Where it is slow to look, the program is made already.
    #expect(between.buttons == 2 || between.buttons == 1 && between.module == hello.module)
    #expect(!between.script.contains("\"1\"") && between.script.contains("\"2\""))
    let made = try await session.wait { $0.pages["hello.html"] ?? 0 > edited.since }
    let later = try await Offers("hello.html", session)
    #expect(later.buttons == 2 && later.module != hello.module && later.script.contains("\"4\""))
    #expect(made.pages["other.html"] == nil)
    #expect(try await Offers("other.html", session) == other)

    // What is known already needs no making.
    try session.folder.write("book/hello.md", chapter([1, 2]))
    _ = try await session.wait { $0.since > made.version }
    #expect(try await Offers("hello.html", session) == hello)
    #expect(try session.end().components(separatedBy: "The pages are complete.\n").count == 3)
  }

  @Test("where nothing can be made for live examples, that is told in one line, and pages are as they are without")
  func lacking() async throws {
    let session = try ServeSession(
      ["hello.md": "# Hello\n\n```swift\nprint(1)\n```\n\n```output\n1\n```\n"], examples: "{live: true}",
      isWithout: "wasm-opt")
    let shown = try await session.wait { $0.version > 1 }
    #expect(shown.problems.isEmpty)
    try session.folder.write("book/hello.md", "# Hello\n\n```swift\nprint(1 + 1)\n```\n\n```output\n2\n```\n")
    _ = try await session.wait { $0.version > shown.version }
    let page = try await session.page()
    #expect(page.status == 200 && page.body.contains("print") && !page.body.contains("data-live"))
    let lines = try session.end().split(separator: "\n").filter { $0.contains("wasm-opt") }
    #expect(lines.count == 1 && lines[0].hasPrefix("warning: examples that readers can change need wasm-opt"))
  }
}
