import Markdown
import TestSupport
import Testing
import Text

@testable import Reference

/// Comments at random: every word on a page has its place in the Swift file, whatever stands around it.
@Suite("Random comments")
struct RandomCommentTests {
  @Test(
    "each word of a page stands in the Swift file where the page says",
    arguments: 0..<UInt64(Effort.number(ordinary: 4, thorough: 20, exhaustive: 80)))
  func places(seed: UInt64) throws {
    var random = RandomComments(seed: seed)
    let text = random.file(symbols: 40)
    let reference = try DescribedModule(text).reference()
    // Random comments know nothing of what they document.
    let expected = ["unclosed-fence", "unknown-error", "unknown-parameter", "unknown-result"]
    #expect(reference.diagnostics.filter { !expected.contains($0.id) } == [])
    let swift = SourceFile(path: "M/M.swift", text: text)
    var found: Set<String> = []
    for page in reference.pages {
      for piece in page.file.pieces {
        #expect(page.file.bytes[piece.textRange] == piece.file.bytes[piece.range])
      }
      for (word, range) in Self.words(page.file) {
        let place = page.file.place(range)
        guard place.path == "M/M.swift" else { continue }
        let position = try #require(place.position)
        let line = swift.lineText(position.line).unicodeScalars
        let rest = String(String.UnicodeScalarView(line.dropFirst(position.column - 1)))
        #expect(rest.hasPrefix(word), "\(word) at \(position)")
        found.insert(word)
      }
    }
    // What is said otherwise on the page is nothing but names of fields.
    #expect(random.words.subtracting(found) == [])
  }

  @Test(
    "code of examples is what stands in the Swift file, line by line",
    arguments: 100..<UInt64(100 + Effort.number(ordinary: 4, thorough: 20, exhaustive: 80)))
  func code(seed: UInt64) throws {
    var random = RandomComments(seed: seed)
    let text = random.file(symbols: 30)
    let reference = try DescribedModule(text).reference()
    let swift = SourceFile(path: "M/M.swift", text: text)
    var lines: [String] = []
    for page in reference.pages {
      for fence in MarkdownDocument(page.file).fences where fence.infoString.hasPrefix("swift id=") {
        for line in fence.lines {
          lines.append(line.text)
          guard !line.range.isEmpty else { continue }
          let place = page.file.place(line.range)
          #expect(place.path == "M/M.swift")
          let number = try #require(place.position).line
          #expect(swift.lineText(number).contains(line.text))
        }
      }
    }
    #expect(lines.sorted() == random.code.sorted())
  }

  /// The words of the generator in a text, with their places.
  private static func words(_ file: SourceFile) -> [(String, Range<Int>)] {
    var words: [(String, Range<Int>)] = []
    var start: Int?
    for (index, byte) in (file.bytes + [0]).enumerated() {
      let isPart =
        byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isPart {
        start = start ?? index
      } else if let first = start {
        let word = String(decoding: file.bytes[first..<index], as: UTF8.self)
        if word.hasPrefix("qz") { words.append((word, first..<index)) }
        start = nil
      }
    }
    return words
  }
}

/// A Swift file of functions with comments of every form.
struct RandomComments {
  private var state: UInt64
  private var count = 0
  /// The words that stand in the comments, each once.
  private(set) var words: Set<String> = []
  /// The lines of the examples.
  private(set) var code: [String] = []

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  private mutating func pick(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func word() -> String {
    count += 1
    let word = "qz\(count)\(["", "ü", "é", "🎉", "漢"][pick(5)])x"
    words.insert(word)
    return word
  }

  private mutating func sentence() -> String {
    (0...pick(4)).map { _ in
      let word = word()
      switch pick(8) {
      case 0: return "*\(word)*"
      case 1: return "`\(word)`"
      case 2: return "[\(word)](https://example.org/\(self.word()))"
      case 3: return "**\(word)**"
      default: return word
      }
    }.joined(separator: pick(6) == 0 ? "  " : " ")
  }

  private mutating func fence(_ indentation: String) -> [String] {
    count += 1
    let mark = pick(3) == 0 ? "~~~" : "```"
    var lines = ["\(indentation)\(mark)swift id=e\(count)"]
    for _ in 0..<pick(4) {
      let line = pick(5) == 0 ? "" : String(repeating: " ", count: pick(4)) + "let \(word()) = 1"
      code.append(line)
      lines.append(line.isEmpty ? "" : indentation + line)
    }
    return lines + [indentation + mark]
  }

  private mutating func block() -> [String] {
    switch pick(9) {
    case 0: return ["\(String(repeating: "#", count: 1 + pick(4))) \(sentence())"]
    case 1: return fence("")
    case 2: return ["- \(sentence())", "- \(sentence())", "  \(sentence())"]
    case 3:
      let names = ["Note", "Warning", "Returns", "Throws", "Complexity", "SeeAlso", "Experiment", "tip", "Parameter a"]
      return ["- \(names[pick(names.count)]): \(sentence())", "  \(sentence())"]
        + (pick(2) == 0 ? [""] + fence("  ") : [])
    case 4: return ["- Parameters:", "  - a: \(sentence())", "    \(sentence())", "  - b: \(sentence())"]
    case 5: return ["> \(sentence())", "> \(sentence())"]
    case 6: return ["> Important: \(sentence())", "> \(sentence())", ">"] + fence("").map { "> \($0)" }
    case 7: return ["| \(sentence()) | b |", "|---|---|", "| \(word()) | \(word()) |"]
    default: return [sentence(), sentence()]
    }
  }

  /// The file; its lines end alike, or not.
  mutating func file(symbols: Int) -> String {
    let end = ["\n", "\r\n", "\n"][pick(3)]
    var lines = pick(2) == 0 ? ["// A file."] : []
    lines.append("public struct S {")
    for number in 0..<symbols {
      let indentation = [" ", "  ", "    ", "\t"][pick(4)]
      var comment: [String] = []
      for _ in 0...pick(4) { comment += (comment.isEmpty ? [] : [""]) + block() }
      switch pick(4) {
      case 0:
        // The text may begin and end on the lines of the marks; the compiler then leaves the other lines indented, so
        // that fences may be code that is indented.
        let hasFence = comment.contains { $0.contains("swift id=") }
        let beginsAtOnce = pick(3) == 0 && comment[0].hasPrefix("qz") && !hasFence
        lines.append("\(indentation)/**" + (beginsAtOnce ? " \(comment.removeFirst())" : ""))
        lines += comment.map { $0.isEmpty ? "" : "\(indentation) \($0)" }
        if pick(3) == 0, comment.last?.hasPrefix("qz") == true {
          lines[lines.count - 1] += " */"
        } else {
          lines.append("\(indentation) */")
        }
      // The compiler does not take the stars off lines that begin with a tab or end with CR LF.
      case 1 where end == "\n" && indentation != "\t" && !comment.contains { $0.hasPrefix("*") }:
        lines.append("\(indentation)/**")
        lines += comment.map { $0.isEmpty ? "\(indentation) *" : "\(indentation) * \($0)" }
        lines.append("\(indentation) */")
      default: lines += comment.map { $0.isEmpty ? "\(indentation)///" : "\(indentation)/// \($0)" }
      }
      lines.append("\(indentation)public func f\(number)() {}")
    }
    return (lines + ["}", ""]).joined(separator: end)
  }
}
