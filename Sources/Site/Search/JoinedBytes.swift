/// Many small pieces of bytes in one array.
struct JoinedBytes: Sendable {
  /// The pieces, one after the other.
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  init() {}

  /// Takes bytes apart; `nil` where the lengths are not those of pieces of them.
  init?(_ bytes: [UInt8], lengths: [Int]) {
    var end = 0
    ends.reserveCapacity(lengths.count)
    for length in lengths {
      guard length >= 0, length <= bytes.count - end else { return nil }
      end += length
      ends.append(end)
    }
    guard end == bytes.count else { return nil }
    self.bytes = bytes
  }

  /// How many pieces there are.
  var count: Int { ends.count }

  /// Where a piece stands in `bytes`.
  func range(_ number: Int) -> Range<Int> { (number == 0 ? 0 : ends[number - 1])..<ends[number] }

  subscript(number: Int) -> ArraySlice<UInt8> { bytes[range(number)] }

  /// Appends a piece.
  mutating func append(_ piece: ArraySlice<UInt8>) {
    bytes.append(contentsOf: piece)
    ends.append(bytes.count)
  }
}
