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

  private let survey: ModuleSurvey

  /// `jobs` compilers run at once; `surveys` is what is known of modules.
  package init(compiler: Compiler, jobs: Int, surveys: SurveyMemory = SurveyMemory()) {
    self.compiler = compiler
    survey = ModuleSurvey(compiler: compiler, memory: surveys)
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
      telling[settings] = await survey.telling(modules, settings: settings)
    }
    for (index, source) in sources.enumerated() {
      if let reason = source.aloneReason {
        alone.append((index, reason))
        continue
      }
      switch parsed[index].sharing {
      case .failure(let reason): alone.append((index, reason))
      case .success(let text) where source.settings.languageMode == "6" && text.mayGiveVariablesAway:
        alone.append((index, AloneReason("may give its variables away to another thread, in Swift 6")))
      case .success(let text) where text.mayNeedMathematics && !Self.bringMathematics(parsed[index].imports, source):
        alone.append((index, AloneReason("may need the C library's mathematics, which nothing that it imports brings")))
      case .success where !(telling[source.settings] ?? []).isDisjoint(with: parsed[index].imports):
        alone.append((index, AloneReason("imports a module that can tell where it is used")))
      case .success: groups[Group(imports: parsed[index].imports, settings: source.settings), default: []].append(index)
      }
    }
    func isSooner(_ one: Int, _ other: Int) -> Bool {
      sources[one].isSlow == sources[other].isSlow ? one < other : sources[one].isSlow
    }
    var parts: [(Group, [Int])] = []
    for (group, members) in groups.sorted(by: { isSooner($0.value[0], $1.value[0]) }) {
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
      for (index, reason) in alone.sorted(by: { isSooner($0.0, $1.0) }) {
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

  /// Whether something that a program imports is linked with the C library's mathematics, or may be.
  private static func bringMathematics(_ imports: [String], _ source: ProgramSource) -> Bool {
    imports.contains {
      ["Foundation", "FoundationEssentials", "Glibc"].contains($0) || source.settings.libraries[$0] != nil
    }
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
    if let problem = syntax.problem {
      return CompiledProgram(outcome: .broken("the example \(problem)"), imports: [], aloneReason: reason)
    }
    let text = syntax.text(source.text, blocks: source.blocks)
    var outcome = await slots.run {
      await compiler.compileAlone(
        text.text, calling: syntax.calls, name: source.name, imports: syntax.imports,
        parsedAsLibrary: syntax.hasMainType, settings: source.settings)
    }
    if case .rejected(let messages) = outcome { outcome = .rejected(text.ownPlaces(messages)) }
    return CompiledProgram(
      outcome: CompiledProgram.Outcome(
        outcome, entry: "main", isAlone: true, tellsLastStatement: !syntax.seams.isEmpty),
      imports: syntax.imports, aloneReason: reason)
  }

  private func buildPart(
    _ members: [Int], _ number: Int, _ group: Group, _ sources: [ProgramSource], _ parsed: [ScriptSyntax],
    _ done: @escaping @Sendable (Int, CompiledProgram) async -> Void
  ) async {
    var part = Part(members)
    // What does not compile is taken out, and the rest is compiled once more: for the compiler's earlier steps, then for its
    // later ones.
    for attempt in 0..<Self.attempts where part.remaining.count >= Self.smallestPart {
      let files =
        [(name: "support.swift", text: SharedText.support)]
        + part.remaining.map {
          (
            name: "\(Self.fileName($0)).swift",
            text: Self.file($0, parsed[$0], sources[$0], freed: part.freed[$0] ?? [])
          )
        }
      let outcome = await slots.run {
        await compiler.compileTogether(
          files, name: "part-\(number)-\(attempt)", imports: group.imports, settings: group.settings)
      }
      switch outcome {
      case .loadable:
        let taken = part.remaining
        part.remaining = []
        await withTaskGroup(of: Void.self) { tasks in
          for index in taken {
            let outcome = CompiledProgram.Outcome(
              outcome, entry: Self.entry(index), isAlone: false, tellsLastStatement: !parsed[index].seams.isEmpty)
            tasks.addTask { await done(index, CompiledProgram(outcome: outcome, imports: group.imports)) }
          }
          // These need not wait until the others have run.
          for (index, reason) in part.alone {
            tasks.addTask { await buildAlone(index, reason, sources[index], parsed[index], done) }
          }
          part.alone = []
        }
      case .rejected(let messages): part.reject(messages, parsed)
      case .broken: part.giveUp(part.remaining, AloneReason("was in a part that the compiler could not do"))
      }
    }
    part.giveUp(part.remaining, AloneReason("is one of too few that compile together"))
    await withTaskGroup(of: Void.self) { tasks in
      for (index, reason) in part.alone {
        tasks.addTask { await buildAlone(index, reason, sources[index], parsed[index], done) }
      }
    }
  }

  /// The programs that are compiled by one call, and what became of those that were.
  private struct Part {
    var remaining: [Int]
    var alone: [(Int, AloneReason)] = []
    /// By program, the constants that its code uses from anywhere.
    var freed: [Int: Set<String>] = [:]

    init(_ members: [Int]) { remaining = members }

    mutating func giveUp(_ programs: [Int], _ reason: AloneReason) {
      alone += programs.map { ($0, reason) }
      remaining.removeAll { programs.contains($0) }
    }

    /// Takes out what did not compile, or has it compiled differently.
    mutating func reject(_ messages: [CompilerMessage], _ parsed: [ScriptSyntax]) {
      var byFile: [String: [CompilerMessage]] = [:]
      for message in messages {
        for file in Set([message.file] + message.notes.map(\.file)) { byFile[file, default: []].append(message) }
      }
      var rejected: [Int] = []
      var isChanged = false
      for index in remaining {
        let name = ProgramBuilder.fileName(index)
        let own = (byFile["\(name).swift"] ?? []) + (byFile["\(name)/main.swift"] ?? [])
        guard !own.isEmpty else { continue }
        if case .success(let text) = parsed[index].sharing, let names = Self.toFree(own, text.freeable),
          !names.isSubset(of: freed[index] ?? [])
        {
          freed[index, default: []].formUnion(names)
          isChanged = true
        } else {
          rejected.append(index)
        }
      }
      // Errors without a place could be anybody's.
      giveUp(rejected.isEmpty && !isChanged ? remaining : rejected, AloneReason("does not compile with others"))
    }

    /// The constants that the compiler objects to being used from anywhere, if it objects to nothing else.
    private static func toFree(_ messages: [CompilerMessage], _ freeable: Set<String>) -> Set<String>? {
      var names: Set<String> = []
      for message in messages where message.severity == .error {
        guard message.text.hasPrefix("main actor-isolated let '") else { return nil }
        let name = String(message.text.split(separator: "'", maxSplits: 2)[1])
        guard freeable.contains(name) else { return nil }
        names.insert(name)
      }
      return names
    }
  }

  private static func entry(_ index: Int) -> String { "loopbook_entry_\(index)" }

  private static func fileName(_ index: Int) -> String { "p\(index)" }

  private static func file(
    _ index: Int, _ syntax: ScriptSyntax, _ source: ProgramSource, freed: Set<String>
  ) -> String {
    guard case .success(let text) = syntax.sharing else { return "" }
    return text.file(
      named: fileName(index), entry: entry(index), seams: syntax.seams(before: source.blocks),
      // In Swift 6 a script's variables and statements are the main actor's.
      isIsolated: source.settings.languageMode == "6", freed: freed)
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
