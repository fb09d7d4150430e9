import Book
import Foundation
import Testing
import Text

/// Random texts, most of them nearly YAML.
private struct YAMLGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  private static let pieces: [String] = [
    "title", "authors", "examples", "timeout", "é", "日本", "👩‍👩‍👧", ": ", ":", "- ", "-", "\n", "\n  ", "\n    ", "\r\n",
    "\r",
    "[", "]", "{", "}", ",", ", ", "\"", "'", "''", "\\", "\\x4", "\\u12", "|", ">", "|2", "|-", "#", " # ", "&a ",
    "*a", "!",
    "!!str ", "!<", "%", "%TAG ! a\n", "---", "\n---\n", "\n...\n", "? ", "@", "`", "\t", "~", "null", "true", "12",
    "0x", "1e9",
    "\u{FEFF}", "\u{85}", "\u{2028}", "\u{A0}", "<<: ", "=",
  ]

  /// A text of up to `size` pieces; now and then with bytes that are no text.
  mutating func text(_ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<below(size) + 1 {
      if below(200) == 0 {
        bytes.append(UInt8(below(256)))
      } else {
        bytes += Array(Self.pieces[below(Self.pieces.count)].utf8)
      }
    }
    return bytes
  }
}

/// Whatever stands in a file, reading it ends soon, with a value or with a message at a place in the file.
///
/// `LOOPBOOK_FUZZ` is the number of texts; without it, a number that takes a moment.
@Suite("YAML of any kind")
struct YAMLFuzzTests {
  private let count = ProcessInfo.processInfo.environment["LOOPBOOK_FUZZ"].flatMap(Int.init) ?? 3000

  @Test("random texts are read or refused, each message at a line that exists")
  func random() {
    var generator = YAMLGenerator(seed: 1)
    for number in 0..<count {
      let file = SourceFile(path: "a.yml", bytes: generator.text(number % 10 == 0 ? 400 : 30))
      let document = YAMLDocument(file)
      let (configuration, diagnostics) = Configuration.read(file, folder: ".")
      let content = file.bytes.filter { $0 > 0x20 }
      if document.value == nil, document.diagnostics.isEmpty {
        // Only blanks, comments and marks of a document may come to nothing.
        let isNothing =
          content.isEmpty || file.bytes.contains(UInt8(ascii: "#")) || content.starts(with: "...".utf8)
          || content.starts(with: [0xEF, 0xBB, 0xBF]) || content.allSatisfy { $0 >= 0x80 }
        #expect(isNothing, "\(String(decoding: file.bytes, as: UTF8.self).debugDescription)")
      }
      #expect(configuration != nil || !diagnostics.isEmpty)
      for diagnostic in diagnostics {
        guard let position = diagnostic.place?.position else { continue }
        #expect((1...file.lineStarts.count).contains(position.line))
        #expect(!text([diagnostic]).contains("this is not valid YAML"), "\(text([diagnostic]))")
      }
      if let value = document.value { check(value, in: 0..<file.bytes.count) }
    }
  }

  /// Ranges lie in the file and in each other.
  private func check(_ value: YAMLValue, in range: Range<Int>) {
    #expect(range.lowerBound <= value.range.lowerBound && value.range.upperBound <= range.upperBound)
    switch value.content {
    case .scalar: break
    case .list(let values): for inner in values { check(inner, in: value.range) }
    case .mapping(let entries):
      for entry in entries {
        #expect(value.range.lowerBound <= entry.keyRange.lowerBound)
        #expect(entry.keyRange.upperBound <= entry.value.range.upperBound)
        check(entry.value, in: value.range)
      }
    }
  }

  @Test(
    "a text made to take long takes no longer than its size allows",
    arguments: [
      "[", "{", "a: [", "- ", "? ", "a: ", "&a [", "*a ", "%TAG !a! b\n", "\"\\x41", "'", "|\n ", "\n", "#", "- - - ",
      "a: 1\n", "a1b: x\n", "[a,", "{a: b, ", "\u{FEFF}\n", "...\n", "---\n", "é", "{a: ", "\\", "a ", "a\n", "!a ",
      ": ",
    ])
  func hostile(piece: String) {
    // Every reader that is quadratic in one of these would need minutes for the whole.
    let pieces = (YAMLDocument.maximumSize - 10) / piece.utf8.count
    for start in ["", "a: 1\n...\n", "x: ["] {
      let file = SourceFile(path: "a.yml", text: start + String(repeating: piece, count: pieces - start.utf8.count))
      let time = ContinuousClock().measure { _ = Configuration.read(file, folder: ".") }
      #expect(time < .seconds(10))
    }
  }

  @Test("thousands of different keys are told a hundred times, not more")
  func manyKeys() {
    let file = SourceFile(path: "a.yml", text: (0..<20_000).map { "key\($0): 1\n" }.joined())
    let (_, diagnostics) = Configuration.read(file, folder: ".")
    #expect(diagnostics.count == 100)
  }
}
