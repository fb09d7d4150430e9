import Book
import Text

/// Knows where the pages of chapters are that were renamed, so that their readers are led on.
struct MovedPages: Sendable {
  /// A chapter that is there no more.
  private struct Lost: Sendable {
    var page: String
    var title: String
    var bytes: [UInt8]
  }

  private var lost: [Lost] = []
  private var targets: [String: String] = [:]

  /// Takes the book as it is now, and as it was before.
  ///
  /// A new chapter is one that is gone if it has the same bytes, or else the title that only one of these had.
  mutating func follow(from before: Book?, to book: Book, page: (String) -> String?, oldPage: (String) -> String?) {
    guard let before, !before.chapters.elementsEqual(book.chapters, by: { $0.path == $1.path }) else { return }
    let known = Set(before.chapters.map(\.path))
    let current = Set(book.chapters.map(\.path))
    if known == current { return }
    for chapter in before.chapters where !current.contains(chapter.path) {
      guard let page = oldPage(chapter.path) else { continue }
      lost.append(Lost(page: page, title: chapter.title, bytes: chapter.file.bytes))
    }
    for chapter in book.chapters where !known.contains(chapter.path) {
      guard let page = page(chapter.path) else { continue }
      // One that is there again leads nowhere else.
      targets[page] = nil
      lost.removeAll { $0.page == page }
      let named = lost.indices.filter { lost[$0].title == chapter.title }
      let found = lost.lastIndex { $0.bytes == chapter.file.bytes } ?? (named.count == 1 ? named.first : nil)
      if let found { targets[lost.remove(at: found).page] = page }
    }
  }

  /// Where a page is now; `nil` where it is not known to have another place.
  func place(of page: String) -> String? {
    var place = targets[page]
    // A chapter may be renamed often, and back.
    for _ in targets {
      guard let next = place.flatMap({ targets[$0] }) else { break }
      place = next
    }
    return place == page ? nil : place
  }
}
