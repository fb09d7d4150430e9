internal import Markdown

extension MarkdownDocument {
  /// The words of the first heading with this name; `nil` where none has it.
  func headingText(called name: String) -> String? {
    nodes.indices.lazy.filter { nodes[$0].kind == .heading }.map(headingText).first { HeadingID.slug($0) == name }
  }
}

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
