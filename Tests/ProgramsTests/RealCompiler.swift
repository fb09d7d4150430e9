import Glibc
import Programs

/// The judge: `swiftc main.swift`, and the program that it makes.
struct RealCompiler: Sendable {
  let workshop: Workshop

  /// What the program does as a script of its own.
  func behaviour(of script: ScriptCase) async throws -> String {
    let folder = "\(workshop.scratch.sources)/real-\(script.name)"
    guard mkdir(folder, 0o700) == 0 else { throw Failure(what: "mkdir \(folder)") }
    defer { FileTree.remove(folder) }
    if let problem = FileTree.write(Array(script.text.utf8), to: "\(folder)/main.swift") {
      throw Failure(what: problem)
    }
    let mode = script.languageMode.map { ["-swift-version", $0] } ?? []
    // A lone file needs no such flag: swiftc finds the attribute by itself when it comes first, and is told otherwise.
    let parsing = ScriptSyntax(script.text).hasMainType ? ["-parse-as-library"] : []
    let compiled = try await workshop.supervisor.run(
      Command(
        "\(workshop.compiler.toolchain.folder)/bin/swiftc", mode + parsing + ["main.swift"],
        environment: workshop.compiler.environment, folder: folder))
    guard compiled.succeeded else { return ScriptCase.rejected }
    var environment = Sandbox.environment
    environment["TMPDIR"] = folder
    environment["HOME"] = folder
    let result = try await workshop.supervisor.run(
      // Unbuffered, as on no pipe: a script that crashes loses what it has not written yet, and an example must not.
      Command(
        "/usr/bin/stdbuf", ["-o0", "\(folder)/main"], environment: environment, folder: folder, timeout: .seconds(20)))
    return ScriptCase.behaviour(result.ending, output: result.output, errors: result.errors)
  }

  struct Failure: Error { var what: String }
}
