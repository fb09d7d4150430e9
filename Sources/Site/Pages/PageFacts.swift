internal import Book
internal import Examples
internal import Templates
internal import Text
internal import Verification

/// All that the template of a page is given.
struct PageRecords {
  var site: TemplateValue
  var page: TemplateValue
  var sidebar: TemplateValue
  var words: TemplateValue
  var assets: [TemplateValue]

  static let keys = DataKeys<PageRecords>(
    .record("site", "site", "The book as a whole.") { $0.site },
    .record("page", "page", "The current page.") { $0.page },
    .record("sidebar", "sidebar", "The part of the table of contents that this page shows.") { $0.sidebar },
    .record("words", "words", "The site's own words.") { $0.words },
    .list("assets", of: "inline", "The style sheets and scripts that a self-contained page includes; empty for others.")
    { $0.assets })
}

/// What is told about the book on each of its pages.
struct BookFacts {
  let context: SiteContext
  let hasSearch: Bool
  let hasPrint: Bool

  private var configuration: Configuration { context.book.configuration }

  static let keys = DataKeys<BookFacts>(
    .text("title", "The book's title.") { $0.context.book.title },
    .optionalText("description", "One sentence about the book.") { $0.configuration.description },
    .text("language", "The language of the text, for `lang`.") { $0.configuration.language },
    .flag("isRightToLeft", "Whether that language is written from right to left.") {
      WritingDirection.isRightToLeft($0.configuration.language)
    },
    .texts("authors", "Who wrote it.") { $0.configuration.authors },
    .optionalText("repository", "The address of the book's sources.") { $0.configuration.repository },
    .text("version", "Changes whenever a file in `assets/` does; append it to their addresses as `?v=`.") {
      $0.context.theme.version
    },
    .text("generator", "The program that made the page.") { _ in "Loopbook \(LoopbookVersion.text)" },
    .flag("hasSearch", "Whether there is a search index in `assets/`.") { $0.hasSearch },
    .flag("hasPrint", "Whether there is a page `print.html` with the whole book.") { $0.hasPrint },
    .flag("hasExamples", "Whether there is a page `verification.html`.") {
      $0.context.examples.contains { !$0.isEmpty }
    })
}

/// What is told about a page; what does not concern it stays empty.
struct PageFacts {
  /// What a page is.
  enum Kind {
    case chapter, contents, verification, print, notFound, singleFile, redirect
  }

  let kind: Kind
  /// The page's path in the site.
  let path: String
  /// What leads to the site's folder, where that is not seen from the path.
  var root: String?
  var title: String?
  /// Whether the title is the book's, too.
  var isTitledAsBook = false
  var number: String?
  var part: String?
  var description: String?
  /// The path of the page that this one repeats.
  var canonical: String?
  /// The whole address of the page, or of the one that it repeats.
  var address: String?
  /// The path of the chapter as Markdown.
  var markdown: String?
  /// Where the page sends its readers.
  var target: String?
  var editLink: String?
  /// The address of the style sheet of the chapter's own.
  var style: String?
  /// The address of the chapter's runs with other values.
  var runs: String?
  /// The addresses of what tells of the chapter's examples that can be changed, of the module with their programs, and
  /// of what draws what they do.
  var types: String?
  /// Whose names can be shown in listings, and of which examples.
  var otherNames: String?
  var renamed: String?
  /// The address of what tells of all examples that use its symbols.
  var uses: String?
  var live: String?
  var programs: String?
  var pictures: String?
  /// Whether readers predict what an example does.
  var hasPredictions = false
  var hasHeading = false
  var breadcrumbs: [TemplateValue] = []
  var previous: TemplateValue?
  var next: TemplateValue?
  var contents: [TemplateValue] = []
  var body: [UInt8]?
  var chapters: [TemplateValue] = []
  var outline: [TemplateValue] = []
  var verification: TemplateValue?

  init(_ kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }

