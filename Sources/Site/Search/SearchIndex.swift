internal import Dispatch
internal import Synchronization

/// The index of a book's search, as classic scripts: a page that is opened from disk may load nothing else.
///
/// `index.js` is loaded when a reader opens the search. It tells the pages and all words. Which sections have a word is in the
/// `words-….js`, a run of words each; what a result shows is in the `text-….js`, some pages each. Only what a query needs is loaded.
/// `docs/search-index.md` describes them, `templates/assets/search.js` reads them.
package struct SearchIndex {
  /// Where the files are in the site.
  private static let folder = "assets/search/"
  /// How many pages share a file of texts; a page that changes touches one.
  private static let pagesPerText = 16
  /// How large the files of words are, about.
  private static let wordsSize = 96 * 1024

  /// The files, in the order of their names' numbers; the same pages give the same bytes.
  let files: [SiteFile]

  /// Makes the files of a book's index from the sections of its pages, in the book's order.
  package static func files(of sections: [SearchableSection]) -> [SiteFile] {
    let starts = sections.indices.filter { $0 == 0 || sections[$0].page != sections[$0 - 1].page } + [sections.count]
    let pages = Mutex<[SearchPage?]>(Array(repeating: nil, count: starts.count - 1))
    // A few each time, so that threads seldom meet.
    let batch = 16
    DispatchQueue.concurrentPerform(iterations: (starts.count - 1 + batch - 1) / batch) { number in
      let first = number * batch
      let made = (first..<min(first + batch, starts.count - 1)).map {
        SearchPage(sections[starts[$0]..<starts[$0 + 1]])
      }
      pages.withLock { pages in
        for (index, page) in made.enumerated() { pages[first + index] = page }
      }
    }
    return SearchIndex(pages: pages.withLock { $0.compactMap { $0 } }).files
  }

  /// Joins the pages of a book, in the book's order.
  init(pages: [SearchPage]) {
    let bases = pages.indices.reduce(into: [0]) { $0.append($0[$1] + pages[$1].lengths.count) }
    let postings = SearchPostings(pages: pages, bases: bases)
    var files: [SiteFile] = []
    let starts = Self.addWords(postings, to: &files)
    Self.addTexts(pages, to: &files)
    files.insert(Self.index(pages, sectionCount: bases[pages.count], postings, starts), at: 0)
    self.files = files
  }

  /// Adds the files that tell where words are; returns the first word of each.
  private static func addWords(_ postings: SearchPostings, to files: inout [SiteFile]) -> [Int] {
    var starts: [Int] = []
    var packed = PackedNumbers()
    func close() {
      guard let start = starts.last, start < postings.order.count else { return }
      var script = ScriptText()
      script.raw("loopbookSearch.words(")
      script.number(files.count)
      script.raw(",\"")
      script.raw(packed.take())
      script.raw("\")\n")
      files.append(SiteFile(path: "\(folder)words-\(files.count).js", bytes: script.bytes))
    }
    for (position, word) in postings.order.enumerated() {
      if packed.bytes.isEmpty { starts.append(position) }
      postings.pack(word, into: &packed)
      if packed.bytes.count >= wordsSize { close() }
    }
    if !packed.bytes.isEmpty { close() }
    return starts
  }

  /// Adds the files that tell what pages say.
  private static func addTexts(_ pages: [SearchPage], to files: inout [SiteFile]) {
    for (number, start) in stride(from: 0, to: pages.count, by: pagesPerText).enumerated() {
      var script = ScriptText()
      let shared = pages[start..<min(start + pagesPerText, pages.count)]
      script.reserve(shared.reduce(64) { $0 + $1.sections.count + 2 })
      script.raw("loopbookSearch.text(")
      script.number(number)
      script.raw(",[")
      for (index, page) in shared.enumerated() {
        if index > 0 { script.raw(",\n") }
        script.raw(page.sections)
      }
      script.raw("])\n")
      files.append(SiteFile(path: "\(folder)text-\(number).js", bytes: script.bytes))
    }
  }

  private static func index(
    _ pages: [SearchPage], sectionCount: Int, _ postings: SearchPostings, _ starts: [Int]
  ) -> SiteFile {
    var counts = PackedNumbers()
    var lengths = PackedNumbers()
    var total = 0
    for page in pages {
      counts.append(page.lengths.count)
      for length in page.lengths {
        lengths.append(lengthClass(Int(length)))
        total += Int(length)
      }
    }
    var script = ScriptText()
    script.raw("loopbookSearch.index({\"version\":1,\"pagesPerText\":")
    script.number(pagesPerText)
    script.raw(",\"meanLength\":")
    script.number(sectionCount == 0 ? 0 : (total + sectionCount / 2) / sectionCount)
    script.raw(",\"sectionCounts\":\"")
    script.raw(counts.bytes)
    script.raw("\",\"lengths\":\"")
    script.raw(lengths.bytes)
    script.raw("\",\"wordStarts\":[")
    for (index, start) in starts.enumerated() {
      if index > 0 { script.raw(",") }
      script.number(start)
    }
    script.raw("],\"words\":\"")
    script.raw(postings.vocabulary())
    script.raw("\",\"pages\":[")
    for (index, page) in pages.enumerated() {
      if index > 0 { script.raw(",\n") }
      script.raw(page.entry)
    }
    script.raw("]})\n")
    return SiteFile(path: "\(folder)index.js", bytes: script.bytes)
  }

  /// The length of a section with two bits after the first: 4 times its binary logarithm, in whole numbers.
  private static func lengthClass(_ length: Int) -> Int {
    let value = length + 1
    let exponent = Int.bitWidth - 1 - value.leadingZeroBitCount
    let fraction = exponent >= 2 ? (value >> (exponent - 2)) & 3 : (value << (2 - exponent)) & 3
    return min(exponent * 4 + fraction, PackedNumbers.largestInOne)
  }
}
