import Book
import Examples
import Files
import Glibc
import Synchronization
import Testing
import Verification

@testable import Site

/// What is kept of a site must not be seen: after each change of the book, of its surroundings, or of what an earlier
/// build left, the folder is what a build into an empty one writes.
@Suite("A site that is written again")
struct RewrittenSiteTests {
  /// What may have happened besides an edit of the book.
  private enum Event: CaseIterable {
    case nothing, otherProgram, storeIsDamaged, storeIsCut, storeIsGone, storeIsOld, storesAreSwapped, spareIsChanged,
      spareIsGone, spareIsNoFolder, spareIsLinked, fileIsChanged, fileIsGone, siteIsGone, otherFolder,
      isEndedBeforeItIsShown, isEndedBeforeItIsRemembered
  }

  /// A book, the folder of its site, and what is remembered of it.
  private struct Workplace {
    var book: ChangingBook
    var identity = "one"
    var output = "site"
    /// By store, what it held before.
    var older: [String: [UInt8]] = [:]

    init(seed: UInt64) {
      // Only of more chapters than share a file of the search's texts are some not read again.
      book = ChangingBook(seed: seed, chapterCount: seed % 4 == 0 ? 40 : 6)
    }

    var folder: TemporaryFolder { book.folder }
    /// What is remembered: of the pages, and of the chapters.
    var stores: [String] {
      let cache = CacheFolder("\(folder.path)/cache")
      return [cache.pages, cache.chapters]
    }
    var chapters: ChapterMemory {
      let configuration = Configuration.load("\(folder.path)/book").0?.reflection ?? ""
      return ChapterMemory(in: "\(folder.path)/cache", identity: identity + configuration)
    }
    var memory: SiteMemory {
      SiteMemory(in: "\(folder.path)/cache", identity: identity, output: "\(folder.path)/\(output)")
    }

    func site(_ verified: VerifiedBook) -> Site { Site(verified, theme: Theme(of: verified.book.configuration)) }

    /// Writes the site with what is remembered; answers what was made anew.
    func write(_ verified: VerifiedBook, ending event: Event = .nothing) throws -> Set<String> {
      let memory = memory
      let writer = try SiteWriter("\(folder.path)/\(output)", spare: spare)
      let made = Mutex<Set<String>>([])
      let site = site(verified)
      site.write(to: writer, knowing: memory) { path in made.withLock { _ = $0.insert(path) } }
      if event == .isEndedBeforeItIsShown {
        writer.abandon()
        return []
      }
      _ = try writer.finish()
      if event != .isEndedBeforeItIsRemembered { memory.save(writer) }
      return made.withLock { $0 }
    }

    /// All files of the site as a build into an empty folder writes them.
    func fresh(_ verified: VerifiedBook) throws -> [String: String] {
      let writer = try SiteWriter("\(folder.path)/fresh")
      site(verified).write(to: writer, knowing: nil)
      _ = try writer.finish()
      defer { FileTree.remove("\(folder.path)/fresh") }
      return files("fresh")
    }

    func files(_ inner: String) -> [String: String] {
      Dictionary(folder.files(inner).map { ($0, folder.text("\(inner)/\($0)") ?? "") }) { first, _ in first }
    }

    /// Where the site that is replaced is kept.
    var spare: String { CacheFolder("\(folder.path)/cache").spare }

    /// Changes a byte of a file and gives it its old date, until the file system says something else of it.
    mutating func damage(_ path: String) {
      guard var bytes = Disk.bytes(of: path), !bytes.isEmpty, let before = FileStatus(of: path) else { return }
      let place = book.pick(Array(bytes.indices))
      var times = stat()
      stat(path, &times)
      while FileStatus(of: path)?.facts == before.facts {
        bytes[place] ^= UInt8(book.pick([1, 2, 4, 128]))
        guard let file = fopen(path, "r+") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        utimensat(AT_FDCWD, path, [times.st_atim, times.st_mtim], 0)
      }
    }

    /// Leaves in the site that was replaced what an interrupted build, or another program, might.
    private mutating func changeSpare() {
      let inner = spare.dropFirst(folder.path.count + 1) + "/site"
      let files = folder.files(String(inner))
      guard !files.isEmpty else { return }
      for _ in 0..<book.pick([1, 5]) {
        let file = "\(inner)/\(book.pick(files))"
        switch book.pick([0, 1, 2, 3, 4]) {
        case 0: folder.remove(file: file)
        case 1:
          folder.remove(file: file)
          folder.write(file, "another")
        case 2: folder.write("\(inner)/\(book.pick(["more/inner.html", "more.html", ".more"]))", "more")
        case 3:
          FileTree.remove("\(folder.path)/\(file)")
          folder.write("\(file)/inner", "a folder")
        default:
          FileTree.remove("\(folder.path)/\(inner)/part")
          symlink("\(folder.path)/book", "\(folder.path)/\(inner)/part")
          // Nothing more is to be changed behind it.
          return
        }
      }
    }

