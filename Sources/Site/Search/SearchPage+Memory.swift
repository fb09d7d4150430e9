internal import Files

/// What is remembered of a page of the search index: all but the texts of its sections.
extension SearchPage {
  /// Writes what is remembered.
  func write(to output: inout ByteWriter) {
    output.write(entry)
    output.write(words.joined)
    // Numbers of a page are small: most take one byte.
    var numbers = SmallNumbers()
    numbers.append(words.count)
    for word in 0..<words.count { numbers.append(words.range(word).count) }
    numbers.append(lengths.count)
    for number in lengths + headingLengths { numbers.append(Int(number)) }
    var start = 0
    for end in ends.map(Int.init) {
      numbers.append(end - start)
      for occurrence in occurrences[start..<end] {
        numbers.append(occurrence.word)
        numbers.append(Int(occurrence.weight))
      }
      start = end
    }
    output.write(numbers.bytes)
  }

  /// Reads what was remembered.
  init(from input: inout ByteReader) throws(ByteReader.Damage) {
    entry = try input.content()
    let joined = try input.content()
    let packed = try input.content()
    let read = try packed.withUnsafeBufferPointer { bytes throws(ByteReader.Damage) in
      try Self.read(SmallNumberReader(bytes: bytes), of: joined)
    }
    (words, lengths, headingLengths, occurrences, ends) = read
    sections = []
  }

  private static func read(
    _ reader: SmallNumberReader, of joined: [UInt8]
  ) throws(ByteReader.Damage) -> (
    words: WordNumbers, lengths: [Int32], headingLengths: [Int32], occurrences: [Occurrence], ends: [Int32]
  ) {
    var numbers = reader
    let wordCount = try numbers.next(atMost: min(joined.count, Occurrence.wordLimit - 1))
    var wordLengths: [Int] = []
    wordLengths.reserveCapacity(wordCount)
    for _ in 0..<wordCount { wordLengths.append(try numbers.next(atMost: joined.count)) }
    guard let words = WordNumbers(packed: joined, lengths: wordLengths) else { throw ByteReader.Damage() }
    let sectionCount = try numbers.next(atMost: numbers.bytes.count)
    var counts: [Int32] = []
    for _ in 0..<2 * sectionCount { counts.append(Int32(try numbers.next(atMost: Int(Int32.max)))) }
    var occurrences: [Occurrence] = []
    // Each takes two bytes at least.
    occurrences.reserveCapacity(numbers.bytes.count / 2)
    var ends: [Int32] = []
    for _ in 0..<sectionCount {
      for _ in 0..<(try numbers.next(atMost: numbers.bytes.count)) {
        let word = try numbers.next(atMost: wordCount - 1)
        let weight = try numbers.next(atMost: Int(UInt8.max))
        occurrences.append(Occurrence(word: word, weight: UInt8(weight)))
      }
      ends.append(Int32(occurrences.count))
    }
    guard numbers.isAtEnd else { throw ByteReader.Damage() }
    return (words, Array(counts[..<sectionCount]), Array(counts[sectionCount...]), occurrences, ends)
  }
}

/// Numbers that are not negative, seven bits to a byte; the last byte of each is below 128.
private struct SmallNumbers {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int) {
    var rest = UInt(number)
    while rest > 127 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads such numbers.
private struct SmallNumberReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func next(atMost limit: Int) throws(ByteReader.Damage) -> Int {
    var number = 0
    var shift = 0
    while position < bytes.count, shift < 56 {
      let byte = bytes[position]
      position += 1
      number |= Int(byte & 127) << shift
      if byte < 128 {
        guard number <= limit else { throw ByteReader.Damage() }
        return number
      }
      shift += 7
    }
    throw ByteReader.Damage()
  }
}
