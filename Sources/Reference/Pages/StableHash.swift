/// Short names for symbols whose names are shared: the ones that DocC gives them, so that its links lead here, too.
enum StableHash {
  /// FNV-1 of 32 bits, folded to 24, in letters and digits.
  static func text(_ text: String) -> String {
    let hash = text.utf8.reduce(2_166_136_261 as UInt32) { ($0 &* 16_777_619) ^ UInt32($1) }
    return String((hash >> 24) ^ (hash & 0xFF_FFFF), radix: 36)
  }
}