    /// Makes something happen.
    mutating func happen(_ event: Event) {
      let store = book.pick(stores)
      let now = Disk.bytes(of: store)
      let all = stores.map { Disk.bytes(of: $0) }
      let file = folder.files(output).filter { !$0.hasPrefix(".") }
      switch event {
      case .nothing, .isEndedBeforeItIsShown, .isEndedBeforeItIsRemembered: break
      case .otherProgram: identity = book.pick(["one", "two"])
      case .storeIsDamaged: damage(store)
      case .storeIsCut:
        let length = book.pick([0, 31, 40, (now?.count ?? 1) - 1])
        if let now { try? Disk.put(Array(now.prefix(length)), at: store) }
      case .storeIsGone: Disk.removeFile(store)
      case .storeIsOld: if let older = older[store] { try? Disk.put(older, at: store) }
      case .storesAreSwapped:
        for (bytes, store) in zip(all.reversed(), stores) { if let bytes { try? Disk.put(bytes, at: store) } }
      case .spareIsChanged: changeSpare()
      case .spareIsGone: FileTree.remove(spare)
      case .spareIsNoFolder:
        FileTree.remove(spare)
        try? Disk.put([1], at: spare)
      case .spareIsLinked:
        // What is behind the link is not of the site.
        FileTree.remove("\(spare)/site")
        symlink("\(folder.path)/book", "\(spare)/site")
      case .fileIsChanged: if !file.isEmpty { damage("\(folder.path)/\(output)/\(book.pick(file))") }
      case .fileIsGone: if !file.isEmpty { folder.remove(file: "\(output)/\(book.pick(file))") }
      case .siteIsGone: FileTree.remove("\(folder.path)/\(output)")
      case .otherFolder: output = book.pick(["site", "other"])
      }
      for (bytes, store) in zip(all, stores) { older[store] = bytes }
    }
  }

