internal import Execution
internal import Verification

/// Where programs are compiled and run in all the ways that are compared.
package struct FuzzBench: Sendable {
  let workshop: Workshop
  let plain: PlainSwift
  let driver: PlainSwift
  private let bench: Workbench
  private let settings: ModuleSettings
  /// Plain Swift's verdicts of earlier runs.
  private let verdicts: ResultCache
  private let plainSlots: Slots
  private let fault: FuzzCampaign.Fault?

  /// What one program did in each of the ways.
  package struct Records: Sendable {
    package var plain: Behavior
    package var company: Behavior
    package var cached: Behavior
    package var alone: Behavior
    /// Why it did not share its module, where it did not.
    package var aloneReason: String?

    /// The first of the ways that does not agree with plain Swift.
    package var difference: (way: String, behavior: Behavior)? {
      for (way, behavior) in [("in company", company), ("from the cache", cached), ("alone", alone)]
      where !plain.agrees(with: behavior) {
        return (way, behavior)
      }
      return nil
    }
  }

  init(workshop: Workshop, _ options: FuzzCampaign.Options) async throws {
    self.workshop = workshop
    plain = PlainSwift(workshop: workshop, usesDriver: false)
    driver = PlainSwift(workshop: workshop)
    fault = options.fault
    plainSlots = Slots(options.jobs)
    verdicts = ResultCache(folder: options.verdicts)
    let own = try await Toolkit.build(in: workshop)
    let catalog = ModuleCatalog(
      installation: try Installation(), own: own, ownModules: [Toolkit.module], languageMode: nil,
      files: FileIdentities(folder: nil))
    settings = catalog.settings
    bench = Workbench(
      builder: workshop.builder, supervisor: workshop.supervisor, hosts: workshop.hosts,
      cache: ResultCache(folder: "\(workshop.scratch.folder)/cache"), loading: catalog.files,
      jobs: options.jobs)
  }

  private func runner(_ program: FuzzProgram) -> ProgramRunner {
    var settings = settings
    settings.languageMode = program.languageMode
    let source = ProgramSource(
      name: "n\(program.number)", text: faulty(program.text), blocks: program.blocks, settings: settings)
    return ProgramRunner(ProgramTask(source, demand: .runs, limits: PlainSwift.limits, identities: []))
  }

  /// The text as Loopbook gets it.
  private func faulty(_ text: String) -> String {
    guard fault == .function else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") }.joined(separator: "\n")
    let rest = lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
    return "\(imports)\nfunc body() throws {\n\(rest)\n}\ntry body()\n"
  }

  private func plainSettings(_ program: FuzzProgram) -> ModuleSettings {
    var settings = program.needsLibraries ? settings : ModuleSettings()
    settings.languageMode = program.languageMode
    return settings
  }

  /// What plain Swift makes of the program, perhaps known from an earlier run.
  package func plainBehavior(_ program: FuzzProgram, asksAgain: Bool = false) async throws -> Behavior {
    let key = Fingerprint(
      ["plain 2", program.text, program.languageMode, workshop.compiler.toolchain.identity, "\(PlainSwift.limits)"])
    // What the libraries do is not part of the key.
    let isKept = !program.needsLibraries
    if isKept, !asksAgain, let bytes = verdicts.entry(key), let known = Behavior(stored: bytes) { return known }
    let result = await plainSlots.run { () async -> Swift.Result<Behavior, any Error> in
      do { return .success(try await plain.behavior(of: program.text, settings: plainSettings(program))) } catch {
        return .failure(error)
      }
    }
    let behavior = try result.get()
    if isKept, behavior.kind != .unlimited { verdicts.keep(behavior.stored, as: key) }
    return behavior
  }

  /// What `swiftc` itself makes of the program, without the shortcut past the driver.
  func driverBehavior(_ program: FuzzProgram) async throws -> Behavior {
    try await driver.behavior(of: program.text, settings: plainSettings(program))
  }

  /// What the programs did in the company of each other, from the cache, and alone.
  package func records(of programs: [FuzzProgram], plain: [Behavior]) async -> [Records] {
    let runners = programs.map(runner)
    let company = Results<ProgramRecord?>()
    await bench.builder.build(
      runners.enumerated().map { index, runner in
        ProgramBuilder.Order(runner.task.source) { [bench] program in
          await company.set(await runner.firstRecord(of: program, on: bench), at: index)
        }
      })
    let together = await company.inOrder
    let alone = Results<Behavior>()
    await withTaskGroup(of: Void.self) { group in
      for (index, record) in together.enumerated() {
        group.addTask {
          // What went alone in company is the record of its being alone.
          guard record?.aloneReason == nil else {
            return await alone.set(record.map(Behavior.init) ?? Self.nothing, at: index)
          }
          let program = await runners[index].alone(because: "is repeated", on: bench)
          await alone.set(Behavior(await runners[index].record(of: program, on: bench)), at: index)
        }
      }
    }
    let apart = await alone.inOrder
    return programs.indices.map { index in
      let behavior = together[index].map(Behavior.init) ?? Self.nothing
      // What is not lasting is not kept, and nothing wrong can be read.
      let kept = bench.cache.record(runners[index].task).map { Behavior($0) }
      return Records(
        plain: plain[index], company: behavior, cached: kept ?? (Self.isKept(behavior) ? Self.nothing : behavior),
        alone: apart[index], aloneReason: together[index]?.aloneReason)
    }
  }

  /// Whether a program that went alone does as plain Swift says in one of a few more runs, so that it is not the same
  /// each time.
  func agreesSometimes(_ program: FuzzProgram, with plain: Behavior) async -> Bool {
    let runner = runner(program)
    let compiled = await runner.alone(because: "is repeated", on: bench)
    for _ in 0..<4 where plain.agrees(with: Behavior(await runner.record(of: compiled, on: bench))) { return true }
    return false
  }

  private static func isKept(_ behavior: Behavior) -> Bool { behavior.kind == .ran || behavior.kind == .rejected }

  private static let nothing = Behavior(.rejected, "there is no record\n")
}

extension Behavior {
  var stored: [UInt8] { Array("\(kind.rawValue)\n\(text)".utf8) }

  init?(stored bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    self.init(kind, String(parts[1]))
  }
}
