internal import Book
internal import Files

/// Style sheets and scripts of the theme as they stand in a page that needs no other file.
enum InlineAsset {
  /// A style sheet's text: what it refers to is in it, and nothing in it ends the element that it stands in.
  static func style(_ path: String, _ bytes: [UInt8], assets: [String: [UInt8]]) -> [UInt8] {
    var text: [UInt8] = []
    var rest = bytes[...]
    while let found = rest.firstRange(of: "url(".utf8) {
      text += rest[..<found.upperBound]
      rest = rest[found.upperBound...]
      guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { break }
      let quotes: Set = [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: " ")]
      let address = String(decoding: rest[..<end].filter { !quotes.contains($0) }, as: UTF8.self)
      let name = address.prefix { $0 != "?" && $0 != "#" }
      let target = BookPath.join(BookPath.folder(of: path), PercentEncoding.decoded(String(name)) ?? String(name))
      if let content = assets[target] {
        text += DataAddress.text(content, named: target).utf8
        rest = rest[end...]
      }
    }
    text += rest
    return escaped(text, "</style")
  }

  /// A script's text, in which nothing ends the element that it stands in.
  static func script(_ bytes: [UInt8]) -> [UInt8] { escaped(escaped(bytes, "</script"), "<!--") }

  /// The text with a backslash behind the first character of each `mark`, where strings and comments do not change by
  /// it.
  private static func escaped(_ text: [UInt8], _ mark: String) -> [UInt8] {
    let mark = Array(mark.utf8)
    var result: [UInt8] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: mark[0]) {
      result += rest[...start]
      rest = rest[(start + 1)...]
      let isMark = zip(rest, mark.dropFirst()).allSatisfy { ($0 | 0x20) == ($1 | 0x20) }
      if isMark, rest.count >= mark.count - 1 { result.append(UInt8(ascii: "\\")) }
    }
    return result + rest
  }
}
