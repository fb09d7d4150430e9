/// Counts the words of a page, section by section.
struct SearchCounter {
  /// Beyond this a section is not more about a word: the weight still takes one digit.
  private static let largestCount = PackedNumbers.largestInOne / 2 - 1
  /// How much more often a section is taken to say its summary.
  private static let summaryCount = 3

  /// How many words each section has.
  private(set) var lengths: [Int32] = []
  /// How many different words the heading of each section has, `SmallWords` not counted; none where it has only a name.
  private(set) var headingLengths: [Int32] = []
  /// Which words are where, in the order of the sections.
  private(set) var occurrences: [SearchPage.Occurrence] = []
  /// Where those of each section end.
  private(set) var ends: [Int32] = []
  /// The words, and what the section at hand has of them.
  private(set) var tally = Tally()
  private var reader = SearchWords()
  private var length: Int32 = 0
  private var headingLength: Int32 = 0

  /// Counts the words of a text.
  mutating func add(_ text: [UInt8]) {
    reader.forEach(in: text) { word, _ in
      tally.counts[tally.note(word)] += 1
      length += 1
    }
  }

  /// Counts the words of a heading.
  mutating func addHeading(_ heading: String) {
    reader.forEach(in: Array(heading.utf8)) { word, _ in
      let number = tally.note(word)
      if !tally.isInHeading[number], !SmallWords.contains(word) { headingLength += 1 }
      tally.isInHeading[number] = true
    }
  }

  /// Counts a name: it is found whole, and its words count as text does, since many examples have names made of a
  /// heading's words.
  mutating func addName(_ name: String) {
    reader.forEach(in: SearchWords.joined(name)) { word, isPart in
      let number = tally.note(word)
      if isPart { tally.counts[number] += 1 } else { tally.isInHeading[number] = true }
    }
  }

  /// Counts the words of a sentence of the text as if it stood there more often, since it says what the section is
  /// about.
  mutating func addSummary(_ summary: String) {
    reader.forEach(in: Array(summary.utf8)) { word, _ in tally.counts[tally.note(word)] += Self.summaryCount }
  }

  /// Ends a section: what is added next belongs to another one.
  mutating func endSection() {
    tally.take { word, count, isInHeading in
      let weight = UInt8(min(count, Self.largestCount) * 2 + (isInHeading ? 1 : 0))
      occurrences.append(SearchPage.Occurrence(word: word, weight: weight))
    }
    ends.append(Int32(occurrences.count))
    lengths.append(length)
    headingLengths.append(headingLength)
    length = 0
    headingLength = 0
  }
}

extension SearchCounter {
  /// What a section has of each word, by the word's number.
  struct Tally {
    /// All words of the page.
    private(set) var words = WordNumbers()
    /// How often the section's text has a word.
    var counts: [Int] = []
    /// Whether the section's heading has it.
    var isInHeading: [Bool] = []
    /// The words that the section has, in the order of their first places.
    private var seen: [Int] = []

    /// The number of a word that the section has; the caller says how.
    mutating func note(_ word: UnsafeBufferPointer<UInt8>) -> Int {
      let number = words.number(of: word, hash: WordNumbers.hash(word))
      if number == counts.count {
        counts.append(0)
        isInHeading.append(false)
      }
      if counts[number] == 0, !isInHeading[number] { seen.append(number) }
      return number
    }

    /// Tells what the section has, and forgets it.
    mutating func take(_ body: (_ word: Int, _ count: Int, _ isInHeading: Bool) -> Void) {
      for word in seen {
        body(word, counts[word], isInHeading[word])
        counts[word] = 0
        isInHeading[word] = false
      }
      seen.removeAll(keepingCapacity: true)
    }
  }
}
