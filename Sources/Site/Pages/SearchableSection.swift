/// What a search can find: a heading or an example with the text that follows it, as far as the next.
package struct SearchableSection: Sendable {
  /// What begins the section.
  package enum Kind: Sendable {
    /// The page itself: what stands before its first heading.
    case page
    case heading
    case example
  }

  package var kind: Kind

  /// The path of the page in the site, as addresses have it: `guide/timers.html`.
  package var page: String

  /// The title of the page.
  package var title: String

  /// What the heading says, or the example's name; the page's title where it has none.
  package var heading: String

  /// The heading's or example's name on the page, to stand behind `#`; empty for the page itself.
  package var anchor: String

  /// The text without markup, in UTF-8; blocks are separated by line feeds.
  package var text: [UInt8]

  /// A sentence that the text begins with, and that says what the section is about; empty where there is none.
  package var summary = ""

  /// What kind of symbol the heading is the name of, such as `Instance Method`; `nil` for other headings.
  package var symbolKind: String?

  /// The declaration of that symbol on one line, in UTF-8; it is not part of the text.
  package var declaration: [UInt8] = []

  /// That the symbol should not or cannot be used, as lists say it.
  package var caveat: String?

  /// What the page is found by, too, as if each stood in a heading; of the first section.
  package var keywords: [String] = []

  /// Whether the heading is a name, such as `two-timers`: it is found by itself, and does not hide headings that have
  /// its words.
  var isFoundByName: Bool {
    kind == .example
      || kind == .heading && heading.utf8.contains(UInt8(ascii: "-"))
        && heading.utf8.allSatisfy {
          $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
        }
  }
}

/// A file of the site that is made from all pages.
package struct SiteFile: Sendable {
  /// The path in the site.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
