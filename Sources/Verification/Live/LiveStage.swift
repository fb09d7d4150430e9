internal import Examples
internal import Execution
internal import Files
internal import Text

/// Compiles a book's examples for readers' pages, and sees whether they do there what they did here.
///
/// Programs of several chapters share a module, since most of a module is the engine. What was found out about a module
/// is kept as one, under all that it depends on.
struct LiveStage {
  private let candidates: [Candidate]
  private let reasons: [(CaseExamination, String)]
  private let workshop: Workshop
  private let tools: PageTools
  private let progress: any VerificationProgress

  /// An example that may run in a page, and its runs with other values.
  private struct Candidate: Sendable {
    let examination: CaseExamination
    let variants: [CaseExamination]
  }

  /// How many programs share a module at most; a chapter's stay together.
  private static let largestModule = 100

  /// Takes the cases that hold, each with those of its variants.
  init(
    _ cases: [(written: CaseExamination, variants: [CaseExamination])], _ workshop: Workshop, _ tools: PageTools,
    progress: any VerificationProgress
  ) {
    var candidates: [Candidate] = []
    var reasons: [(CaseExamination, String)] = []
    for (written, variants) in cases where written.findings.holds && written.subject.task.isRun {
      if let reason = written.subject.reasonAgainstPages {
        reasons.append((written, reason))
      } else {
        candidates.append(Candidate(examination: written, variants: variants.filter(\.findings.holds)))
      }
    }
    self.candidates = candidates
    self.reasons = reasons
    self.workshop = workshop
    self.tools = tools
    self.progress = progress
  }

  /// Finds out which of them can be changed in pages; what differs there is reported to its case.
  func examine() async throws(MachineLack) -> LiveBook {
    for (examination, reason) in reasons { examination.note { $0.live = .not(reason) } }
    var packs = packs().map { ($0, known($0)) }
    let open = packs.indices.filter { packs[$0].1 == nil }
    if !open.isEmpty {
      let members = open.map { packs[$0].0 }
      let made = try await make(members)
      for (index, pack) in zip(open, made) { packs[index].1 = pack }
    }
    var book = book(packs.compactMap { members, pack in pack.map { (members, $0) } })
    if !book.examples.isEmpty { book.pictures = try await drawing() }
    return book
  }

  /// What draws in pages what programs did, in gzip and base64.
  private func drawing() async throws(MachineLack) -> [UInt8] {
    let fingerprint = Fingerprint(["drawing"] + tools.identity)
    if let known = workshop.cache.entry(fingerprint) { return known }
    return try await withCompiler { compiler, bench throws(PageCompiler.Failure) in
      let text = Array(Base64.text(try await compiler.packedDrawing()).utf8)
      bench.keep(text, as: fingerprint)
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
            cure: "Or write 'live: false' below 'examples:'.")
        }
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private func packs() -> [[Candidate]] {
    var packs: [[Candidate]] = []
    var chapter: ChapterExamples?
    var group: [Candidate] = []
    func close() {
      if group.isEmpty { return }
      if let last = packs.last, last.count + group.count <= Self.largestModule {
        packs[packs.count - 1] += group
      } else {
        packs.append(group)
      }
      group = []
    }
    for candidate in candidates {
      if candidate.examination.subject.chapter !== chapter { close() }
      chapter = candidate.examination.subject.chapter
      group.append(candidate)
    }
    close()
    return packs
  }

  private func fingerprint(_ members: [Candidate]) -> Fingerprint {
    Fingerprint(
      ["live"] + tools.identity
        + members.flatMap { member in
          ["\(member.examination.subject.schedules > 1)"]
            + ([member.examination] + member.variants).map(\.subject.task.fingerprint.description)
        })
  }

  private func known(_ members: [Candidate]) -> LivePack? {
    workshop.cache.entry(fingerprint(members)).flatMap { LivePack($0, count: members.count) }
  }

  // MARK: Making modules

  private func make(_ packs: [[Candidate]]) async throws(MachineLack) -> [LivePack] {
    try await withCompiler { compiler, bench throws(PageCompiler.Failure) in
      progress.begin(stage: "Compiling examples for pages", total: packs.reduce(0) { $0 + $1.count })
      let slots = Slots(workshop.jobs)
      let made = await packs.indices.concurrentMap { number in
        await slots.run { await pack(packs[number], number, compiler, bench) }
      }
      var result: [LivePack] = []
      for pack in made { result.append(try pack.get()) }
      return result
    }
  }

  private func pack(
    _ members: [Candidate], _ number: Int, _ compiler: PageCompiler, _ bench: Workbench
  ) async -> Result<LivePack, PageCompiler.Failure> {
    do throws(PageCompiler.Failure) {
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
      let pack = LivePack(programs: programs, module: LiveModule(text: packed, size: module.bytes?.count ?? 0))
      bench.keep(pack.encoded(), as: fingerprint(members))
      return .success(pack)
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
    case .fits(_, let keeping): kept = keeping
    case .refused(let refusal): return .success(LivePack.Program(problem: refusal.reason))
    }
    let literals = text.literals.indices.filter { !kept.contains($0) }.map { text.literals[$0] }
    var result = LivePack.Program(number: program, literals: literals)
    guard let record = member.examination.findings.record else { return .success(result) }
    do throws(PageCompiler.Failure) {
      let run = try await compiler.run(program, of: module.path)
      result.problem = PageComparison(run, with: record).difference
      if result.problem == nil, member.examination.subject.schedules > 1 {
        let other = try await compiler.run(program, of: module.path, schedule: "1")
        result.problem = PageComparison(other, with: record, comparesTraces: false).difference.map {
          "\($0), under schedule 1"
        }
      }
      for variant in member.variants where result.problem == nil {
        guard let record = variant.findings.record, let choice = variant.subject.variant,
          let values = Self.values(of: choice, in: literals)
        else { continue }
        let run = try await compiler.run(program, of: module.path, values: values)
        result.problem = PageComparison(run, with: record).difference.map { "\($0), with \(choice.description)" }
      }
      return .success(result)
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

  private func book(_ packs: [([Candidate], LivePack)]) -> LiveBook {
    var book = LiveBook()
    for (members, pack) in packs {
      let fitting = pack.programs.indices.filter { pack.programs[$0].isSame }
      for (place, member) in members.enumerated() {
        let program = pack.programs[place]
        guard let number = program.number else {
          member.examination.note { $0.live = .not(program.problem ?? "") }
          continue
        }
        if let problem = program.problem {
          member.examination.reportDifference(problem)
          continue
        }
        member.examination.note { $0.live = .same }
        let example = member.examination.subject.program.blocks[0].example
        book.examples[example.name] = LiveExample(
          module: book.modules.count, program: number, literals: program.literals.map { $0.placed(in: example) })
      }
      if !fitting.isEmpty { book.modules.append(pack.module) }
    }
    return book
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
    case .decimal: return bytes.allSatisfy { (48...57).contains($0) || $0 == 46 } ? text : nil
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
