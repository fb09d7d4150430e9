/// A page made ready for the search index: its words counted, its text written down.
///
/// Pages do not depend on each other: they may be made in parallel and kept until they change.
struct SearchPage: Sendable {
  /// A word in a section.
  ///
  /// A large book has millions of them, so they are packed.
  struct Occurrence {
    private let packed: UInt32

    /// The number of the word in `words`; a page has no more than `wordLimit`.
    var word: Int { Int(packed >> 8) }
    /// How often the section's text has it, twice, and one more where its heading, or its name, has it, too.
    var weight: UInt8 { UInt8(truncatingIfNeeded: packed) }

    init(word: Int, weight: UInt8) {
      packed = UInt32(word) << 8 | UInt32(weight)
    }

    /// The weight of most words.
    static let onceInText: UInt8 = 2
    static let wordLimit = 1 << 24
  }

  /// Its address and title, and of a page about a symbol what kind that is, as JSON.
  let entry: [UInt8]
  /// Its sections as JSON, as `ScriptText.section` has each; empty once they are written.
  var sections: [UInt8]
  /// How many words each section has.
  let lengths: [Int32]
  /// How many different words each heading has, `SmallWords` not counted; none where the section has only a name.
  let headingLengths: [Int32]
  /// Its words; `nil` where they are as they were, and were not read.
  let content: Content?

  /// The words of a page.
  struct Content: Sendable {
    /// The different words.
    let words: WordNumbers
    /// Which words are where, in the order of the sections.
    let occurrences: [Occurrence]
    /// Where the occurrences of each section end.
    let ends: [Int32]
  }

  /// Reads a page's sections, of which there is at least one; the first is the beginning of the page, found by the
  /// page's title.
  ///
  /// A page that has the title of the book is about all of it, so one of the title's words does not ask for that page:
  /// there they count as text.
  init(_ sections: ArraySlice<SearchableSection>, bookTitle: String?) {
    let title = sections.first?.title ?? ""
    var entry = ScriptText()
    entry.list([sections.first?.page ?? "", title] + [sections.first?.symbolKind].compactMap(\.self))
    self.entry = entry.bytes
    var output = ScriptText()
    var counter = SearchCounter()
    output.reserve(sections.reduce(256) { $0 + $1.text.count + $1.declaration.count + $1.heading.utf8.count + 48 })
    output.raw("[")
    for (number, section) in sections.enumerated() {
      if number > 0 { output.raw(",") }
      output.section(section)
      if section.isFoundByName {
        counter.addName(section.heading)
      } else {
        let isTitled = number == 0 && section.heading != title
        for heading in isTitled ? [title, section.heading] : [section.heading] {
          if number == 0, heading == bookTitle { counter.add(Array(heading.utf8)) } else { counter.addHeading(heading) }
        }
      }
      counter.add(section.declaration)
      counter.add(section.text)
      counter.addSummary(section.summary)
      counter.endSection()
    }
    // A keyword is a heading that stands nowhere: what is found by it is the page.
    for keyword in sections.first?.keywords ?? [] {
      output.raw(",")
      output.section(
        SearchableSection(
          kind: .page, page: "", title: title, heading: sections.first?.heading ?? title, anchor: "",
          text: Array((sections.first?.summary ?? "").utf8)))
      counter.addHeading(keyword)
      counter.endSection()
    }
    output.raw("]")
    self.sections = output.bytes
    lengths = counter.lengths
    headingLengths = counter.headingLengths
    content = Content(
      words: counter.tally.words.packed,
      // Without the room that was made for more.
      occurrences: counter.occurrences.withUnsafeBufferPointer(Array.init), ends: counter.ends)
  }
}

extension SearchPage {
  /// Gives its sections away, which take the most room.
  mutating func takeSections() -> [UInt8] {
    defer { sections = [] }
    return sections
  }
}
