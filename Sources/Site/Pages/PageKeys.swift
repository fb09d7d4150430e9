internal import Book
internal import Examples
internal import Files
internal import LoopTracing
internal import Markdown
internal import Reference
internal import Text
internal import Verification

/// What the files of a site are made from, each as one hash: those of the same key have the same bytes.
///
/// Whatever the making of a file reads has to be in its key. Lists of all pages, which take no time, have none, nor has
/// the page with the whole book: they are made each time.
struct PageKeys: Sendable {
  private let site: SiteContext
  private let links: LinkCheck
  private let oldNames: [String: [String: [String]]]
  /// The program, its tools, the configuration and the theme.
  private let making: ContentHash
  /// What all pages are made from besides: the table of contents, and what links can lead to.
  private let shared: ContentHash
  /// By chapter, its text with what it includes, and its title, which may stand in what is not part of the text.
  private let texts: [ContentHash]
  /// By chapter, what links can name in it.
  private let names: [ContentHash]
  /// By chapter, what was found out about its examples.
  private let findings: [ContentHash]

  /// - Parameters:
  ///   - site: What all pages are made from.
  ///   - links: What the links of its chapters name.
  ///   - oldNames: By chapter and by what something is called, what it was called once.
  ///   - flags: What else is told about the book on each page.
  ///   - identity: What changes with the program, its tools and the configuration.
  init(
    _ site: SiteContext, links: LinkCheck, oldNames: [String: [String: [String]]], flags: [Bool], identity: String
  ) {
    self.site = site
    self.links = links
    self.oldNames = oldNames
    var making = ContentHash()
    making.add([identity, site.book.configuration.reflection, site.theme.identity, site.theme.version])
    for flag in flags { making.add(flag ? 1 : 0) }
    self.making = making
    var shared = making
    shared.add(site.book.title)
    shared.add(site.outline.hash)
    shared.add(site.book.chapters.map(\.path))
    shared.add(site.map.pages)
    shared.add(site.book.assets)
    shared.add(site.book.drafts)
    shared.add(site.examples.contains { !$0.isEmpty } ? 1 : 0)
    for (path, size) in site.imageSizes.sorted(by: { $0.key < $1.key }) {
      shared.add([path, String(reflecting: size)])
    }
    for (light, dark) in site.reference.darkPictures.sorted(by: { $0.key < $1.key }) { shared.add([light, dark]) }
    self.shared = shared
    texts = ParallelMap.of(site.book.chapters) { chapter in
      var text = chapter.textHash
      text.add([chapter.path, chapter.title])
      for symbol in site.reference.pages[chapter.path]?.symbols ?? [] {
        text.add([symbol.anchor ?? "", symbol.name, symbol.kind, symbol.listedName ?? "", symbol.caveat ?? ""])
      }
      return text
    }
    names = ParallelMap.of(Array(site.book.chapters.indices)) { number in
      var names = ContentHash()
      for set in [site.index.names(in: number), site.names[number].examples, site.names[number].headings] {
        names.add(set.sorted())
      }
      return names
    }
    findings = ParallelMap.of(site.examples) { chapter in
      var findings = ContentHash()
      // Nothing is found out about what is only quoted.
      if chapter.quotes != nil { return findings }
      for example in chapter.examples {
        ExampleBlock(
          example: example, verified: site.verified[example.name], root: "", words: site.templates.words
        ).addFindings(to: &findings)
        Self.addNeighbors(of: example, in: site, to: &findings)
      }
      return findings
    }
  }

  /// Adds what other examples did, where the block of one shows that.
  private static func addNeighbors(of example: Example, in site: SiteContext, to hash: inout ContentHash) {
    let names = [example.attributes.changes, example.attributes.compares].compactMap(\.self).map(example.fullName)
    guard example.attributes.predicts || example.attributes.compares != nil else { return }
    for name in [example.name] + names {
      guard let found = site.verified[name] else { continue }
      hash.add(found.steadyThreads.sorted())
      hash.add(ContentHash(of: [found.judgement?.outcome?.output ?? []]))
      if let trace = found.trace, trace.clock == .virtual { hash.add(TraceJSON.text(of: trace)) }
    }
  }

