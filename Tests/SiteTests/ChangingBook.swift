import Book
import Examples
import Testing
import Text

@testable import Verification

/// A book on disk that random edits are made to: chapters, what they include, their order, pictures, the configuration
/// and templates.
struct ChangingBook {
  let folder = TemporaryFolder()
  private var chapters: [String: String] = [:]
  private var number = 0
  /// What examples are found to print with other values: it changes with no file of the book.
  private var printed = 1
  private var generator: Generator

  init(seed: UInt64, chapterCount: Int = 6) {
    generator = Generator(state: seed)
    folder.write("book/loopbook.yml", "examples:\n  use: quote\n")
    for _ in 0..<chapterCount { add() }
    for path in chapters.keys.sorted() { change(path) }
  }

  /// One of some values, at random.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  private mutating func add() {
    number += 1
    let path = pick(["", "part/", "part/inner/"]) + "chapter-\(number).md"
    chapters[path] = "# Chapter \(number)\n"
    change(path)
  }

  /// Gives a chapter other headings, examples and links, of which some lead nowhere.
  private mutating func change(_ path: String) {
    var text = pick([
      "", "", "---\ndraft: true\n---\n", "---\ntitle: Named\nkeywords: [\(pick(["one", "two"]))]\n---\n",
      "---\ndescription: \(pick(["It is.", "It was."]))\n---\n",
    ])
    text += "# \(pick(["One", "Two", "Three"])) \(path.utf8.count)\n"
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let other = pick(chapters.keys.sorted())
      let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
      let anchor = pick(["", "", "#a", "#b", "#example", "#example.example", "#none"])
      text += pick([
        "\n## \(pick(["A", "B", "C"]))\n", "\n[a link](\(up)\(other)\(anchor))\n", "\n<b id=\"b\">named</b>\n",
        "\n```swift id=example\nprint(\(pick([1, 2])))\n```\n",
        "\n```swift run id=varied\nprint(\(pick([1, 2]))) // vary: 1...\(pick([2, 3]))\n```\n",
        "\n![a picture](\(up)picture.svg)\n",
        "\nText[^1].\n\n[^1]: A note.\n", "\n> [!NOTE]\n> It is so.\n", "\n<a href=\"\(up)\(other)#a\">there</a>\n",
        "\n{{#include other.md}}\n", "\n{{#include \(up)piece.txt}}\n", "\n[file](\(up)picture.svg)\n",
        "\n## Called {#\(pick(["a", "b"])) .wide}\n", "\nThey say \"it is '\(pick(["so", "no"]))'\".\n",
        "\nNo note[^none].\n",
        "\n```swift lines=numbered\nlet a = \(pick([1, 2]))\n```\n", "\n```swift changes=example\nprint(3)\n```\n",
        "\n```swift\nfunc \(pick(["f", "g"]))()\n```\n", "\nIt is $`x^\(pick([1, 2]))`$ long.\n",
        "\n```dot alt=\"One\"\ndigraph { a\(pick([1, 2])) }\n```\n", "\n[a line](#example@\(pick([1, 2]))s)\n",
      ])
    }
    chapters[path] = text
    folder.write("book/\(path)", text)
  }

  /// Removes a chapter, or gives it another name.
  private mutating func removeOrRename() {
    let path = pick(chapters.keys.sorted())
    let text = chapters.removeValue(forKey: path)
    folder.remove(file: "book/\(path)")
    guard let text, pick([true, false]) else { return }
    let target = pick(["renamed-", "part/renamed-"]) + "\(number).md"
    number += 1
    chapters[target] = text
    folder.write("book/\(target)", text)
  }

  private mutating func configure() {
    let keys = [
      "title: \(pick(["A", "B"]))", "description: \(pick(["A.", "B."]))", "language: \(pick(["en", "de"]))",
      "url: https://\(pick(["a", "b"])).test/", "html: \(pick(["true", "false"]))",
      "repository: https://\(pick(["a", "b"])).test/", "authors: [\(pick(["Ada", "Bob"]))]",
      "quotation-marks: \(pick(["straight", "typographic"]))", "math: \(pick(["true", "false"]))",
    ].filter { _ in Bool.random(using: &generator) }
    let hidden = pick(["", "  hidden-lines: \"# \"\n"])
    folder.write("book/loopbook.yml", (keys + ["examples:\n  use: quote\n\(hidden)"]).joined(separator: "\n"))
  }

  /// Makes one edit.
  mutating func edit() {
    switch Int.random(in: 0..<18, using: &generator) {
    case 0: add()
    case 1 where chapters.count > 2: removeOrRename()
    case 2:
      let listed = chapters.keys.sorted().filter { _ in Bool.random(using: &generator) }
      folder.write(
        "book/SUMMARY.md",
        listed.shuffled(using: &generator).map { "- [\(pick(["Listed", "Told"]))](\($0))\n" }.joined())
    case 3: folder.remove(file: "book/SUMMARY.md")
    case 4:
      folder.write(
        "book/picture.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(pick([1, 2]))\" height=\"2\"/>")
    case 5: folder.remove(file: "book/picture.svg")
    case 6: configure()
    case 7:
      let pieces = ["A piece.\n", "## A\n", "{{#title Told}}\n", "[one](chapter-1.md)\n"]
      folder.write("book/piece.txt", pick(pieces))
    case 8: folder.write("templates/callout-title.mustache", "<p>\(pick(["Look", "See"]))</p>\n")
    case 9: folder.remove(file: "templates/callout-title.mustache")
    case 11: printed += 1
    case 12, 13:
      let path = pick(chapters.keys.sorted())
      let text = (chapters[path] ?? "") + "\nMore \(pick(["words", "of them", "is said", "zero"])).\n"
      chapters[path] = text
      folder.write("book/\(path)", text)
    case 10: folder.write("templates/assets/own.css", "a { color: \(pick(["red", "blue"])) }\n")
    default: change(pick(chapters.keys.sorted()))
    }
  }

  /// The book as it is now, read after it was read before, or knowing what was found in chapters.
  func read(after before: VerifiedBook? = nil, knowing memory: ChapterMemory? = nil) throws -> VerifiedBook {
    let folder = "\(folder.path)/book"
    let (loaded, _) = Book.load(
      folder, configured: Configuration.load(folder), includesDrafts: false, after: before?.book, knowing: memory)
    let book = try #require(loaded)
    var known: [String: (Chapter, ChapterExamples)] = [:]
    for (chapter, examples) in zip(before?.book.chapters ?? [], before?.chapters ?? []) {
      known[chapter.path] = (chapter, examples)
    }
    let chapters = book.chapters.map { chapter in
      if let (old, examples) = known[chapter.path], old === chapter { return examples }
      return ChapterExamples(chapter, of: book.configuration, knowing: memory)
    }
    let verified = chapters.flatMap(\.examples).filter { !$0.hasErrors && !$0.varied.isEmpty }.map(verified)
    return VerifiedBook(
      book: book, chapters: chapters,
      examples: Dictionary(verified.map { ($0.name, $0) }) { first, _ in first },
      report: VerificationReport(verdicts: [], diagnostics: [], duration: .zero))
  }

  private func verified(_ example: Example) -> VerifiedExample {
    let variants = example.variants.map { variant in
      let output = Array("\(variant.texts[0]), \(printed)\n".utf8)
      return VerifiedVariant(variant: variant, outcome: Outcome(output: output), trace: nil)
    }
    var verdict = Verdict(
      chapter: example.chapter, id: example.id, place: SourcePlace(path: example.chapter), kind: .run, outcome: .passed)
    // As it is told of a program by what it imports.
    verdict.live = example.lines.contains { $0.text.contains("2") } ? .not("it says 2") : .same
    return VerifiedExample(
      judgement: Judgement(example: example, problems: []), verdict: verdict, variants: variants)
  }

  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }
}
