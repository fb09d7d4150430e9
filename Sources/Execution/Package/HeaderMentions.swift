internal import Files

/// What a header includes, embeds, or asks the compiler for.
///
/// It knows nothing of comments, strings or conditions, so that nothing can hide from it: what looks like a directive
/// or a question counts as one wherever it stands.
struct HeaderMentions {
  enum Kind {
    case included, embedded
    /// By `__has_include` or `__has_embed`.
    case asked
  }

  struct Mention {
    var kind: Kind
    /// What it is called; `nil` where a macro gives the name.
    var path: String?
    /// What stands there.
    var words: String
  }

  /// First what is included and embedded.
  private(set) var all: [Mention] = []

  init(in header: [UInt8]) {
    let bytes = Self.joined(header)
    for start in bytes.indices {
      guard let directive = Self.afterHash(bytes[start...]) else { continue }
      let words = Self.withoutBlanks(directive)
      guard let name = Self.directives.first(where: { words.starts(with: $0.utf8) }) else { continue }
      let rest = Self.withoutBlanks(words.drop { Self.letters.contains($0) || $0 == UInt8(ascii: "_") })
      all.append(Self.mention(rest, as: name == "embed" ? .embedded : .included))
    }
    guard bytes.containsBytes(of: "__has_") else { return }
    for start in bytes.indices where bytes[start] == UInt8(ascii: "_") {
      if start > 0, Self.isPartOfName(bytes[start - 1]) { continue }
      guard let name = Self.questions.first(where: { bytes[start...].starts(with: $0.utf8) }) else { continue }
      let rest = Self.withoutBlanks(bytes[(start + name.utf8.count)...])
      // One may only ask whether the compiler knows the question, or give it an answer where it does not.
      let isDefined = Self.wordBefore(start, in: bytes).elementsEqual("define".utf8)
      guard rest.first == UInt8(ascii: "("), !isDefined else { continue }
      all.append(Self.mention(Self.withoutBlanks(rest.dropFirst()), as: .asked))
    }
  }

  private static let directives = ["include", "import", "embed"]
  private static let questions = ["__has_include_next", "__has_include", "__has_embed"]
  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

  private static func mention(_ rest: ArraySlice<UInt8>, as kind: Kind) -> Mention {
    let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let closer: UInt8? =
      switch line.first {
      case UInt8(ascii: "\""): UInt8(ascii: "\"")
      case UInt8(ascii: "<"): UInt8(ascii: ">")
      default: nil
      }
    let end = closer.flatMap { line.dropFirst().firstIndex(of: $0) }
    return Mention(kind: kind, path: end.map { text(line[..<$0].dropFirst()) }, words: text(line.prefix(60)))
  }

  private static func wordBefore(_ start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    var end = start
    while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
    var first = end
    while first > 0, isPartOfName(bytes[first - 1]) { first -= 1 }
    return bytes[first..<end]
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    letters.contains(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// What follows the character that begins a directive, in one of its three spellings.
  private static func afterHash(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    switch bytes.first {
    case UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "?"):
      ["#", "%:", "??="].first { bytes.starts(with: $0.utf8) }.map { bytes.dropFirst($0.utf8.count) }
    default: nil
    }
  }

  /// The text with lines that end in a backslash joined with what follows, as the compiler reads it.
  private static func joined(_ header: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(header.count)
    var rest = header[...]
    while let byte = rest.first {
      if let spliced = afterSplice(rest) {
        rest = spliced
      } else {
        bytes.append(byte)
        rest.removeFirst()
      }
    }
    return bytes
  }

  /// What follows a backslash, or what stands for one, blanks and the end of the line.
  private static func afterSplice(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.first == UInt8(ascii: "\\") || bytes.first == UInt8(ascii: "?"),
      let backslash = ["\\", "??/"].first(where: { bytes.starts(with: $0.utf8) })
    else { return nil }
    let rest = bytes.dropFirst(backslash.utf8.count).drop(while: isBlank)
    guard let end = ["\r\n", "\n", "\r"].first(where: { rest.starts(with: $0.utf8) }) else { return nil }
    return rest.dropFirst(end.utf8.count)
  }

  /// The text from its first word on: without blanks and comments before it.
  private static func withoutBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text.drop(while: isBlank)
    while text.starts(with: "/*".utf8) {
      var inside = text.dropFirst(2)
      while !inside.isEmpty, !inside.starts(with: "*/".utf8) { inside.removeFirst() }
      text = inside.dropFirst(2).drop(while: isBlank)
    }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0, 9, 11, 12, 32].contains(byte) }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
