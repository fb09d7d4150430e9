internal import Book
internal import Templates

/// The sections of a page, nested, for its own table of contents.
struct PageContents {
  private let headings: ArraySlice<Chapter.Heading>

  /// The deepest level that is listed.
  private static let deepest = 4

  /// Takes a chapter's headings; a first one of the first level is the page's title.
  init(_ chapter: Chapter) {
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
      sections.append(Section.keys.record(of: Section(title: heading.text, id: heading.id, sections: inner)))
    }
    return sections
  }

  /// What is told about a section.
  struct Section {
    var title: String
    var id: String
    var sections: [TemplateValue]

    static let keys = DataKeys<Section>(
      .text("title", "What the heading says.") { $0.title },
      .text("id", "The heading's name, to follow `#`.") { $0.id },
      .flag("hasSections", "Whether there are sections in it.") { !$0.sections.isEmpty },
      .list("sections", of: "section", "The sections in it.") { $0.sections })
  }
}
