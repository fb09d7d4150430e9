/// Which sections of a book have which words: for each word, in the order of the words' bytes, a list of sections.
///
/// The lists are in the form that the site's files have, so that those of words that no changed page has are copied.
struct SearchPostings: Sendable {
  /// The words.
  private(set) var words = JoinedBytes()
  /// How many sections have each.
  private(set) var counts: [Int] = []
  /// Which these are, as `pack` writes them.
  private(set) var lists = JoinedBytes()

  /// A page whose sections have other words than before, but are as many.
  struct Change {
    /// The number in the book of its first section.
    let base: Int
    let before: SearchPage.Content
    let now: SearchPage.Content
  }

  /// Joins pages; `bases` has the number in the book of each page's first section.
  init(pages: [SearchPage.Content], bases: [Int]) {
    var words = WordNumbers(capacity: 8192)
    var counts: [Int] = []
    var numbers: [[Int32]] = []
    numbers.reserveCapacity(pages.count)
    for page in pages {
      var numbersOfPage: [Int32] = []
      numbersOfPage.reserveCapacity(page.words.count)
      page.words.each { numbersOfPage.append(Int32(words.number(of: $0, hash: $1))) }
      counts.append(contentsOf: repeatElement(0, count: words.count - counts.count))
      for occurrence in page.occurrences { counts[Int(numbersOfPage[occurrence.word])] += 1 }
      numbers.append(numbersOfPage)
    }
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    var next = starts
    var sections = [Int32](repeating: 0, count: starts[counts.count])
    var weights = [UInt8](repeating: 0, count: starts[counts.count])
    for (page, base) in zip(pages.indices, bases) {
      var start = 0
      for (section, end) in pages[page].ends.enumerated() {
        for occurrence in pages[page].occurrences[start..<Int(end)] {
          let word = Int(numbers[page][occurrence.word])
          sections[next[word]] = Int32(base + section)
          weights[next[word]] = occurrence.weight
          next[word] += 1
        }
        start = Int(end)
      }
    }
    var packed = PackedNumbers()
    for word in words.sorted() {
      let range = starts[word]..<starts[word + 1]
      append(words[word], sections[range], weights[range], packedBy: &packed)
    }
  }

  /// What is remembered; `nil` where that cannot be.
  init?(words: JoinedBytes, counts: [Int], lists: JoinedBytes) {
    guard words.count == counts.count, words.count == lists.count else { return nil }
    self.words = words
    self.counts = counts
    self.lists = lists
  }

