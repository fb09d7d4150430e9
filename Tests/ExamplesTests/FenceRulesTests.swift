import Examples
import Markdown
import Testing
import Text

/// What a book says of all its fences, and what that may not hide.
@Suite("Rules for fences")
struct FenceRulesTests {
  private func chapter(_ text: String, _ rules: FenceRules) -> ChapterExamples {
    ChapterExamples(
      chapter: "timers", document: MarkdownDocument(SourceFile(path: "timers.md", text: text)), rules: rules)
  }

  /// Rules that find everything incomplete in a text that has the word `gap`.
  private func rules(_ found: CodeCompleteness) -> FenceRules {
    FenceRules(quotesSignatures: true) { text, _ in text.contains("gap") ? found : .whole }
  }

  // MARK: Hidden lines

  @Test("lines with the prefix are compiled without it and hidden; doubled, it is text")
  func hiddenLines() throws {
    let written = [
      "# let a = 1", "#", "print(a)", "  # f()", "## x", "##", "##\"raw\"##", "#if DEBUG", "#endif", "a # b",
    ]
    let compiled = ["let a = 1", "", "print(a)", "  f()", "# x", "#", "##\"raw\"##", "#if DEBUG", "#endif", "a # b"]
    let rules = FenceRules(hiddenPrefix: HiddenPrefix("# "))
    let chapter = chapter("> ```swift\n" + written.map { "> \($0)\n" }.joined() + "> ```\n", rules)
    let example = try #require(chapter.examples.first)
    #expect(chapter.diagnostics == [])
    #expect(chapter.programs.map(\.text) == [compiled.map { $0 + "\n" }.joined()])
    #expect(written.indices.filter { !example.hiddenLines.shows($0) } == [0, 1, 3])
    // Every byte that is compiled stands where it says.
    let file = chapter.file
    for (number, text) in compiled.enumerated() {
      for (offset, byte) in text.utf8.enumerated() {
        #expect(file.bytes[example.lines[number].fileOffset(ofByte: offset)] == byte, "\(number):\(offset)")
      }
    }
    // Without the rule, all of it is text.
    #expect(self.chapter("```swift\n# let a = 1\n```\n", FenceRules()).programs.map(\.text) == ["# let a = 1\n"])
  }

  @Test("marks and prefixes go together")
  func marks() {
    let lines = ["~a", "// snippet.hide", "b", "~// snippet.show", "c", "~~d"]
    let chapter = chapter(
      "```swift\n" + lines.joined(separator: "\n") + "\n```\n", FenceRules(hiddenPrefix: HiddenPrefix("~")))
    let hidden = chapter.examples[0].hiddenLines
    #expect(hidden.marks == [1, 3])
    #expect(hidden.ranges == [0..<1, 2..<3])
    #expect(chapter.programs.map(\.text) == ["a\n// snippet.hide\nb\n// snippet.show\nc\n~d\n"])
  }

  @Test("a prefix has something that is no blank at its beginning", arguments: ["", " ", " #", "\t", "#\n"])
  func prefixes(text: String) {
    #expect(HiddenPrefix(text) == nil)
  }

  // MARK: What is incomplete

  @Test("signatures are shown, and nothing may be recorded of them")
  func signatures() {
    let rules = rules(.signatures)
    let fine = chapter("```swift\ngap\n```\n", rules)
    #expect(fine.programs.isEmpty)
    #expect(fine.examples.map(\.attributes.kind) == [.quote])
    #expect(fine.examples.map(\.abridgement) == [.signatures])
    #expect(chapter("```swift\ngap\n```\n```output\n1\n```\n", rules).diagnostics.map(\.id) == ["orphaned-recording"])
    // What says how it is meant is compiled, and so is a part of a session.
    for word in ["run", "norun", "fails", "crashes", "session=a"] {
      #expect(chapter("```swift \(word)\ngap\n```\n", rules).programs.count == 1, "\(word)")
    }
    var off = rules
    off.quotesSignatures = false
    #expect(chapter("```swift\ngap\n```\n", off).programs.count == 1)
  }

  @Test("what leaves bodies out is compiled and never run")
  func bodies() throws {
    let rules = rules(.abridged(text: "stand-in\n", support: "support\n"))
    let found = chapter("```swift\ngap\n```\n", rules)
    let program = try #require(found.programs.first)
    #expect(program.kind == .norun)
    #expect(program.text == "stand-in\nsupport\n")
    // Readers see what was written.
    #expect(found.examples[0].lines.map(\.text) == ["gap"])
    for recording in ["output", "trace"] {
      let text = "```swift\ngap\n```\n```\(recording)\n1\n```\n"
      #expect(chapter(text, rules).diagnostics.map(\.id) == ["orphaned-recording"], "\(recording)")
    }
    // An ellipsis is neither a crash nor a mistake that was meant.
    for word in ["run", "fails", "crashes"] {
      let program = try #require(chapter("```swift \(word)\ngap\n```\n", rules).programs.first)
      #expect(program.text == "gap\n", "\(word)")
      #expect(program.kind != .norun)
    }
    // The rest of its session cannot run, either.
    let session = chapter("```swift session=a\ngap\n```\n\n```swift session=a\nprint(1)\n```\n", rules)
    #expect(session.diagnostics.map(\.id) == ["contradicting-session"])
    #expect(session.programs.map(\.hasErrors) == [true])
    let compiled = chapter("```swift session=a\ngap\n```\n\n```swift session=a norun\nprint(1)\n```\n", rules)
    #expect(compiled.programs.map(\.text) == ["stand-in\nprint(1)\nsupport\n"])
    // What has an effect on runs only is a contradiction.
    #expect(
      chapter("```swift timeout=1s\ngap\n```\n", rules).diagnostics.map(\.id) == ["contradicting-attributes"])
  }
}
