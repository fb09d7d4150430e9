import Highlighting

extension Highlighter {
  /// The text as HTML.
  static func page(_ text: String, _ language: String) -> String {
    String(decoding: html(text, language: language), as: UTF8.self)
  }

  /// The text with each token as `kind(text)`, which reads more easily than HTML.
  static func marked(_ text: String, _ language: Language) -> String {
    let bytes = Array(text.utf8)
    var marked = ""
    var index = 0
    for token in tokens(bytes, language: language) {
      marked += String(decoding: bytes[index..<token.range.lowerBound], as: UTF8.self)
      marked += "⟦\(token.kind.className) \(String(decoding: bytes[token.range], as: UTF8.self))⟧"
      index = token.range.upperBound
    }
    return marked + String(decoding: bytes[index...], as: UTF8.self)
  }
}

/// Numbers that look random, the same in each run.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 29) &* 0x9E37_79B9_7F4A_7C15 ^ state >> 32
  }
}
