internal import Execution
internal import Files
internal import Glibc
internal import LoopEngine

/// The libraries that examples load, and their modules, for the toolchain in use.
///
/// Both depend on the exact compiler. An installed copy has them as its own compiler made them, and their sources: for
/// another compiler they are built once, into the user's cache.
struct RuntimeBuild {
  private let installation: Installation
  private let toolchain: Toolchain
  private let environment: [String: String]
  init(_ installation: Installation, _ toolchain: Toolchain, environment: [String: String]) {
    self.installation = installation
    self.toolchain = toolchain
    self.environment = environment
  }

  /// What tells a toolchain's compiler from others, wherever it is installed.
  static func identity(of toolchain: Toolchain) -> String {
    FileIdentities(folder: nil).identity(of: [toolchain.frontend])
  }

  /// What is known without building.
  enum State {
    /// They are in this folder.
    case ready(String)
    /// They have to be built, into this folder.
    case unbuilt(String)
    /// They have to be built, and there is no folder for it.
    case homeless
  }

  /// Whether there is anything to build.
  var state: State {
    let own = installation.runtimeFolder
    guard installation.isInstalled else { return .ready(own) }
    let identity = Self.identity(of: toolchain)
    if BuildStamp(installation).compilerIdentity == identity, isWhole(own) { return .ready(own) }
    guard let cache = Self.cache(environment) else { return .homeless }
    let program = FileIdentities(folder: nil).identity(of: [installation.program])
    let folder = "\(cache)/\(AdaptedRuntimes.prefix)\(Fingerprint([identity, program]).description.prefix(16))"
    return isWhole(folder) ? .ready(folder) : .unbuilt(folder)
  }

  /// The folder with the libraries and modules, which are built if they are not there.
  func folder(_ progress: any VerificationProgress) async throws(MachineLack) -> String {
    switch state {
    case .ready(let folder):
      if folder != installation.runtimeFolder { AdaptedRuntimes.note(folder) }
      return folder
    case .unbuilt(let folder):
      try await build(into: folder, progress)
      AdaptedRuntimes.note(folder)
      AdaptedRuntimes.removeOld(in: BookPath.folder(of: folder), but: folder)
      return folder
    case .homeless:
      throw MachineLack(
        "loopbook was built with a different Swift from the one in use, and there is no cache folder to adapt it in",
        cure: "Set HOME or XDG_CACHE_HOME to a folder that can be written to.")
    }
  }

  /// The folder of the user in which this program keeps what all books share.
  static func cache(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CACHE_HOME"], folder.hasPrefix("/") { return "\(folder)/loopbook" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.cache/loopbook"
  }

  private func isWhole(_ folder: String) -> Bool {
    var copy = installation
    copy.runtimeFolder = folder
    return [copy.runtime, copy.referenceRuntime, copy.modules].allSatisfy(Disk.isReadable)
  }

  private func build(into folder: String, _ progress: any VerificationProgress) async throws(MachineLack) {
    progress.begin(stage: "Adapting loopbook to this Swift", total: 0)
    let work = "\(folder).build"
    let lock = try await Self.lock(work)
    defer { withExtendedLifetime(lock) {} }
    // Another process may have built it meanwhile.
    if isWhole(folder) { return }
    for product in Installation.runtimeProducts { try await build(product, in: work) }
    do throws(FileError) { try move(from: work, to: folder) } catch { throw Self.lack(error) }
  }

  /// Keeps other processes out of a folder while something is built there.
  ///
  /// One that builds the same is waited for, and no thread that others need meanwhile.
  static func lock(_ folder: String) async throws(MachineLack) -> FileLock {
    do throws(FileError) {
      try FileTree.make(folder)
      return try await FileLock(waitingFor: folder, patience: patience)
    } catch {
      throw lack(error)
    }
  }

  /// How many seconds another process may take to build the same.
  private static let patience = 1200

  /// Puts what was built in its place at once, and removes the rest.
  private func move(from work: String, to folder: String) throws(FileError) {
    var made = installation
    made.runtimeFolder = "\(work)/release"
    let new = "\(folder).new"
    FileTree.remove(new)
    try FileTree.makeOne(new)
    for part in [made.runtime, made.referenceRuntime, made.modules] {
      try Disk.move(part, to: "\(new)/\(BookPath.name(of: part))")
    }
    FileTree.remove(folder)
    try Disk.move(new, to: folder)
    FileTree.remove(work)
  }

  private static func lack(_ error: FileError) -> MachineLack {
    MachineLack(
      "loopbook cannot be adapted to the Swift in use: \(error)",
      cure: "Make room there, or set XDG_CACHE_HOME to a folder that can be written to.")
  }

  private func build(_ product: String, in folder: String) async throws(MachineLack) {
    var environment = toolchain.environment(environment)
    environment["LOOPBOOK_ONLY"] = "runtime"
    let command = Command(
      toolchain.swift,
      [
        "build", "-c", "release", "--package-path", installation.sources, "--scratch-path", folder, "--product",
        product,
      ], environment: environment)
    let result: CommandResult
    do throws(SystemError) {
      let supervisor = try Supervisor()
      Abandonment.remember(supervisor)
      defer { Abandonment.forget(supervisor) }
      result = try await supervisor.run(command)
      await supervisor.stop()
    } catch {
      throw MachineLack("SwiftPM cannot be started: \(error)", cure: "Repair the installation of Swift.")
    }
    guard result.succeeded else {
      let lines = String(decoding: result.output + result.errors, as: UTF8.self).split(separator: "\n")
      let telling = lines.filter { $0.contains("error:") }
      let words = (telling.isEmpty ? lines.suffix(10) : telling.prefix(10)).joined(separator: "\n  ")
      throw MachineLack(
        "loopbook cannot be adapted to the Swift in \(toolchain.folder):\n  \(words)",
        cure:
          "Use the Swift that it was built with (\(BuildStamp(installation).compiler ?? "see loopbook --version")), "
          + "first on the PATH or as \(Toolchain.choice); or install a loopbook that was built with this one.")
    }
  }
}
