internal import Execution
internal import Files
internal import LoopEngine

/// The engine for readers' pages: objects and modules that a script makes of this program's own sources, once for each
/// compiler.
///
/// A checkout has it in its folder of builds. An installed copy has what its own compiler made; for another one, it is
/// built into the user's cache.
struct PageEngine {
  private let installation: Installation
  private let toolchain: Toolchain
  private let environment: [String: String]
  /// What tells it from the engine of other sources, and of other compilers.
  let identity: String

  /// What is told while it is built.
  static let stage = "Building the engine for pages"

  /// The folders of sources that it is made of.
  private static let parts =
    [
      "CLinux", "LoopDifferences", "LoopEngine", "LoopPage", "LoopTracing", "Pictures", "Recordings", "Results",
      "Templates", "Text", "Words/InterfaceWord.swift", "Words/InterfaceWords.swift", "Words/PluralForm.swift",
      "Words/WordForms.swift",
    ].map { "Sources/\($0)" } + [script, "scripts/page-modules"]
  private static let script = "scripts/build-page-engine"

  init(
    _ installation: Installation, _ toolchain: Toolchain, _ files: FileIdentities, environment: [String: String]
  ) {
    self.installation = installation
    self.toolchain = toolchain
    self.environment = environment
    let sources = installation.sources
    identity =
      Fingerprint(
        ["page engine", toolchain.contentIdentity(files), files.identity(of: Self.parts.map { "\(sources)/\($0)" })]
      ).description
  }

  /// What every program of a page is compiled with.
  var support: [String] {
    FileTree.paths(in: "\(installation.sources)/Sources/LoopPage/Programs").filter { $0.hasSuffix(".swift") }.sorted()
  }

  /// The name of its folder.
  private var name: String { "\(AdaptedRuntimes.prefix)page-\(identity.prefix(16))" }

  /// The folder of an installed copy that has it as this copy was built.
  private var shipped: String? {
    let folder = "\(installation.folder)/\(name)"
    return installation.isInstalled && Disk.isReadable(folder) ? folder : nil
  }

  /// The folder that it is built into; `nil` where there is none for it.
  private var kept: String? {
    let folder = installation.isInstalled ? RuntimeBuild.cache(environment) : "\(installation.sources)/.build"
    return folder.map { "\($0)/\(name)" }
  }

  /// Its folder; `nil` where it has to be built first.
  var place: String? { shipped ?? kept.flatMap { Disk.isReadable($0) ? $0 : nil } }

  /// The folder with the engine, which is built if it is not there.
  func folder(_ supervisor: Supervisor, _ progress: any VerificationProgress) async throws(MachineLack) -> String {
    if let shipped { return shipped }
    guard let kept else {
      throw MachineLack(
        "examples that readers can change need the engine for pages, which loopbook builds in your cache folder: none is set",
        cure: "Set HOME or XDG_CACHE_HOME to a folder that can be written to.")
    }
    if !Disk.isReadable(kept) { try await build(into: kept, supervisor, progress) }
    AdaptedRuntimes.note(kept)
    AdaptedRuntimes.removeOld(in: BookPath.folder(of: kept), but: kept)
    return kept
  }

  /// Fills the folder; another process that does the same is waited for.
  private func build(
    into folder: String, _ supervisor: Supervisor, _ progress: any VerificationProgress
  ) async throws(MachineLack) {
    let work = "\(folder).build"
    let lock = try await RuntimeBuild.lock(work)
    defer { withExtendedLifetime(lock) {} }
    // Another process may have built it meanwhile.
    if Disk.isReadable(folder) { return }
    progress.begin(stage: Self.stage, total: 0)
    let new = "\(folder).new"
    FileTree.remove(new)
    let command = Command(
      "\(installation.sources)/\(Self.script)", [new, "\(toolchain.folder)/bin"],
      environment: toolchain.environment(environment))
    let result: CommandResult
    do throws(SystemError) { result = try await supervisor.run(command) } catch {
      throw MachineLack("\(command.path) cannot be started: \(error)", cure: "Install loopbook again.")
    }
    guard result.succeeded else {
      FileTree.remove(new)
      let words = String(decoding: result.errors, as: UTF8.self).split(separator: "\n")
      throw MachineLack(
        "the engine cannot be built for pages: " + words.prefix(5).joined(separator: "\n  "),
        cure: "Use the Swift that this loopbook was built with, or write 'live: false' below 'examples:'.")
    }
    do throws(FileError) { try Disk.move(new, to: folder) } catch {
      throw MachineLack("the engine for pages cannot be kept: \(error)", cure: "Make room there.")
    }
    FileTree.remove(work)
  }
}