  static let keys = DataKeys<PageFacts>(
    .flag("isChapter", "Whether it is a chapter.") { $0.kind == .chapter },
    .flag("isContents", "Whether it lists the whole table of contents.") { $0.kind == .contents },
    .flag("isVerification", "Whether it lists the examples.") { $0.kind == .verification },
    .flag("isPrint", "Whether it is the whole book, for printing.") { $0.kind == .print },
    .flag("isNotFound", "Whether it is the page that web servers show for addresses that do not exist.") {
      $0.kind == .notFound
    },
    .flag("isSingleFile", "Whether it is the whole book in a single file.") { $0.kind == .singleFile },
    .flag("holdsAssets", "Whether it includes its style sheets, because it cannot know where the site is.") {
      $0.kind == .singleFile || $0.kind == .notFound && $0.root == nil
    },
    .optionalText("title", "The chapter's title; none on pages that loopbook adds.") { $0.title },
    .flag("isTitledAsBook", "Whether the chapter's title is the book's, too.") { $0.isTitledAsBook },
    .optionalText("number", "The chapter's number, such as `1.2.`.") { $0.number },
    .optionalText("part", "The title of the part that the chapter is in.") { $0.part },
    .optionalText("description", "One sentence about the page.") { $0.description },
    .text("path", "The page's path in the site, as it appears in addresses.") { WebPath.encoded($0.path) },
    .optionalText("canonical", "The path of the page that this one repeats.") { $0.canonical.map(WebPath.encoded) },
    .optionalText("address", "The page's full address, or that of the page that it repeats; only with `url`.") {
      $0.address
    },
    .optionalText("markdown", "The path of the chapter as Markdown.") { $0.markdown.map(WebPath.encoded) },
    .optionalText("target", "On a page at an old address: where it leads.") { $0.target },
    .text("root", "The path from the page to the site's folder: `../` or the like; often empty.") {
      $0.root ?? SiteAddress.root(of: $0.path)
    },
    .optionalText("editLink", "Where the chapter can be edited.") { $0.editLink },
    .optionalText("style", "The address of the chapter's own style sheet, to follow `page.root`.") { $0.style },
    .optionalText(
      "runs", "The address of its examples' runs with the values that readers can choose, to follow `page.root`."
    ) { $0.runs },
    .optionalText("types", "The address of the declarations of the names in its listings, to follow `page.root`.") {
      $0.types
    },
    .optionalText("otherNames", "Whose names its listings can show: `CoreFoundation`.") { $0.otherNames },
    .optionalText("renamed", "With it: the examples that have such names, separated by spaces.") { $0.renamed },
    .optionalText(
      "uses", "The address of the list of all examples that use its symbols, to follow `page.root`."
    ) { $0.uses },
    .optionalText(
      "live", "The address of the data about its examples that readers can change, to follow `page.root`."
    ) { $0.live },
    .optionalText("programs", "With it: the address of the module with their programs, likewise.") { $0.programs },
    .optionalText("pictures", "With it: the address of the program that draws their pictures, likewise.") {
      $0.pictures
    },
    .flag("hasRuns", "Whether its examples can show other runs in place of their recordings.") {
      $0.runs != nil || $0.live != nil
    },
    .flag("hasPredictions", "Whether readers are asked what an example does before they see it.") { $0.hasPredictions },
    .flag("hasHeading", "Whether the body begins with a heading that is the title.") { $0.hasHeading },
    .flag("hasBreadcrumbs", "Whether there are breadcrumbs.") { !$0.breadcrumbs.isEmpty },
    .flag("hasContents", "Whether there are contents.") { !$0.contents.isEmpty },
    .list("breadcrumbs", of: "link", "The chapters above this one, outermost first.") { $0.breadcrumbs },
    .optionalRecord("previous", "link", "The chapter before it.") { $0.previous },
    .optionalRecord("next", "link", "The chapter after it.") { $0.next },
    .list("contents", of: "section", "The sections of the page; empty if there are fewer than two.") { $0.contents },
    .optionalHTML("body", "The chapter, or on other pages nothing.") { $0.body },
    .list("chapters", of: "chapter", "On pages with the whole book: its chapters; empty on others.") { $0.chapters },
    .list("outline", of: "part", "On the page of contents: all of it; empty on others.") { $0.outline },
    .optionalRecord("verification", "verification", "On the page of examples: all of them.") { $0.verification })
}

/// What is told about a chapter on a page with the whole book.
struct BookChapterFacts {
  var title: String
  var number: String?
  var part: String?
  var id: String
  var hasHeading: Bool
  var repeatsCover: Bool
  var body: [UInt8]

  static let keys = DataKeys<BookChapterFacts>(
    .text("title", "The chapter's title.") { $0.title },
    .optionalText("number", "Its number.") { $0.number },
    .optionalText("part", "The title of the part that begins with it.") { $0.part },
    .text("id", "Its name on the page.") { $0.id },
    .flag("hasHeading", "Whether the body begins with a heading that is the title.") { $0.hasHeading },
    .flag("repeatsCover", "Whether it is the first, and its title is the book's.") { $0.repeatsCover },
    .html("body", "Its text.") { $0.body })
}

/// A style sheet or script that a page holds itself.
struct InlineFacts {
  var isStyle: Bool
  var text: [UInt8]

  static let keys = DataKeys<InlineFacts>(
    .flag("isStyle", "Whether it is a style sheet, not a script.") { $0.isStyle },
    .html("text", "Its contents.") { $0.text })
}

extension SiteOutline.Entry {
  /// What is told about a chapter that a page links to.
  static let linkKeys = DataKeys<SiteOutline.Entry>(
    .text("title", "The chapter's title.") { $0.title },
    .optionalText("number", "The chapter's number.") { $0.number },
    .optionalText("path", "Its page, to follow `page.root`; none for a draft.") { $0.path })
}