  /// Puts other words of some pages in the place of those that they had; `nil` where `before` cannot be of that book.
  ///
  /// - Parameters:
  ///   - before: The words of the same book, in which each page had as many sections.
  ///   - changes: The pages, in the book's order.
  ///   - sectionCount: How many sections the book has.
  init?(_ before: SearchPostings, replacing changes: [Change], sectionCount: Int) {
    var isReplaced = [Bool](repeating: false, count: sectionCount)
    // Of each word that a page had or has, where it was and is on these pages.
    var moved: [[UInt8]: (before: Places, now: Places)] = [:]
    for change in changes {
      guard change.before.ends.count == change.now.ends.count else { return nil }
      for section in change.now.ends.indices { isReplaced[change.base + section] = true }
      change.before.each(from: change.base) { word, section, weight in
        moved[word, default: (Places(), Places())].before.add(section, weight)
      }
      change.now.each(from: change.base) { word, section, weight in
        moved[word, default: (Places(), Places())].now.add(section, weight)
      }
    }
    // Most words of a page are where they were.
    let touched = moved.filter { $0.value.before != $0.value.now }.map { (key: $0.key, value: $0.value.now) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var next = touched.startIndex
    var packed = PackedNumbers()
    for number in 0..<before.words.count {
      let word = before.words[number]
      while next < touched.endIndex, touched[next].key.lexicographicallyPrecedes(word) {
        let places = touched[next].value
        append(touched[next].key[...], places.sections[...], places.weights[...], packedBy: &packed)
        next += 1
      }
      guard next < touched.endIndex, touched[next].key.elementsEqual(word) else {
        words.append(word)
        counts.append(before.counts[number])
        lists.append(before.lists[number])
        continue
      }
      guard let places = Places(before.lists[number], without: isReplaced, with: touched[next].value) else {
        return nil
      }
      append(word, places.sections[...], places.weights[...], packedBy: &packed)
      next += 1
    }
    for (word, places) in touched[next...] {
      append(word[...], places.sections[...], places.weights[...], packedBy: &packed)
    }
  }

  /// Adds a word, unless no section has it any more.
  private mutating func append(
    _ word: ArraySlice<UInt8>, _ sections: ArraySlice<Int32>, _ weights: ArraySlice<UInt8>,
    packedBy packed: inout PackedNumbers
  ) {
    guard !sections.isEmpty else { return }
    words.append(word)
    counts.append(sections.count)
    Self.pack(sections, weights, into: &packed)
    packed.give(to: &lists)
  }

  /// Writes the sections of a word: twice the distance from the one before, plus one where the weight follows, which
  /// else is that of a word that is once in the text.
  private static func pack(
    _ sections: ArraySlice<Int32>, _ weights: ArraySlice<UInt8>, into packed: inout PackedNumbers
  ) {
    var previous: Int32 = -1
    for (section, weight) in zip(sections, weights) {
      let distance = Int(section - previous - 1)
      previous = section
      if weight == SearchPage.Occurrence.onceInText {
        packed.append(distance * 2)
      } else {
        packed.append(distance * 2 + 1)
        packed.append(Int(weight))
      }
    }
    packed.appendSeparator()
  }

  /// All words in their order: how many sections have it, as a binary logarithm; how much of its beginning is that of
  /// the word before, as a capital letter; the rest of it.
  func vocabulary() -> [UInt8] {
    let classes = Array("!#$%&'()*+,-./:;<=>?@".utf8)
    var output: [UInt8] = []
    var previous: ArraySlice<UInt8> = []
    for number in 0..<words.count {
      let word = words[number]
      output.append(classes[min(Int.bitWidth - 1 - max(counts[number], 1).leadingZeroBitCount, classes.count - 1)])
      var shared = 0
      // Only of ASCII are there as many bytes as the script counts characters.
      for (first, second) in zip(previous, word) {
        guard first == second, first < 0x80, shared < 25 else { break }
        shared += 1
      }
      output.append(UInt8(ascii: "A") + UInt8(shared))
      output.append(contentsOf: word.dropFirst(shared))
      previous = word
    }
    return output
  }
}

extension SearchPostings {
  /// The sections that have a word, in the order of their numbers.
  private struct Places: Equatable {
    private(set) var sections: [Int32] = []
    private(set) var weights: [UInt8] = []

    init() {}

    /// Reads a list, and puts other sections in the place of some; `nil` where it is not a list.
    init?(_ list: ArraySlice<UInt8>, without isReplaced: [Bool], with new: Places) {
      var numbers = PackedNumberReader(list)
      var next = 0
      var section = -1
      while !numbers.isAtSeparator {
        guard let number = numbers.next() else { return nil }
        section += 1 + number / 2
        guard section < isReplaced.count else { return nil }
        var weight = SearchPage.Occurrence.onceInText
        if number % 2 == 1 {
          guard let own = numbers.next().flatMap(UInt8.init(exactly:)) else { return nil }
          weight = own
        }
        if isReplaced[section] { continue }
        while next < new.sections.count, new.sections[next] < section {
          add(new.sections[next], new.weights[next])
          next += 1
        }
        add(Int32(section), weight)
      }
      for index in next..<new.sections.count { add(new.sections[index], new.weights[index]) }
    }

    mutating func add(_ section: Int32, _ weight: UInt8) {
      sections.append(section)
      weights.append(weight)
    }
  }
}

extension SearchPage.Content {
  /// Calls `body` with each word of each section and its weight there; the first section has a number in the book.
  fileprivate func each(from base: Int, _ body: (_ word: [UInt8], _ section: Int32, _ weight: UInt8) -> Void) {
    let all = (0..<words.count).map { Array(words[$0]) }
    var start = 0
    for (section, end) in ends.enumerated() {
      for occurrence in occurrences[start..<Int(end)] {
        body(all[occurrence.word], Int32(base + section), occurrence.weight)
      }
      start = Int(end)
    }
  }
}
