/// Where a link to a symbol leads, and what a reader is told before following it.
package struct SymbolTarget: Hashable, Sendable {
  package var usr: String
  /// Its name without those of the types around it: `run(until:)`.
  package var name: String
  /// Its name from the module on: `LoopEngine/Loop/run(until:)`.
  package var path: String
  /// What it is: `Instance Method`.
  package var kind: String
  /// The path of its page.
  package var page: String
  /// The name of its heading there; `nil` for the page itself.
  package var anchor: String?
  /// Its declaration, as its page shows it; `nil` for a module and an article.
  package var declaration: Declaration?
  /// What lists call it, where others on its page have its name: `parse(_: String)`.
  package var listedName: String?
  /// That it should not or cannot be used, as lists say it.
  package var caveat: String?
  /// The first paragraph of its comment, as Markdown on one line; `nil` where there is none.
  package var summary: String?

  /// The summary as an author writes it: nothing in it is escaped, and code stands between backquotes.
  package var writtenSummary: String? {
    summary.map { summary in
      var text = ""
      var isCode = false
      var rest = summary[...]
      while let character = rest.popFirst() {
        // Outside of code, nothing else has a backslash before it.
        if character == "\\", !isCode, let escaped = rest.popFirst() {
          text.append(escaped)
          continue
        }
        if character == "`" { isCode.toggle() }
        text.append(character)
      }
      return text
    }
  }
}

/// Why a link to a symbol leads nowhere, or to more than one.
package struct UnknownSymbol: Error, Hashable, Sendable {
  /// What is wrong, as a message says it.
  package var message: String
  /// What to write instead, nearest first; each of the candidates, where there are several.
  package var suggestions: [String]
  /// What else helps; `nil` where only another name does.
  var cure: String?
  /// Whether there are several, so that nothing is looked for elsewhere.
  var isAmbiguous = false

  /// What is wrong, and what to write instead.
  package init(message: String, suggestions: [String]) {
    self.message = message
    self.suggestions = suggestions
  }

  /// The same for a name that stands behind another one.
  func below(_ name: String) -> UnknownSymbol {
    var unknown = UnknownSymbol(message: message, suggestions: suggestions.map { "\(name)/\($0)" })
    unknown.isAmbiguous = isAmbiguous
    return unknown
  }
}

extension SymbolTarget {
  /// What `<doc:Name>` shows, as Markdown: a symbol's name, or a title.
  var shownName: String { declaration == nil ? MarkdownEscaping.text(name) : MarkdownEscaping.code(name) }

  /// How a page of the reference, or a chapter of the book, addresses it; `page` is that page's path.
  package func address(from page: String) -> String {
    let path = self.page == page && anchor != nil ? "" : PageAddress.relative(self.page, from: page)
    return path + (anchor.map { "#\($0)" } ?? "")
  }
}

/// Addresses of files in the book, as its pages have them.
enum PageAddress {
  /// The path of a file, seen from a page.
  static func relative(_ path: String, from page: String) -> String {
    let own = page.split(separator: "/").dropLast()
    let parts = path.split(separator: "/")
    let shared = zip(own, parts.dropLast()).prefix { $0 == $1 }.count
    let up = repeatElement("..", count: own.count - shared)
    return (up + parts[shared...].map(String.init)).joined(separator: "/")
  }
}
