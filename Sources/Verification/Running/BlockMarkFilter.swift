/// Takes the lines between a session's blocks out of what its program prints, while it comes.
struct BlockMarkFilter {
  /// A part of what was printed.
  enum Part: Equatable {
    case text([UInt8])
    /// The block with this number begins.
    case block(Int)
  }

  /// What may become a mark when more comes.
  private var held: [UInt8] = []

  /// What can be told now that this has come.
  mutating func parts(_ bytes: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var text: [UInt8] = []
    var rest = (held + bytes)[...]
    held = []
    while let first = rest.firstIndex(of: BlockMarks.start[0]) {
      text += rest[..<first]
      rest = rest[first...]
      if let (number, length) = BlockMarks.number(rest), length <= rest.count {
        if !text.isEmpty { parts.append(.text(text)) }
        text = []
        parts.append(.block(number))
        rest = rest.dropFirst(length)
      } else if Self.mayBecomeMark(rest) {
        held = Array(rest)
        rest = []
      } else {
        text.append(rest.removeFirst())
      }
    }
    text += rest
    if !text.isEmpty { parts.append(.text(text)) }
    return parts
  }

  /// What was held back, once nothing more comes.
  mutating func remainder() -> [UInt8] {
    defer { held = [] }
    return held
  }

  private static func mayBecomeMark(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.count <= BlockMarks.start.count { return BlockMarks.start.starts(with: bytes) }
    let digits = bytes.dropFirst(BlockMarks.start.count)
    return bytes.starts(with: BlockMarks.start) && digits.count < 20
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
