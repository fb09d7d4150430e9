package import Book
internal import Examples
internal import Execution
internal import Files
internal import LoopEngine
internal import LoopTracing
internal import Markdown
internal import Synchronization
package import Text

/// Verifies the examples of a book: compiles, runs and compares them, with the help of what earlier runs found out.
package struct Verifier: Sendable {
  private var opened: OpenBook
  private var options: VerificationOptions { opened.options }
  private var progress: any VerificationProgress { opened.progress }

  package init(
    _ options: VerificationOptions, environment: [String: String], progress: any VerificationProgress
  ) {
    opened = OpenBook(options, environment: environment, progress: progress)
  }

  /// What came of it: a book, or why there is none.
  package enum Result: Sendable {
    case verified(VerifiedBook)
    /// The book cannot be read.
    case unreadable([Diagnostic])
  }

  /// How much text stays parsed from one use to the next: as pages of it are made, what is beyond is parsed again,
  /// which takes a thirtieth of a build, and a third of its memory.
  private static let parsedLimit = 8 << 20

  /// Verifies what the options say.
  ///
  /// Nothing is written but the cache.
  ///
  /// - Parameters:
  ///   - before: The book as it was verified earlier in this process; what is the same is not read again.
  ///   - memory: What is known of its chapters from earlier runs.
  ///   - isKept: Whether the book is kept: then the texts of chapters are parsed again when they are asked for, as
  ///     they take much memory.
  package mutating func verify(
    after before: VerifiedBook? = nil, knowing memory: ChapterMemory? = nil, isKept: Bool = false
  ) async throws(MachineLack) -> Result {
    let start = LoopInstant.now
    let configuration = opened.configuration().0
    let new = Mutex<[ObjectIdentifier: ChapterExamples]>([:])
    let parsedSize = Mutex(0)
    let (book, problems, reference) = try await opened.read(
      after: before?.book, and: before?.reference, knowing: memory, files: before?.files
    ) { chapter in
      guard let configuration else { return }
      // While the chapter's text is at hand.
      let examples = ChapterExamples(chapter, of: configuration, knowing: memory)
      let size = parsedSize.withLock { size in
        if chapter.isParsed { size += chapter.file.bytes.count }
        return size
      }
      if isKept || size > Self.parsedLimit {
        chapter.forgetText()
        examples.forgetQuotes()
      }
      new.withLock { $0[ObjectIdentifier(chapter)] = examples }
    }
    guard let book else { return .unreadable(problems) }
    let others = Set(book.chapters.filter { !options.location.includes($0) }.map(\.file.path))
    var diagnostics = problems.filter { problem in problem.place.map { !others.contains($0.path) } ?? true }
    let chapters = Self.examples(of: book, new.withLock { $0 }, after: before)
    for (chapter, examples) in zip(book.chapters, chapters) where options.location.includes(chapter) {
      // Those of chapters that are files have been told as the book was read.
      diagnostics += ((chapter.isGenerated ? chapter.diagnostics : []) + examples.diagnostics).filter { problem in
        problem.place.map(options.location.includes) ?? true
      }
    }
    diagnostics += options.location.problem(in: book)
    diagnostics += Self.shownRecordings(chapters, in: book)
    var workshop = try await opened.workshop(book.configuration, knowing: before?.files)
    // Nearly no example has a condition.
    let conditional = chapters.flatMap(\.programs).map(\.text).filter { $0.containsBytes(of: "#if") }
    if !conditional.isEmpty { try await workshop.learnConditions(of: conditional) }
    diagnostics += workshop.diagnostics
    let selection = CaseSelection(from: book, chapters, options, workshop)
    diagnostics += selection.diagnostics
    let examination = Examination(selection.cases, options: options, progress: progress)
    let engine = engine(for: book.configuration.examples, workshop)
    try await examination.examine(in: workshop, knowing: before?.known ?? [:]) { bench in
      // What keeps it from being built is told when it is needed.
      if let engine { _ = try? await engine.folder(bench.builder.compiler.supervisor, UnseenProgress()) }
    }
    try await examination.adviseOnImports(in: workshop)
    let made = before?.pages ?? PageMemory()
    let pages = try await pages(examination, book.configuration.examples, workshop, made)
    progress.end()
    diagnostics += workshop.offer.diagnostics(examination.wants, in: book.configuration)
    let shown = book.chapters.filter(options.location.includes)
    let figures = try await workshop.figures(of: shown, hasMath: book.configuration.hasMath)
    diagnostics += figures.diagnostics
    let quotes = quotes(of: book, chapters, after: before)
    let run = examination.examples
    let report = VerificationReport(
      verdicts: run.map(\.verdict) + selection.faulty + quotes.flatMap { $0 }.map(\.verdict), diagnostics: diagnostics,
      duration: start.duration(to: .now), packageOrigin: workshop.origin)
    var examples = Self.table(of: quotes, chapters, after: before)
    for example in run { examples[example.name] = example }
    var result = VerifiedBook(book: book, chapters: chapters, examples: examples, report: report)
    if !run.isEmpty { result.compiler = try await workshop.compilerVersion() }
    result.figures = figures.drawn
    result.quotes = quotes
    result.live = pages.live
    result.reference = reference
    result.lacksModules = workshop.offer.lack != nil
    result.types = pages.types
    result.needs = pages.needs
    result.isWhole = isWhole
    result.pages = made
    result.files = workshop.files
    let known = examination.cases.map { ($0.subject.task.fingerprint, $0.findings) }
    result.known = Dictionary(known) { first, _ in first }
    return .verified(result)
  }

  /// The engine that examples in pages will need, where it has to be built before any of them is made.
  private func engine(for wishes: ExampleDefaults, _ workshop: Workshop) -> PageEngine? {
    guard wantsLivePages(wishes), !options.postponesPages else { return nil }
    return (try? workshop.pageTools(UnseenProgress())).flatMap { $0.engine.place == nil ? $0.engine : nil }
  }

  /// Whether pages with examples that readers can change are to be made.
  private func wantsLivePages(_ wishes: ExampleDefaults) -> Bool { wishes.isLive && options.makesPages && isWhole }

  /// What is made for pages: all of it, or what is known already where the rest is left for later.
  private func pages(
    _ examination: Examination, _ wishes: ExampleDefaults, _ workshop: Workshop, _ memory: PageMemory
  ) async throws(MachineLack) -> (live: LiveBook, types: [String: ExampleTypes], needs: PageNeeds) {
    var live = LiveBook()
    var needs = PageNeeds()
    if wantsLivePages(wishes) {
      do throws(MachineLack) {
        let stage = LiveStage(
          examination.groups, workshop, try workshop.pageTools(progress), memory, progress: progress)
        if options.postponesPages {
          (live, needs.parts) = stage.recall()
        } else {
          live = try await stage.examine()
        }
      } catch {
        guard options.postponesPages else { throw error }
        needs.lacks.append(error)
      }
    }
    let stage = TypeStage(
      examination.groups.map(\.written), isForPages: wishes.showsTypes && options.asksForTypes, workshop, memory,
      progress: progress)
    guard options.postponesPages else { return (live, try await stage.examine(), needs) }
    let (types, parts) = try await stage.recall()
    needs.parts = parts + needs.parts
    return (live, types, needs)
  }

  /// Whether all of the book is asked for.
  private var isWhole: Bool {
    options.location.isWholeBook && options.location.example == nil && options.filter == nil && options.shard == nil
  }

  /// Reads the book, with the pages that are made of doc comments, and runs nothing; tells what is wrong with it, too.
  package mutating func read() async throws(MachineLack) -> (book: Book?, problems: [Diagnostic]) {
    let (book, problems, _) = try await opened.read()
    guard let book, book.configuration.api != nil else { return (book, problems) }
    // What keeps pages from being made is told by what makes them.
    return (book, problems + (try await opened.workshop(book.configuration)).diagnostics)
  }

  /// What the book says about itself, if it can be read, and what is wrong with that.
  package mutating func configuration() -> (Configuration?, mistakes: [Diagnostic]) { opened.configuration() }

  /// What the results depend on besides the book's own files; `nil` where something is wrong, which verifying tells.
  ///
  /// The book's package is built if it has changed.
  package mutating func circumstances() async -> Circumstances? {
    guard let configuration = opened.configuration().0, let workshop = try? await opened.workshop(configuration) else {
      return nil
    }
    workshop.remember()
    return Circumstances(configuration, workshop, options)
  }

  /// The examples of all chapters; `new` are those of chapters that were not read before.
  private static func examples(
    of book: Book, _ new: [ObjectIdentifier: ChapterExamples], after before: VerifiedBook?
  ) -> [ChapterExamples] {
    let isSame = before?.book.configuration.examples == book.configuration.examples
    let old = isSame ? before : nil
    // Most stand where they stood. Chapters that were not parsed again are the same objects.
    let kept = book.chapters.indices.map { number -> ChapterExamples? in
      guard let old, number < old.book.chapters.count, old.book.chapters[number] === book.chapters[number] else {
        return new[ObjectIdentifier(book.chapters[number])]
      }
      return old.chapters[number]
    }
    let others = kept.indices.filter { kept[$0] == nil }
    let moved = others.isEmpty ? [] : zip(old?.book.chapters ?? [], old?.chapters ?? []).map { ($0, $1) }
    let table = Dictionary(moved.map { (ObjectIdentifier($0), $1) }) { first, _ in first }
    var found = ParallelMap.of(others) { number in
      let chapter = book.chapters[number]
      return table[ObjectIdentifier(chapter)] ?? ChapterExamples(chapter, of: book.configuration)
    }[...]
    return kept.map { $0 ?? found.removeFirst() }
  }

  /// That recordings are not compared with anything, told once for all chapters of which the book says so, and once for
  /// each that says so itself.
  private static func shownRecordings(_ chapters: [ChapterExamples], in book: Book) -> [Diagnostic] {
    func told(_ count: Int, by actor: String, _ words: String, at path: String) -> [Diagnostic] {
      guard count > 0 else { return [] }
      let what = count == 1 ? "a recording is only shown" : "\(count) recordings are only shown"
      return [
        Diagnostic(
          .warning, id: "shown-recordings", "\(what), and compared with nothing: the \(actor) says '\(words)'",
          at: SourcePlace(path: path),
          cure: "remove '\(words)', or write `run` after `swift` where an example is to run")
      ]
    }
    let counts = zip(book.chapters, chapters).map { (chapter: $0, count: $1.shownRecordings) }
    let own = counts.filter { $0.chapter.frontMatter.examples == nil }
    return told(
      own.reduce(0) { $0 + $1.count }, by: "book", "use: quote",
      at: BookPath.join(book.folder, Configuration.fileName))
      + counts.filter { $0.chapter.frontMatter.examples != nil }.flatMap {
        told($0.count, by: "chapter", "examples: quote", at: $0.chapter.file.path)
      }
  }

  /// What is only quoted, where all of what was meant is looked at, or the part of it that is this shard's.
  private func quotes(
    of book: Book, _ chapters: [ChapterExamples], after before: VerifiedBook?
  ) -> [[VerifiedExample]] {
    guard options.location.example == nil, options.filter == nil else { return [] }
    var count = 0
    return chapters.indices.map { number in
      let (chapter, found) = (book.chapters[number], chapters[number])
      guard options.location.includes(chapter) else { return [] }
      if isWhole, let before, number < before.quotes.count, before.quotes.count == before.chapters.count,
        before.chapters[number] === found, before.book.chapters[number].path == chapter.path
      {
        return before.quotes[number]
      }
      return found.allQuotes.compactMap { quote in
        defer { count += 1 }
        if let shard = options.shard, !shard.contains(index: count) { return nil }
        let verdict = Verdict(
          chapter: chapter.path, id: quote.id, place: found.file.place(quote.opening), kind: .quote,
          outcome: .skipped(quote.isSignatures ? Verdict.signatureReason : "is only quoted"))
        return VerifiedExample(quoted: "\(found.chapter)#\(quote.id)", verdict: verdict)
      }
    }
  }

  /// The examples that are only quoted, by their names; made from what was known before where most is the same.
  private static func table(
    of quotes: [[VerifiedExample]], _ chapters: [ChapterExamples], after before: VerifiedBook?
  ) -> [String: VerifiedExample] {
    var table: [String: VerifiedExample] = [:]
    var isKept = { (_: Int) in false }
    // What is not quoted is found out anew each time, and would have to be taken out.
    if let before, before.examples.count == before.quotes.reduce(0, { $0 + $1.count }),
      before.quotes.count == quotes.count, before.chapters.count == chapters.count
    {
      table = before.examples
      isKept = { before.chapters[$0] === chapters[$0] }
      for number in quotes.indices where !isKept(number) {
        for example in before.quotes[number] { table[example.name] = nil }
      }
    }
    for number in quotes.indices where !isKept(number) {
      for example in quotes[number] { table[example.name] = example }
    }
    return table
  }
}
