internal import Book
internal import Reference
internal import Templates

/// The sections of a page, nested, for its own table of contents.
struct PageContents {
  private let headings: ArraySlice<Chapter.Heading>
  /// By the names of their headings, the symbols that these are about.
  private let symbols: [String: PageSymbol]

  /// The deepest level that is listed.
  private static let deepest = 4

  /// Takes a chapter's headings; a first one of the first level is the page's title.
  ///
  /// `symbols` are those that the page is made for.
  init(_ chapter: Chapter, symbols: [PageSymbol]) {
    let named = symbols.compactMap { symbol in symbol.anchor.map { ($0, symbol) } }
    self.symbols = Dictionary(named) { first, _ in first }
    let all = chapter.headings.filter { $0.level <= Self.deepest && !$0.text.isEmpty }
    headings = all.first?.level == 1 ? all.dropFirst() : all[...]
  }

  /// The sections; none where there is only one.
  var value: [TemplateValue] {
    guard headings.count > 1 else { return [] }
    var rest = headings
    return sections(&rest, below: 0)
  }

  private func sections(_ rest: inout ArraySlice<Chapter.Heading>, below level: Int) -> [TemplateValue] {
    var sections: [TemplateValue] = []
    while let heading = rest.first, heading.level > level {
      rest = rest.dropFirst()
      let inner = self.sections(&rest, below: heading.level)
      let symbol = symbols[heading.id]
      let section = Section(
        title: symbol?.listedName ?? heading.text, id: heading.id, caveat: symbol?.caveat, sections: inner)
      sections.append(Section.keys.record(of: section))
    }
    return sections
  }

  /// What is told about a section.
  struct Section {
    var title: String
    var id: String
    var caveat: String?
    var sections: [TemplateValue]

    static let keys = DataKeys<Section>(
      .text("title", "What the heading says; for declarations of one name, also what tells them apart.") { $0.title },
      .html("html", "The same as HTML, which long names have places to break in.") { BreakableName.html($0.title) },
      .optionalText("caveat", "What is said of a declaration that should not be used: “Deprecated.”") { $0.caveat },
      .text("id", "The heading's name, to follow `#`.") { $0.id },
      .flag("hasSections", "Whether there are sections in it.") { !$0.sections.isEmpty },
      .list("sections", of: "section", "The sections in it.") { $0.sections })
  }
}
