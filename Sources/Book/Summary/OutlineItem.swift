/// One line of a book's table of contents.
package enum OutlineItem: Hashable, Sendable {
  /// The title of the part that begins here.
  case part(String)
  case separator
  case chapter(OutlineChapter)
}

/// A chapter where it stands in the table of contents.
package struct OutlineChapter: Hashable, Sendable {
  /// What the table of contents calls it; may be empty.
  package var title: String

  /// The chapter's path in the book; `nil` for a draft, which has a name only.
  package var path: String?

  /// Its number and those of the chapters above it; empty for chapters before and after the numbered ones.
  package var number: [Int]

  /// The chapters below it.
  package var nested: [OutlineChapter]

  /// What those around it that are alike are called; `nil` where that needs no name.
  package var group: String?

  /// What is said of what should not be used, such as “Deprecated”.
  package var caveat: String?

  package init(
    title: String, path: String?, number: [Int] = [], nested: [OutlineChapter] = [], group: String? = nil,
    caveat: String? = nil
  ) {
    self.group = group
    self.caveat = caveat
    self.title = title
    self.path = path
    self.number = number
    self.nested = nested
  }

  /// The number as readers see it, such as `1.2.`; empty where there is none.
  package var numberText: String { number.map { "\($0)." }.joined() }

  /// It and all below it, in reading order.
  package var all: [OutlineChapter] { [self] + nested.flatMap(\.all) }
}
