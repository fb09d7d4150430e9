internal import Book
internal import Execution
internal import Files

/// What of the machine is needed to compile and run examples.
struct Tools: Sendable {
  let toolchain: Toolchain
  let installation: Installation
  let sandbox: Sandbox

  /// Looks for everything, and throws what the machine lacks.
  ///
  /// An installed copy that was made by another compiler is adapted to the one in use.
  static func find(
    for configuration: Configuration, _ options: VerificationOptions, environment: [String: String],
    progress: any VerificationProgress
  ) async throws(MachineLack) -> Tools {
    let toolchain: Toolchain
    do throws(Toolchain.Missing) { toolchain = try await Toolchain(environment: environment) } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
    var installation: Installation
    do throws(Installation.Missing) { installation = try Installation() } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
    var sandbox = Sandbox.none
    if !options.isUnconfined, configuration.examples.isSandboxed {
      do throws(Sandbox.Missing) { sandbox = try Sandbox.find(path: environment["PATH"] ?? "") } catch {
        throw MachineLack(error.message, cure: error.cure)
      }
    }
    installation.runtimeFolder = try await RuntimeBuild(installation, toolchain, environment: environment)
      .folder(progress)
    return Tools(toolchain: toolchain, installation: installation, sandbox: sandbox)
  }

  /// What tells results of these tools from those of others.
  func identity(_ files: FileIdentities) -> [String] {
    let folder = toolchain.libraryFolder
    // What changes with the libraries that programs run with.
    let libraries = files.identity(
      of: FileTree.names(in: folder).filter { $0.hasSuffix(".so") }.map { "\(folder)/\($0)" } + Self.systemLibraries)
    let programs = files.identity(of: [installation.program, installation.host])
    return [LoopbookVersion.text, programs, toolchain.contentIdentity(files), libraries]
      + (sandbox == .none ? ["without a sandbox", Self.unconfinedRun] : [])
  }

  /// What a program does that sees the whole machine may be something else the next time: no other run of loopbook
  /// takes its results.
  private static let unconfinedRun = "\(UInt64.random(in: 0 ... .max))"

  /// The libraries of C that this process runs with, as programs do.
  private static var systemLibraries: [String] {
    let names = ["libc.so.", "libm.so.", "libstdc++.so."]
    return LoadedLibraries.paths.filter { path in names.contains { BookPath.name(of: path).hasPrefix($0) } }
  }
}
