internal import Files

/// The index of a book's search, as classic scripts: a page that is opened from disk may load nothing else.
///
/// `index.js` is loaded when a reader opens the search. It tells the pages and all words. Which sections have a word is
/// in the `words-….js`, a run of words each; what a result shows is in the `text-….js`, some pages each. Only what a
/// query needs is loaded. `docs/search-index.md` describes them, `templates/assets/search.js` reads them.
struct SearchIndex {
  /// Where the files are in the site.
  static let folder = "assets/search/"
  /// How many pages share a file of texts; a page that changes touches one.
  static let pagesPerText = 16
  /// How large the files of words are, about.
  private static let wordsSize = 96 * 1024

  /// The index itself and the words, in the order of their names' numbers; the same pages give the same bytes.
  let files: [SiteFile]

  /// Joins the pages of a book, in the book's order, and the words of all of them.
  init(_ pages: [SearchPage], _ postings: SearchPostings) {
    var files: [SiteFile] = []
    let starts = Self.addWords(postings, to: &files)
    let index = Self.index(pages, postings, starts)
    // What belongs to this index has its hash in its address: a browser may have kept what belongs to another.
    let hash = ContentHash(of: [index] + files.map(\.bytes)).text.prefix(12)
    var script = ScriptText()
    script.raw("loopbookSearch.index({\"version\":3,\"hash\":\"")
    script.raw(hash.utf8)
    script.raw("\",")
    script.raw(index)
    files.insert(SiteFile(path: "\(Self.folder)index.js", bytes: script.bytes), at: 0)
    self.files = files
  }

  /// What some pages say, as the file that they share.
  ///
  /// - Parameters:
  ///   - number: The file's number: that of its first page divided by `pagesPerText`.
  ///   - sections: The sections of each, as `SearchPage` has them.
  static func texts(_ number: Int, _ sections: [[UInt8]]) -> SiteFile {
    var script = ScriptText()
    script.reserve(sections.reduce(64) { $0 + $1.count + 2 })
    script.raw("loopbookSearch.text(")
    script.number(number)
    script.raw(",[")
    for (index, page) in sections.enumerated() {
      if index > 0 { script.raw(",\n") }
      script.raw(page)
    }
    script.raw("])\n")
    return SiteFile(path: textPath(number), bytes: script.bytes)
  }

  /// Whether a file of that name may be one of the index, whichever book it is of.
  static func mayHave(_ name: String) -> Bool {
    name.hasPrefix(folder) && name.dropFirst(folder.count).wholeMatch(of: /(index|(words|text)-[0-9]+)\.js/) != nil
  }

  /// Where the texts of some pages are in the site, by the file's number.
  static func textPath(_ number: Int) -> String { "\(folder)text-\(number).js" }

  /// Adds the files that tell where words are; returns the first word of each.
  private static func addWords(_ postings: SearchPostings, to files: inout [SiteFile]) -> [Int] {
    var starts: [Int] = []
    let lists = postings.lists
    var next = 0
    while next < lists.count {
      let start = lists.range(next).lowerBound
      starts.append(next)
      var end = start
      while next < lists.count, end - start < wordsSize {
        end = lists.range(next).upperBound
        next += 1
      }
      var script = ScriptText()
      script.reserve(end - start + 64)
      script.raw("loopbookSearch.words(")
      script.number(files.count)
      script.raw(",\"")
      script.raw(lists.bytes[start..<end])
      script.raw("\")\n")
      files.append(SiteFile(path: "\(folder)words-\(files.count).js", bytes: script.bytes))
    }
    return starts
  }

  /// The index behind its hash.
  private static func index(_ pages: [SearchPage], _ postings: SearchPostings, _ starts: [Int]) -> [UInt8] {
    let sectionCount = pages.reduce(0) { $0 + $1.lengths.count }
    var counts = PackedNumbers()
    var lengths = PackedNumbers()
    var headings = PackedNumbers()
    var total = 0
    for page in pages {
      counts.append(page.lengths.count)
      for length in page.lengths {
        lengths.append(lengthClass(Int(length)))
        total += Int(length)
      }
      for length in page.headingLengths { headings.append(Int(length)) }
    }
    var script = ScriptText()
    script.raw("\"pagesPerText\":")
    script.number(pagesPerText)
    script.raw(",\"meanLength\":")
    script.number(sectionCount == 0 ? 0 : (total + sectionCount / 2) / sectionCount)
    script.raw(",\"sectionCounts\":\"")
    script.raw(counts.bytes)
    script.raw("\",\"lengths\":\"")
    script.raw(lengths.bytes)
    script.raw("\",\"headings\":\"")
    script.raw(headings.bytes)
    script.raw("\",\"small\":\"")
    script.raw(SmallWords.english.utf8)
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
    return script.bytes
  }

  /// The length of a section with two bits after the first: 4 times its binary logarithm, in whole numbers.
  private static func lengthClass(_ length: Int) -> Int {
    let value = length + 1
    let exponent = Int.bitWidth - 1 - value.leadingZeroBitCount
    let fraction = exponent >= 2 ? (value >> (exponent - 2)) & 3 : (value << (2 - exponent)) & 3
    return min(exponent * 4 + fraction, PackedNumbers.largestInOne)
  }
}