  @Test("is the same as one that is written into an empty folder", arguments: 1...8 as ClosedRange<UInt64>)
  func isTheSame(seed: UInt64) throws {
    var place = Workplace(seed: seed)
    _ = try place.write(place.book.read())
    var kept = 0
    var unread = 0
    for _ in 0..<20 {
      for _ in 0..<place.book.pick([0, 1, 1, 2]) { place.book.edit() }
      let event = place.book.pick(Event.allCases + Array(repeating: .nothing, count: 12))
      place.happen(event)
      let memory = place.chapters
      let verified = try place.book.read(knowing: memory)
      unread += verified.book.chapters.count { !$0.isParsed }
      let plain = try place.book.read()
      let wanted = try place.fresh(plain)
      let made = try place.write(verified, ending: event)
      #expect(place.site(verified).diagnostics == place.site(plain).diagnostics)
      if event != .isEndedBeforeItIsRemembered { memory.save() }
      if event == .isEndedBeforeItIsShown { continue }
      kept += wanted.count - made.count
      let files = place.files(place.output)
      try #require(files.keys.sorted() == wanted.keys.sorted(), "\(event)")
      for (path, text) in wanted { try #require(files[path] == text, "\(path) after \(event)") }
    }
    #expect(kept > 40)
    #expect(unread > 3)
  }

  @Test("makes only the page that was changed, where its title and names are as they were")
  func makesOnlyWhatChanged() throws {
    let folder = TemporaryFolder()
    folder.write("book/loopbook.yml", "title: Sample\n")
    func write(_ number: Int, _ more: String = "") {
      let next = "c\((number + 1) % 40).md#part"
      folder.write(
        "book/c\(number).md", "# Chapter \(number)\n\nText.\n\n## Part\n\nSee [next](\(next)).\n\(more)")
    }
    for number in 0..<40 { write(number) }
    func made() throws -> Set<String> {
      let (loaded, _) = Book.load("\(folder.path)/book")
      let book = try #require(loaded)
      let verified = VerifiedBook(
        book: book,
        chapters: book.chapters.map { ChapterExamples(chapter: String($0.path.dropLast(3)), document: $0.document) },
        examples: [:], report: VerificationReport(verdicts: [], diagnostics: [], duration: .zero))
      let made = Mutex<Set<String>>([])
      let memory = SiteMemory(in: "\(folder.path)/cache", identity: "one", output: "\(folder.path)/site")
      let writer = try SiteWriter("\(folder.path)/site")
      Site(verified, theme: Theme(folder: nil)).write(to: writer, knowing: memory) { path in
        made.withLock { _ = $0.insert(path) }
      }
      _ = try writer.finish()
      memory.save(writer)
      return made.withLock { $0 }.filter { !$0.hasPrefix("assets/") || $0.hasPrefix("assets/search/text") }
    }
    let always: Set = ["llms.txt", "print.html"]
    _ = try made()
    #expect(try made().subtracting(always) == [])
    write(7, "\nMore.\n")
    #expect(try made().subtracting(always) == ["c7.html", "c7.md", "assets/search/text-2.js"])
    // What leads to a part that has another name now is looked at again.
    write(9, "\n## Another part\n")
    #expect(try made().subtracting(always).isSuperset(of: ["c8.html", "c9.html", "c9.md"]))
    #expect(try made().subtracting(always) == [])
  }

  @Test("what is remembered of a page of the search is read back as it was, and refused where it is cut")
  func searchPages() throws {
    let section = SearchableSection(
      kind: .heading, page: "a.html", title: "A title", heading: "Häuser", anchor: "x",
      text: Array("words and more words, \(String(repeating: "long ", count: 300))".utf8), keywords: ["key"])
    let page = SearchPage([section, section][...], bookTitle: "B")
    var writer = ByteWriter()
    page.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    let read = try SearchPage(from: &reader, withWords: true)
    #expect(reader.isAtEnd)
    #expect(index([read]).files.map(\.bytes) == index([page]).files.map(\.bytes))
    for length in 0..<writer.bytes.count {
      var cut = ByteReader(Array(writer.bytes.prefix(length)))
      #expect(throws: ByteReader.Damage.self) { try SearchPage(from: &cut, withWords: true) }
    }
  }

  private func index(
    _ pages: [SearchPage], after former: SearchCollection.Former? = nil
  ) -> (files: [SiteFile], postings: SearchPostings) {
    let search = SearchCollection(pageCount: pages.count)
    for (number, page) in pages.enumerated() { _ = search.add(page, number: number) }
    return search.finish(after: former)
  }

  @Test(
    "the index of the search that is made of the last one is that of all pages", arguments: 1...6 as ClosedRange<UInt64>
  )
  func searchIndexOfChangedPages(seed: UInt64) throws {
    var random = ChangingBook.Generator(state: seed)
    let some = ["loop", "loops", "run", "runs", "Häuser", "tasks", "zebra", "a_b", "runLoop", "輸出", "try?", "==", "9"]
    func page(_ count: Int) -> SearchPage {
      let sections = (0..<count).map { number in
        // Some sections have no words, and some words are in one section only.
        let words = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          Int.random(in: 0..<9, using: &random) == 0
            ? "w\(Int.random(in: 0..<5000, using: &random))" : some[Int.random(in: some.indices, using: &random)]
        }
        return SearchableSection(
          kind: .heading, page: "a.html", title: "Title", heading: number == 0 ? "Title" : words.last ?? "",
          anchor: "", text: Array(words.joined(separator: " ").utf8))
      }
      return SearchPage(sections[...], bookTitle: nil)
    }
    func remembered(_ page: SearchPage, withWords: Bool) throws -> SearchPage {
      var writer = ByteWriter()
      page.write(to: &writer)
      var reader = ByteReader(writer.bytes)
      return try SearchPage(from: &reader, withWords: withWords)
    }
    var pages = (0..<60).map { _ in page(Int.random(in: 1...5, using: &random)) }
    var postings = index(pages).postings
    for _ in 0..<30 {
      var changed: [Int: SearchPage] = [:]
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let number = Int.random(in: pages.indices, using: &random)
        changed[number] = changed[number] ?? pages[number]
        pages[number] = page(pages[number].lengths.count)
      }
      let all = index(pages)
      var writer = ByteWriter()
      postings.write(to: &writer)
      var reader = ByteReader(writer.bytes)
      let former = SearchCollection.Former(postings: try SearchPostings(from: &reader), changed: changed)
      // What has not changed comes without its words, so that none of them are looked at.
      let given = try pages.enumerated().map { try remembered($1, withWords: changed[$0] != nil) }
      let updated = index(given, after: former)
      #expect(updated.files.map(\.path) == all.files.map(\.path))
      #expect(updated.files.map(\.bytes) == all.files.map(\.bytes))
      #expect(updated.postings.counts == all.postings.counts)
      postings = updated.postings
    }
  }

  @Test("the index of the search is made of all pages where a page has more sections than before")
  func searchIndexOfMoreSections() {
    func page(_ texts: String...) -> SearchPage {
      SearchPage(
        texts.map {
          SearchableSection(
            kind: .heading, page: "a.html", title: "T", heading: "T", anchor: "", text: Array($0.utf8))
        }[...], bookTitle: nil)
    }
    let (first, longer, last) = (page("one two"), page("one", "two"), page("three"))
    let former = SearchCollection.Former(postings: index([first, last]).postings, changed: [0: first])
    #expect(index([longer, last], after: former).files.map(\.bytes) == index([longer, last]).files.map(\.bytes))
  }
}
