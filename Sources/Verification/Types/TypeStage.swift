internal import Examples
internal import Execution
internal import Files
internal import Text

/// Asks the compiler what the names in examples mean: where listings tell readers, and where an author asks.
struct TypeStage {
  private let members: [Member]
  private let workshop: Workshop
  private let progress: any VerificationProgress

  /// A program whose names are asked for.
  private struct Member: Sendable {
    let examination: CaseExamination
    let fingerprint: Fingerprint
  }

  /// Takes the cases as their authors wrote them; all are asked about where `isForPages`, else those that must be.
  init(_ cases: [CaseExamination], isForPages: Bool, _ workshop: Workshop, progress: any VerificationProgress) {
    let asked = cases.filter { $0.isCompiled && (isForPages || $0.subject.program.asksForTypes) }
    let identity = asked.isEmpty ? "" : Self.identity(workshop)
    members = asked.map { examination in
      Member(
        examination: examination,
        fingerprint: Fingerprint(["types", identity, examination.subject.task.fingerprint.description]))
    }
    self.workshop = workshop
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
    workshop.cache.fetch(
      members.map { ResultCache.Wanted(fingerprint: $0.fingerprint) { ProgramTypes($0) != nil } })
    var known = members.map { workshop.cache.entry($0.fingerprint).flatMap(ProgramTypes.init) }
    let open = members.indices.filter { known[$0] == nil }
    if !open.isEmpty {
      for (index, types) in zip(open, try await ask(open.map { members[$0] })) { known[index] = types }
    }
    let lost = members.indices.filter { known[$0] == nil }.map { members[$0].examination.subject.name }
    if let first = lost.first {
      let others = lost.count > 1 ? " and \(lost.count - 1) more" : ""
      progress.note(
        "warning: the compiler's library for editors crashed over '\(first)'\(others): no types are known of it")
    }
    var examples: [String: ExampleTypes] = [:]
    for (member, types) in zip(members, known) {
      guard let types else {
        member.examination.reportUnknownTypes()
        continue
      }
      for (example, types) in types.examples(of: member.examination.subject.program) {
        examples[example.name] = types
        member.examination.compareTypes(of: example, with: types)
      }
    }
    return examples
  }

  /// So many programs are asked about at once.
  private static let partSize = 20

  private func ask(_ members: [Member]) async throws(MachineLack) -> [ProgramTypes?] {
    progress.begin(stage: "Asking for types", total: members.count)
    let parts = stride(from: 0, to: members.count, by: Self.partSize).map { start in
      Array(members[start..<min(start + Self.partSize, members.count)])
    }
    return try await workshop.withWorkbench { bench -> Result<[ProgramTypes?], MachineLack> in
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
      var types: [ProgramTypes?] = []
      do throws(NameReader.Failure) {
        for part in made { types += try part.get() }
      } catch {
        return .failure(Self.lack(error))
      }
      return .success(types)
    }.get()
  }

  private func ask(
    _ members: [Member], _ reader: NameReader, _ bench: Workbench
  ) async -> Result<[ProgramTypes?], NameReader.Failure> {
    let questions = members.map { NameReader.Question($0.examination.subject.task.source) }
    do throws(NameReader.Failure) {
      let answers = try await reader.answers(to: questions)
      return .success(
        zip(members, zip(questions, answers)).map { member, found in
          let types = found.1.map { ProgramTypes(found.0.names, $0) }
          if let types { bench.keep(types.encoded(), as: member.fingerprint) }
          progress.finished(member.examination.subject.name)
          return types
        })
    } catch {
      return .failure(error)
    }
  }

  private static func lack(_ failure: NameReader.Failure) -> MachineLack {
    MachineLack(
      "the compiler cannot be asked for types: \(failure.message)",
      cure: "Install a whole Swift toolchain, or write 'types: false' below 'examples:' and no `// ^?`.")
  }
}
