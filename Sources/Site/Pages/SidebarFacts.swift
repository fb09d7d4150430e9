internal import Templates

extension Sidebar {
  /// What is told about a table of contents.
  struct Whole {
    var isWhole: Bool
    var parts: [TemplateValue]

    var value: TemplateValue { Self.keys.record(of: self) }

    static let keys = DataKeys<Whole>(
      .flag("isWhole", "Whether it is the whole table of contents.") { $0.isWhole },
      .list("parts", of: "part", "The parts; chapters before the first are one without a title.") { $0.parts })
  }

  /// What is told about a part of the book.
  struct Part {
    var title: String?
    var path: String?
    var isCurrent = false
    var isGap = false
    var items: [TemplateValue] = []

    var value: TemplateValue { Self.keys.record(of: self) }

    static let keys = DataKeys<Part>(
      .optionalText("title", "The part's title.") { $0.title },
      .optionalText("path", "The page of its first chapter, to follow `page.root`.") { $0.path },
      .flag("isCurrent", "Whether the current page is in it.") { $0.isCurrent },
      .flag("isGap", "Whether it stands for parts that are left out here; then it has no other values.") { $0.isGap },
      .flag("hasItems", "Whether there are chapters to show.") { !$0.items.isEmpty },
      .list("items", of: "item", "Its chapters; empty if the part is folded.") { $0.items })
  }

  /// What is told about a line of the table of contents.
  struct Item {
    var title: String?
    var number: String?
    var path: String?
    var id: String?
    var isCurrent = false
    var isSeparator = false
    var isGap = false
    var group: String?
    var caveat: String?
    var hasMore = false
    var items: [TemplateValue] = []

    /// What stands for chapters that are left out.
    init(isGap: Bool) { self.isGap = isGap }

    /// What stands before the first of a group; a line where that has no name.
    init(group: String?) {
      self.group = group
      isSeparator = group == nil
    }

    init(_ entry: SiteOutline.Entry, items: [TemplateValue]) {
      title = entry.title
      number = entry.number
      path = entry.path
      caveat = entry.caveat
      isSeparator = entry.isSeparator
      hasMore = items.isEmpty && !entry.nested.isEmpty
      self.items = items
    }

    var value: TemplateValue { Self.keys.record(of: self) }

    static let keys = DataKeys<Item>(
      .optionalText("title", "The chapter's title.") { $0.title },
      .optionalHTML("html", "The same as HTML, which long names have places to break in.") {
        $0.title.map(BreakableName.html)
      },
      .optionalText("caveat", "What is said of a declaration that should not be used: “Deprecated.”") { $0.caveat },
      .optionalText("group", "What the chapters after it have in common; then it has no other values.") { $0.group },
      .optionalText("number", "Its number, such as `1.2.`.") { $0.number },
      .optionalText("path", "Its page, to follow `page.root`; none for a draft.") { $0.path },
      .optionalText("id", "Its name on a page with the whole book.") { $0.id },
      .flag("isCurrent", "Whether it is the current page.") { $0.isCurrent },
      .flag("isSeparator", "Whether it is a line between chapters; then it has no other values.") { $0.isSeparator },
      .flag("isGap", "Whether it stands for chapters that are left out here; then it has no other values.") {
        $0.isGap
      },
      .flag("hasMore", "Whether there are chapters in it that are left out here.") { $0.hasMore },
      .flag("hasItems", "Whether there are chapters to show in it.") { !$0.items.isEmpty },
      .list("items", of: "item", "The chapters in it.") { $0.items })
  }
}
