internal import LoopEngine

/// Finds out whether a module's declarations can tell how a program that uses them was compiled.
///
/// A function whose default argument is `#line` or `#function`, a type that cannot be copied, or a value that is sent to another
/// thread does not mean the same in a script and in a function of a shared module.
struct ModuleSurvey: Sendable {
  let compiler: Compiler

  /// What such a declaration contains, as the toolchain prints it.
  private static let tellingWords = [
    "#line", "#file", "#function", "#column", "#isolation", "#dsohandle", "~Copyable", "sending ",
    "@_inheritActorContext",
    "@_exported", " macro ",
  ]

  /// Those of the modules whose importers must not share a module; the toolchain's own are known.
  func telling(_ modules: Set<String>, settings: ModuleSettings) async -> Set<String> {
    await withTaskGroup(of: (String, Bool).self) { tasks in
      for module in modules where !isToolchains(module) {
        tasks.addTask { (module, await isTelling(module, settings)) }
      }
      var found: Set<String> = []
      for await (module, isTelling) in tasks where isTelling { found.insert(module) }
      return found
    }
  }

  private func isToolchains(_ module: String) -> Bool {
    FileTree.isReadable("\(compiler.toolchain.libraryFolder)/\(module).swiftmodule")
  }

  /// A module that cannot be looked at is taken for one that tells.
  private func isTelling(_ module: String, _ settings: ModuleSettings) async -> Bool {
    let toolchain = compiler.toolchain
    var arguments = ["-module-name", module, "-target", toolchain.target, "-o", "-"]
    for folder in settings.importFolders { arguments += ["-I", folder] }
    let command = Command(
      "\(toolchain.folder)/bin/swift-synthesize-interface", arguments, environment: compiler.environment,
      timeout: Compiler.timeout)
    guard let result = try? await compiler.supervisor.run(command), result.succeeded else { return true }
    let interface = String(decoding: result.output, as: UTF8.self)
    return Self.tellingWords.contains { interface.contains($0) }
  }
}
