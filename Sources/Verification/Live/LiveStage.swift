internal import Examples
internal import Execution
internal import Files
internal import Text

/// Compiles a book's examples for readers' pages, and sees whether they do there what they did here.
///
/// Programs of several chapters share a module, since most of a module is the engine. What was found out about a module
/// is kept as one, under all that it depends on.
struct LiveStage {
  private let packs: [Pack]
  private let reasons: [(CaseExamination, String)]
  private var workshop: Workshop
  private var tools: PageTools
  private let memory: PageMemory
  private var progress: any VerificationProgress

  /// An example that may run in a page, and its runs with other values.
  private struct Candidate: Sendable {
    let examination: CaseExamination
    let variants: [CaseExamination]
    /// What tells it from others, whatever it shares a module with.
    let fingerprint: Fingerprint
  }

  /// The examples of some chapters, which share a module; those of a chapter stay together, since its page loads one.
  private struct Pack: Sendable {
    let chapters: [[Candidate]]
    let fingerprint: Fingerprint

    init(_ chapters: [[Candidate]]) {
      self.chapters = chapters
      fingerprint = Fingerprint(["live"] + chapters.flatMap(\.self).map(\.fingerprint.description))
    }

    var members: [Candidate] { chapters.flatMap(\.self) }

    /// What tells each of its chapters from others.
    var identities: Set<Fingerprint> {
      Set(chapters.map { Fingerprint(["live chapter"] + $0.map(\.fingerprint.description)) })
    }
  }

  /// How many programs share a module at most, unless a chapter has more.
  private static let largestModule = 100

  /// Takes the cases that hold, each with those of its variants.
  ///
  /// - Parameter memory: What was made in this process.
  init(
    _ cases: [(written: CaseExamination, variants: [CaseExamination])], _ workshop: Workshop, _ tools: PageTools,
    _ memory: PageMemory, progress: any VerificationProgress
  ) {
    var candidates: [Candidate] = []
    var reasons: [(CaseExamination, String)] = []
    for (written, variants) in cases where written.findings.holds && written.subject.task.isRun {
      if let reason = written.subject.reasonAgainstPages {
        reasons.append((written, reason))
      } else {
        let variants = variants.filter(\.findings.holds)
        candidates.append(
          Candidate(
            examination: written, variants: variants,
            fingerprint: Fingerprint(
              ["live"] + tools.identity + ["\(written.findings.schedulesTried > 1)"]
                + ([written] + variants).map(\.subject.task.fingerprint.description))))
      }
    }
    packs = Self.packs(of: candidates)
    self.memory = memory
    self.reasons = reasons
    self.workshop = workshop
    self.tools = tools
    self.progress = progress
  }

  /// Finds out which of them can be changed in pages; what differs there is reported to its case.
  func examine() async throws(MachineLack) -> LiveBook {
    let open = packs.filter { !isKnown($0) }
    if !open.isEmpty { try await make(open) }
    var book = self.book(memory.modules).book
    if !book.examples.isEmpty { book.pictures = try await drawing() }
    return book
  }

  /// The same of what is known already, and what is left to be made.
  ///
  /// Chapters that have not changed keep their module, whatever they shared it with.
  func recall() -> (book: LiveBook, parts: [PagePart]) {
    let open = packs.filter { !isKnown($0) }.compactMap { lacking($0, memory.modules) }.filter { !isKnown($0) }
    // What is made from here on, the next look finds.
    let modules = memory.modules
    let found = self.book(modules)
    var book = found.book
    memory.forgetModules(Set(modules.map(\.fingerprint)).subtracting(found.used))
    var parts = open.map { pack in
      PagePart(pack.identities) { progress throws(MachineLack) in try await beside(progress).make([pack]) }
    }
    if !book.examples.isEmpty || !open.isEmpty {
      if let pictures = knownDrawing {
        book.pictures = pictures
      } else {
        book = LiveBook()
        parts.append(
          PagePart([drawingFingerprint]) { progress throws(MachineLack) in _ = try await beside(progress).drawing() })
      }
    }
    guard !parts.isEmpty, tools.engine.place == nil else { return (book, parts) }
    // All of them wait for it, and it for none of the examples.
    let engine = PagePart([Fingerprint(["engine", tools.engine.identity])], stage: PageEngine.stage) {
      progress throws(MachineLack) in
      try await beside(progress).withCompiler { _, _ throws(PageCompiler.Failure) in }
    }
    return (book, [engine])
  }

