/// Numbers as printable ASCII that may stand in a JavaScript string: small ones take one character.
///
/// There are 91 digits, from `#` to `~`, with `!` in place of the backslash. The first 45 end a number, the other 46
/// say that it goes on; the least significant digit comes first. `templates/assets/search.js` reads them.
struct PackedNumbers {
  /// The largest number that takes one character.
  static let largestInOne = 44

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
    bytes.append(UInt8(ascii: " "))
  }

  /// Takes what was written, and begins anew.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func append(digit: Int) {
    bytes.append(digit == 57 ? UInt8(ascii: "!") : UInt8(digit + 35))
  }
}
