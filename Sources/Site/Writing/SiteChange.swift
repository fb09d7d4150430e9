internal import Files

/// What of a site is as it was when it was written last; any thread may ask.
struct SiteChange: Sendable {
  private let keys: PageKeys
  private let memory: SiteMemory
  private let writer: SiteWriter

  /// Compares what files would be made from now with what is remembered of those in a folder.
  init(_ keys: PageKeys, memory: SiteMemory, writer: SiteWriter) {
    self.keys = keys
    self.memory = memory
    self.writer = writer
  }

  /// Whether the page of a chapter is kept.
  func keepsPage(of chapter: Int, at path: String) -> Bool { keeps(path, keys.page(of: chapter, at: path)) }

  /// Whether the style sheet of a chapter's own is kept.
  func keepsStyle(of chapter: Int, at path: String) -> Bool { keeps(path, keys.style(of: chapter, at: path)) }

  /// Whether what a chapter's examples did with other values is kept.
  func keepsRuns(of chapter: Int, at path: String) -> Bool { keeps(path, keys.page(of: chapter, at: path)) }

  /// Whether the Markdown of a chapter is kept.
  func keepsMarkdown(of chapter: Int, at path: String) -> Bool { keeps(path, keys.markdown(of: chapter)) }

  /// Whether the trace of an example of a chapter is kept.
  func keepsTrace(of chapter: Int, at path: String) -> Bool { keeps(path, keys.traces(of: chapter)) }

  /// Whether a page that the program adds is kept.
  func keepsAddedPage(_ path: String) -> Bool { keeps(path, keys.addedPage(path)) }

  /// Which files of texts for the search are kept, by their numbers.
  func keptSearchTexts(chapterCount: Int) -> Set<Int> {
    let size = SearchIndex.pagesPerText
    let starts = stride(from: 0, to: chapterCount, by: size)
    return Set(
      starts.filter { start in
        keeps(
          SearchIndex.textPath(start / size),
          keys.searchTexts(of: start..<min(start + size, chapterCount)))
      }.map { $0 / size })
  }

  /// What a chapter gave to the index of the search, if that is the same.
  func searchPage(of chapter: Int, at path: String, withWords: Bool) -> SearchPage? {
    memory.searchPage(ofChapter: path, madeFrom: keys.search(of: chapter), withWords: withWords)
  }

  /// What the last index of the search was made from, where that helps to make this one.
  func formerSearch(of chapters: [String]) -> SearchCollection.Former? {
    memory.formerSearch(of: chapters, madeFrom: chapters.indices.map(keys.search))
  }

  /// Notes what the index of the search is made from.
  func note(_ postings: SearchPostings, chapterCount: Int) {
    memory.note(postings, madeFrom: (0..<chapterCount).map(keys.search))
  }

  /// Notes what a chapter gives to it.
  func note(_ page: SearchPage, of chapter: Int, at path: String) {
    memory.note(page, ofChapter: path, madeFrom: keys.search(of: chapter))
  }

  private func keeps(_ path: String, _ key: ContentHash?) -> Bool {
    key.map { memory.keep(path, madeFrom: $0, in: writer) } ?? false
  }
}
