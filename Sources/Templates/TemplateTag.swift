/// What stands between two delimiters.
struct TemplateTag {
  /// What a tag does, by its first character.
  enum Kind: Equatable {
    case variable(isRaw: Bool)
    case section(isInverted: Bool)
    case close
    case comment
    case partial
    case parent
    case block
    case delimiters

    /// Whether a line with nothing but the tag leaves no trace.
    var canStandAlone: Bool {
      if case .variable = self { false } else { true }
    }
  }

  let kind: Kind
  /// The tag with its delimiters.
  let range: Range<Int>
  /// The name or the comment, without blanks around it.
  let content: Range<Int>
}

/// Finds tags in a file.
struct TemplateTagReader {
  /// Why there is no next tag.
  enum Failure: Error {
    case unclosed(Range<Int>)
  }

  let bytes: [UInt8]
  var open = Array("{{".utf8)
  var close = Array("}}".utf8)

  /// The first tag at or after `start`; `nil` where there is none.
  func next(from start: Int) throws(Failure) -> TemplateTag? {
    guard let begin = find(open, from: start) else { return nil }
    var inner = begin + open.count
    var ending = close
    var kind = TemplateTag.Kind.variable(isRaw: false)
    if inner < bytes.count {
      switch bytes[inner] {
      case UInt8(ascii: "{"):
        kind = .variable(isRaw: true)
        ending = [UInt8(ascii: "}")] + close
      case UInt8(ascii: "="):
        kind = .delimiters
        ending = [UInt8(ascii: "=")] + close
      case UInt8(ascii: "&"): kind = .variable(isRaw: true)
      case UInt8(ascii: "#"): kind = .section(isInverted: false)
      case UInt8(ascii: "^"): kind = .section(isInverted: true)
      case UInt8(ascii: "/"): kind = .close
      case UInt8(ascii: "!"): kind = .comment
      case UInt8(ascii: ">"): kind = .partial
      case UInt8(ascii: "<"): kind = .parent
      case UInt8(ascii: "$"): kind = .block
      default: break
      }
      if kind != .variable(isRaw: false) { inner += 1 }
    }
    guard let end = find(ending, from: inner) else { throw .unclosed(begin..<begin + open.count) }
    var content = inner..<end
    while let first = content.first, isBlank(bytes[first]) { content = content.dropFirst() }
    while let last = content.last, isBlank(bytes[last]) { content = content.dropLast() }
    return TemplateTag(kind: kind, range: begin..<end + ending.count, content: content)
  }

  private func find(_ word: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = word.first, bytes.count - start >= word.count else { return nil }
      for index in start...(bytes.count - word.count) where bytes[index] == first {
        if word.indices.allSatisfy({ bytes[index + $0] == word[$0] }) { return index }
      }
      return nil
    }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}
