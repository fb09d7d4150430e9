internal import Book
internal import Examples
internal import Markdown
internal import Reference
internal import Templates
internal import Text
internal import Verification

/// The data of pages.
struct PageData: Sendable {
  private let site: SiteContext
  private let book: TemplateValue

  init(_ site: SiteContext, hasSearch: Bool, hasPrint: Bool) {
    self.site = site
    book = BookFacts.keys.record(of: BookFacts(context: site, hasSearch: hasSearch, hasPrint: hasPrint))
  }

  /// The data of a chapter's page.
  ///
  /// - Parameters:
  ///   - number: The chapter's number in the book.
  ///   - page: The page's path in the site.
  ///   - body: The chapter as HTML.
  ///   - style: The address of its own style sheet, from the site's folder.
  ///   - runs: The address of its examples' runs with other values, likewise.
  ///   - live: The address of what tells of those of its examples that can be changed, likewise.
  func chapter(
    _ number: Int, page: String, body: [UInt8], style: String?, runs: String?, live: String?
  ) -> TemplateValue {
    let chapter = site.book.chapters[number]
    let entry = site.outline.entryOfChapter[number]
    var facts = PageFacts(.chapter, path: page)
    facts.title = chapter.title
    facts.isTitledAsBook = chapter.title == site.book.title
    facts.number = site.outline.entries[entry].number
    facts.part = site.outline.partTitle(of: entry)
    facts.description = chapter.frontMatter.description
    if page != site.map.pages[number] { facts.canonical = site.map.pages[number] }
    facts.address = MachineFiles.address(of: site.map.pages[number], site.book.configuration)
    facts.markdown = chapter.path
    if !chapter.isGenerated { facts.editLink = editLink(chapter.path) }
    facts.hasHeading = Self.hasHeading(chapter, site)
    facts.breadcrumbs = site.outline.ancestors(of: entry).map(link)
    if number > 0 { facts.previous = link(site.outline.entryOfChapter[number - 1]) }
    if number + 1 < site.book.chapters.count { facts.next = link(site.outline.entryOfChapter[number + 1]) }
    facts.contents = PageContents(chapter, symbols: site.reference.pages[chapter.path]?.symbols ?? []).value
    facts.body = body
    facts.style = style
    facts.runs = runs
    facts.types = site.types.address(of: site.examples[number])
    facts.uses = site.usesScripts.address(ofChapter: chapter.path)
    let renamed = site.types.renamed(in: site.examples[number])
    if !renamed.isEmpty {
      facts.otherNames = site.book.configuration.examples.otherNames.map(\.name).joined(separator: ", ")
      facts.renamed = renamed.joined(separator: " ")
    }
    facts.live = live
    facts.programs = live.flatMap { _ in site.live.programsAddress(of: site.examples[number]) }
    facts.pictures = live.flatMap { _ in site.live.picturesAddress }
    facts.hasPredictions = site.examples[number].predicts
    return data(facts, sidebar: site.sidebar.value(current: entry))
  }

  /// The data of a page that the program adds; `assets` are what it holds itself.
  func page(_ facts: PageFacts, assets: [TemplateValue]) -> TemplateValue {
    data(facts, sidebar: site.sidebar.value, assets: assets)
  }

  /// The data of a page at an old address.
  func redirect(_ page: Redirects.Page) -> TemplateValue {
    var facts = PageFacts(.redirect, path: page.path)
    facts.title = page.title
    facts.target = page.address
    facts.address = page.isWeb ? page.target : MachineFiles.address(of: page.file, site.book.configuration)
    return data(facts, sidebar: site.sidebar.value)
  }

  /// The data of a page with the whole book.
  ///
  /// - Parameters:
  ///   - bodies: The chapters as HTML.
  ///   - style: The address of the chapters' own style sheets, from the site's folder.
  ///   - assets: What the page holds itself.
  func wholeBook(
    _ kind: PageFacts.Kind, path: String, bodies: [[UInt8]], style: String? = nil, assets: [TemplateValue] = []
  ) -> TemplateValue {
    var facts = PageFacts(kind, path: path)
    facts.style = style
    var part = -1
    facts.chapters = site.book.chapters.indices.map { number in
      let entry = site.outline.entryOfChapter[number]
      let begins = site.outline.entries[entry].part != part
      part = site.outline.entries[entry].part
      return BookChapterFacts.keys.record(
        of: BookChapterFacts(
          title: site.book.chapters[number].title, number: site.outline.entries[entry].number,
          part: begins ? site.outline.partTitle(of: entry) : nil, id: RenderTarget.name(ofChapter: number),
          hasHeading: Self.hasHeading(site.book.chapters[number], site),
          repeatsCover: number == 0 && heading(of: site.book.chapters[number]) == site.book.title,
          body: bodies[number]))
    }
    let parts = site.sidebar.whole { RenderTarget.name(ofChapter: $0) }
    return data(facts, sidebar: Sidebar.Whole(isWhole: true, parts: parts).value, assets: assets)
  }

  private func data(_ facts: PageFacts, sidebar: TemplateValue, assets: [TemplateValue] = []) -> TemplateValue {
    PageRecords.keys.record(
      of: PageRecords(
        site: book, page: PageFacts.keys.record(of: facts), sidebar: sidebar, words: site.templates.words.value,
        assets: assets))
  }

  private func link(_ entry: Int) -> TemplateValue {
    SiteOutline.Entry.linkKeys.record(of: site.outline.entries[entry])
  }

  private func editLink(_ path: String) -> String? {
    guard let pattern = site.book.configuration.editLink else { return nil }
    let parts = pattern.split(separator: "{path}", omittingEmptySubsequences: false)
    return parts.joined(separator: WebPath.encoded(path))
  }

  /// What stands above a chapter's text.
  private func heading(of chapter: Chapter) -> String {
    guard Self.hasHeading(chapter, site) else { return chapter.title }
    return chapter.facts.htmlTitle ?? chapter.headings.first?.text ?? ""
  }

  /// Whether a chapter begins with a heading of the first level, which may be HTML.
  static func hasHeading(_ chapter: Chapter, _ site: SiteContext) -> Bool {
    if chapter.facts.htmlTitle != nil, site.allowsHTML { return true }
    guard let first = chapter.headings.first else { return false }
    return first.level == 1 && chapter.document.nodes[first.node].parent == 0
  }
}
