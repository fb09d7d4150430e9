internal import Synchronization

/// Collects the pages of a book for its search index, from several threads and in any order.
final class SearchCollection: Sendable {
  private struct State {
    var pages: [SearchPage?]
    /// How many pages of each file of texts are still to come.
    var missing: [Int]
  }
  private let state: Mutex<State>

  /// What the last index was made from, where few pages have changed since.
  struct Former: Sendable {
    let postings: SearchPostings
    /// The pages that have changed, by their numbers, as they were.
    let changed: [Int: SearchPage]
  }

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

  /// The other files, once all pages are there, and the words that they are made from.
  ///
  /// - Parameters:
  ///   - former: What the last index was made from.
  ///   - content: The words of a page that came without them.
  func finish(after former: Former? = nil, content: (Int) -> SearchPage.Content? = { _ in nil }) -> (
    files: [SiteFile], postings: SearchPostings
  ) {
    let pages = state.withLock { $0.pages.compactMap { $0 } }
    let bases = pages.indices.reduce(into: [0]) { $0.append($0[$1] + pages[$1].lengths.count) }
    let postings =
      former.flatMap { Self.postings(pages, bases, after: $0) }
      ?? SearchPostings(pages: pages.indices.compactMap { pages[$0].content ?? content($0) }, bases: bases)
    return (SearchIndex(pages, postings).files, postings)
  }

  /// The words, where no section has another number than it had.
  private static func postings(_ pages: [SearchPage], _ bases: [Int], after former: Former) -> SearchPostings? {
    var changes: [SearchPostings.Change] = []
    for (number, before) in former.changed.sorted(by: { $0.key < $1.key }) {
      guard let before = before.content, let now = pages[number].content else { return nil }
      changes.append(SearchPostings.Change(base: bases[number], before: before, now: now))
    }
    return SearchPostings(former.postings, replacing: changes, sectionCount: bases[pages.count])
  }
}
