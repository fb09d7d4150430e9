internal import Files
internal import LoopEngine

extension Compiler {
  /// What the compiler warns of in a program, as it does in a `main.swift` of its own.
  ///
  /// A program that shares a module, or has calls in its text, may be warned about for these; they only give reason to
  /// ask. `nil` where that could not be found out.
  func warnings(
    about text: String, name: String, parsedAsLibrary: Bool, settings: ModuleSettings
  ) async -> [CompilerMessage]? {
    guard let (folder, _) = freshFolder("\(name)-warnings"),
      (try? Disk.write(Array(text.utf8), to: "\(folder)/main.swift")) != nil
    else { return nil }
    let mode = parsedAsLibrary ? ["-parse-as-library"] : []
    let command = Command(
      // Some are found out only after the types are known.
      toolchain.frontend,
      flags(settings, step: "-emit-sil") + mode + ["-primary-file", "main.swift", "-o", "/dev/null"],
      environment: environment, folder: folder, timeout: limit)
    guard let result = try? await supervisor.run(command), result.succeeded else { return nil }
    return CompilerMessage.parse(String(decoding: result.errors, as: UTF8.self)).filter { $0.severity == .warning }
  }
}
