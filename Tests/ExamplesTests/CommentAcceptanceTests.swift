import Examples
import Markdown
import Recordings
import Testing
import Text

/// What examples in doc comments did goes into the comments of the Swift file.
@Suite("Accepting in doc comments")
struct CommentAcceptanceTests {
  /// The file after what its examples printed is recorded.
  private func accepted(_ text: String, output: String, withLineEnds: Bool = true) throws -> String {
    let swift = SourceFile(path: "Garden.swift", text: text)
    let page = CommentPage.examples(swift, withLineEnds: withLineEnds)
    let outcome = Outcome(output: Array(output.utf8))
    let acceptance = Acceptance(
      of: page, outcomes: Dictionary(uniqueKeysWithValues: page.examples.map { ($0.id, outcome) }))
    let changes = acceptance.files.all
    if changes.isEmpty { return text }
    #expect(changes.map(\.file.path) == ["Garden.swift"])
    return String(decoding: try #require(changes.first).bytes, as: UTF8.self)
  }

  @Test(
    "an output is added as the lines before it are written",
    arguments: [
      (
        "/// ```swift\n/// f()\n/// ```\nlet a = 1\n",
        "/// ```swift\n/// f()\n/// ```\n///\n/// ```output\n/// 1\n///  2\n/// ```\nlet a = 1\n"
      ),
      (
        "  ///\t```swift\r\n  ///\tf()\r\n  ///\t```\r\n  ///\r\n  /// End.\r\nfunc f()",
        "  ///\t```swift\r\n  ///\tf()\r\n  ///\t```\r\n  ///\r\n  ///\t```output\r\n  ///\t1\r\n  ///\t 2\r\n  ///\t```\r\n  ///\r\n"
          + "  /// End.\r\nfunc f()"
      ),
      (
        "/// - A\n///   ```swift\n///   f()\n///   ```\n/// - B\nlet a = 1\n",
        "/// - A\n///   ```swift\n///   f()\n///   ```\n///   ```output\n///   1\n///    2\n///   ```\n/// - B\nlet a = 1\n"
      ),
      (
        "/**\n * ```swift\n * f()\n * ```\n */\nlet a = 1\n",
        "/**\n * ```swift\n * f()\n * ```\n *\n * ```output\n * 1\n *  2\n * ```\n */\nlet a = 1\n"
      ),
      (
        "/**\nText.\n\n```swift\nf()\n```\n\nEnd.\n*/\nlet a = 1\n",
        "/**\nText.\n\n```swift\nf()\n```\n\n```output\n1\n 2\n```\n\nEnd.\n*/\nlet a = 1\n"
      ),
      (
        "/**\n  ```swift\n  f()\n  ```\n*/\nlet a = 1\n",
        "/**\n  ```swift\n  f()\n  ```\n\n  ```output\n  1\n   2\n  ```\n*/\nlet a = 1\n"
      ),
    ], [true, false])
  func additions(texts: (String, String), withLineEnds: Bool) throws {
    #expect(try accepted(texts.0, output: "1\n 2\n", withLineEnds: withLineEnds) == texts.1)
  }

  @Test("what is recorded anew keeps the lines that are right, and all that is not recorded")
  func replaced() throws {
    let text =
      "// é\n\n\t/// ```swift\n\t/// f()\n\t/// ```\n\t/// ```output\n\t/// a\n\t/// ...\n\t/// old\n\t/// ```\n\tlet a = 1 // */\n"
    #expect(try accepted(text, output: "a\nx\nnew\n") == text.replacing("old", with: "new"))
    #expect(try accepted(text, output: "a\nx\nold\n") == text)
  }

  @Test("fences become longer where a line would close them")
  func longer() throws {
    let text = "/// ```swift\n/// f()\n/// ```\n/// ```output\n/// a\n/// ```\nlet a = 1\n"
    #expect(
      try accepted(text, output: "```\n")
        == "/// ```swift\n/// f()\n/// ```\n/// ````output\n/// ```\n/// ````\nlet a = 1\n")
  }

  @Test(
    "what would end a block comment, or begin another in it, is not written there", arguments: ["*/", "a /* b", "/"])
  func blockEnds(output: String) throws {
    let block = "/**\n *```swift\n *f()\n *```\n */\nlet a = 1\n"
    #expect(try accepted(block, output: output + "\n") == block)
    let line = "/// ```swift\n/// f()\n/// ```\nlet a = 1\n"
    #expect(try accepted(line, output: output + "\n").contains("/// \(output)\n"))
  }

  @Test(
    "nothing is written behind the end of a comment, nor in its place",
    arguments: ["```*/", "``` */", "```\n\n ```output\n x\n ```*/", "```\n\n ```output\n x\n ``` */"])
  func endsBehindFence(end: String) throws {
    let block = "/**\n Text.\n\n ```swift\n f()\n \(end)\nlet a = 1\n"
    // What stands between two lines of the comment can be replaced.
    let recorded = end.contains("output") ? block.replacing(" x\n", with: " 1\n") : block
    #expect(try accepted(block, output: "1\n") == recorded)
  }

  @Test("a line that would lose its blanks is not written")
  func lostBlanks() throws {
    // The compiler takes three blanks off each line, as far as it has them.
    let text = "///   Text.\n/// ```swift\n/// f()\n/// ```\nlet a = 1\n"
    #expect(try accepted(text, output: "  x\n") == text)
    #expect(try accepted(text, output: "x\n").contains("/// ```output\n/// x\n/// ```\n"))
  }

