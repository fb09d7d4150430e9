internal import Files

/// What is remembered of a page of the search index: all but the texts of its sections.
extension SearchPage {
  /// Writes what is remembered.
  func write(to output: inout ByteWriter) {
    output.write(entry)
    var sizes = SmallNumbers()
    sizes.append(lengths.count)
    for number in lengths + headingLengths { sizes.append(Int(number)) }
    output.write(sizes.bytes)
    // Without its words it is never remembered.
    content?.write(to: &output)
  }

  /// Reads what was remembered, the words where they are asked for.
  init(from input: inout ByteReader, withWords: Bool) throws(ByteReader.Damage) {
    entry = try input.content()
    var sizes = SmallNumberReader(try input.content())
    let sectionCount = try sizes.next(atMost: sizes.bytes.count)
    var counts: [Int32] = []
    for _ in 0..<2 * sectionCount { counts.append(Int32(try sizes.next(atMost: Int(Int32.max)))) }
    guard sizes.isAtEnd else { throw ByteReader.Damage() }
    lengths = Array(counts[..<sectionCount])
    headingLengths = Array(counts[sectionCount...])
    content = withWords ? try Content(from: &input, sectionCount: sectionCount) : nil
    sections = []
  }
}

extension SearchPage.Content {
  fileprivate func write(to output: inout ByteWriter) {
    output.write(words.joined)
    // Numbers of a page are small: most take one byte.
    var numbers = SmallNumbers()
    numbers.append(words.count)
    for word in 0..<words.count { numbers.append(words.range(word).count) }
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

  fileprivate init(from input: inout ByteReader, sectionCount: Int) throws(ByteReader.Damage) {
    let joined = try input.content()
    var numbers = SmallNumberReader(try input.content())
    let wordCount = try numbers.next(atMost: min(joined.count, SearchPage.Occurrence.wordLimit - 1))
    var wordLengths: [Int] = []
    wordLengths.reserveCapacity(wordCount)
    for _ in 0..<wordCount { wordLengths.append(try numbers.next(atMost: joined.count)) }
    guard let words = WordNumbers(packed: joined, lengths: wordLengths) else { throw ByteReader.Damage() }
    var occurrences: [SearchPage.Occurrence] = []
    // Each takes two bytes at least.
    occurrences.reserveCapacity(numbers.bytes.count / 2)
    var ends: [Int32] = []
    for _ in 0..<sectionCount {
      for _ in 0..<(try numbers.next(atMost: numbers.bytes.count)) {
        let word = try numbers.next(atMost: wordCount - 1)
        let weight = try numbers.next(atMost: Int(UInt8.max))
        occurrences.append(SearchPage.Occurrence(word: word, weight: UInt8(weight)))
      }
      ends.append(Int32(occurrences.count))
    }
    guard numbers.isAtEnd else { throw ByteReader.Damage() }
    self.init(words: words, occurrences: occurrences, ends: ends)
  }
}

/// What is remembered of the words of a whole book.
extension SearchPostings {
  /// Writes what is remembered.
  func write(to output: inout ByteWriter) {
    var numbers = SmallNumbers()
    numbers.append(words.count)
    for word in 0..<words.count {
      numbers.append(words.range(word).count)
      numbers.append(counts[word])
      numbers.append(lists.range(word).count)
    }
    output.write(numbers.bytes)
    output.write(words.bytes)
    output.write(lists.bytes)
  }

  /// Reads what was remembered.
  init(from input: inout ByteReader) throws(ByteReader.Damage) {
    var numbers = SmallNumberReader(try input.content())
    let count = try numbers.next(atMost: numbers.bytes.count)
    var (wordLengths, counts, listLengths): ([Int], [Int], [Int]) = ([], [], [])
    for _ in 0..<count {
      wordLengths.append(try numbers.next(atMost: Int(UInt16.max)))
      counts.append(try numbers.next(atMost: Int(Int32.max)))
      listLengths.append(try numbers.next(atMost: Int(Int32.max)))
    }
    guard numbers.isAtEnd, let words = JoinedBytes(try input.content(), lengths: wordLengths),
      let lists = JoinedBytes(try input.content(), lengths: listLengths),
      let postings = SearchPostings(words: words, counts: counts, lists: lists)
    else { throw ByteReader.Damage() }
    self = postings
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
  let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

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
