internal import Book
internal import Files
internal import Templates
internal import Text

/// The table of contents as pages need it: what is above, before and after a chapter.
struct SiteOutline: Sendable {
  /// One line of it.
  struct Entry: Sendable {
    var title: String
    var number: String
    /// The page, as addresses have it; `nil` for drafts and separators.
    var path: String?
    var isSeparator = false
    /// The chapters in it.
    var nested: [Int] = []
    var parent: Int?
    var part: Int
    /// The chapter's number in the book.
    var chapter: Int?
    /// Whether it is made of doc comments.
    var isGenerated = false
    /// What those around it that are alike are called.
    var group: String?
    /// What is said of what should not be used.
    var caveat: String?
  }

  /// A part with the chapters directly in it.
  struct Part: Sendable {
    var title: String?
    var items: [Int] = []
  }

  private(set) var entries: [Entry] = []
  private(set) var parts: [Part] = [Part()]

  /// The entry of each of the book's chapters.
  private(set) var entryOfChapter: [Int]

  init(_ book: Book, map: SiteMap) {
    entryOfChapter = Array(repeating: 0, count: book.chapters.count)
    for item in book.outline {
      switch item {
      case .part(let title): parts.append(Part(title: title))
      case .separator:
        parts[parts.count - 1].items.append(entries.count)
        entries.append(Entry(title: "", number: "", isSeparator: true, part: parts.count - 1))
      case .chapter(let chapter):
        let number = add(chapter, parent: nil, map, book)
        parts[parts.count - 1].items.append(number)
      }
    }
    if parts[0].items.isEmpty, parts.count > 1 {
      parts.removeFirst()
      for index in entries.indices { entries[index].part -= 1 }
    }
  }

  private mutating func add(_ chapter: OutlineChapter, parent: Int?, _ map: SiteMap, _ book: Book) -> Int {
    let number = entries.count
    let known = chapter.path.flatMap { map.number(of: $0) }
    entries.append(
      Entry(
        title: chapter.title, number: chapter.numberText, path: known.map { WebPath.encoded(map.pages[$0]) },
        parent: parent, part: parts.count - 1, chapter: known,
        isGenerated: known.map { book.chapters[$0].isGenerated } ?? false, group: chapter.group,
        caveat: chapter.caveat))
    if let known { entryOfChapter[known] = number }
    for nested in chapter.nested {
      let inner = add(nested, parent: number, map, book)
      entries[number].nested.append(inner)
    }
    return number
  }

  /// All of it as a hash.
  var hash: ContentHash {
    var hash = ContentHash()
    for entry in entries {
      for text in [entry.title, entry.number, entry.path ?? "/", entry.group ?? "/", entry.caveat ?? "/"] {
        hash.add(text)
      }
      for number in [
        entry.isSeparator ? 1 : 0, entry.isGenerated ? 1 : 0, entry.parent ?? -1, entry.part, entry.chapter ?? -1,
      ] {
        hash.add(number)
      }
      hash.add(entry.nested.count)
      for nested in entry.nested { hash.add(nested) }
    }
    for part in parts {
      hash.add(part.title.map { "=" + $0 } ?? "")
      hash.add(part.items.count)
      for item in part.items { hash.add(item) }
    }
    return hash
  }

  /// The entries above one, outermost first.
  func ancestors(of entry: Int) -> [Int] {
    var found: [Int] = []
    var next = entries[entry].parent
    while let parent = next {
      found.append(parent)
      next = entries[parent].parent
    }
    return found.reversed()
  }

  /// The title of the part that an entry is in.
  func partTitle(of entry: Int) -> String? { parts[entries[entry].part].title }
}
