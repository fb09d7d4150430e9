internal import Text

/// What the preview shows: the files of a site, and what is wrong with its book.
package struct PreviewState: Sendable {
  /// Gives the bytes of a file of the site by its path; `nil` where there is none.
  package var file: @Sendable (String) -> [UInt8]?

  /// The messages about the book, as a terminal would show them; empty when all is well.
  package var problems: String

  /// What every page says as long as there is no site to show.
  package var notice: String?

  /// Whether the site is an older one, since the book as it is now cannot be shown.
  package var isStale = false

  /// Which state this is, of those that the server has shown.
  package internal(set) var version = 1

  package init(problems: String = "", file: @escaping @Sendable (String) -> [UInt8]?) {
    self.file = file
    self.problems = problems
  }

  /// Where pages ask whether something changed.
  static let changePath = "/.loopbook/change"

  /// Whether a request is meant for this machine, by the host that it names.
  static func isLocal(host: String?) -> Bool {
    guard let host else { return true }
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    return ["localhost", "127.0.0.1", "[::1]"].contains(String(name))
  }

  /// What a browser gets for a path.
  func answer(_ path: String) -> PreviewAnswer {
    if path == Self.changePath {
      let change = JSONValue.object([
        ("version", .integer(version)), ("stale", .bool(isStale)), ("problems", .string(problems)),
      ])
      return PreviewAnswer(type: "application/json", bytes: change.insideHTML)
    }
    if let notice { return message(503, notice) }
    var name = String(path.drop { $0 == "/" })
    if name.isEmpty || name.hasSuffix("/") { name += "index.html" }
    // No path of a site has these; and nothing outside it is meant.
    guard !name.split(separator: "/").contains(where: { $0 == ".." || $0 == "." }) else { return missing() }
    guard let bytes = file(name) else { return missing() }
    let type = Self.type(of: name)
    return PreviewAnswer(type: type, bytes: type.hasPrefix("text/html") ? withScript(bytes) : bytes)
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
  private func withScript(_ page: [UInt8]) -> [UInt8] {
    let script = Array(PreviewScript.text(version: version).utf8)
    let end = Array("</body>".utf8)
    guard page.count >= end.count else { return page + script }
    for start in stride(from: page.count - end.count, through: 0, by: -1) where page[start...].starts(with: end) {
      return Array(page[..<start]) + script + Array(page[start...])
    }
    return page + script
  }

  static func type(of name: String) -> String {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "ico": "image/x-icon", "txt": "text/plain; charset=utf-8",
    "xml": "application/xml", "pdf": "application/pdf", "mp4": "video/mp4", "webm": "video/webm", "woff2": "font/woff2",
  ]
}
