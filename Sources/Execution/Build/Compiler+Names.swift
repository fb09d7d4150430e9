internal import Files
internal import LoopEngine

extension Compiler {
  /// Those of these names that a program would find which imports the module; none where that cannot be found out.
  package func names(_ names: [String], in module: String, settings: ModuleSettings) async -> Set<String> {
    // A line for each, so that the lines of the errors tell which are missing.
    let text =
      "import \(module)\n" + names.enumerated().map { "func loopbookProbe\($0)() { _ = `\($1)` }\n" }.joined()
    guard let (folder, _) = freshFolder("names-\(module)"),
      (try? Disk.write(Array(text.utf8), to: "\(folder)/names.swift")) != nil
    else { return [] }
    let command = Command(
      toolchain.frontend, flags(settings, step: "-typecheck") + ["names.swift"], environment: environment,
      folder: folder, timeout: limit)
    guard let result = try? await supervisor.run(command), case .exited = result.ending else { return [] }
    let errors = CompilerMessage.parse(String(decoding: result.errors, as: UTF8.self)).filter { $0.severity == .error }
    // Without the module nothing was looked for.
    if errors.contains(where: { $0.line < 2 }) || errors.isEmpty && !result.succeeded { return [] }
    let missing = errors.filter { $0.text.hasPrefix("cannot find '") || $0.text.contains("is inaccessible due to ") }
    return Set(names).subtracting(missing.compactMap { names.indices.contains($0.line - 2) ? names[$0.line - 2] : nil })
  }
}
