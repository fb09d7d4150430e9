/// Which sections of a book have which words.
struct SearchPostings {
  /// The words, by the numbers they have in the book.
  private let words: WordNumbers
  /// The numbers of the words, in the order of their bytes.
  let order: [Int]
  /// Where the sections of each word begin; there is one more at the end.
  private let starts: [Int]
  private let sections: [Int32]
  private let weights: [UInt8]

  /// Joins pages; `bases` has the number in the book of each page's first section.
  init(pages: [SearchPage], bases: [Int]) {
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
    order = words.sorted()
    self.words = words
    self.starts = starts
    self.sections = sections
    self.weights = weights
  }

  /// Appends the sections of a word: twice the distance from the one before, plus one where the weight follows, which
  /// else is that of a word that is once in the text.
  func pack(_ word: Int, into packed: inout PackedNumbers) {
    var previous: Int32 = -1
    for index in starts[word]..<starts[word + 1] {
      let distance = Int(sections[index] - previous - 1)
      previous = sections[index]
      if weights[index] == SearchPage.Occurrence.onceInText {
        packed.append(distance * 2)
      } else {
        packed.append(distance * 2 + 1)
        packed.append(Int(weights[index]))
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
    for number in order {
      let word = words[number]
      let count = starts[number + 1] - starts[number]
      output.append(classes[min(Int.bitWidth - 1 - max(count, 1).leadingZeroBitCount, classes.count - 1)])
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
