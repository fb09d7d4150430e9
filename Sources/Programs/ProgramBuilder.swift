/// Compiles many programs with as few calls of the compiler as their meaning allows.
///
/// Programs that share a module go through one call, a hundred at a time; those among them that do not compile there, and all
/// that the rules keep apart, are compiled alone, and only that verdict counts.
package struct ProgramBuilder: Sendable {
  package let compiler: Compiler
  private let slots: Slots

  /// At most so many programs are compiled by one call; more would make one that has to be repeated expensive.
  static let largestPart = 100
  /// How often a part is compiled.
  static let attempts = 3
  /// Fewer than these are not worth a call of their own that may have to be repeated.
  static let smallestPart = 3

  /// `jobs` compilers run at once.
  package init(compiler: Compiler, jobs: Int) {
    self.compiler = compiler
    slots = Slots(jobs)
    self.jobs = jobs
  }

  private let jobs: Int

  /// Compiles the programs, and tells of each, by its index, as soon as it is done; from several tasks at once.
  package func build(
    _ sources: [ProgramSource], _ done: @escaping @Sendable (Int, CompiledProgram) async -> Void
  ) async {
    let parsed = await parse(sources)
    var alone: [(Int, AloneReason)] = []
    var groups: [Group: [Int]] = [:]
    var telling: [ModuleSettings: Set<String>] = [:]
    for settings in Set(sources.map(\.settings)) {
      let imported = zip(sources, parsed).filter { $0.settings == settings && $0.aloneReason == nil && $1.canShare }
      let modules = Set(imported.flatMap { $1.imports })
      telling[settings] = await ModuleSurvey(compiler: compiler).telling(modules, settings: settings)
    }
    for (index, source) in sources.enumerated() {
      if let reason = source.aloneReason {
        alone.append((index, reason))
        continue
      }
      switch parsed[index].sharing {
      case .failure(let reason): alone.append((index, reason))
      case .success(let text) where source.settings.languageMode == "6" && text.mayMeetThreads:
        alone.append((index, AloneReason("may hand its variables to another thread, in Swift 6")))
      case .success where !(telling[source.settings] ?? []).isDisjoint(with: parsed[index].imports):
        alone.append((index, AloneReason("imports a module that can tell where it is used")))
      case .success where !source.blocks.isEmpty: alone.append((index, AloneReason("is a session of several blocks")))
      case .success: groups[Group(imports: parsed[index].imports, settings: source.settings), default: []].append(index)
      }
    }
    var parts: [(Group, [Int])] = []
    for (group, members) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
      if members.count < Self.smallestPart {
        alone += members.map { ($0, AloneReason("is one of too few with the same imports")) }
        continue
      }
      // As many parts as can be compiled at once, in even sizes.
      let count = max(min(jobs, members.count / Self.smallestPart), (members.count - 1) / Self.largestPart + 1)
      for part in 0..<count {
        let range = members.count * part / count..<members.count * (part + 1) / count
        parts.append((group, Array(members[range])))
      }
    }
    await withTaskGroup(of: Void.self) { tasks in
      for (number, part) in parts.enumerated() {
        tasks.addTask {
          await buildPart(part.1, number, part.0, sources, parsed, done)
        }
      }
      for (index, reason) in alone {
        tasks.addTask { await buildAlone(index, reason, sources[index], parsed[index], done) }
      }
    }
  }

  /// Compiles one program as a module of its own, whatever the rules say.
  package func buildAlone(_ source: ProgramSource, because reason: AloneReason) async -> CompiledProgram {
    await compileAlone(source, ScriptSyntax(source.text), reason)
  }

  private struct Group: Hashable {
    var imports: [String]
    var settings: ModuleSettings
  }

  private func parse(_ sources: [ProgramSource]) async -> [ScriptSyntax] {
    await withTaskGroup(of: [(Int, ScriptSyntax)].self) { tasks in
      for worker in 0..<jobs {
        tasks.addTask {
          stride(from: worker, to: sources.count, by: jobs).map { ($0, ScriptSyntax(sources[$0].text)) }
        }
      }
      var parsed = [ScriptSyntax?](repeating: nil, count: sources.count)
      for await results in tasks {
        for (index, syntax) in results { parsed[index] = syntax }
      }
      return parsed.compactMap { $0 }
    }
  }

  private func buildAlone(
    _ index: Int, _ reason: AloneReason, _ source: ProgramSource, _ syntax: ScriptSyntax,
    _ done: @Sendable (Int, CompiledProgram) async -> Void
  ) async {
    let program = await compileAlone(source, syntax, reason)
    await done(index, program)
  }

  private func compileAlone(
    _ source: ProgramSource, _ syntax: ScriptSyntax, _ reason: AloneReason
  ) async -> CompiledProgram {
    let outcome = await slots.run {
      await compiler.compileAlone(
        syntax.text(source.text, blocks: source.blocks), name: source.name, imports: syntax.imports,
        parsedAsLibrary: syntax.hasMainType, settings: source.settings)
    }
    return CompiledProgram(
      outcome: CompiledProgram.Outcome(
        outcome, entry: "main", isAlone: true, tellsLastStatement: !syntax.seams.isEmpty),
      imports: syntax.imports, aloneReason: reason)
  }

  private func buildPart(
    _ members: [Int], _ number: Int, _ group: Group, _ sources: [ProgramSource], _ parsed: [ScriptSyntax],
    _ done: @escaping @Sendable (Int, CompiledProgram) async -> Void
  ) async {
    var remaining = members
    var alone: [(Int, AloneReason)] = []
    // What does not compile is taken out, and the rest is compiled once more: for the compiler's earlier steps, then for its
    // later ones.
    for attempt in 0..<Self.attempts where remaining.count >= Self.smallestPart {
      let files = remaining.map { (name: "p\($0).swift", text: Self.file($0, parsed[$0], group.settings)) }
      let taken = remaining
      let outcome = await slots.run {
        await compiler.compileTogether(
          files, name: "part-\(number)-\(attempt)", imports: group.imports, settings: group.settings)
      }
      switch outcome {
      case .loadable:
        await withTaskGroup(of: Void.self) { tasks in
          for index in taken {
            let outcome = CompiledProgram.Outcome(
              outcome, entry: Self.entry(index), isAlone: false, tellsLastStatement: !parsed[index].seams.isEmpty)
            tasks.addTask { await done(index, CompiledProgram(outcome: outcome, imports: group.imports)) }
          }
          remaining = []
          for (index, reason) in alone {
            tasks.addTask { await buildAlone(index, reason, sources[index], parsed[index], done) }
          }
          alone = []
        }
      case .rejected(let messages):
        let names = Set(messages.flatMap { [$0.file] + $0.notes.map(\.file) })
        let rejected = Set(remaining.filter { names.contains("p\($0).swift") })
        // Errors without a place could be anybody's.
        let all = rejected.isEmpty
        alone += remaining.filter { all || rejected.contains($0) }.map {
          ($0, AloneReason("does not compile with others"))
        }
        remaining.removeAll { all || rejected.contains($0) }
      case .broken:
        alone += remaining.map { ($0, AloneReason("was in a part that the compiler could not do")) }
        remaining = []
      }
    }
    alone += remaining.map { ($0, AloneReason("is one of too few that compile together")) }
    await withTaskGroup(of: Void.self) { tasks in
      for (index, reason) in alone {
        tasks.addTask { await buildAlone(index, reason, sources[index], parsed[index], done) }
      }
    }
  }

  private static func entry(_ index: Int) -> String { "loopbook_entry_\(index)" }

  /// A program's file in a module that it shares: its statements as the body of a function that never returns.
  private static func file(_ index: Int, _ syntax: ScriptSyntax, _ settings: ModuleSettings) -> String {
    guard case .success(let text) = syntax.sharing else { return "" }
    // In Swift 6 a script's variables and statements are the main actor's.
    let actor = settings.languageMode == "6" ? "@MainActor " : ""
    return """
      \(text.imports)
      \(text.declarations)
      @_silgen_name("loopbook_reached") fileprivate func _loopbook_reached()
      @_silgen_name("loopbook_finish") fileprivate func _loopbook_finish() -> Swift.Never
      @_silgen_name("swift_errorInMain") fileprivate func _loopbook_error(_: any Swift.Error) -> Swift.Never
      \(actor)fileprivate func _loopbook_body() throws {
      \(text.code)
      _loopbook_finish()
      }
      \(actor)@_cdecl("\(entry(index))") public func _loopbook_entry_\(index)() {
      do { try _loopbook_body() } catch { _loopbook_error(error) }
      }

      """
  }
}

extension CompiledProgram.Outcome {
  init(_ outcome: Compiler.Outcome, entry: String, isAlone: Bool, tellsLastStatement: Bool) {
    self =
      switch outcome {
      case .loadable(let object, let libraries):
        .loadable(
          LoadableProgram(
            object: object, entry: entry, libraries: libraries, needsNetwork: isAlone,
            tellsLastStatement: tellsLastStatement))
      case .rejected(let messages): .rejected(messages)
      case .broken(let reason): .broken(reason)
      }
  }
}
