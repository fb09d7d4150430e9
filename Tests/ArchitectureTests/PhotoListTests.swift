import Testing

/// The program that the book's parts on threads and on work build, chapter by chapter, in `content/photos`.
@Suite("The photo list that the book builds")
struct PhotoListTests {
  /// A chapter of these parts, with what it includes.
  private struct Chapter {
    var path: String
    var lines: [Substring]
  }

  /// The chapters from `10-` to `18-`.
  private func chapters() throws -> [Chapter] {
    try Repository.text("content/SUMMARY.md").matches(of: /\]\((1[0-8]-[^)]+)\)/).map { match in
      let lines = try Repository.text("content/\(match.1)").split(separator: "\n", omittingEmptySubsequences: false)
      return Chapter(path: String(match.1), lines: try lines.flatMap(including))
    }
  }

  /// A line, or what it includes, each line behind the marks of the quotation that the line is in.
  private func including(_ line: Substring) throws -> [Substring] {
    guard let include = line.wholeMatch(of: /([ >]*)\{\{#include ([^:}]+)(?::([^}]+))?\}\}/) else { return [line] }
    let lines = try Repository.text("content/\(include.2)").split(separator: "\n", omittingEmptySubsequences: false)
    guard let anchor = include.3 else { return lines.map { include.1 + $0 } }
    let begin = try #require(lines.firstIndex(of: "// ANCHOR: \(anchor)"), "\(line)")
    let end = try #require(lines.firstIndex(of: "// ANCHOR_END: \(anchor)"), "\(line)")
    return lines[(begin + 1)..<end].map { include.1 + $0 }
  }

  @Test("no example shows more than 40 lines")
  func shown() throws {
    var examples = 0
    for chapter in try chapters() {
      var name: Substring?
      var count = 0
      var isShown = true
      for line in chapter.lines {
        let text = line.drop { $0 == " " || $0 == ">" }
        if text.hasPrefix("```swift") {
          (name, count, isShown) = (text, 0, true)
        } else if text == "```", let example = name {
          #expect(count <= 40, "\(chapter.path): \(example)")
          examples += 1
          name = nil
        } else if text.hasPrefix("// snippet.") {
          isShown = text == "// snippet.show"
        } else if isShown {
          count += 1
        }
      }
    }
    #expect(examples > 100)
  }

  @Test("each chapter that it grows in says what it can do and what it cannot")
  func growth() throws {
    for chapter in try chapters() where !chapter.path.hasPrefix("18-") {
      let said = chapter.lines.joined(separator: " ").matches(of: /\*\*The photo list(?: so far)?\*\* (.{1,400})/)
      #expect(said.count == 1, "\(chapter.path)")
      #expect(said.allSatisfy { $0.1.contains(/What\s+it\s+cannot\s+do/) }, "\(chapter.path)")
    }
  }

  @Test("the last example runs all of its parts, each of which a chapter shows")
  func whole() throws {
    let parts = try Repository.text("content/photos/photos.swift").matches(of: /\/\/ ANCHOR: (\w+)/).map(\.1)
    let last = try Repository.text("content/17-pools-gestures-drawing.md")
    let whole = try #require(last.firstMatch(of: /id=the-whole-photo-list(?s:.)*?\n```\n/)).0
    #expect(parts.count > 8)
    #expect(whole.matches(of: /photos\.swift:(\w+)\}/).map(\.1).sorted() == parts.sorted())
    let book = try Repository.files(below: "content", extensions: ["md"])
    for part in parts {
      let isShown = book.contains { chapter in
        var isShown = true
        return chapter.lines.contains { line in
          if line.text.hasPrefix("```") { isShown = true }
          if line.text.hasPrefix("// snippet.") { isShown = line.text == "// snippet.show" }
          return isShown && line.text == "{{#include photos/photos.swift:\(part)}}"
        }
      }
      // The chapter on actors shows the store with a photo that says where it was loaded.
      #expect(isShown || part == "store", "\(part)")
    }
  }
}