  /// The page of a chapter, at its own address or at another.
  func page(of chapter: Int, at path: String) -> ContentHash {
    var key = shared
    key.add([path, String(chapter)])
    key.add(texts[chapter])
    key.add(findings[chapter])
    key.add(live(of: chapter))
    key.add(site.types.address(of: site.examples[chapter]) ?? "")
    key.add(site.types.renamed(in: site.examples[chapter]))
    key.add(site.book.configuration.examples.otherNames.map(\.name))
    key.add(site.usesScripts.address(ofChapter: site.book.chapters[chapter].path) ?? "")
    let figures = ChapterFigures(shownIn: site.book.chapters[chapter], hasMath: site.hasMath).figures.values
    for placed in figures.sorted(by: { $0.node < $1.node }) {
      if let markup = site.markup(of: placed.figure) { key.add(ContentHash(of: [markup])) }
    }
    key.add(site.symbolLinks.hash(of: chapter))
    for usr in site.declaredSymbols(in: chapter) {
      for part in site.declaration(of: usr, on: .page(path)) { key.add([part.text, part.address ?? "", part.kind]) }
      let uses = site.uses(of: usr, on: .page(path))
      key.add(uses.count)
      for row in uses.rows { key.add([row.title, row.address, row.line]) }
    }
    key.add(site.citations.hash(of: chapter, at: site.book.chapters[chapter].path))
    for path in links.namedChapters(by: chapter).sorted() {
      key.add(path)
      if let number = site.map.number(of: path) { key.add(names[number]) }
    }
    for (name, old) in (oldNames[site.book.chapters[chapter].path] ?? [:]).sorted(by: { $0.key < $1.key }) {
      key.add([name] + old)
    }
    return key
  }

  /// Which examples of a chapter readers can change, and where the scripts for that lie.
  private func live(of chapter: Int) -> [String] {
    let examples = site.examples[chapter]
    guard let address = site.live.address(of: examples), let programs = site.live.programsAddress(of: examples),
      let pictures = site.live.picturesAddress
    else { return [] }
    return [address, programs, pictures] + examples.examples.filter(site.live.contains).map(\.id)
  }

  /// The style sheet of a chapter's own.
  func style(of chapter: Int, at path: String) -> ContentHash { page(of: chapter, at: path) }

  /// The traces of a chapter's examples.
  func traces(of chapter: Int) -> ContentHash {
    var key = making
    key.add(texts[chapter])
    key.add(findings[chapter])
    return key
  }

  /// A chapter as Markdown.
  func markdown(of chapter: Int) -> ContentHash {
    var key = making
    key.add(texts[chapter])
    return key
  }

  /// What a search finds in a chapter.
  func search(of chapter: Int) -> ContentHash {
    var key = making
    key.add([site.book.configuration.title ?? "/", site.map.pages[chapter]])
    key.add(texts[chapter])
    return key
  }

  /// The texts of some chapters for the search.
  func searchTexts(of chapters: Range<Int>) -> ContentHash {
    var key = making
    key.add(chapters.lowerBound)
    for chapter in chapters { key.add(search(of: chapter)) }
    return key
  }

  /// What readers' browsers do with an example; it follows from the text of its chapter, which the key of that one's
  /// page has.
  private func addLive(of example: Example, to key: inout ContentHash) {
    switch site.verified[example.name]?.verdict.live {
    case nil: key.add("")
    case .same: key.add("same")
    case .not(let reason): key.add("not: \(reason)")
    }
  }

  /// A page that the program adds; `nil` where it is to be made each time.
  func addedPage(_ path: String) -> ContentHash? {
    var key = shared
    key.add(path)
    switch path {
    case SiteMap.contents, SiteMap.notFound: return key
    case SiteMap.verification:
      key.add([site.compiler ?? "", site.commit ?? ""])
      key.add(site.verified.values.reduce(0) { $0 + $1.steadyEventCount })
      for (number, examples) in site.examples.enumerated() where !examples.isEmpty {
        key.add([site.book.chapters[number].title, String(number)])
        key.add(findings[number])
        if let quotes = examples.quotes {
          for quote in quotes { key.add(["\(examples.chapter)#\(quote.id)", quote.infoString]) }
        } else {
          for example in examples.examples {
            key.add([example.name, example.fence.infoString])
            addLive(of: example, to: &key)
          }
        }
      }
      return key
    case SiteMap.first: return page(of: 0, at: path)
    default: return nil
    }
  }
}
