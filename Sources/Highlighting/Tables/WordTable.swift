/// A fixed set of words, each with a value, that is asked about bytes.
struct WordTable<Value: Sendable>: Sendable {
  private var bytes: [UInt8] = []
  /// A word's range in `bytes` and its value, or nothing; the count is a power of two.
  private var slots: [(range: Range<Int>, value: Value)?]
  private var longest = 0
  /// What is or-ed to each byte before it is hashed, so that small and capital letters meet.
  private let fold: UInt8

  /// The table of lists of words, which blanks separate; where case does not count, they have small letters.
  init(_ lists: [(words: String, value: Value)], ignoresCase: Bool = false) {
    fold = ignoresCase ? 0x20 : 0
    let words = lists.flatMap { list in list.words.split(separator: " ").map { (Array($0.utf8), list.value) } }
    var count = 16
    while count < words.count * 4 { count *= 2 }
    slots = Array(repeating: nil, count: count)
    for (word, value) in words {
      var slot = hash(word, 0..<word.count) & (count - 1)
      while slots[slot] != nil { slot = (slot + 1) & (count - 1) }
      slots[slot] = (bytes.count..<bytes.count + word.count, value)
      bytes += word
      longest = max(longest, word.count)
    }
  }

  /// The value of the word that stands in a range of a text.
  func value(_ text: [UInt8], _ range: Range<Int>) -> Value? {
    guard range.count <= longest, !range.isEmpty else { return nil }
    var slot = hash(text, range) & (slots.count - 1)
    // A quarter of the slots is taken at most, so an empty one ends the search.
    while let (word, value) = slots[slot] {
      if word.count == range.count, zip(word, range).allSatisfy({ same(bytes[$0], text[$1]) }) { return value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Whether two bytes are alike; only letters have another case.
  private func same(_ byte: UInt8, _ other: UInt8) -> Bool {
    byte == other || fold != 0 && other.isCapital && byte == other | fold
  }

  private func hash(_ text: [UInt8], _ range: Range<Int>) -> Int {
    var hash = UInt32(truncatingIfNeeded: range.count)
    for index in range { hash = (hash ^ UInt32(text[index] | fold)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}
