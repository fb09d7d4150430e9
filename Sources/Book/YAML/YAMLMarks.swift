/// Turns the positions that libyaml counts, in characters, into bytes of the file.
struct YAMLMarks {
  /// Where each character begins, and the end; `nil` where all characters are single bytes.
  private let offsets: [Int]?
  private let range: Range<Int>

  /// Takes the part of a file that libyaml reads; it must be UTF-8.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.range = range
    if bytes[range].allSatisfy({ $0 < 0x80 }) {
      offsets = nil
    } else {
      offsets = range.filter { bytes[$0] & 0xC0 != 0x80 } + [range.upperBound]
    }
  }

  /// The offset of a character, counted from the start of the part.
  func offset(_ index: Int) -> Int {
    guard let offsets else { return min(range.lowerBound + index, range.upperBound) }
    return offsets[min(index, offsets.count - 1)]
  }
}
