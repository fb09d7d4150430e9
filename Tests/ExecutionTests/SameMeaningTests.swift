import Execution
import Glibc
import ProgramFuzzing
import TestSupport
import Testing

extension ProcessSuites {
  /// Each program behaves as the same text would in a `main.swift` of its own.
  ///
  /// `RECORD_PROGRAMS=1 swift test --filter SameMeaning` asks the real `swiftc` again, and records what it says;
  /// `RECORD_PROGRAMS=new`, only of what is not recorded yet.
  @Suite("Same meaning as a script", .serialized)
  struct SameMeaningTests {
    static let isRecording = getenv("RECORD_PROGRAMS") != nil
    static let recordsOnlyNew = getenv("RECORD_PROGRAMS").map { String(cString: $0) } == "new"

    @Test("what the real compiler makes of the programs is recorded")
    func record() async throws {
      let scripts = ScriptCase.all()
      guard Self.isRecording else {
        #expect(scripts.filter { $0.expected == nil }.map(\.name) == [])
        return
      }
      try await Workshop.open { workshop in
        let real = PlainSwift(workshop: workshop, usesDriver: true)
        let slots = Slots(3)
        let recordings = Results<Swift.Result<String, any Error>>()
        await withTaskGroup(of: Void.self) { tasks in
          for (index, script) in scripts.enumerated() {
            tasks.addTask {
              let recording = await slots.run {
                await Swift.Result {
                  if Self.recordsOnlyNew, let known = script.expected { return known }
                  return try await real.behavior(of: script.text, settings: script.source.settings).recording
                }
              }
              await recordings.set(recording, at: index)
            }
          }
        }
        try ScriptCase.record(zip(scripts, await recordings.inOrder).map { ($0, try $1.get()) })
      }
    }

    @Test("a program does what it does as a script, in one build with all others, and alone")
    func together() async throws {
      let scripts = ScriptCase.all(inBothModes: Effort.isThorough)
      try await Workshop.open { workshop in
        let compiled = await workshop.build(scripts.map(\.source))
        try #require(compiled.count == scripts.count)
        if getenv("SHOW_SHARING") != nil {
          for (script, program) in zip(scripts, compiled) {
            print(script.name, program.aloneReason.map { "alone, because it \($0.text)" } ?? "shared")
          }
        }
        let shared = zip(scripts, compiled).filter { $1.aloneReason == nil }.map(\.0)
        // The rules are of use as long as plain programs pass them.
        #expect(shared.count > 80)
        await Self.compare(scripts, compiled, in: workshop)
        // The others have been compiled alone already.
        let some = Effort.part(of: shared, ordinary: 40, thorough: 3)
        let alone = Results<CompiledProgram>()
        await withTaskGroup(of: Void.self) { tasks in
          for (index, script) in some.enumerated() {
            tasks.addTask { await alone.set(await Self.buildAlone(script, in: workshop), at: index) }
          }
        }
        await Self.compare(some, await alone.inOrder, in: workshop)
      }
    }

    /// Runs the programs, and reports those that do something else than what is recorded.
    private static func compare(_ scripts: [ScriptCase], _ compiled: [CompiledProgram], in workshop: Workshop) async {
      let slots = Slots(4)
      await withTaskGroup(of: Void.self) { tasks in
        for (script, program) in zip(scripts, compiled) {
          tasks.addTask {
            await slots.run {
              let behavior = await behavior(of: script, program, in: workshop)
              let expected = script.expected ?? "unknown"
              let how = program.aloneReason.map { "alone, because it \($0.text)" } ?? "shared"
              let difference =
                "\(script.name), \(how)\n\(behavior.recording.prefix(600))\nbut as a script:\n\(expected.prefix(600))"
              if !script.holds(behavior) { Issue.record("\(difference)") }
            }
          }
        }
      }
    }

    /// What a program does, by the rule for those that share a module: when in doubt, again alone.
    private static func behavior(of script: ScriptCase, _ program: CompiledProgram, in workshop: Workshop) async
      -> Behavior
    {
      let result = await workshop.run(program)
      guard let result else { return Behavior(program.outcome) }
      guard program.mustBeRepeatedAlone(after: result, failed: result.ending != .process(.exited(0))) else {
        return Behavior(result.ending, output: result.output, errors: result.errors)
      }
      return await behavior(of: script, await buildAlone(script, in: workshop), in: workshop)
    }

    private static func buildAlone(_ script: ScriptCase, in workshop: Workshop) async -> CompiledProgram {
      await workshop.builder.buildAlone(script.source, because: AloneReason("is asked for alone"))
    }
  }
}

extension Swift.Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
