internal import LoopEngine

/// Compiles many programs with as few calls of the compiler as their meaning allows.
///
/// Programs that share a module go through one call, a hundred at a time (`SharedPart`); those among them that do not
/// compile there, and all that the rules keep apart, are compiled alone, and only that verdict counts.
package struct ProgramBuilder: Sendable {
  package let compiler: Compiler
  private let slots: Slots
  private let survey: ModuleSurvey
  private let jobs: Int

  /// At most so many programs are compiled by one call; more would make one that has to be repeated expensive.
  static let largestPart = 100
  /// How often a part is compiled.
  static let attempts = 3
  /// Fewer than these are not worth a call of their own that may have to be repeated.
  static let smallestPart = 3

  /// `jobs` compilers run at once; `surveys` is what is known of modules.
  package init(compiler: Compiler, jobs: Int, surveys: SurveyMemory = SurveyMemory()) {
    self.compiler = compiler
    survey = ModuleSurvey(compiler: compiler, memory: surveys)
    slots = Slots(jobs)
    self.jobs = jobs
  }

  /// A program that is to be compiled together with others, and who waits for it.
  package struct Order: Sendable {
    package let source: ProgramSource
    /// Takes the program as soon as it is compiled; no other waits until that is done.
    let deliver: @Sendable (CompiledProgram) async -> Void

    package init(_ source: ProgramSource, deliver: @escaping @Sendable (CompiledProgram) async -> Void) {
      self.source = source
      self.deliver = deliver
    }
  }

  /// Compiles what was ordered, and delivers each program as soon as it is done, from several tasks at once.
  package func build(_ orders: [Order]) async {
    let (parts, alone) = await divide(await parse(orders))
    await withTaskGroup(of: Void.self) { tasks in
      for part in parts { tasks.addTask { await build(part) } }
      for (program, reason) in alone {
        tasks.addTask { await buildAlone(program, because: reason) }
      }
    }
  }

  /// Compiles one program as a module of its own, whatever the rules say.
  package func buildAlone(_ source: ProgramSource, because reason: AloneReason) async -> CompiledProgram {
    await compileAlone(source, ScriptSyntax(source), reason)
  }

  private func parse(_ orders: [Order]) async -> [ParsedProgram] {
    await withTaskGroup(of: [ParsedProgram].self) { tasks in
      for worker in 0..<jobs {
        tasks.addTask {
          stride(from: worker, to: orders.count, by: jobs).map { ParsedProgram(orders[$0], number: $0) }
        }
      }
      var parsed: [ParsedProgram] = []
      for await programs in tasks { parsed += programs }
      return parsed.sorted { $0.number < $1.number }
    }
  }

  /// Which programs are compiled together, and which alone; those first that had better begin early.
  private func divide(
    _ programs: [ParsedProgram]
  ) async -> (parts: [SharedPart], alone: [(ParsedProgram, AloneReason)]) {
    var alone: [(ParsedProgram, AloneReason)] = []
    var groups: [SharedPart.Conditions: [ParsedProgram]] = [:]
    let telling = await tellingModules(programs)
    for program in programs {
      if let reason = program.refusal(telling[program.source.settings] ?? []) {
        alone.append((program, reason))
      } else {
        groups[SharedPart.Conditions(program), default: []].append(program)
      }
    }
    var parts: [SharedPart] = []
    for (conditions, members) in groups.sorted(by: { $0.value[0].isSooner(than: $1.value[0]) }) {
      if members.count < Self.smallestPart {
        alone += members.map { ($0, AloneReason("shares its imports with too few others")) }
        continue
      }
      // As many parts as can be compiled at once, in even sizes.
      let count = max(min(jobs, members.count / Self.smallestPart), (members.count - 1) / Self.largestPart + 1)
      for part in 0..<count {
        let range = members.count * part / count..<members.count * (part + 1) / count
        parts.append(SharedPart(members[range], conditions, number: parts.count))
      }
    }
    return (parts, alone.sorted { $0.0.isSooner(than: $1.0) })
  }

  /// By settings, the modules that programs import and that can tell where they are used.
  private func tellingModules(_ programs: [ParsedProgram]) async -> [ModuleSettings: Set<String>] {
    var telling: [ModuleSettings: Set<String>] = [:]
    for settings in Set(programs.map(\.source.settings)) {
      let sharing = programs.filter {
        $0.source.settings == settings && $0.source.aloneReason == nil && $0.syntax.canShare
      }
      telling[settings] = await survey.telling(Set(sharing.flatMap(\.syntax.imports)), settings: settings)
    }
    return telling
  }

  private func buildAlone(_ program: ParsedProgram, because reason: AloneReason) async {
    await program.deliver(await compileAlone(program.source, program.syntax, reason))
  }

  private func compileAlone(
    _ source: ProgramSource, _ syntax: ScriptSyntax, _ reason: AloneReason
  ) async -> CompiledProgram {
    if let problem = syntax.problem {
      return CompiledProgram(outcome: .broken("the example \(problem)"), imports: [], aloneReason: reason)
    }
    let text = syntax.text(source.text, blocks: source.blocks)
    var (outcome, time) = await slots.run {
      let start = LoopInstant.now
      let outcome = await compiler.compileAlone(
        text.text, calling: syntax.calls(blocks: source.blocks), name: source.name, imports: syntax.imports,
        parsedAsLibrary: syntax.isParsedAsLibrary, settings: source.settings)
      return (outcome, start.duration(to: .now))
    }
    if case .rejected(let messages) = outcome { outcome = .rejected(text.ownPlaces(messages)) }
    var program = CompiledProgram(
      outcome: CompiledProgram.Outcome(
        outcome, entry: "main", isAlone: true, tellsLastStatement: syntax.tellsLastStatement),
      imports: syntax.imports, aloneReason: reason, compilation: time)
    if case .loadable(_, _, let warnings) = outcome, !warnings.isEmpty {
      program.take(await self.warnings(about: source, syntax))
    }
    return program
  }

  /// What the compiler warns of in a program that it warned of in the form that is run.
  private func warnings(about source: ProgramSource, _ syntax: ScriptSyntax) async -> [CompilerMessage]? {
    // On the reference, which is told nothing of, they are the same.
    guard source.settings.aliases.isEmpty else { return [] }
    return await slots.run {
      await compiler.warnings(
        about: source.text, name: source.name, parsedAsLibrary: syntax.isParsedAsLibrary, settings: source.settings)
    }
  }

  /// Compiles the programs of a part together, then those of them alone that do not compile so.
  private func build(_ part: SharedPart) async {
    var part = part
    await withTaskGroup(of: Void.self) { tasks in
      // What does not compile is taken out, and the rest is compiled once more: for the compiler's earlier steps, then
      // for its later ones.
      for attempt in 0..<Self.attempts where part.members.count >= Self.smallestPart {
        let (files, conditions, name) = (part.files, part.conditions, "part-\(part.number)-\(attempt)")
        let (outcome, time) = await slots.run {
          let start = LoopInstant.now
          let outcome = await compiler.compileTogether(
            files, name: name, imports: conditions.imports, settings: conditions.settings)
          return (outcome, start.duration(to: .now))
        }
        switch outcome {
        case .loadable(_, _, let warnings):
          let warned = Set(warnings.lazy.filter { !$0.isOfSharing }.map(\.file))
          let compilation = time / part.members.count
          for program in part.takeAll() {
            let outcome = CompiledProgram.Outcome(
              outcome, entry: program.sharedEntry, isAlone: false, tellsLastStatement: program.syntax.tellsLastStatement
            )
            let isWarned = !warned.isDisjoint(with: program.sharedFiles)
            tasks.addTask {
              var compiled = CompiledProgram(outcome: outcome, imports: conditions.imports, compilation: compilation)
              if isWarned { compiled.take(await self.warnings(about: program.source, program.syntax)) }
              await program.deliver(compiled)
            }
          }
        case .rejected(let messages): part.reject(messages)
        case .broken: part.giveUp(AloneReason("was in a group that the compiler could not compile"))
        }
      }
      part.giveUp(AloneReason("compiles together with too few others"))
      for (program, reason) in part.alone {
        tasks.addTask { await buildAlone(program, because: reason) }
      }
    }
  }
}

extension CompiledProgram.Outcome {
  init(_ outcome: Compiler.Outcome, entry: String, isAlone: Bool, tellsLastStatement: Bool) {
    self =
      switch outcome {
      case .loadable(let object, let libraries, _):
        .loadable(
          LoadableProgram(
            object: object, entry: entry, libraries: libraries, needsNetwork: isAlone,
            tellsLastStatement: tellsLastStatement))
      case .rejected(let messages): .rejected(messages)
      case .broken(let reason): .broken(reason)
      }
  }
}

extension CompiledProgram {
  /// Takes the warnings about it; where they could not be found out, nothing can be said of it.
  fileprivate mutating func take(_ warnings: [CompilerMessage]?) {
    if let warnings {
      self.warnings = warnings
    } else {
      outcome = .broken("the compiler did not report its warnings")
    }
  }
}
