extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")

  /// A blank or tab, or the carriage return before a line feed.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  var isDigit: Bool { self &- 0x30 < 10 }

  var isCapital: Bool { self &- 0x41 < 26 }

  /// Whether a word may begin with it: a letter, `_`, or part of what is not ASCII.
  var isWordStart: Bool { (self | 0x20) &- 0x61 < 26 || self == 0x5F || self >= 0x80 }

  /// Whether a word may go on with it.
  var isWordPart: Bool { isWordStart || isDigit }
}
