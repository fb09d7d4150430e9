package import Book
internal import LoopEngine
package import Programs

/// The tools with which a book's examples are compiled and run, and where they work.
///
/// Programs are started, and files made, only when there is work.
package final class Workshop: Sendable {
  package let catalog: ModuleCatalog
  package let toolchain: Toolchain
  package let cache: ResultCache
  package let sandbox: Sandbox
  private let installation: Installation
  private let files: FileIdentities
  private let environment: [String: String]
  private let jobs: Int

  /// Looks for everything that is needed.
  package init(
    _ configuration: Configuration, options: VerificationOptions, environment: [String: String]
  ) throws(MachineLack) {
    self.environment = environment
    jobs = options.jobs
    let path = environment["PATH"] ?? ""
    do throws(Toolchain.Missing) { toolchain = try Toolchain(path: path) } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
    do throws(Installation.Missing) { installation = try Installation() } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
    if options.isUnconfined || !configuration.examples.isSandboxed {
      sandbox = .none
    } else {
      do throws(Sandbox.Missing) { sandbox = try Sandbox.find(path: path) } catch {
        throw MachineLack(error.message, cure: error.cure)
      }
    }
    cache = ResultCache(folder: options.usesCache ? configuration.cache : nil)
    files = FileIdentities(folder: options.usesCache ? configuration.cache : nil)
    var own = ModuleSettings()
    var modules: [String] = []
    if let folder = configuration.modules {
      (own, modules) = Self.builtModules(in: folder)
    }
    catalog = ModuleCatalog(
      installation: installation, own: own, ownModules: modules,
      languageMode: configuration.swiftMode.map { "\($0.rawValue)" }, files: files)
  }

  /// What tells results of this workshop from those of another with other tools.
  package var identity: [String] { [LoopbookVersion.text, toolchain.identity, "\(sandbox == .none)"] }

  /// Opens the workshop, does the work, and leaves nothing behind.
  package func withRunner<Result>(
    _ body: (ProgramRunner) async -> Result
  ) async throws(MachineLack) -> Result {
    cache.describe()
    let scratch: Scratch
    do throws(Scratch.Failure) {
      scratch = try Scratch(in: environment["TMPDIR"] ?? "/tmp")
    } catch {
      throw MachineLack(
        "there is no room for temporary files in \(error.path): \(error.reason)", cure: "Set TMPDIR to another folder.")
    }
    defer { scratch.remove() }
    let supervisor: Supervisor
    do throws(SystemError) { supervisor = try Supervisor() } catch {
      throw MachineLack("no thread can be started: \(error)", cure: "End other programs.")
    }
    Abandonment.remember(supervisor, scratch)
    defer { Abandonment.forget() }
    let compiler = Compiler(
      toolchain: toolchain, scratch: scratch, supervisor: supervisor, environment: environment)
    if let problem = await compiler.linkArchives(catalog.settings) {
      throw MachineLack("the book's modules cannot be loaded: \(problem)", cure: "Build them again.")
    }
    let runner = ProgramRunner(
      builder: ProgramBuilder(compiler: compiler, jobs: jobs), supervisor: supervisor,
      hosts: HostSettings(host: installation.host, sandbox: sandbox, scratch: scratch), cache: cache, jobs: jobs)
    let result = await body(runner)
    await supervisor.stop()
    files.save()
    return result
  }

  /// The modules in a folder, and the libraries that go with them.
  private static func builtModules(in folder: String) -> (ModuleSettings, [String]) {
    let names = FileTree.names(in: folder)
    let modules = names.filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(".swiftmodule".count)) }
    var settings = ModuleSettings()
    settings.importFolders = [folder]
    let libraries = names.filter { $0.hasPrefix("lib") && $0.hasSuffix(".so") }.map { "\(folder)/\($0)" }
    settings.archives = names.filter { name in
      name.hasPrefix("lib") && name.hasSuffix(".a") && !libraries.contains("\(folder)/\(name.dropLast(2)).so")
    }.map { "\(folder)/\($0)" }
    for module in modules { settings.libraries[module] = libraries }
    return (settings, modules)
  }
}
