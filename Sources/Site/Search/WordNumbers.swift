import Glibc

/// Words, each with a number in the order in which they were first seen.
///
/// The words of a book are asked for a few times each and the words of a page some hundred thousand times: all of them
/// share one piece of memory.
struct WordNumbers: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []
  private var hashes: [UInt32] = []
  // The numbers of the words, plus one; zero is free. There are at least twice as many slots as words.
  private var slots: [Int32]

  /// Makes room for about as many words.
  init(capacity: Int = 0) {
    var count = 64
    while count < capacity * 2 { count *= 2 }
    slots = Array(repeating: 0, count: count)
  }

  /// Takes words one after the other, without what finds them; `nil` where the lengths are not those of the bytes.
  init?(packed bytes: [UInt8], lengths: [Int]) {
    slots = []
    var end = 0
    ends.reserveCapacity(lengths.count)
    for length in lengths {
      guard length >= 0, length <= bytes.count - end else { return nil }
      end += length
      ends.append(Int32(end))
    }
    guard end == bytes.count else { return nil }
    hashes = bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      return ends.map { end in
        defer { start = Int(end) }
        return Self.hash(UnsafeBufferPointer(rebasing: bytes[start..<Int(end)]))
      }
    }
    self.bytes = bytes
  }

  /// The words one after the other, in the order of their numbers.
  var joined: [UInt8] { bytes }

  /// How many words there are.
  var count: Int { ends.count }

  /// The hash of a word, the same on every machine.
  @inline(__always)
  static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in word { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash ^ (hash >> 15)
  }

  /// The number of a word, which is added if it is new.
  mutating func number(of word: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, isEqual(number, word) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(ends.count + 1)
    bytes.append(contentsOf: word)
    ends.append(Int32(bytes.count))
    hashes.append(hash)
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  /// The words without what finds them.
  var packed: WordNumbers {
    var words = self
    words.slots = []
    return words
  }

  /// Calls `body` with each word and its hash, in the order of their numbers.
  func each(_ body: (UnsafeBufferPointer<UInt8>, UInt32) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for (number, end) in ends.enumerated() {
        body(UnsafeBufferPointer(rebasing: bytes[start..<Int(end)]), hashes[number])
        start = Int(end)
      }
    }
  }

  /// Where a word stands in `bytes`.
  func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }

  /// The bytes of a word.
  subscript(number: Int) -> ArraySlice<UInt8> { bytes[range(number)] }

  /// The numbers of all words, in the order of their bytes.
  func sorted() -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      (0..<count).sorted { first, second in
        let first = range(first)
        let second = range(second)
        let shared = min(first.count, second.count)
        guard shared > 0, let base = bytes.baseAddress else { return first.count < second.count }
        let order = memcmp(base + first.lowerBound, base + second.lowerBound, shared)
        return order == 0 ? first.count < second.count : order < 0
      }
    }
  }

  private func isEqual(_ number: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = range(number)
    guard range.count == word.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<word.count where bytes[range.lowerBound + index] != word[index] { return false }
      return true
    }
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number + 1)
    }
  }
}
