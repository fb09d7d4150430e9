internal import Book
internal import Examples
internal import Markdown
internal import Templates
internal import Verification

/// The data of pages; `PageSchema` says what it is.
struct PageData: Sendable {
  private let site: SiteContext
  private let siteRecord: TemplateValue

  init(_ site: SiteContext, hasSearch: Bool, hasPrint: Bool) {
    self.site = site
    let configuration = site.book.configuration
    siteRecord = [
      "title": .text(site.book.title), "description": .optional(configuration.description),
      "language": .text(configuration.language), "authors": .list(configuration.authors.map { .text($0) }),
      "repository": .optional(configuration.repository), "version": .text(site.theme.version),
      "generator": .text("Loopbook \(LoopbookVersion.text)"), "hasSearch": .flag(hasSearch),
      "hasPrint": .flag(hasPrint), "hasExamples": .flag(site.examples.contains { !$0.examples.isEmpty }),
    ]
  }

  /// What a page is, for its flags.
  enum Kind: String, CaseIterable {
    case isChapter, isContents, isVerification, isPrint, isNotFound, isSingleFile
  }

  /// The data of a chapter's page.
  ///
  /// - Parameters:
  ///   - number: The chapter's number in the book.
  ///   - page: The page's path in the site.
  ///   - body: The chapter as HTML.
  func chapter(_ number: Int, page: String, body: [UInt8]) -> TemplateValue {
    let chapter = site.book.chapters[number]
    let entry = site.outline.entryOfChapter[number]
    var record = started(.isChapter, page)
    record["title"] = .text(chapter.title)
    record["number"] = .optional(site.outline.entries[entry].number)
    record["part"] = .optional(site.outline.partTitle(of: entry))
    record["description"] = .optional(chapter.frontMatter.description)
    if page != site.map.pages[number] { record["canonical"] = .text(SiteAddress.encoded(site.map.pages[number])) }
    record["editLink"] = .optional(editLink(chapter.path))
    record["hasHeading"] = .flag(Self.hasHeading(chapter))
    record["breadcrumbs"] = .list(site.outline.ancestors(of: entry).map(link))
    if number > 0 { record["previous"] = link(site.outline.entryOfChapter[number - 1]) }
    if number + 1 < site.book.chapters.count { record["next"] = link(site.outline.entryOfChapter[number + 1]) }
    record["contents"] = .list(PageContents(chapter).value)
    record["body"] = .htmlBytes(body)
    return data(record, sidebar: site.sidebar.value(current: entry))
  }

  /// The data of a page that the program adds; `assets` are what it holds itself.
  func page(
    _ kind: Kind, path: String, assets: [TemplateValue], _ fill: (inout TemplateRecord) -> Void
  ) -> TemplateValue {
    var record = started(kind, path)
    fill(&record)
    return data(record, sidebar: site.sidebar.value, assets: assets)
  }

  /// The data of a page with the whole book.
  ///
  /// - Parameters:
  ///   - bodies: The chapters as HTML.
  ///   - assets: What the page holds itself.
  func wholeBook(_ kind: Kind, path: String, bodies: [[UInt8]], assets: [TemplateValue] = []) -> TemplateValue {
    var record = started(kind, path)
    var part = -1
    record["chapters"] = .list(
      site.book.chapters.indices.map { number in
        let entry = site.outline.entryOfChapter[number]
        let begins = site.outline.entries[entry].part != part
        part = site.outline.entries[entry].part
        return [
          "title": .text(site.book.chapters[number].title), "number": .optional(site.outline.entries[entry].number),
          "part": begins ? .optional(site.outline.partTitle(of: entry)) : .nothing,
          "id": .text(RenderTarget.name(ofChapter: number)),
          "hasHeading": .flag(Self.hasHeading(site.book.chapters[number])), "body": .htmlBytes(bodies[number]),
        ]
      })
    let sidebar: TemplateValue = [
      "isWhole": true, "parts": site.sidebar.whole { RenderTarget.name(ofChapter: $0) },
    ]
    return data(record, sidebar: sidebar, assets: assets)
  }

  private func data(
    _ page: TemplateRecord, sidebar: TemplateValue, assets: [TemplateValue] = []
  ) -> TemplateValue {
    var page = page
    page["hasBreadcrumbs"] = .flag(page["breadcrumbs"]?.isPresent ?? false)
    page["hasContents"] = .flag(page["contents"]?.isPresent ?? false)
    return ["site": siteRecord, "page": .record(page), "sidebar": sidebar, "assets": .list(assets)]
  }

  /// What every page has.
  private func started(_ kind: Kind, _ path: String) -> TemplateRecord {
    var record: TemplateRecord = [:]
    for other in Kind.allCases { record[TemplateKey(other.rawValue)] = .flag(other == kind) }
    for name: TemplateKey in [
      "title", "number", "part", "description", "canonical", "editLink", "previous", "next", "body", "verification",
    ] {
      record[name] = .nothing
    }
    record["path"] = .text(SiteAddress.encoded(path))
    record["root"] = .text(SiteAddress.root(of: path))
    record["hasHeading"] = false
    for name: TemplateKey in ["breadcrumbs", "contents", "chapters", "outline"] { record[name] = [] }
    return record
  }

  private func link(_ entry: Int) -> TemplateValue {
    let entry = site.outline.entries[entry]
    return [
      "title": .text(entry.title), "number": .optional(entry.number), "path": entry.path.map { .text($0) } ?? .nothing,
    ]
  }

  private func editLink(_ path: String) -> String? {
    guard let pattern = site.book.configuration.editLink else { return nil }
    let parts = pattern.split(separator: "{path}", omittingEmptySubsequences: false)
    return parts.joined(separator: SiteAddress.encoded(path))
  }

  /// Whether a chapter begins with a heading of the first level.
  private static func hasHeading(_ chapter: Chapter) -> Bool {
    guard let first = chapter.headings.first else { return false }
    return first.level == 1 && chapter.document.nodes[first.node].parent == 0
  }
}
