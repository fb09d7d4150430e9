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
    guard let result = try? await supervisor.run(command), case .exited = result.ending else { return [:] }
    let messages = CompilerMessage.parse(String(decoding: result.errors, as: UTF8.self))
    let holding = Set(messages.filter { $0.severity == .warning && $0.text == "yes" }.map(\.line))
    // One that the compiler does not understand is an error where it stands, and says nothing of the others.
    let wrong = Set(messages.filter { $0.severity == .error }.map(\.line))
    guard !wrong.contains(0) else { return [:] }
    var answers: [String: Bool] = [:]
    for (number, condition) in conditions.enumerated() where !wrong.contains(3 * number + 1) {
      answers[condition] = holding.contains(3 * number + 2)
    }
    return answers
  }
}
