internal import Text

/// Doc comments with examples that the compiler tells nothing of: those of extensions of the module's own types.
///
/// They are on no page, so their examples would look verified in the source without ever being run.
struct UnshownComments {
  /// The fences of the examples in them.
  private(set) var places: [SourcePlace] = []

  /// Looks through a file; `shown` are its lines, counted from 0, that stand on pages.
  init(in file: SourceFile, shown: Set<Int>) {
    var fences: [(line: Int, range: Range<Int>)] = []
    var isInBlock = false
    for number in 0..<file.lineCount {
      let range = file.lineRange(number + 1)
      var text = file.bytes[range].drop(while: Self.isBlank)
      let isDocumentation = isInBlock || text.starts(with: "///".utf8) || text.starts(with: "/**".utf8)
      if isDocumentation {
        if !isInBlock, text.starts(with: "/**".utf8) { isInBlock = true }
        let ends = isInBlock && text.contains("*/".utf8)
        text = text.drop { Self.isBlank($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") }
        for mark in ["```swift", "~~~swift"] where text.starts(with: mark.utf8) && Self.isSwift(text.dropFirst(3)) {
          fences.append((number, text.startIndex..<range.upperBound))
        }
        if ends { isInBlock = false }
        continue
      }
      text = Self.withoutAttributes(text)
      // What stands before the declaration on lines of its own belongs to it.
      if text.isEmpty { continue }
      let words = String(decoding: text, as: UTF8.self).split { !($0.isLetter || $0.isNumber || $0 == "_") }
      if words.first(where: { !Self.modifiers.contains($0) }) == "extension" {
        places += fences.filter { !shown.contains($0.line) }.map { file.place($0.range) }
      }
      fences = []
    }
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "nonisolated",
  ]

  /// A line without the attributes that it begins with.
  private static func withoutAttributes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = line
    while rest.first == UInt8(ascii: "@") {
      rest = rest.drop { !isBlank($0) && $0 != UInt8(ascii: "(") }
      if rest.first == UInt8(ascii: "(") { rest = rest.drop { $0 != UInt8(ascii: ")") }.dropFirst() }
      rest = rest.drop(while: isBlank)
    }
    return rest
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Whether the language of a fence is Swift, and the example not only shown.
  private static func isSwift(_ info: ArraySlice<UInt8>) -> Bool {
    let words = String(decoding: info, as: UTF8.self).split { $0 == " " || $0 == "," || $0 == "\r" }
    return words.first == "swift" && !words.contains("quote")
  }
}
