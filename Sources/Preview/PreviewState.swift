internal import Text

/// What the preview shows: the files of a site, and what is wrong with its book.
package struct PreviewState: Sendable {
  /// Gives the bytes of a file of the site by its path; `nil` where there is none.
  package var file: @Sendable (String) -> [UInt8]?

  /// Where a page is now that had this path earlier; `nil` where nothing is known of one.
  package var moved: @Sendable (String) -> String? = { _ in nil }

  /// The chapter that a page shows, where its listings can be changed and run; `nil` where they cannot.
  package var editableChapter: @Sendable (String) -> String? = { _ in nil }

  /// The messages about the book, as a terminal would show them; empty when all is well.
  package var problems: String

  /// What examples do and is not recorded, which pages offer to record.
  package var changes: [PreviewChange] = []

  /// What every page says as long as there is no site to show.
  package var notice: String?

  /// Whether the site is an older one, since the book as it is now cannot be shown.
  package var isStale = false

  /// The pages that are not as they were in the state before, where the others are; `nil` where any may have changed.
  package var updated: Set<String>?

  /// Whether a file of the site is still the one that a page names by this version.
  package var isCurrent: @Sendable (_ file: String, _ version: String) -> Bool = { _, _ in true }

  /// Which state this is, of those that the server has shown.
  package internal(set) var version = 1

  /// The state since which only pages changed that are named, and when each of them did.
  private var since = 1
  private var updates: [String: Int] = [:]

  /// What tells the pages of this server from those of an earlier one at the same address.
  var session = PreviewSession()

  package init(problems: String = "", file: @escaping @Sendable (String) -> [UInt8]?) {
    self.file = file
    self.problems = problems
  }

  /// Where pages ask whether something changed.
  static let changePath = "/.loopbook/change"

  /// What is before the name of what pages ask for.
  static let actionPrefix = "/.loopbook/"

  /// Follows a state that the same server has shown.
  mutating func follow(_ before: PreviewState) {
    version = before.version + 1
    session = before.session
    guard let updated else {
      since = version
      return
    }
    since = before.since
    updates = before.updates
    for page in updated { updates[page] = version }
  }

  /// What a browser gets for a path; `version` is what the page that names the file knows of it.
  func answer(_ path: String, version: String? = nil) -> PreviewAnswer {
    if path == Self.changePath { return PreviewAnswer(news) }
    if let notice { return message(503, notice) }
    var name = String(path.drop { $0 == "/" })
    if name.isEmpty || name.hasSuffix("/") { name += "index.html" }
    // No path of a site has these; and nothing outside it is meant.
    guard !name.split(separator: "/").contains(where: { $0 == ".." || $0 == "." }) else { return missing() }
    if let version, !isCurrent(name, version) {
      return PreviewAnswer(status: 404, "The page that asks for this is out of date: reload it.")
    }
    guard let bytes = file(name) else {
      if let place = moved(name) { return PreviewAnswer(location: "/" + place) }
      return missing()
    }
    let type = FileTypes.type(of: name)
    return PreviewAnswer(type: type, bytes: type.hasPrefix("text/html") ? withScript(bytes, page: name) : bytes)
  }

  /// What a page is told of this state.
  private var news: JSONValue {
    .object([
      ("session", .string(session.name)), ("version", .integer(version)), ("stale", .bool(isStale)),
      ("since", .integer(since)), ("pages", .object(updates.sorted { $0.key < $1.key }.map { ($0, .integer($1)) })),
      ("problems", .string(problems)), ("changes", .array(changes.map(\.value))),
    ])
  }

  private func missing() -> PreviewAnswer {
    if let page = file("404.html") {
      return PreviewAnswer(status: 404, type: "text/html; charset=utf-8", bytes: withScript(page))
    }
    return message(404, "There is no such page.")
  }

  /// A page of one plain sentence.
  private func message(_ status: Int, _ sentence: String) -> PreviewAnswer {
    let text = """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark"><title>\(sentence)</title>
      <body style="font:1.1rem/1.5 system-ui,sans-serif;margin:15vh auto;max-width:32rem;padding:0 1rem"><p>\(sentence)</p></body></html>
      """
    return PreviewAnswer(status: status, type: "text/html; charset=utf-8", bytes: withScript(Array(text.utf8)))
  }

  /// The page with what reloads it; the files themselves have no such thing.
  private func withScript(_ page: [UInt8], page name: String = "") -> [UInt8] {
    let chapter = editableChapter(name)
    let facts = JSONValue.members([
      ("session", .string(session.name)), ("version", .integer(version)), ("token", .string(session.token)),
      ("page", .string(name)), ("chapter", chapter.map { .string($0) }),
    ])
    let script = Array(PreviewScript.text(facts, canEdit: chapter != nil).utf8)
    let end = Array("</body>".utf8)
    guard page.count >= end.count else { return page + script }
    for start in stride(from: page.count - end.count, through: 0, by: -1) where page[start...].starts(with: end) {
      return Array(page[..<start]) + script + Array(page[start...])
    }
    return page + script
  }
}
