import Glibc
import Markdown
import Testing
import Text

/// Texts that nobody would write: nothing may crash, hang or come out differently than from cmark.
///
/// `MARKDOWN_FUZZ_SECONDS` says how long to go on; `MARKDOWN_FUZZ_SEED` where to begin.
@Suite("Hostile texts", .serialized)
struct FuzzTests {
  private static func setting(_ name: String, or standard: Int) -> Int {
    getenv(name).flatMap { Int(String(cString: $0)) } ?? standard
  }

  @Test("mutated documents render as cmark renders them, and every node has a place in the file")
  func mutated() {
    let end = ContinuousClock.now + .seconds(Self.setting("MARKDOWN_FUZZ_SECONDS", or: 1))
    var seed = UInt64(Self.setting("MARKDOWN_FUZZ_SEED", or: 1))
    repeat {
      let bytes = mutatedDocument(seed: seed)
      let document = MarkdownDocument(SourceFile(path: "fuzz.md", bytes: bytes))
      var renderer = HTMLRenderer(hooks: PlainHooks())
      let same = renderer.render(document) == CmarkHTML.render(bytes, dialect: .book)
      #expect(same, "seed \(seed): \(bytes)")
      let placed = document.nodes.indices.allSatisfy { node in
        guard let range = document.range(of: node) else { return true }
        return range.lowerBound >= 0 && range.upperBound <= bytes.count
      }
      #expect(placed, "seed \(seed): \(bytes)")
      for fence in document.fences {
        #expect(fence.edits(replacingLinesBy: fence.lines.map(\.text)) == [], "seed \(seed): \(bytes)")
        let literal = document.bytes(document.nodes[fence.node].text)
        #expect(fence.lines.count == literal.count { $0 == UInt8(ascii: "\n") }, "seed \(seed): \(bytes)")
      }
      seed += 1
    } while ContinuousClock.now < end
  }

  private func mutatedDocument(seed: UInt64) -> [UInt8] {
    var random = RandomMarkdown(seed: seed)
    var chance = SeededGenerator(seed: seed &+ 99)
    var bytes = random.prose() + random.document() + random.links()
    for _ in 0..<Int.random(in: 0...12, using: &chance) where !bytes.isEmpty {
      let start = Int.random(in: bytes.indices, using: &chance)
      let end = min(bytes.count, start + Int.random(in: 0...20, using: &chance))
      switch Int.random(in: 0..<5, using: &chance) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: Array(bytes[start..<end]), at: Int.random(in: bytes.indices, using: &chance))
      case 2: bytes[start] = UInt8.random(in: 0...255, using: &chance)
      case 3: bytes.insert(Array("\n\r\t >-`~[]()!*_|<&\\".utf8).randomElement(using: &chance) ?? 0, at: start)
      default: bytes.swapAt(start, end - 1 > start ? end - 1 : start)
      }
    }
    return bytes
  }

  private static let repeated: [(name: String, text: @Sendable (Int) -> String)] = [
    ("brackets", { String(repeating: "[", count: $0) }),
    ("images", { String(repeating: "![", count: $0) }),
    ("quotes", { String(repeating: "> ", count: $0) + "a" }),
    ("items", { String(repeating: "- ", count: $0) + "a" }),
    ("emphasis", { String(repeating: "*a_ ", count: $0) }),
    ("strong", { String(repeating: "**a *a ", count: $0) }),
    ("backticks", { String(repeating: "`", count: $0 * 2) }),
    ("runs of backticks", { (0..<$0 / 200).map { "e" + String(repeating: "`", count: $0) }.joined() }),
    ("open links", { String(repeating: "[a](", count: $0) }),
    ("nested images", { String(repeating: "![", count: $0 / 4) + String(repeating: "](x)", count: $0 / 4) }),
    ("references to a footnote", { String(repeating: "[^a]", count: $0 / 4) + "\n\n[^a]: x\n" }),
    (
      "footnotes",
      { count in
        (0..<count / 20).map { "[^\($0)] " }.joined() + "\n\n"
          + (0..<count / 20).map { "[^\($0)]: ```\n    x\n\n" }.joined()
      }
    ),
    ("deep lists", { (0..<$0 / 100).map { String(repeating: "  ", count: $0) + "- ```\n" }.joined() }),
    ("fences", { String(repeating: "> ```\n> x\n\n", count: $0 / 5) }),
    ("rows", { "|a|b|\n|-|-|\n" + String(repeating: "|x\n", count: $0 / 5) }),
    ("tildes", { String(repeating: "~a ~~ ", count: $0) }),
    ("NUL", { String(repeating: "\0", count: $0) }),
  ]

  @Test("time grows with size, not with its square", arguments: repeated.indices)
  func patterns(index: Int) {
    let (name, make) = Self.repeated[index]
    let times = [12_500, 50_000].map { count in
      let bytes = Array(make(count).utf8)
      return ContinuousClock().measure {
        let document = MarkdownDocument(SourceFile(path: "fuzz.md", bytes: bytes))
        var renderer = HTMLRenderer(hooks: PlainHooks())
        #expect(!renderer.render(document).isEmpty)
        _ = document.range(of: document.nodes.count - 1)
      }
    }
    // Four times the text takes sixteen times as long if time is quadratic, and then far more than this limit.
    #expect(times[1] < max(times[0] * 10, .seconds(2)), "\(name): \(times)")
  }
}
