import Foundation
import TestSupport
import Testing

/// The loop that the first nine chapters of the book build, stage by stage, in `content/build-one`.
@Suite("The loop that the book builds")
struct BuildOneTests {
  private static let content = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../content")
    .standardized

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: content.appending(path: path)), as: UTF8.self)
  }

  private static func isMark(_ line: Substring) -> Bool { line.hasPrefix("// snippet.") }

  @Test("the whole loop is its last stage, without the marks of what is folded away")
  func whole() throws {
    let last = try Self.text("build-one/loop-9.swift").split(separator: "\n", omittingEmptySubsequences: false)
    let whole = try Self.text("build-one/loop.swift").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(last.filter { !Self.isMark($0) } == whole)
  }

  @Test("no stage shows more than 40 lines, and each shows some that are new", arguments: 2...9)
  func shown(stage: Int) throws {
    let lines = try Self.text("build-one/loop-\(stage).swift").split(separator: "\n")
    var shown: [Substring] = []
    var isShown = true
    for line in lines {
      if Self.isMark(line) { isShown = line == "// snippet.show" } else if isShown { shown.append(line) }
    }
    #expect(shown.count <= 40)
    let before = stage == 2 ? [] : try Self.text("build-one/loop-\(stage - 1).swift").split(separator: "\n")
    #expect(shown.count { !before.contains($0) } > shown.count / 3)
  }

  @Test("the book says how long the loop is, and how many examples do the same with it")
  func figures() throws {
    let chapter = try Self.text("09-main-queue.md")
    let figures = try #require(chapter.firstMatch(of: /Your loop has (\d+) lines, and (\d+) more/))
    let said = try #require(chapter.firstMatch(of: /done with (\d+) examples/))
    let reruns = try #require(chapter.firstMatch(of: /id=the-whole-loop norun reruns="([^"]*)"/)).1.split(
      separator: " ")
    #expect(try Int(figures.1) == Self.count("build-one/loop.swift"))
    #expect(try Int(figures.2) == Self.count("build-one/names.swift"))
    #expect(Int(said.1) == reruns.count)
    #expect(reruns.count >= 25)
  }

  /// How many lines there are but for comments and blank ones.
  private static func count(_ path: String) throws -> Int {
    try text(path).split(separator: "\n").count { line in
      let code = line.drop { $0 == " " }
      return !code.isEmpty && !code.hasPrefix("//")
    }
  }

  /// A rule of the loop, what it looks like without, and an example of the book that notices.
  struct Rule {
    let name: String
    let code: String
    let without: String
    let example: String

    init(_ name: String, _ code: String, _ without: String, noticedBy example: String) {
      (self.name, self.code, self.without, self.example) = (name, code, without, example)
    }
  }

  @Test("without any one of its rules, an example that the book names does something else", .timeLimit(.minutes(20)))
  func rules() throws {
    // Each is a module of its own to compile.
    let rules = Effort.part(of: Self.rules, ordinary: 4, thorough: 2)
    let loop = try Self.text("build-one/loop.swift") + Self.text("build-one/names.swift")
    let reruns = try Self.text("09-main-queue.md").firstMatch(of: /id=the-whole-loop norun reruns="([^"]*)"/)
    let named = try #require(reruns).1.split(separator: " ").map { $0.split(separator: "#").last ?? "" }
    var book = ["loopbook.yml": "cache: ../cache\n", "SUMMARY.md": "- [Programs](p.md)\n- [Loops](l.md)\n"]
    var programs = "# Programs\n"
    for example in Set(rules.map(\.example)).sorted() {
      #expect(named.contains { $0 == example }, "the book does not run \(example) with its loop")
      programs += "\n```swift id=\(example) reference=off reason=\"it is about loops\" output=off\n"
      let program = try Self.program(example)
      programs += try #require(program, "\(example) is not in the book") + "```\n"
    }
    var loops = "# Loops\n\n```swift id=whole norun reruns=\"p#every-step\"\n\(loop)```\n"
    for (number, rule) in rules.enumerated() {
      let pieces = loop.components(separatedBy: rule.code)
      try #require(pieces.count == 2, "the rule \(rule.name) does not stand in the loop once")
      let mutated = pieces.joined(separator: rule.without)
      loops += "\n```swift id=rule-\(number) norun reruns=\"p#\(rule.example)\"\n\(mutated)```\n"
    }
    book["p.md"] = programs
    book["l.md"] = loops
    let files = FileTree(below: "", of: book.mapValues { Array($0.utf8) })
    let run = try CommandProcess.run(script: Array("loopbook verify --timeout 5s".utf8), in: files)
    let errors = String(decoding: run.errors, as: UTF8.self)
    // What is the same at several places is told once, with the lines of all of them.
    let places = errors.matches(of: /l\.md:([\d,]+)/).flatMap { $0.1.split(separator: ",") }
    let noticed = Set(places.compactMap { Int($0) })
    let lines = loops.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, rule) in rules.enumerated() {
      let place = try #require(lines.firstIndex { $0.hasPrefix("```swift id=rule-\(number) ") }) + 1
      #expect(noticed.contains(place), "\(rule.name): \(rule.example) does the same without")
    }
    #expect(noticed.count == rules.count)
    // What does not compile has not been tried.
    #expect(!errors.contains("does not compile"), "\(errors)")
  }

  /// An example's text, wherever in the book it stands.
  private static func program(_ id: String) throws -> String? {
    for name in try FileManager.default.contentsOfDirectory(atPath: content.path) where name.hasSuffix(".md") {
      let lines = try text(name).split(separator: "\n", omittingEmptySubsequences: false)
      let first = lines.firstIndex { $0.hasPrefix("```swift") && $0.split(separator: " ").contains("id=\(id)") }
      guard let first, let end = lines[first...].firstIndex(of: "```") else { continue }
      return lines[(first + 1)..<end].map { $0 + "\n" }.joined()
    }
    return nil
  }
}