  /// The stage as it works while more important things are done.
  private func beside(_ progress: any VerificationProgress) -> LiveStage {
    var stage = self
    stage.workshop = workshop.beside
    stage.tools.progress = progress
    stage.progress = progress
    return stage
  }

  // MARK: What draws

  private var drawingFingerprint: Fingerprint { Fingerprint(["drawing"] + tools.identity) }

  private var knownDrawing: [UInt8]? {
    let fingerprint = drawingFingerprint
    if let known = memory.drawing(fingerprint) { return known }
    guard let known = workshop.cache.entry(fingerprint) else { return nil }
    memory.keep(known, as: fingerprint)
    return known
  }

  /// What draws in pages what programs did, in gzip and base64.
  private func drawing() async throws(MachineLack) -> [UInt8] {
    if let known = knownDrawing { return known }
    return try await withCompiler { compiler, bench throws(PageCompiler.Failure) in
      let text = Array(Base64.text(try await compiler.packedDrawing()).utf8)
      bench.keep(text, as: drawingFingerprint)
      memory.keep(text, as: drawingFingerprint)
      return text
    }
  }

  /// Does work with what compiles programs for pages.
  private func withCompiler<Value: Sendable>(
    _ body: @Sendable (PageCompiler, Workbench) async throws(PageCompiler.Failure) -> Value
  ) async throws(MachineLack) -> Value {
    try await workshop.withWorkbench { bench -> Result<Value, MachineLack> in
      do throws(MachineLack) {
        let compiler = PageCompiler(bench.builder.compiler, try await tools.parts(bench.builder.compiler.supervisor))
        do throws(PageCompiler.Failure) { return .success(try await body(compiler, bench)) } catch {
          throw MachineLack(
            "examples cannot be compiled for pages: \(error.message)",
            cure: "Fix this, or write 'live: false' below 'examples:'.")
        }
      } catch {
        return .failure(error)
      }
    }.get()
  }

  // MARK: Modules

  private static func packs(of candidates: [Candidate]) -> [Pack] {
    var packs: [[[Candidate]]] = []
    var (rest, size) = (candidates[...], 0)
    while let first = rest.first {
      let chapter = Array(rest.prefix { $0.examination.subject.chapter === first.examination.subject.chapter })
      rest = rest.dropFirst(chapter.count)
      let isFull = size + chapter.count > largestModule
      if packs.isEmpty || isFull { packs.append([]) }
      size = isFull ? chapter.count : size + chapter.count
      packs[packs.count - 1].append(chapter)
    }
    return packs.map(Pack.init)
  }

  /// Whether a pack is made; where an earlier run made it, its module is among those of this process from now on.
  private func isKnown(_ pack: Pack) -> Bool {
    if memory.modules.contains(where: { $0.fingerprint == pack.fingerprint }) { return true }
    guard let made = workshop.cache.entry(pack.fingerprint).flatMap({ LivePack($0, count: pack.members.count) }) else {
      return false
    }
    keep(made, as: pack)
    return true
  }

  private func keep(_ made: LivePack, as pack: Pack) {
    memory.keep(made, as: pack.fingerprint, programs: pack.members.map(\.fingerprint))
  }

  /// What is to be made of a pack: those of its chapters that no module has as a whole.
  private func lacking(_ pack: Pack, _ modules: [PageMemory.Module]) -> Pack? {
    let chapters = pack.chapters.filter { chapter in
      let module = module(for: chapter, of: pack, modules)
      return !chapter.allSatisfy { module?.places[$0.fingerprint] != nil }
    }
    return chapters.isEmpty ? nil : Pack(chapters)
  }

  /// The module that a chapter's page loads: that of its pack or, where that is not made, the one that has most of its
  /// programs.
  private func module(
    for chapter: [Candidate], of pack: Pack, _ modules: [PageMemory.Module]
  ) -> PageMemory.Module? {
    if let own = modules.first(where: { $0.fingerprint == pack.fingerprint }) { return own }
    var best: (module: PageMemory.Module, count: Int)?
    for module in modules {
      let count = chapter.count { module.places[$0.fingerprint] != nil }
      if count > best?.count ?? 0 { best = (module, count) }
    }
    return best?.module
  }

  // MARK: Making modules

