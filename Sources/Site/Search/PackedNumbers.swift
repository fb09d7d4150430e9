/// Numbers as printable ASCII that may stand in a JavaScript string: small ones take one character.
///
/// There are 91 digits, from `#` to `~`, with `!` in place of the backslash. The first 45 end a number, the other 46
/// say that it goes on; the least significant digit comes first. `templates/assets/search.js` reads them.
struct PackedNumbers {
  /// The largest number that takes one character.
  static let largestInOne = 44

  fileprivate static let separator = UInt8(ascii: " ")

  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  /// Appends a number, which must not be negative.
  mutating func append(_ number: Int) {
    var rest = number
    while rest > Self.largestInOne {
      append(digit: 45 + rest % 46)
      rest /= 46
    }
    append(digit: rest)
  }

  /// Appends what is not a digit and parts lists of numbers.
  mutating func appendSeparator() {
    bytes.append(Self.separator)
  }

  /// Gives away what was written, as one piece, and begins anew.
  mutating func give(to pieces: inout JoinedBytes) {
    pieces.append(bytes[...])
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func append(digit: Int) {
    bytes.append(digit == 57 ? UInt8(ascii: "!") : UInt8(digit + 35))
  }
}

/// Reads such numbers again.
struct PackedNumberReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Whether the list ends here.
  var isAtSeparator: Bool { position < bytes.endIndex && bytes[position] == PackedNumbers.separator }

  /// The next number; `nil` where there is none.
  mutating func next() -> Int? {
    var number = 0
    var factor = 1
    while position < bytes.endIndex, factor < 1 << 40 {
      let byte = bytes[position]
      let digit = byte == UInt8(ascii: "!") ? 57 : Int(byte) - 35
      guard (0...90).contains(digit) else { return nil }
      position += 1
      if digit <= PackedNumbers.largestInOne { return number + digit * factor }
      number += (digit - 45) * factor
      factor *= 46
    }
    return nil
  }
}
