internal import Files
internal import Text

/// A directive of mdBook in a chapter: `{{#include file.swift:2:10}}`.
struct IncludeDirective {
  enum Kind: Equatable {
    /// `include`, and `rustdoc_include`, whose other lines are hidden there and left out here.
    case text
    /// `playground`: a whole file, as a fence of Rust.
    case program
    /// `title`, which names the page.
    case title
    /// A directive after a backslash, which is meant as text.
    case escaped
    /// A misspelt directive; this is the one that it is nearest to.
    case misspelt(String)
  }

  var kind: Kind
  /// What stands behind the name.
  var argument: String
  /// The bytes from the braces, or the backslash, to the closing braces.
  var range: Range<Int>

  private static let kinds: [String: Kind] = [
    "include": .text, "rustdoc_include": .text, "playground": .program, "playpen": .program, "title": .title,
  ]

  /// Whether a directive of this name is read, or told to be misspelt, if something stands behind the name.
  static func isTold(_ name: String) -> Bool {
    kinds[name] != nil || NearestName.suggestion(for: name, among: kinds.keys) != nil
  }

  /// Finds the next directive in a range of a file.
  init?(in file: SourceFile, _ range: Range<Int>) {
    let bytes = file.bytes
    var index = range.lowerBound
    // Bytes that seldom stand together are looked for, since most chapters have none.
    while index + 2 < range.upperBound {
      guard let start = bytes[index..<range.upperBound].place(of: UInt8(ascii: "{")), start + 2 < range.upperBound
      else {
        return nil
      }
      index = start + 1
      guard bytes[start + 1] == UInt8(ascii: "{"),
        let mark = bytes[start + 2..<range.upperBound].firstIndex(where: { !Self.isBlank($0) }),
        bytes[mark] == UInt8(ascii: "#"), let end = Self.end(bytes, mark + 1..<range.upperBound)
      else { continue }
      if start > range.lowerBound, bytes[start - 1] == UInt8(ascii: "\\") {
        (kind, argument, self.range) = (.escaped, "", start - 1..<end)
        return
      }
      let inner = bytes[mark + 1..<end - 2]
      let name = inner.prefix { $0 > UInt8(ascii: " ") }
      let word = String(decoding: name, as: UTF8.self)
      guard name.endIndex < inner.endIndex,
        let kind = Self.kinds[word] ?? NearestName.suggestion(for: word, among: Self.kinds.keys).map(Kind.misspelt)
      else { continue }
      self.kind = kind
      argument = Self.trimmed(inner[name.endIndex...])
      self.range = start..<end
      return
    }
    return nil
  }

  /// The end of the closing braces, which stand on the same line.
  private static func end(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index + 1 < range.upperBound, bytes[index] != UInt8(ascii: "\n"), index - range.lowerBound < 4096 {
      if bytes[index] == UInt8(ascii: "}"), bytes[index + 1] == UInt8(ascii: "}") { return index + 2 }
      index += 1
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let start = bytes.drop { $0 <= UInt8(ascii: " ") }
    return String(
      decoding: start[..<(start.lastIndex { $0 > UInt8(ascii: " ") }.map { $0 + 1 } ?? start.startIndex)], as: UTF8.self
    )
  }

  /// The file of an argument, which for a program may be followed by words, and the part of it that is meant.
  var target: (path: String, part: IncludePart) {
    let word = kind == .program ? String(argument.prefix { $0 != " " }) : argument
    let words = word.split(separator: ":", omittingEmptySubsequences: false)
    return (String(words[0]), IncludePart(words.dropFirst().map(String.init)))
  }
}