  @Test("the marks of a quotation that only the page has are not written", arguments: [true, false])
  func quoted(withLineEnds: Bool) throws {
    let text = "/// ```swift\n/// f()\n/// ```\nlet a = 1\n"
    let page = CommentPage.examples(
      SourceFile(path: "Garden.swift", text: text), withLineEnds: withLineEnds, isQuoted: true)
    let outcome = Outcome(output: Array("1\n\n2\n".utf8))
    let acceptance = Acceptance(of: page, outcomes: [page.examples[0].id: outcome])
    let bytes = try #require(acceptance.files.all.first).bytes
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "/// ```swift\n/// f()\n/// ```\n///\n/// ```output\n/// 1\n///\n/// 2\n/// ```\nlet a = 1\n")
    // What the page then says is what it would be made of.
    let again = CommentPage.examples(
      SourceFile(path: "Garden.swift", bytes: bytes), withLineEnds: withLineEnds, isQuoted: true)
    #expect(Acceptance(of: again, outcomes: [page.examples[0].id: outcome]).changes.isEmpty)
    #expect(acceptance.unresolved.isEmpty)
  }

  @Test("two examples of one file are recorded together, and not when one would write into the other's lines")
  func merged() throws {
    let swift = SourceFile(
      path: "Garden.swift",
      text: "/// ```swift\n/// f()\n/// ```\nlet a = 1\n/// ```swift\n/// f()\n/// ```\nlet b = 1\n")
    let page = CommentPage.examples(swift, withLineEnds: true)
    func change(_ number: Int, _ output: String) throws -> FileChanges.Change {
      let outcome = Outcome(output: Array(output.utf8))
      return try #require(Acceptance(of: page, outcomes: [page.examples[number].id: outcome]).files.all.first)
    }
    var both = try change(0, "1\n")
    for _ in 0..<2 {
      let isMerged = both.merge(try change(1, "2\n"))
      #expect(isMerged)
    }
    #expect(
      String(decoding: both.bytes, as: UTF8.self)
        == "/// ```swift\n/// f()\n/// ```\n///\n/// ```output\n/// 1\n/// ```\nlet a = 1\n"
        + "/// ```swift\n/// f()\n/// ```\n///\n/// ```output\n/// 2\n/// ```\nlet b = 1\n")
    let meets = !both.merge(try change(1, "3\n"))
    #expect(meets)
    let changed = FileChanges.Change(unchanged: SourceFile(path: "Garden.swift", text: "let c = 1\n"))
    let isOfAnother = !both.merge(changed)
    #expect(isOfAnother)
  }

  @Test("random files: what is outside of recordings stays, and what is recorded is what came", arguments: 0..<4)
  func randomFiles(part: UInt64) {
    var random = RandomComments(seed: part)
    var recorded = 0
    for _ in 0..<400 {
      let (text, outcomes) = random.next()
      let swift = SourceFile(path: "Garden.swift", bytes: text)
      let old = CommentPage.examples(swift, withLineEnds: random.hasLineEnds)
      var known: [String: Outcome] = [:]
      for (example, outcome) in zip(old.examples, outcomes) { known[example.id] = outcome }
      let once = Acceptance(of: old, outcomes: known)
      let bytes = once.files.all.first?.bytes ?? text
      let show = String(decoding: bytes, as: UTF8.self).debugDescription
      let new = CommentPage.examples(SourceFile(path: "Garden.swift", bytes: bytes), withLineEnds: random.hasLineEnds)
      #expect(Self.outside(old, text) == Self.outside(new, bytes), "\(show)")
      #expect(old.programs.map(\.text) == new.programs.map(\.text), "\(show)")
      #expect(old.examples.map(\.id) == new.examples.map(\.id), "\(show)")
      // What the text becomes is what the file then says.
      #expect(once.chapter.file.bytes.filter { $0 != 13 } == new.file.bytes.filter { $0 != 13 }, "\(show)")
      #expect(
        once.chapter.file.pieces.allSatisfy { $0.file.path != "Garden.swift" || $0.file.bytes == bytes }, "\(show)")
      let changed = Set(once.changes.map(\.example))
      for example in new.examples where changed.contains(example.name) {
        recorded += 1
        let came = known[example.id]?.output ?? []
        #expect(example.recordings.first?.text.matches(came) == true, "\(show)")
      }
      let twice = Acceptance(of: new, outcomes: known)
      #expect(twice.files.all.isEmpty && twice.changes.isEmpty, "\(show)")
    }
    // Some cannot be written; that is not the rule.
    #expect(recorded > 300)
  }

  /// The bytes of the file that no recording, and no line between an example and its recording, takes up.
  private static func outside(_ chapter: ChapterExamples, _ bytes: [UInt8]) -> [UInt8] {
    let file = SourceFile(path: "Garden.swift", bytes: bytes)
    var lines: Set<Int> = []
    for example in chapter.examples {
      for recording in example.recordings {
        let first = chapter.file.writtenLine(at: recording.fence.opening.lowerBound)
        let last = recording.fence.closing.map { chapter.file.writtenLine(at: $0.lowerBound) } ?? first
        lines.formUnion(first...last)
        let before = chapter.file.writtenLine(at: example.fence.closing?.lowerBound ?? 0)
        if before < first { lines.formUnion(before + 1..<first) }
      }
    }
    return (1...file.lineCount).filter { !lines.contains($0) }.flatMap { Array(file.bytes[file.lineRange($0)]) + [10] }
  }
}
