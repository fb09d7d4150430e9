internal import Files
internal import LoopEngine

/// Finds out whether a module's declarations can tell how a program that uses them was compiled.
///
/// A function whose default argument is `#function` or `#filePath` does not mean the same in a script and in a function
/// of a shared module. Lines and `#fileID` do: shared programs tell the compiler which line they are on.
struct ModuleSurvey: Sendable {
  let compiler: Compiler
  let memory: SurveyMemory

  /// What such a declaration contains, as the toolchain prints it.
  private static let tellingWords = [
    "#function", "#filePath", "#column", "#isolation", "#dsohandle", "@_inheritActorContext", "@_exported", " macro ",
  ]

  /// Those of the modules whose importers must not share a module; the toolchain's own are known.
  func telling(_ modules: Set<String>, settings: ModuleSettings) async -> Set<String> {
    await withTaskGroup(of: (String, Bool).self) { tasks in
      for module in modules where !isToolchains(module) {
        tasks.addTask { (module, await isTelling(settings.aliases[module] ?? module, settings)) }
      }
      var found: Set<String> = []
      for await (module, isTelling) in tasks where isTelling { found.insert(module) }
      return found
    }
  }

  private func isToolchains(_ module: String) -> Bool {
    Disk.isReadable("\(compiler.toolchain.libraryFolder)/\(module).swiftmodule")
  }

  /// A module that cannot be looked at is taken for one that tells.
  private func isTelling(_ module: String, _ settings: ModuleSettings) async -> Bool {
    let file = settings.importFolders.lazy.map { "\($0)/\(module).swiftmodule" }.first(where: Disk.isReadable)
    if let file, let known = memory.known(file) { return known }
    guard let interface = await interface(module, settings) else { return true }
    let isTelling = Self.tellingWords.contains { interface.contains($0) } || Self.asksForFile(interface)
    if let file { memory.remember(file, isTelling) }
    return isTelling
  }

  private func interface(_ module: String, _ settings: ModuleSettings) async -> String? {
    let toolchain = compiler.toolchain
    var arguments = ["-module-name", module, "-target", toolchain.target, "-o", "-"]
    for folder in settings.importFolders { arguments += ["-I", folder] }
    // The C modules below it.
    for (flag, value) in zip(settings.flags, settings.flags.dropFirst()) where flag == "-Xcc" {
      arguments += [flag, value]
    }
    let command = Command(
      "\(toolchain.folder)/bin/swift-synthesize-interface", arguments, environment: compiler.environment,
      timeout: Compiler.timeout)
    guard let result = try? await compiler.supervisor.run(command), result.succeeded else { return nil }
    return String(decoding: result.output, as: UTF8.self)
  }

  /// `#file` is a path before Swift 6; `#fileID` never is.
  private static func asksForFile(_ interface: String) -> Bool {
    interface.ranges(of: "#file").contains { !interface[$0.upperBound...].hasPrefix("ID") }
  }
}

/// What earlier surveys of modules found out, by the compiled module's path.
package struct SurveyMemory: Sendable {
  /// Whether the module at the path tells; `nil` where it is not known, or has changed.
  package var known: @Sendable (String) -> Bool?
  /// Keeps what was found out.
  package var remember: @Sendable (String, Bool) -> Void

  package init(
    known: @escaping @Sendable (String) -> Bool? = { _ in nil },
    remember: @escaping @Sendable (String, Bool) -> Void = { _, _ in }
  ) {
    self.known = known
    self.remember = remember
  }
}
