internal import Execution
internal import Files

/// What is needed to make programs for readers' pages, besides what verifying needs.
struct PageTools: Sendable {
  let engine: PageEngine
  private let optimizer: String
  private let packer: String
  var progress: any VerificationProgress
  /// What tells modules of these tools from those of others.
  let identity: [String]

  /// Looks for the programs; throws what the machine lacks.
  init(
    _ installation: Installation, _ toolchain: Toolchain, _ files: FileIdentities, environment: [String: String],
    progress: any VerificationProgress
  ) throws(MachineLack) {
    let path = environment["PATH"] ?? ""
    guard let optimizer = Disk.executable(Self.optimizer, on: path) else {
      throw MachineLack(
        "examples that readers can change need \(Self.optimizer), which is not on the PATH",
        cure: "sudo apt-get install binaryen (or write 'live: false' below 'examples:')")
    }
    guard let packer = Disk.executable("gzip", on: path) else {
      throw MachineLack(
        "examples that readers can change need gzip, which is not on the PATH", cure: "sudo apt-get install gzip")
    }
    self.optimizer = optimizer
    self.packer = packer
    self.progress = progress
    engine = PageEngine(installation, toolchain, files, environment: environment)
    let folder = toolchain.folder
    let programs = [optimizer, packer, installation.program, "\(folder)/bin/wasm-ld", "\(folder)/bin/wasmkit"]
    identity = [LoopbookVersion.text, engine.identity, files.identity(of: programs)]
  }

  private static let optimizer = "wasm-opt"

  /// What makes examples that readers can change; a machine without it lacks nothing, since a book has to ask for it.
  static func finding(_ engine: PageEngine?, path: String) -> MachineCheck.Finding {
    let subject = "live examples"
    guard let optimizer = Disk.executable(optimizer, on: path) else {
      return MachineCheck.Finding(
        subject, "not available; books that have them need this: sudo apt-get install binaryen")
    }
    let place =
      engine?.place.map { "with the engine in \($0)" }
      ?? "the first of them has to wait for the engine; this builds it now: loopbook doctor --prepare"
    return MachineCheck.Finding(subject, "made with \(optimizer), \(place)")
  }

  /// What compiles programs; the engine for pages is built if it is not there.
  func parts(_ supervisor: Supervisor) async throws(MachineLack) -> PageCompiler.Parts {
    PageCompiler.Parts(
      engine: try await engine.folder(supervisor, progress), support: engine.support, optimizer: optimizer,
      packer: packer)
  }
}