  private func make(_ packs: [Pack]) async throws(MachineLack) {
    try await withCompiler { compiler, bench throws(PageCompiler.Failure) in
      progress.begin(stage: "Compiling examples for pages", total: packs.reduce(0) { $0 + $1.members.count })
      let slots = Slots(workshop.jobs)
      let made = await packs.indices.concurrentMap { number in
        await slots.run { await make(packs[number], number, compiler, bench) }
      }
      for outcome in made { try outcome.get() }
    }
  }

  private func make(
    _ pack: Pack, _ number: Int, _ compiler: PageCompiler, _ bench: Workbench
  ) async -> Result<Void, PageCompiler.Failure> {
    do throws(PageCompiler.Failure) {
      let members = pack.members
      var programs = members.map { _ in LivePack.Program() }
      var texts: [PageText] = []
      var places: [Int] = []
      for (place, member) in members.enumerated() {
        do throws(PageText.Refusal) {
          let source = member.examination.subject.task.source
          texts.append(try PageText(source.text, implicitImports: source.settings.implicitImports))
          places.append(place)
        } catch {
          programs[place].problem = error.reason
        }
      }
      let prints = places.map { fitFingerprint(members[$0]) }
      let module = try await compiler.module(
        of: texts, knowing: prints.map { workshop.cache.entry($0).flatMap(PageCompiler.Fit.init) },
        name: "page-\(number)")
      for (fit, print) in zip(module.fits, prints) { bench.keep(fit.encoded(), as: print) }
      let slots = Slots(workshop.jobs)
      let runs = await texts.indices.concurrentMap { [texts, places] index in
        let member = members[places[index]]
        let result = await slots.run { await prove(member, texts[index], index, module, compiler) }
        progress.finished(member.examination.subject.name)
        return result
      }
      for (index, run) in runs.enumerated() { programs[places[index]] = try run.get() }
      let packed = Array(Base64.text(try await compiler.packed(module)).utf8)
      if Task.isCancelled { throw PageCompiler.Failure(message: "the work was stopped") }
      let made = LivePack(programs: programs, module: LiveModule(text: packed, size: module.bytes?.count ?? 0))
      bench.keep(made.encoded(), as: pack.fingerprint)
      keep(made, as: pack)
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func fitFingerprint(_ member: Candidate) -> Fingerprint {
    let source = member.examination.subject.task.source
    return Fingerprint(["page text"] + tools.identity + [source.text] + source.settings.implicitImports)
  }

  /// Runs a program as it is written, under another schedule, and with the values that readers can choose.
  private func prove(
    _ member: Candidate, _ text: PageText, _ program: Int, _ module: PageCompiler.Module, _ compiler: PageCompiler
  ) async -> Result<LivePack.Program, PageCompiler.Failure> {
    let kept: Set<Int>
    switch module.fits[program] {
    case .fits(_, let keeping, _): kept = keeping
    case .refused(let refusal): return .success(LivePack.Program(problem: refusal.reason))
    }
    let literals = text.literals.indices.filter { !kept.contains($0) }.map { text.literals[$0] }
    var result = LivePack.Program(number: program, literals: literals)
    guard let record = member.examination.findings.record else { return .success(result) }
    var refusal: String?
    func run(schedule: String = "0", values: [(Int, String)] = []) async throws(PageCompiler.Failure) -> PageRun {
      let run = try await compiler.run(program, of: module.path, schedule: schedule, values: values)
      if run.isRefused { refusal = run.problem }
      return run
    }
    do throws(PageCompiler.Failure) {
      result.problem = PageComparison(try await run(), with: record).difference
      if result.problem == nil, member.examination.findings.schedulesTried > 1 {
        let other = try await run(schedule: "1")
        result.problem = PageComparison(other, with: record, comparesTraces: false).difference.map {
          "\($0), under schedule 1"
        }
      }
      for variant in member.variants where result.problem == nil {
        guard let record = variant.findings.record, let choice = variant.subject.variant,
          let values = Self.values(of: choice, in: literals)
        else { continue }
        result.problem = PageComparison(try await run(values: values), with: record).difference.map {
          "\($0), with \(choice.description)"
        }
      }
      return .success(refusal.map { LivePack.Program(problem: $0) } ?? result)
    } catch {
      return .failure(error)
    }
  }

  /// What a variant has in the place of literals; `nil` where it has more than that.
  private static func values(of variant: ExampleVariant, in literals: [PageText.Literal]) -> [(Int, String)]? {
    var values: [(Int, String)] = []
    for (value, text) in zip(variant.changed, variant.texts) {
      let isNegative = text.hasPrefix("-")
      guard !isNegative,
        let number = literals.firstIndex(where: { $0.line == value.line + 1 && $0.columns == value.range }),
        let plain = literals[number].kind.plain(text)
      else { return nil }
      values.append((number, plain))
    }
    return values
  }

  // MARK: What came of it

  /// What readers can change, and which of the modules that were made have a part in it.
  private func book(_ modules: [PageMemory.Module]) -> (book: LiveBook, used: Set<Fingerprint>) {
    for (examination, reason) in reasons { examination.note { $0.live = .not(reason) } }
    var book = LiveBook()
    var used: Set<Fingerprint> = []
    var numbers: [Fingerprint: Int] = [:]
    for pack in packs {
      for chapter in pack.chapters {
        let module = module(for: chapter, of: pack, modules)
        if let module { used.insert(module.fingerprint) }
        for member in chapter {
          // What an earlier look found may be of another module.
          member.examination.note { $0.live = nil }
          guard let module, let place = module.places[member.fingerprint] else { continue }
          let program = module.pack.programs[place]
          guard let number = program.number else {
            member.examination.note { $0.live = .not(program.problem ?? "") }
            continue
          }
          if let problem = program.problem {
            member.examination.reportDifference(problem)
            continue
          }
          member.examination.note { $0.live = .same }
          let home = numbers[module.fingerprint] ?? book.modules.count
          if home == book.modules.count {
            numbers[module.fingerprint] = home
            book.modules.append(module.pack.module)
          }
          let example = member.examination.subject.program.blocks[0].example
          book.examples[example.name] = LiveExample(
            module: home, program: number, literals: program.literals.map { $0.placed(in: example) })
        }
      }
    }
    return (book, used)
  }
}

extension PageText.Literal {
  /// Where it stands in its example.
  fileprivate func placed(in example: Example) -> LiveExample.Literal {
    let line = example.lines[self.line - 1].text
    let bytes = Array(line.utf8)
    let isShown = line == example.lines[self.line - 1].compiled && columns.upperBound <= bytes.count
    func units(_ count: Int) -> Int { String(decoding: bytes[..<count], as: UTF8.self).utf16.count }
    // What is compiled may say more than what is shown.
    return LiveExample.Literal(
      kind: kind.rawValue, line: isShown ? self.line - 1 : -1,
      columns: isShown ? units(columns.lowerBound)..<units(columns.upperBound) : 0..<0, text: text)
  }
}

extension PageText.Literal.Kind {
  /// A literal's text as the page says it; `nil` for what is not such a literal.
  fileprivate func plain(_ text: String) -> String? {
    let bytes = text.utf8
    switch self {
    case .integer: return bytes.allSatisfy { (48...57).contains($0) } ? text : nil
    // Without a point it is a whole number, and may have another type.
    case .decimal: return bytes.contains(46) && bytes.allSatisfy { (48...57).contains($0) || $0 == 46 } ? text : nil
    case .flag: return text == "true" || text == "false" ? text : nil
    case .text:
      guard bytes.count >= 2, text.hasPrefix("\""), text.hasSuffix("\""), !text.contains("\\") else { return nil }
      return String(text.dropFirst().dropLast())
    }
  }
}

extension Case {
  /// Why no reader's page can run it, as far as is known without reading it; `nil` where one may.
  fileprivate var reasonAgainstPages: String? {
    if !program.blocks[0].example.attributes.canBeLive { return "has `live=off`" }
    if program.kind != .runs { return "traps, which a page's program does not survive" }
    if program.session != nil { return "is a part of a session" }
    if task.input != nil { return "reads its standard input, which pages do not have" }
    if isRecorded, !task.hasVirtualClock { return "runs in real time" }
    return nil
  }
}

extension CaseExamination {
  /// Adds that it does something else in a page.
  fileprivate func reportDifference(_ difference: String) {
    report(
      Diagnostic(
        id: "differs-in-page", "in a reader's page, the example \(difference)", at: subject.place,
        cure: "change what depends on the machine, such as the size of Int, or write `live=off` after `swift`"))
  }
}
