internal import Book
internal import Dispatch
internal import Examples
internal import LoopTracing
internal import Markdown
package import SourceText
internal import Synchronization
internal import Templates
package import Verification

/// The site of a verified book: its pages, made when they are asked for.
package struct Site: Sendable {
  /// Makes the files of the search index from the sections of all pages, in the order of the book.
  package typealias SearchIndexing = @Sendable ([SearchableSection]) -> [SiteFile]

  private let context: SiteContext
  private let data: PageData
  private let searchIndexing: SearchIndexing?
  private let hasPrint: Bool

  /// What is wrong with the book as a site: names, links and templates.
  ///
  /// Nothing is to be written if there is an error.
  package let diagnostics: [Diagnostic]

  /// How much text a book may have for a page with all of it: about a thousand sheets of paper.
  ///
  /// Nobody prints more, and browsers are slow with it; `--single-file` sets no limit.
  private static let printLimit = 2 << 20

  /// The script of the search.
  private static let search = "assets/search.js"

  /// Lays out the site.
  ///
  /// - Parameters:
  ///   - verified: The book.
  ///   - theme: What its pages are made with.
  ///   - searchIndexing: Makes the search index; without it pages offer no search.
  package init(_ verified: VerifiedBook, theme: Theme, searchIndexing: SearchIndexing? = nil) {
    hasPrint = verified.book.chapters.reduce(0) { $0 + $1.file.bytes.count } <= Self.printLimit
    let context = SiteContext(verified, theme: theme, hasPrint: hasPrint)
    self.context = context
    self.searchIndexing = searchIndexing
    data = PageData(context, hasSearch: searchIndexing != nil, hasPrint: hasPrint)
    let links = LinkCheck(verified.book, index: context.index, anchors: context.exampleNames)
    diagnostics = (context.map.diagnostics + links.diagnostics + theme.diagnostics).sorted()
  }

  /// What templates that do not end were found to do while pages were made.
  package var renderingDiagnostics: [Diagnostic] { context.diagnostics }

  /// The number of chapters.
  package var chapterCount: Int { context.book.chapters.count }

  /// Makes all files and gives them to `receive`, from several threads at once and in any order.
  ///
  /// The files that are copied from the book are not among them; see `assets`.
  package func files(_ receive: @Sendable (SiteFile) -> Void) {
    let chapters = context.book.chapters.indices
    let sections = Mutex<[[SearchableSection]]>(chapters.map { _ in [] })
    let collectsSections = searchIndexing != nil
    // A few each time, so that threads seldom meet and end at the same time.
    let batch = 8
    DispatchQueue.concurrentPerform(iterations: (chapters.count + batch - 1) / batch) { number in
      for chapter in number * batch..<min((number + 1) * batch, chapters.count) {
        receive(page(of: chapter))
        for trace in traces(of: chapter) { receive(trace) }
        if collectsSections {
          let found = self.sections(of: chapter)
          sections.withLock { $0[chapter] = found }
        }
      }
    }
    if let searchIndexing {
      for file in searchIndexing(sections.withLock { $0.flatMap { $0 } }) { receive(file) }
    }
    for page in addedPages() { receive(page) }
    for (path, bytes) in context.theme.assets { receive(SiteFile(path: path, bytes: bytes)) }
  }

  /// The files of the book that are copied: where they lie, and their paths in the site.
  package var assets: [(source: String, path: String)] {
    context.book.assets.map { (BookPath.join(context.book.folder, $0), $0) }
  }

  /// The page of a chapter.
  package func page(of chapter: Int) -> SiteFile { page(of: chapter, at: context.map.pages[chapter]) }

  private func page(of chapter: Int, at path: String) -> SiteFile {
    let body = html(of: chapter, for: .page(path))
    return SiteFile(path: path, bytes: context.page("page", data.chapter(chapter, page: path, body: body)))
  }

  /// What a search can find in a chapter.
  package func sections(of chapter: Int) -> [SearchableSection] {
    SectionReading.sections(
      of: context.book.chapters[chapter], context.examples[chapter],
      page: SiteAddress.encoded(context.map.pages[chapter]))
  }

  /// A chapter's text as HTML.
  private func html(of chapter: Int, for target: RenderTarget) -> [UInt8] {
    var renderer = HTMLRenderer(hooks: ChapterHooks(context, chapter: chapter, target: target), rawHTML: .kept)
    renderer.footnotePrefix = target.prefix + "note."
    return renderer.render(context.book.chapters[chapter].document)
  }

  /// The body of a page that a Markdown text alone would have, with the built-in theme.
  ///
  /// Links are left as they are, since it belongs to no book.
  package static func body(of file: SourceFile) -> [UInt8] {
    let chapter = Chapter(path: "text.md", file: file)
    let book = Book(single: chapter)
    let verified = VerifiedBook(
      book: book, chapters: [ChapterExamples(chapter: "text", document: chapter.document)], examples: [:],
      report: VerificationReport(verdicts: [], diagnostics: [], duration: .zero))
    return Site(verified, theme: Theme(folder: nil)).html(of: 0, for: .page("text.html"))
  }

  /// The traces of a chapter's examples as JSON.
  private func traces(of chapter: Int) -> [SiteFile] {
    context.examples[chapter].examples.compactMap { example in
      let block = ExampleBlock(example: example, verified: context.verified[example.name], root: "")
      guard block.hasTrace, let trace = block.verified?.trace else { return nil }
      return SiteFile(path: ExampleBlock.traceFile(of: example), bytes: Array(TraceJSON.text(of: trace).utf8))
    }
  }

  /// The pages that are no chapters.
  private func addedPages() -> [SiteFile] {
    var pages: [SiteFile] = []
    func add(
      _ kind: PageData.Kind, _ path: String, assets: [TemplateValue] = [], _ fill: (inout TemplateRecord) -> Void
    ) {
      let value = data.page(kind, path: path, assets: assets, fill)
      pages.append(SiteFile(path: path, bytes: context.page("page", value)))
    }
    add(.isContents, SiteMap.contents) { $0["outline"] = context.sidebar.whole() }
    // Servers show it at any depth, where no relative address of a style sheet would hold.
    add(.isNotFound, SiteMap.notFound, assets: styles) { _ in }
    if context.examples.contains(where: { !$0.examples.isEmpty }) {
      add(.isVerification, SiteMap.verification) { $0["verification"] = VerificationPage(site: context).value }
    }
    if hasPrint {
      let bodies = wholeBook { .wholeBook(chapter: $0) }
      pages.append(
        SiteFile(
          path: SiteMap.print,
          bytes: context.page("print", data.wholeBook(.isPrint, path: SiteMap.print, bodies: bodies))))
    }
    // A browser that opens the folder looks for this page.
    if !context.map.pages.contains("index.html"), !context.book.chapters.isEmpty {
      pages.append(page(of: 0, at: "index.html"))
    }
    return pages
  }

  /// The whole book as one HTML file that needs no other.
  package func singleFile() -> [UInt8] {
    let bodies = wholeBook { .singleFile(chapter: $0) }
    return context.page(
      "single-file", data.wholeBook(.isSingleFile, path: "", bodies: bodies, assets: styles + scripts))
  }

  /// The theme's style sheets, for pages that hold them themselves.
  private var styles: [TemplateValue] {
    context.theme.assets.sorted { $0.key < $1.key }.filter { $0.key.hasSuffix(".css") }.map { path, bytes in
      ["isStyle": true, "text": .htmlBytes(InlineAsset.style(path, bytes, assets: context.theme.assets))]
    }
  }

  /// The theme's scripts, for a page that holds them itself and has no search.
  private var scripts: [TemplateValue] {
    context.theme.assets.sorted { $0.key < $1.key }.filter { $0.key.hasSuffix(".js") && $0.key != Self.search }.map {
      ["isStyle": false, "text": .htmlBytes(InlineAsset.script($1))]
    }
  }

  private func wholeBook(_ target: @Sendable (Int) -> RenderTarget) -> [[UInt8]] {
    let count = context.book.chapters.count
    let bodies = Mutex<[[UInt8]]>(Array(repeating: [], count: count))
    DispatchQueue.concurrentPerform(iterations: count) { chapter in
      let body = html(of: chapter, for: target(chapter))
      bodies.withLock { $0[chapter] = body }
    }
    return bodies.withLock { $0 }
  }
}
