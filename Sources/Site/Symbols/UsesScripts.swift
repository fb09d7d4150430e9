internal import Book
internal import Reference
internal import Text
internal import Verification

/// All examples that use the symbols of the reference, for readers who want more of them than a page lists.
///
/// Each page that lists only some has a script that `uses.js` loads when a reader asks for the rest:
///
///     loopbookUses([["Timers","06-timers.html"]],{"fire()":[[0,"once","timer.fire()"]]})
///
/// The first list has chapters, each with its page. The second part has, for each symbol of the page, by what the page
/// calls it, the examples that use it: the place of the chapter, the example's name, and the line.
struct UsesScripts: Sendable {
  let scripts: ScriptsOnDemand

  init(_ uses: SymbolUses, _ book: Book, _ map: SiteMap, _ reference: BookReference) {
    var scripts: [String: [UInt8]] = [:]
    for chapter in book.chapters {
      var table = ChapterTable(book, map)
      let members = (reference.pages[chapter.path]?.symbols ?? []).compactMap { symbol -> (String, JSONValue)? in
        let uses = uses[symbol.usr]
        guard uses.all.count > uses.shown.count, let target = reference.symbols?[symbol.usr] else { return nil }
        let rows = uses.all.map { use in
          JSONValue.array([.integer(table.place(of: use.chapter)), .string(use.id), .string(use.line)])
        }
        return (target.anchor ?? "", .array(rows))
      }
      if members.isEmpty { continue }
      scripts[Self.path(of: chapter.path)] = ScriptsOnDemand.call("loopbookUses", table.value, .object(members))
    }
    self.scripts = ScriptsOnDemand(scripts)
  }

  /// The address of what a chapter's page loads; `nil` where it lists all.
  func address(ofChapter path: String) -> String? { scripts.address(of: Self.path(of: path)) }

  /// That of the page, with another ending.
  static func path(of chapter: String) -> String { "uses/\(SiteMap.page(of: chapter).dropLast(5)).js" }

  /// The chapters that a script names.
  private struct ChapterTable {
    private(set) var rows: [JSONValue] = []
    private var places: [Int: Int] = [:]
    private let book: Book
    private let map: SiteMap

    init(_ book: Book, _ map: SiteMap) {
      self.book = book
      self.map = map
    }

    var value: JSONValue { .array(rows) }

    mutating func place(of chapter: Int) -> Int {
      if let place = places[chapter] { return place }
      places[chapter] = rows.count
      rows.append(
        .array([.string(book.chapters[chapter].title), .string(WebPath.encoded(map.pages[chapter]))]))
      return rows.count - 1
    }
  }
}
