internal import Synchronization

/// Collects the pages of a book for its search index, from several threads and in any order.
final class SearchCollection: Sendable {
  private struct State {
    var pages: [SearchPage?]
    /// How many pages of each file of texts are still to come.
    var missing: [Int]
  }
  private let state: Mutex<State>

  /// Waits for the pages of a book.
  init(pageCount: Int) {
    let size = SearchIndex.pagesPerText
    let missing = stride(from: 0, to: pageCount, by: size).map { min(size, pageCount - $0) }
    state = Mutex(State(pages: Array(repeating: nil, count: pageCount), missing: missing))
  }

  /// Takes a page; with the last one of a file of texts comes that file.
  func add(_ page: SearchPage, number: Int) -> SiteFile? {
    let file = number / SearchIndex.pagesPerText
    let sections = state.withLock { state -> [[UInt8]]? in
      state.pages[number] = page
      state.missing[file] -= 1
      guard state.missing[file] == 0 else { return nil }
      let first = file * SearchIndex.pagesPerText
      // They are kept no longer than this: a large book has many.
      return (first..<min(first + SearchIndex.pagesPerText, state.pages.count)).map {
        state.pages[$0]?.takeSections() ?? []
      }
    }
    return sections.map { SearchIndex.texts(file, $0) }
  }

  /// The other files, once all pages are there.
  func finish() -> [SiteFile] {
    SearchIndex(pages: state.withLock { $0.pages.compactMap { $0 } }).files
  }
}
