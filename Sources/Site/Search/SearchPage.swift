/// A page made ready for the search index: its words counted, its text written down.
///
/// Pages do not depend on each other: they may be made in parallel and kept until they change.
struct SearchPage: Sendable {
  /// A word in a section.
  struct Occurrence {
    /// The number of the word in `words`.
    var word: Int32
    /// The number of the section.
    var section: Int32
    /// How much the section is about the word: how often it is there, more for a heading.
    var weight: UInt8
  }

  /// How much more a word counts where it stands in the title of the page.
  private static let titleWeight = 12
  /// How much more a word counts where it stands in a heading.
  private static let headingWeight = 6
  /// Beyond this a section is not more about a word.
  private static let largestWeight = PackedNumbers.largestInOne + 2

  /// Its address and title, as JSON.
  let entry: [UInt8]
  /// Its sections as JSON: the anchor, heading, kind and text of each; empty once they are written.
  private(set) var sections: [UInt8]
  /// How many words each section has.
  let lengths: [Int32]
  /// The different words.
  let words: WordNumbers
  /// Which words are where, in the order of the sections.
  let occurrences: [Occurrence]

  /// Reads a page's sections, of which there is at least one; the first is the beginning of the page, found by the
  /// page's title.
  init(_ sections: ArraySlice<SearchableSection>) {
    let title = sections.first?.title ?? ""
    var entry = ScriptText()
    entry.list([sections.first?.page ?? "", title])
    self.entry = entry.bytes
    var output = ScriptText()
    var counter = Counter()
    output.reserve(sections.reduce(256) { $0 + $1.text.count + $1.heading.utf8.count + 48 })
    output.raw("[")
    for (number, section) in sections.enumerated() {
      if number > 0 { output.raw(",") }
      output.section(section)
      if number == 0 { counter.add(Array(title.utf8), weight: Self.titleWeight) }
      if number > 0 || section.heading != title {
        counter.add(Array(section.heading.utf8), weight: Self.headingWeight)
      }
      counter.add(section.text, weight: 1)
      counter.endSection(largestWeight: Self.largestWeight)
    }
    output.raw("]")
    self.sections = output.bytes
    lengths = counter.lengths
    words = counter.words.packed
    occurrences = counter.occurrences
  }
}

extension SearchPage {
  /// Gives its sections away, which take the most room.
  mutating func takeSections() -> [UInt8] {
    defer { sections = [] }
    return sections
  }
}

extension SearchPage {
  /// Counts words, section by section.
  private struct Counter {
    var lengths: [Int32] = []
    var words = WordNumbers()
    var occurrences: [Occurrence] = []
    private var reader = SearchWords()
    /// By the number of the word, for the section at hand; zero where it is not there.
    private var weights: [Int] = []
    private var seen: [Int] = []
    private var length: Int32 = 0

    mutating func add(_ text: [UInt8], weight: Int) {
      reader.forEach(in: text) { word in
        let number = words.number(of: word, hash: WordNumbers.hash(word))
        if number == weights.count { weights.append(0) }
        if weights[number] == 0 { seen.append(number) }
        weights[number] += weight
        length += 1
      }
    }

    mutating func endSection(largestWeight: Int) {
      for word in seen {
        let weight = UInt8(min(weights[word], largestWeight))
        occurrences.append(Occurrence(word: Int32(word), section: Int32(lengths.count), weight: weight))
        weights[word] = 0
      }
      seen.removeAll(keepingCapacity: true)
      lengths.append(length)
      length = 0
    }
  }
}
