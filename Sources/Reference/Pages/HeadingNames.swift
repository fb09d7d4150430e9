internal import Markdown

/// Keeps headings apart that are words from those of symbols: a page may have a symbol `overview` and an "Overview".
struct HeadingNames {
  /// The names that the headings of symbols have on the page.
  private let taken: Set<String>

  init(taken: Set<String>) {
    self.taken = taken
  }

  /// What such a heading ends with; nothing where its words make a name of its own.
  func mark(for words: String) -> String {
    let name = HeadingID.slug(words)
    return taken.contains(name) ? " {#section-\(name)}" : ""
  }
}
