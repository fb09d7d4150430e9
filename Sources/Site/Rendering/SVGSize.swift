/// Reads the size of an SVG from its first element: its width and height, or else its view box.
enum SVGSize {
  static func read(_ bytes: [UInt8]) -> ImageSize? {
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    guard let start = tag(in: head[...]) else { return nil }
    let element = head[start...].prefix { $0 != ">" }
    if let width = attribute("width", of: element).flatMap(length),
      let height = attribute("height", of: element).flatMap(length)
    {
      return ImageSize(width: width, height: height)
    }
    let box = attribute("viewBox", of: element)?.split { " ,\t\r\n".contains($0) }.map(String.init) ?? []
    guard box.count == 4, let width = length(box[2]), let height = length(box[3]) else { return nil }
    return ImageSize(width: width, height: height)
  }

  /// Where the element begins; a word that only begins like it does not count.
  private static func tag(in head: Substring) -> Substring.Index? {
    var rest = head
    while let mark = rest.firstIndex(of: "<") {
      rest = rest[mark...]
      if rest.hasPrefix("<svg"), let next = rest.dropFirst(4).first, next.isWhitespace || next == ">" { return mark }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func attribute(_ name: String, of element: Substring) -> String? {
    var rest = element
    while let equals = rest.firstIndex(of: "=") {
      let before = rest[..<equals].reversed().drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
      rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      rest = rest.dropFirst()
      let value = rest.prefix { $0 != quote }
      if String(before.reversed()) == name { return String(value) }
      rest = rest[value.endIndex...].dropFirst()
    }
    return nil
  }

  /// A length in pixels, rounded; `nil` for one that depends on something else.
  private static func length(_ text: String) -> Int? {
    let number = text.hasSuffix("px") ? String(text.dropLast(2)) : text
    guard let value = Double(number), value.isFinite, value >= 0.5, value < 1e6 else { return nil }
    return Int(value.rounded())
  }
}
