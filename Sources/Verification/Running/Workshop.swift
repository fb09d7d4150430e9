package import Book
package import Execution
internal import Files
internal import LoopEngine
package import Text

/// The tools with which a book's examples are compiled and run, and where they work.
///
/// Programs are started, and files made, only when there is work.
package final class Workshop: Sendable {
  package let catalog: ModuleCatalog
  package let toolchain: Toolchain
  package let cache: ResultCache
  package let sandbox: Sandbox
  /// What is wrong with the book's own modules.
  package let diagnostics: [Diagnostic]
  private let installation: Installation
  private let installationIdentity: String
  /// What changes with the libraries that programs run with.
  private let libraryIdentity: String
  private let files: FileIdentities
  private let environment: [String: String]
  private let jobs: Int
  private let compileTimeout: Duration

  /// Looks for everything that is needed, and builds the book's package if it has changed.
  ///
  /// Throws what the machine lacks; a package that does not build is among the diagnostics, and its modules are missing.
  package init(
    _ configuration: Configuration, options: VerificationOptions, environment: [String: String],
    progress: any VerificationProgress
  ) async throws(MachineLack) {
    self.environment = environment
    jobs = options.jobs
    compileTimeout = options.compileTimeout ?? configuration.examples.compileTimeout.duration
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
    installationIdentity = files.identity(of: [installation.program, installation.host])
    let folder = toolchain.libraryFolder
    libraryIdentity = files.identity(
      of: FileTree.names(in: folder).filter { $0.hasSuffix(".so") }.map { "\(folder)/\($0)" } + Self.systemLibraries)
    var own = ModuleSettings()
    if let folder = configuration.modules { own = Self.builtModules(in: folder) }
    var problems: [Diagnostic] = []
    if let package = configuration.package {
      let build = PackageBuild(
        package: package, products: configuration.products, cache: configuration.cache, toolchain: toolchain,
        environment: environment)
      if let current = build.current {
        own = current
      } else {
        progress.begin(stage: "Building the package", total: 0)
        let supervisor = try Self.startSupervisor()
        Abandonment.remember(supervisor)
        defer { Abandonment.forget() }
        do throws(PackageBuild.Failure) {
          own = try await build.build(with: supervisor)
        } catch {
          problems.append(Self.diagnostic(error, book: options.location.folder))
        }
        await supervisor.stop()
      }
    }
    diagnostics = problems
    catalog = ModuleCatalog(
      installation: installation, own: own, ownModules: own.libraries.keys.sorted(),
      languageMode: configuration.swiftMode.map { "\($0.rawValue)" }, files: files)
  }

  /// What tells results of this workshop from those of another with other tools.
  package var identity: [String] {
    [LoopbookVersion.text, installationIdentity, toolchain.identity, libraryIdentity, "\(sandbox == .none)"]
  }

  /// The libraries of C that this process runs with, as programs do.
  private static var systemLibraries: [String] {
    guard let maps = Disk.bytes(of: "/proc/self/maps") else { return [] }
    let names = ["libc.so.", "libm.so.", "libstdc++.so."]
    let paths = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
      guard let start = line.firstIndex(of: "/") else { return nil }
      let path = String(line[start...])
      return names.contains { (path.split(separator: "/").last ?? "").hasPrefix($0) } ? path : nil
    }
    return Set(paths).sorted()
  }

  /// Remembers the hashes of the tools, so that the next run need not read them.
  package func remember() {
    cache.describe()
    files.save()
  }

  /// Opens the workshop, does the work, and leaves nothing behind.
  func withWorkbench<Result>(
    _ body: (Workbench) async -> Result
  ) async throws(MachineLack) -> Result {
    cache.describe()
    let scratch: Scratch
    do throws(FileError) {
      scratch = try Scratch(in: environment["TMPDIR"] ?? "/tmp")
    } catch {
      throw MachineLack(
        "there is no room for temporary files in \(error.path): \(error.message)", cure: "Set TMPDIR to another folder."
      )
    }
    defer { scratch.remove() }
    let supervisor = try Self.startSupervisor()
    Abandonment.remember(supervisor, scratch)
    defer { Abandonment.forget() }
    let hosts = HostSettings(
      host: installation.host, sandbox: sandbox, scratch: scratch, libraryFolder: toolchain.libraryFolder)
    if sandbox != .none, let missing = await supervisor.missing(for: hosts) {
      throw MachineLack(missing.message, cure: missing.cure)
    }
    // Where a compiler that crashes leaves what it leaves.
    let own = environment.merging(["TMPDIR": scratch.temporary]) { $1 }
    var compiler = Compiler(toolchain: toolchain, scratch: scratch, supervisor: supervisor, environment: own)
    compiler.limit = compileTimeout
    if let problem = await compiler.linkArchives(catalog.settings) {
      throw MachineLack("the book's modules cannot be loaded: \(problem)", cure: "Build them again.")
    }
    let bench = Workbench(
      builder: ProgramBuilder(compiler: compiler, jobs: jobs, surveys: surveys), supervisor: supervisor,
      hosts: hosts, cache: cache, jobs: jobs)
    let result = await body(bench)
    await supervisor.stop()
    files.save()
    if bench.lacksRoom {
      throw MachineLack(
        "the folder for temporary files is full, so that examples cannot be compiled: \(scratch.parent)",
        cure: "Make room there, or set TMPDIR to another folder.")
    }
    return result
  }

  /// What is known of modules, by their contents.
  private var surveys: SurveyMemory {
    let (cache, files, identity) = (cache, files, identity)
    @Sendable func fingerprint(_ module: String) -> Fingerprint {
      Fingerprint(["survey", files.identity(of: [module])] + identity)
    }
    return SurveyMemory(
      known: { cache.entry(fingerprint($0)).map { $0 == [1] } },
      remember: { cache.keep([$1 ? 1 : 0], as: fingerprint($0)) })
  }

  private static func startSupervisor() throws(MachineLack) -> Supervisor {
    do throws(SystemError) { return try Supervisor() } catch {
      throw MachineLack("no thread can be started: \(error)", cure: "End other programs.")
    }
  }

  private static func diagnostic(_ failure: PackageBuild.Failure, book: String) -> Diagnostic {
    let lines = failure.words.split(separator: "\n")
    var seen: Set<Substring> = []
    // The compiler shows each message twice, once with the source around it.
    let telling = lines.filter { $0.contains("error: ") && $0.first != " " && seen.insert($0).inserted }
    let words = (telling.isEmpty ? lines.suffix(10) : telling.prefix(10)).map { "  \($0)" }.joined(separator: "\n")
    return Diagnostic(
      id: "package-fails", failure.message, at: SourcePlace(path: "\(book)/\(Configuration.fileName)"),
      notes: words.isEmpty ? [] : [Diagnostic.Note("it said:\n\(words)")])
  }

  /// The modules in a folder, and the libraries that go with them.
  private static func builtModules(in folder: String) -> ModuleSettings {
    // The compiler runs in folders of its own.
    let folder = Disk.absolute(folder)
    let names = FileTree.names(in: folder)
    let modules = names.filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(".swiftmodule".count)) }
    var settings = ModuleSettings()
    settings.importFolders = [folder]
    let libraries = names.filter { $0.hasPrefix("lib") && $0.hasSuffix(".so") }.map { "\(folder)/\($0)" }
    settings.archives = names.filter { name in
      name.hasPrefix("lib") && name.hasSuffix(".a") && !libraries.contains("\(folder)/\(name.dropLast(2)).so")
    }.map { "\(folder)/\($0)" }
    for module in modules { settings.libraries[module] = libraries }
    return settings
  }
}
