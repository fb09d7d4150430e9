package import Execution
internal import Glibc
internal import TestSupport

/// What a test needs to compile and run programs: a toolchain, a scratch folder, a supervisor, a builder and a host.
package struct Workshop: Sendable {
  package let scratch: Scratch
  package let supervisor: Supervisor
  package let compiler: Compiler
  package let builder: ProgramBuilder
  package let hosts: HostSettings

  /// Makes a workshop, and clears it away after `body`.
  package static func open<Result: Sendable>(
    sandbox: Sandbox? = nil, _ body: (Workshop) async throws -> Result
  ) async throws -> Result {
    let workshop = try await Workshop(sandbox: sandbox)
    do {
      let result = try await body(workshop)
      await workshop.close()
      return result
    } catch {
      await workshop.close()
      throw error
    }
  }

  /// Makes a scratch folder and starts a supervisor.
  package init(sandbox: Sandbox?) async throws {
    let environment = Self.environment
    let path = environment["PATH", default: ""]
    scratch = try Scratch(in: environment["TMPDIR", default: "/tmp"])
    supervisor = try Supervisor()
    compiler = Compiler(
      toolchain: try await Toolchain(environment: environment), scratch: scratch, supervisor: supervisor,
      environment: environment)
    builder = ProgramBuilder(compiler: compiler, jobs: 2)
    hosts = HostSettings(
      host: BuiltProducts.path("example-host"), sandbox: try sandbox ?? Sandbox.find(path: path), scratch: scratch,
      libraryFolder: compiler.toolchain.libraryFolder)
  }

  /// Ends what runs, and removes the folder.
  package func close() async {
    await supervisor.stop()
    scratch.remove()
  }

  /// Compiles the programs in one build, and answers in their order.
  package func build(_ sources: [ProgramSource]) async -> [CompiledProgram] {
    let results = Results<CompiledProgram>()
    await builder.build(
      sources.enumerated().map { index, source in
        ProgramBuilder.Order(source) { await results.set($0, at: index) }
      })
    return await results.inOrder
  }

  /// Runs a compiled program; `nil` where there is nothing to run.
  package func run(_ program: CompiledProgram, limits: Limits = Limits()) async -> ProgramResult? {
    guard case .loadable(let loadable) = program.outcome else { return nil }
    return await supervisor.run(ProgramRun(loadable, limits: limits), in: hosts)
  }

  /// Compiles one program alone, and runs it.
  package func runAlone(_ text: String, name: String = "program", limits: Limits = Limits()) async throws
    -> ProgramResult
  {
    let source = ProgramSource(name: name, text: text, settings: ModuleSettings())
    let program = await builder.buildAlone(source, because: AloneReason("is asked for alone"))
    guard let result = await run(program, limits: limits) else { throw NotLoadable(outcome: "\(program.outcome)") }
    return result
  }

  /// What became of a program that was to run.
  package struct NotLoadable: Error {
    /// In words.
    package var outcome: String

    /// Takes the words.
    package init(outcome: String) { self.outcome = outcome }
  }

  /// The variables of this process that matter here.
  package static var environment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["PATH", "HOME", "TMPDIR"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }
}

/// Results that come in any order.
package actor Results<Value: Sendable> {
  private var values: [Int: Value] = [:]

  /// None yet.
  package init() {}

  /// Takes one.
  package func set(_ value: Value, at index: Int) { values[index] = value }

  /// All, by their indices.
  package var inOrder: [Value] { values.sorted { $0.key < $1.key }.map(\.value) }
}
