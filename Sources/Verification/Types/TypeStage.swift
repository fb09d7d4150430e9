internal import Examples
internal import Execution
internal import Files
internal import Text

/// Asks the compiler what the names in examples mean: where listings tell readers, and where an author asks.
struct TypeStage {
  private let members: [Member]
  private var workshop: Workshop
  private let memory: PageMemory
  private var progress: any VerificationProgress

  /// A program whose names are asked for.
  private struct Member: Sendable {
    let examination: CaseExamination
    let fingerprint: Fingerprint
  }

  /// Takes the cases as their authors wrote them; all are asked about where `isForPages`, else those that must be.
  ///
  /// - Parameter memory: What was found out in this process.
  init(
    _ cases: [CaseExamination], isForPages: Bool, _ workshop: Workshop, _ memory: PageMemory,
    progress: any VerificationProgress
  ) {
    let asked = cases.filter { $0.isCompiled && (isForPages || $0.subject.program.asksForTypes) }
    let identity = asked.isEmpty ? "" : Self.identity(workshop)
    members = asked.map { examination in
      Member(
        examination: examination,
        fingerprint: Fingerprint(["types", identity, examination.subject.task.fingerprint.description]))
    }
    self.workshop = workshop
    self.memory = memory
    self.progress = progress
  }

  /// What answers depend on besides the program and its modules: who asks, and the comments of modules.
  static func identity(_ workshop: Workshop) -> String {
    let comments = workshop.catalog.settings.importFolders.flatMap { folder in
      FileTree.names(in: folder).filter { $0.hasSuffix(".swiftdoc") }.sorted().map { "\(folder)/\($0)" }
    }
    return workshop.files.identity(of: [workshop.tools.installation.typeReader] + comments)
  }

  /// The types of the examples, by their names; where an author asks for one and it is not what is written, the case
  /// is told.
  func examine() async throws(MachineLack) -> [String: ExampleTypes] {
    try await find(members)
    return types()
  }

  /// The same of what is known already and what an author asks for, and what is left to be found out.
  func recall() async throws(MachineLack) -> (types: [String: ExampleTypes], parts: [PagePart]) {
    memory.keepTypes(Set(members.map(\.fingerprint)))
    try await find(members.filter(\.examination.subject.program.asksForTypes))
    let open = Self.parts(of: members.filter { known($0) == nil })
    let parts = open.map { part in
      PagePart(Set(part.map(\.fingerprint)), readsModules: true) { progress throws(MachineLack) in
        var stage = self
        stage.workshop = workshop.beside
        stage.progress = progress
        try await stage.find(part)
      }
    }
    return (types(), parts)
  }

  /// Finds out the types of these programs, if they are not known.
  private func find(_ members: [Member]) async throws(MachineLack) {
    let unknown = members.filter { memory.types($0.fingerprint) == nil }
    workshop.cache.fetch(
      unknown.map { ResultCache.Wanted(fingerprint: $0.fingerprint) { ProgramTypes($0) != nil } })
    let open = unknown.filter { known($0) == nil }
    if open.isEmpty { return }
    try await ask(open)
    let lost = open.filter { if case .lost = known($0) { true } else { false } }.map(\.examination.subject.name)
    if let first = lost.first {
      let others = lost.count > 1 ? " and \(lost.count - 1) more" : ""
      progress.note(
        "warning: the compiler's library for editors crashed on '\(first)'\(others), so listings show no types there")
    }
  }

  private func known(_ member: Member) -> PageMemory.Types? {
    if let known = memory.types(member.fingerprint) { return known }
    guard let types = workshop.cache.entry(member.fingerprint).flatMap(ProgramTypes.init) else { return nil }
    memory.keep(.known(types), as: member.fingerprint)
    return .known(types)
  }

  private func types() -> [String: ExampleTypes] {
    var examples: [String: ExampleTypes] = [:]
    for member in members {
      switch known(member) {
      case nil: continue
      case .lost: member.examination.reportUnknownTypes()
      case .known(let types):
        for (example, types) in types.examples(of: member.examination.subject.program) {
          examples[example.name] = types
          member.examination.compareTypes(of: example, with: types)
        }
      }
    }
    return examples
  }

  /// So many programs are asked about at once.
  private static let partSize = 20

  private static func parts(of members: [Member]) -> [[Member]] {
    stride(from: 0, to: members.count, by: partSize).map { start in
      Array(members[start..<min(start + partSize, members.count)])
    }
  }

  private func ask(_ members: [Member]) async throws(MachineLack) {
    progress.begin(stage: "Asking for types", total: members.count)
    let parts = Self.parts(of: members)
    try await workshop.withWorkbench { bench -> Result<Void, MachineLack> in
      let compiler = bench.builder.compiler
      let reader: NameReader
      do throws(NameReader.Failure) {
        reader = try NameReader(compiler, program: workshop.tools.installation.typeReader)
      } catch {
        return .failure(Self.lack(error))
      }
      let slots = Slots(workshop.jobs)
      let made = await parts.indices.concurrentMap { number in
        await slots.run { await ask(parts[number], reader, bench) }
      }
      do throws(NameReader.Failure) {
        for part in made { try part.get() }
      } catch {
        return .failure(Self.lack(error))
      }
      return .success(())
    }.get()
  }

  private func ask(
    _ members: [Member], _ reader: NameReader, _ bench: Workbench
  ) async -> Result<Void, NameReader.Failure> {
    let questions = members.map { NameReader.Question($0.examination.subject.task.source) }
    do throws(NameReader.Failure) {
      let answers = try await reader.answers(to: questions)
      if Task.isCancelled { throw NameReader.Failure(message: "the work was stopped") }
      for (member, (question, answer)) in zip(members, zip(questions, answers)) {
        let types = answer.map { ProgramTypes(question.names, $0) }
        if let types { bench.keep(types.encoded(), as: member.fingerprint) }
        memory.keep(types.map(PageMemory.Types.known) ?? .lost, as: member.fingerprint)
        progress.finished(member.examination.subject.name)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private static func lack(_ failure: NameReader.Failure) -> MachineLack {
    MachineLack(
      "the compiler cannot be asked for types: \(failure.message)",
      cure: "Install a complete Swift toolchain, or write 'types: false' below 'examples:' and no `// ^?`.")
  }
}
