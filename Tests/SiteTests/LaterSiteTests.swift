import Book
import Examples
import Synchronization
import Testing
import Text
import Verification

@testable import Site

/// What is taken over from an earlier site must not be seen: a book that changes step by step has the site of a book
/// that was always so.
@Suite("The site of a book that has changed")
struct LaterSiteTests {
  private func files(_ site: Site) -> [String: [UInt8]] {
    let files = Mutex<[String: [UInt8]]>([:])
    site.files { file in files.withLock { $0[file.path] = file.bytes } }
    return files.withLock { $0 }
  }

  /// Whether a page only leads to another one, so that no reader stays there.
  private static func leadsOn(_ page: [UInt8]) -> Bool {
    String(decoding: page, as: UTF8.self).contains("http-equiv=\"refresh\"")
  }

  @Test(
    "is that of a book which was always as it is now, with the same messages, and knows the pages that changed",
    arguments: 1...6 as ClosedRange<UInt64>)
  func isTheSame(seed: UInt64) throws {
    var draft = ChangingBook(seed: seed)
    var book = try draft.read(after: nil)
    var site = Site(book, theme: Theme(of: book.book.configuration))
    var earlier = files(site)
    var kept = 0
    for _ in 0..<25 {
      draft.edit()
      let next = try draft.read(after: book)
      kept += zip(book.book.chapters, next.book.chapters).count { $0 === $1 }
      let before = site
      site = Site(next, theme: Theme(of: next.book.configuration), after: before)
      book = next
      let fresh = Site(try draft.read(after: nil), theme: Theme(of: next.book.configuration))
      try #require(site.diagnostics == fresh.diagnostics)
      let (made, wanted) = (files(site), files(fresh))
      try #require(made.keys.sorted() == wanted.keys.sorted())
      for (path, bytes) in wanted { try #require(made[path] == bytes, "\(path)") }
      let changed = site.pages(changedSince: before)
      for (path, old) in earlier where path.hasSuffix(".html") {
        guard let new = made[path], new != old, !Self.leadsOn(new) else { continue }
        try #require(changed.contains(path), "\(path)")
      }
      earlier = made
    }
    #expect(kept > 0)
  }
}
