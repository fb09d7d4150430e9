internal import Files
internal import LoopEngine

extension Compiler {
  /// Which of these conditions of `#if` hold; nothing where that cannot be found out.
  package func answers(to conditions: [String], settings: ModuleSettings) async -> [String: Bool] {
    // A line for each, so that the lines of the warnings tell which hold.
    let text = conditions.map { "#if \($0)\n#warning(\"yes\")\n#endif\n" }.joined()
    guard let (folder, _) = freshFolder("conditions"),
      (try? Disk.write(Array(text.utf8), to: "\(folder)/conditions.swift")) != nil
    else { return [:] }
    let command = Command(
      toolchain.frontend, flags(settings, step: "-typecheck") + ["conditions.swift"], environment: environment,
      folder: folder, timeout: limit)
    guard let result = try? await supervisor.run(command), result.succeeded else { return [:] }
    let holding = Set(
      CompilerMessage.parse(String(decoding: result.errors, as: UTF8.self))
        .filter { $0.severity == .warning && $0.text == "yes" }.map(\.line))
    return Dictionary(uniqueKeysWithValues: conditions.enumerated().map { ($1, holding.contains(3 * $0 + 2)) })
  }
}
