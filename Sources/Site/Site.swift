internal import Book
internal import Dispatch
internal import Examples
internal import Files
internal import LoopTracing
internal import Markdown
internal import Pictures
internal import Results
internal import Synchronization
internal import Templates
package import Text
package import Verification

/// The site of a verified book: its pages, made when they are asked for.
package struct Site: Sendable {
  private let context: SiteContext
  private let data: PageData
  private let hasSearch: Bool
  private let hasPrint: Bool
  private let isPreview: Bool
  private let redirects: Redirects
  private let machineFiles: MachineFiles
  private let madeSearch = MadeSearch()
  private let links: LinkCheck

  /// The search index, where files are asked for one by one.
  private final class MadeSearch: Sendable {
    let files = Mutex<[String: [UInt8]]?>(nil)
  }

  /// What is wrong with the book as a site: names, links and templates.
  ///
  /// Nothing is to be written if there is an error.
  package let diagnostics: [Diagnostic]

  /// How much text a book may have for a page with all of it: about a thousand sheets of paper.
  ///
  /// Nobody prints more, and browsers are slow with it; `--single-file` sets no limit.
  private static let printLimit = 2 << 20

  /// The scripts that need further files of a site, or are for what a page by itself shows whole or has not.
  private static let withFilesOfTheirOwn = Theme.scriptsOfRuns.union([
    "assets/search.js", Theme.typesScript, Theme.usesScript, Theme.predictionsScript, Theme.stateScript,
    Theme.verificationScript,
  ])

  /// Lays out the site.
  ///
  /// - Parameters:
  ///   - verified: The book.
  ///   - theme: What its pages are made with.
  ///   - hasSearch: Whether readers can search it.
  ///   - isPreview: Whether it is seen elsewhere than where its address says.
  ///   - commit: The commit that the book is of, as the page of examples tells it.
  ///   - live: The examples that readers can change, and what runs them.
  ///   - types: What the names in listings mean.
  ///   - before: The site of the same book as it was earlier: what depends on the same is taken over.
  package init(
    _ verified: VerifiedBook, theme: Theme, hasSearch: Bool = true, isPreview: Bool = false, commit: String? = nil,
    live: LiveExamples = .none, types: ListingTypes = .none, after before: Site? = nil
  ) {
    self.isPreview = isPreview
    hasPrint = verified.book.chapters.reduce(0) { $0 + $1.file.bytes.count } <= Self.printLimit
    let context = SiteContext(
      verified, theme: theme, hasPrint: hasPrint, commit: commit, live: live, types: types, after: before?.context)
    self.context = context
    self.hasSearch = hasSearch
    data = PageData(context, hasSearch: hasSearch, hasPrint: hasPrint)
    redirects = Redirects(context)
    machineFiles = MachineFiles(context)
    links = LinkCheck(
      verified.book, index: context.index, anchors: context.exampleNames, after: before?.links)
    diagnostics =
      (context.map.diagnostics + redirects.diagnostics + links.diagnostics + context.citations.diagnostics
      + context.symbolLinks.diagnostics + context.types.diagnostics
      + theme.diagnostics).sorted()
  }

  /// What templates that do not end were found to do while pages were made.
  package var renderingDiagnostics: [Diagnostic] { context.templates.diagnostics }

  /// The number of chapters.
  package var chapterCount: Int { context.book.chapters.count }

  /// Makes all files and gives them to `receive`, from several threads at once and in any order.
  ///
  /// The files that are copied from the book are not among them; see `assets`.
  package func files(_ receive: @Sendable (SiteFile) -> Void) { files(since: nil, receive) }

  /// Writes all files that are not as they were.
  ///
  /// - Parameters:
  ///   - writer: The folder that they are in.
  ///   - memory: What they were made from when they were written last; without it, all are made.
  ///   - made: Is told the paths of the files that were made.
  package func write(
    to writer: SiteWriter, knowing memory: SiteMemory?, made: @Sendable (String) -> Void = { _ in }
  ) {
    files(since: memory.map { SiteChange(keys(knownBy: $0.identity), memory: $0, writer: writer) }) { file in
      made(file.path)
      writer.put(file.path, file.bytes)
    }
    for (source, path) in assets { writer.copy(source, to: path) }
  }

  private func keys(knownBy identity: String) -> PageKeys {
    PageKeys(
      context, links: links, oldNames: redirects.oldNames, flags: [hasSearch, hasPrint, isPreview],
      identity: identity)
  }

  /// The pages that are not as they were in an earlier site of the same book; those with all of it are among them where
  /// any is.
  package func pages(changedSince before: Site) -> Set<String> {
    let (new, old) = (keys(knownBy: ""), before.keys(knownBy: ""))
    let (pages, earlier) = (context.map.pages, before.context.map.pages)
    var changed = Set<String>()
    for (number, page) in pages.enumerated() {
      let isSame =
        number < earlier.count && earlier[number] == page
        && new.page(of: number, at: page) == old.page(of: number, at: page)
      if !isSame { changed.insert(page) }
      forgetText(of: number)
    }
    let isAny = !changed.isEmpty
    for path in addedPages {
      let key = new.addedPage(path)
      if key == nil ? isAny : key != old.addedPage(path) { changed.insert(path) }
    }
    return changed
  }

  /// Whether a script that a page loads on demand is the one that the page names by this version; other files have one
  /// version only.
  package func isCurrent(_ path: String, version: String) -> Bool {
    let address = context.scriptsOnDemand.lazy.compactMap { $0.address(of: path) }.first
    return address.map { $0 == Self.address(of: path, version: version) } ?? true
  }

  /// Makes the files that are not kept.
  private func files(since change: SiteChange?, _ receive: @Sendable (SiteFile) -> Void) {
    let count = context.book.chapters.count
    let search = hasSearch ? SearchCollection(pageCount: count) : nil
    let keptTexts = search == nil ? [] : change?.keptSearchTexts(chapterCount: count) ?? []
    let former = search == nil ? nil : change?.formerSearch(of: context.book.chapters.map(\.path))
    // A few each time where there are many, so that threads seldom meet.
    let batch = count > 200 ? 8 : 1
    DispatchQueue.concurrentPerform(iterations: 1 + (count + batch - 1) / batch) { number in
      // First what takes as long as many chapters, so that no thread is left with it at the end.
      guard number > 0 else { return otherFiles(since: change, receive) }
      for chapter in (number - 1) * batch..<min(number * batch, count) {
        let path = context.book.chapters[chapter].path
        if change?.keepsPage(of: chapter, at: context.map.pages[chapter]) != true { receive(page(of: chapter)) }
        if change?.keepsMarkdown(of: chapter, at: path) != true {
          receive(SiteFile(path: path, bytes: machineFiles.markdown(of: chapter)))
        }
        for (path, trace) in traces(of: chapter) where change?.keepsTrace(of: chapter, at: path) != true {
          receive(SiteFile(path: path, bytes: Array(TraceJSON.text(of: trace).utf8)))
        }
        if change?.keepsStyle(of: chapter, at: ChapterStyle.path(of: context.examples[chapter])) != true,
          let style = style(of: chapter)
        {
          receive(style)
        }
        if change?.keepsRuns(of: chapter, at: ChapterRuns.path(of: context.examples[chapter])) != true,
          let runs = runs(of: chapter)
        {
          receive(runs)
        }
        defer { forgetText(of: chapter) }
        guard let search else { continue }
        let isKept = keptTexts.contains(chapter / SearchIndex.pagesPerText)
        let known = isKept ? change?.searchPage(of: chapter, at: path, withWords: former == nil) : nil
        let page = known ?? searchPage(of: chapter)
        if known == nil { change?.note(page, of: chapter, at: path) }
        if let texts = search.add(page, number: chapter), !isKept { receive(texts) }
      }
    }
    guard let search else { return }
    let (files, postings) = search.finish(after: former) { chapter in
      let path = context.book.chapters[chapter].path
      return change?.searchPage(of: chapter, at: path, withWords: true)?.content ?? searchPage(of: chapter).content
    }
    change?.note(postings, chapterCount: count)
    for file in files { receive(file) }
  }

  /// Makes the files that are neither of a chapter nor of the search.
  private func otherFiles(since change: SiteChange?, _ receive: @Sendable (SiteFile) -> Void) {
    for path in addedPages where change?.keepsAddedPage(path) != true { receive(addedPage(path)) }
    if hasPrint, let style = wholeStyle({ .wholeBook(chapter: $0) }) {
      receive(SiteFile(path: Self.printStyle, bytes: style))
    }
    for page in redirects.pages.values { receive(redirectPage(page)) }
    for (path, bytes) in lists { receive(SiteFile(path: path, bytes: bytes)) }
    for (path, bytes) in context.theme.assets { receive(SiteFile(path: path, bytes: bytes)) }
    for (path, bytes) in context.scriptsOnDemand.flatMap(\.scripts) { receive(SiteFile(path: path, bytes: bytes)) }
  }

  /// The page of a chapter, by its path in the book; `nil` where it has none.
  package func page(ofChapter path: String) -> String? { context.map.number(of: path).map { context.map.pages[$0] } }

  /// The chapter that a page shows, by its path in the book; `nil` where it shows none.
  package func chapter(ofPage path: String) -> String? {
    context.map.chapter(ofPage: path).map { context.book.chapters[$0].path }
  }

  /// The name of an example's block on its page.
  package static func anchor(ofExample id: String) -> String { ExampleBlock.anchor(of: id) }

  /// Makes one file, also one that is copied; `nil` where the site has none of this path.
  package func file(_ path: String) -> [UInt8]? {
    if let chapter = context.map.chapter(ofPage: path) {
      defer { forgetText(of: chapter) }
      return page(of: chapter).bytes
    }
    if let chapter = context.map.number(of: path) { return machineFiles.markdown(of: chapter) }
    if addedPages.contains(path) { return addedPage(path).bytes }
    if let page = redirects.pages[path] { return redirectPage(page).bytes }
    if let bytes = lists[path] { return bytes }
    if let bytes = context.theme.assets[path] { return bytes }
    if let bytes = context.scriptsOnDemand.lazy.compactMap({ $0.scripts[path] }).first { return bytes }
    if context.book.assets.contains(path) { return try? Disk.read(context.book.file(ofAsset: path)) }
    if path.hasPrefix(SearchIndex.folder) { return searchFiles()[path] }
    if let chapter = context.examples.firstIndex(where: { ChapterStyle.path(of: $0) == path }) {
      return style(of: chapter)?.bytes
    }
    if let chapter = context.examples.firstIndex(where: { ChapterRuns.path(of: $0) == path }) {
      return runs(of: chapter)?.bytes
    }
    if path == Self.printStyle, hasPrint { return wholeStyle { .wholeBook(chapter: $0) } }
    guard let chapter = context.examples.firstIndex(where: { path.hasPrefix("traces/\($0.chapter)/") }) else {
      return nil
    }
    return traces(of: chapter).first { $0.path == path }.map { Array(TraceJSON.text(of: $0.trace).utf8) }
  }

  /// All files of the search index, made when the first of them is asked for.
  func searchFiles() -> [String: [UInt8]] {
    madeSearch.files.withLock { made in
      if let made { return made }
      let search = SearchCollection(pageCount: chapterCount)
      var files: [String: [UInt8]] = [:]
      for chapter in 0..<(hasSearch ? chapterCount : 0) {
        if let texts = search.add(searchPage(of: chapter), number: chapter) {
          files[texts.path] = texts.bytes
        }
        forgetText(of: chapter)
      }
      for file in search.finish().files { files[file.path] = file.bytes }
      made = files
      return files
    }
  }

  /// Gives back the memory of a chapter's text after it was shown, where more pages may be asked for at any time, or
  /// no page shows it again.
  private func forgetText(of chapter: Int) {
    guard isPreview || !hasPrint else { return }
    context.book.chapters[chapter].forgetText()
    context.examples[chapter].forgetQuotes()
  }

  /// The files of the book that are copied: where they lie, and their paths in the site.
  package var assets: [(source: String, path: String)] {
    context.book.assets.map { (context.book.file(ofAsset: $0), $0) }
  }

  /// The page of a chapter.
  private func page(of chapter: Int) -> SiteFile { page(of: chapter, at: context.map.pages[chapter]) }

  private func page(of chapter: Int, at path: String) -> SiteFile {
    let body = html(of: chapter, for: .page(path))
    let style = style(of: chapter).map(Self.address)
    let runs = runs(of: chapter).map(Self.address)
    let live = context.live.address(of: context.examples[chapter])
    return SiteFile(
      path: path,
      bytes: context.templates.page(
        "page", data.chapter(chapter, page: path, body: body, style: style, runs: runs, live: live)))
  }

  /// What the examples of a chapter did with other values than those that they are written with.
  private func runs(of chapter: Int) -> SiteFile? {
    ChapterRuns(chapter, in: context).script.map {
      SiteFile(path: ChapterRuns.path(of: context.examples[chapter]), bytes: $0)
    }
  }

  /// The style sheet of a chapter's own.
  private func style(of chapter: Int) -> SiteFile? {
    let style = ChapterStyle(chapter, for: .page(context.map.pages[chapter]), in: context)
    return context.templates.css(of: style).map {
      SiteFile(path: ChapterStyle.path(of: context.examples[chapter]), bytes: $0)
    }
  }

  /// The style sheets of all chapters on a page with the whole book; `nil` where there is none.
  private func wholeStyle(_ target: (Int) -> RenderTarget) -> [UInt8]? {
    let styles = context.book.chapters.indices.compactMap {
      context.templates.css(of: ChapterStyle($0, for: target($0), in: context))
    }
    var seen: Set<[UInt8]> = []
    let text = styles.filter { seen.insert($0).inserted }.joined()
    return text.isEmpty ? nil : Array(text)
  }

  /// The path of the style sheets of all chapters, for the page with the whole book.
  private static let printStyle = "traces/print.css"

  /// The address of a file, as seen from the site's folder, that changes with what is in it.
  static func address(of path: String, _ bytes: [UInt8]) -> String {
    address(of: path, version: version(of: bytes))
  }

  /// What tells a file from others of the same path.
  static func version(of bytes: [UInt8]) -> String { String(ContentHash(of: [bytes]).text.prefix(12)) }

  private static func address(of path: String, version: String) -> String {
    "\(WebPath.encoded(path))?v=\(version)"
  }

  private static func address(_ file: SiteFile) -> String { address(of: file.path, file.bytes) }

  /// What a search can find in a chapter.
  private func searchPage(of chapter: Int) -> SearchPage {
    let sections = SectionReading.sections(
      of: context.book.chapters[chapter], context.examples[chapter],
      page: WebPath.encoded(context.map.pages[chapter]),
      symbols: context.reference.pages[context.book.chapters[chapter].path])
    return SearchPage(sections[...], bookTitle: context.book.configuration.title)
  }

  /// A chapter's text as HTML.
  ///
  /// `knownSteps` are the steps of the loop that the page has explained before it.
  private func html(of chapter: Int, for target: RenderTarget, knownSteps: Set<TraceStep> = []) -> [UInt8] {
    var oldNames: [String: [String]] = [:]
    // Nobody was ever sent to a part of a page with the whole book.
    if case .page = target { oldNames = redirects.oldNames[context.book.chapters[chapter].path] ?? [:] }
    return ChapterHooks(
      context, context.book.chapters[chapter], context.examples[chapter], target: target, oldNames: oldNames,
      knownSteps: knownSteps
    ).html
  }

  /// The traces of a chapter's examples that are drawn, and where they lie in the site.
  private func traces(of chapter: Int) -> [(path: String, trace: Trace)] {
    // What is only quoted has none.
    if context.examples[chapter].quotes != nil { return [] }
    return context.examples[chapter].examples.compactMap { example in
      let block = ExampleBlock(
        example: example, verified: context.verified[example.name], root: "",
        words: context.templates.words)
      guard block.hasTrace, let trace = block.verified?.trace else { return nil }
      return (ExampleBlock.traceFile(of: example), trace)
    }
  }

  /// The pages that are not chapters, and make only what is asked for.
  private var addedPages: [String] {
    var pages = [SiteMap.contents, SiteMap.notFound]
    if context.examples.contains(where: { !$0.isEmpty }) { pages.append(SiteMap.verification) }
    if hasPrint { pages.append(SiteMap.print) }
    // A browser that opens the folder looks for this page.
    if !context.map.pages.contains(SiteMap.first), !context.book.chapters.isEmpty { pages.append(SiteMap.first) }
    return pages
  }

  /// The lists of all pages; a file of the book takes the place of one of the same name.
  private var lists: [String: [UInt8]] {
    var lists = [SiteMap.machineIndex: machineFiles.index]
    lists[SiteMap.sitemap] = machineFiles.sitemap
    return lists.filter { !context.book.assets.contains($0.key) }
  }

  private func redirectPage(_ page: Redirects.Page) -> SiteFile {
    SiteFile(path: page.path, bytes: context.templates.page("redirect", data.redirect(page)))
  }

  private func addedPage(_ path: String) -> SiteFile {
    func page(_ facts: PageFacts, assets: [TemplateValue] = []) -> SiteFile {
      SiteFile(path: path, bytes: context.templates.page("page", data.page(facts, assets: assets)))
    }
    switch path {
    case SiteMap.contents:
      var facts = PageFacts(.contents, path: path)
      facts.outline = context.sidebar.whole()
      facts.address = MachineFiles.address(of: path, context.book.configuration)
      return page(facts)
    // Servers show it at any depth, where no relative address of a style sheet would hold.
    case SiteMap.notFound:
      var facts = PageFacts(.notFound, path: path)
      if !isPreview { facts.root = context.book.configuration.url.map(SiteAddress.path(ofWeb:)) }
      return page(facts, assets: styles)
    case SiteMap.verification:
      var facts = PageFacts(.verification, path: path)
      facts.address = MachineFiles.address(of: path, context.book.configuration)
      facts.verification = VerificationPage.keys.record(of: VerificationPage(site: context))
      return page(facts)
    case SiteMap.print:
      let bodies = wholeBook { .wholeBook(chapter: $0) }
      let style = wholeStyle { .wholeBook(chapter: $0) }.map { SiteFile(path: Self.printStyle, bytes: $0) }
      let page = data.wholeBook(.print, path: path, bodies: bodies, style: style.map(Self.address))
      return SiteFile(path: path, bytes: context.templates.page("print", page))
    default: return self.page(of: 0, at: path)
    }
  }

  /// The whole book as one HTML file that needs no other.
  package func singleFile() -> [UInt8] {
    let bodies = wholeBook { .singleFile(chapter: $0) }
    let own = wholeStyle { .singleFile(chapter: $0) }.map {
      InlineFacts.keys.record(of: InlineFacts(isStyle: true, text: InlineAsset.style("", $0, assets: [:])))
    }
    return context.templates.page(
      "single-file",
      data.wholeBook(.singleFile, path: "", bodies: bodies, assets: styles + [own].compactMap(\.self) + scripts))
  }

  /// The theme's style sheets, for pages that hold them themselves.
  private var styles: [TemplateValue] {
    context.theme.assets.sorted { $0.key < $1.key }.filter { $0.key.hasSuffix(".css") }.map { path, bytes in
      let text = InlineAsset.style(path, bytes, assets: context.theme.assets)
      return InlineFacts.keys.record(of: InlineFacts(isStyle: true, text: text))
    }
  }

  /// The theme's scripts, for a page that holds them itself and has neither a search nor values to choose.
  private var scripts: [TemplateValue] {
    context.theme.assets.sorted { $0.key < $1.key }.filter {
      $0.key.hasSuffix(".js") && !Self.withFilesOfTheirOwn.contains($0.key)
    }.map {
      InlineFacts.keys.record(of: InlineFacts(isStyle: false, text: InlineAsset.script($1)))
    }
  }

  private func wholeBook(_ target: @Sendable (Int) -> RenderTarget) -> [[UInt8]] {
    var known: Set<TraceStep> = []
    let chapters = context.examples.map { chapter in
      defer { known.formUnion(chapter.examples.flatMap(\.recordings).flatMap(ShownRecording.steps)) }
      return known
    }
    return ParallelMap.of(Array(context.book.chapters.indices), batch: 1) {
      html(of: $0, for: target($0), knownSteps: chapters[$0])
    }
  }
}
