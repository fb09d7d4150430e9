internal import Book
internal import Execution
internal import Files
internal import RemoteCache
internal import Text

/// The tools with which a book's examples are compiled and run, and where they work.
///
/// Programs are started, and files made, only when there is work.
struct Workshop: Sendable {
  let catalog: ModuleCatalog
  let cache: ResultCache
  /// What is wrong with the book's own modules.
  let diagnostics: [Diagnostic]
  /// What examples can import of them.
  let offer: ModuleOffer
  /// What a cache that machines share had to do with the book's package.
  let origin: PackageOrigin?
  /// What tells results of this workshop from those of another with other tools.
  let identity: [String]
  let tools: Tools
  /// What draws figures, where a book has any.
  let figureTools: FigureTools
  /// The hashes of the tools' files, for the next workshop of this process.
  let files: FileIdentities
  let environment: [String: String]
  /// The modules that the book has pages of.
  let documented: DocumentedModules?
  /// What is known of the conditions of examples that do not import the engine.
  private(set) var conditions = KnownConditions()
  private let languageMode: String?
  private(set) var jobs: Int
  private let compileTimeout: Duration

  /// A workshop with these tools and modules.
  init(
    _ tools: Tools, _ modules: BookModules, _ configuration: Configuration, _ options: VerificationOptions,
    _ files: FileIdentities, shared: SharedResults? = nil, environment: [String: String]
  ) {
    self.tools = tools
    self.files = files
    origin = modules.origin
    documented = modules.documented
    self.environment = environment
    figureTools = FigureTools(path: environment["PATH"] ?? "")
    jobs = options.jobs
    compileTimeout = options.compileTimeout ?? configuration.examples.compileTimeout.duration
    cache = ResultCache(
      folder: options.usesCache ? configuration.cache : nil, shared: tools.sandbox == .none ? nil : shared)
    identity = tools.identity(files)
    diagnostics = modules.diagnostics
    offer = modules.offer
    languageMode = configuration.swiftMode.map { "\($0.rawValue)" }
    catalog = ModuleCatalog(
      installation: tools.installation, own: modules.settings, ownModules: modules.settings.libraries.keys.sorted(),
      languageMode: languageMode, implicitImports: configuration.examples.imports,
      files: files)
  }

  /// Finds the tools and the book's modules.
  ///
  /// Throws what the machine lacks; a package that does not build is among the diagnostics.
  ///
  /// - Parameter known: What an earlier workshop of this process knows of files.
  static func open(
    _ configuration: Configuration, _ options: VerificationOptions, knowing known: FileIdentities? = nil,
    environment: [String: String], progress: any VerificationProgress
  ) async throws(MachineLack) -> Workshop {
    let access = try RemoteAccess(configuration, options, environment)
    let shared = access.map { SharedResults($0) { progress.note("warning: \($0)") } }
    let tools = try await Tools.find(for: configuration, options, environment: environment, progress: progress)
    let folder = options.usesCache ? configuration.cache : nil
    let files = known.flatMap { $0.folder == folder ? $0 : nil } ?? FileIdentities(folder: folder)
    let modules = try await BookModules.find(
      for: configuration, in: options.location.folder, tools: tools, files, shared: shared,
      usesCache: options.usesCache, environment: environment, progress: progress)
    return Workshop(tools, modules, configuration, options, files, shared: shared, environment: environment)
  }

  /// Whether programs run in a sandbox.
  var isConfined: Bool { tools.sandbox != .none }

  /// The same for work beside which others go on.
  var beside: Workshop {
    var workshop = self
    workshop.jobs = max(1, jobs / 2)
    return workshop
  }

  /// What makes programs for readers' pages.
  func pageTools(_ progress: any VerificationProgress) throws(MachineLack) -> PageTools {
    try PageTools(tools.installation, tools.toolchain, files, environment: environment, progress: progress)
  }

  /// What changes with what makes programs for readers' pages; nothing where none are made.
  func pageIdentity(_ configuration: Configuration, _ options: VerificationOptions) -> [String] {
    let live = configuration.examples.isLive && options.makesPages
    let types = configuration.examples.showsTypes && options.asksForTypes
    return (live ? (try? pageTools(UnseenProgress()))?.identity ?? ["missing"] : [])
      + (types ? ["types", TypeStage.identity(self)] : [])
  }

  /// What the compiler says of itself.
  ///
  /// All results come from it, those of the cache and of other machines too, since they are kept under its content. It
  /// is asked once: a start of it takes longer than a build without changes.
  func compilerVersion() async throws(MachineLack) -> String {
    do throws(Toolchain.Missing) {
      let toolchain = tools.toolchain
      let version = try await files.fact("version", of: toolchain.frontend) { () async throws(Toolchain.Missing) in
        try await toolchain.version(environment)
      }
      files.save()
      return version
    } catch {
      throw MachineLack(error.message, cure: error.cure)
    }
  }

  /// Finds out which conditions of programs hold.
  mutating func learnConditions(of texts: [String]) async throws(MachineLack) {
    conditions.modules = offer.modules
    conditions.versions = CompilerVersions(try await compilerVersion(), languageMode: languageMode)
    let known = conditions
    for question in Set(texts.flatMap(known.questions)) where tools.toolchain.hasModule(askedFor: question) {
      conditions.answers[question] = true
    }
    let open = conditions
    let questions = Set(texts.flatMap(open.questions)).sorted()
    guard !questions.isEmpty else { return }
    let settings = catalog.settingsWithoutImport(of: questions.joined())
    let answers = try await withWorkbench { bench in
      await bench.builder.compiler.answers(to: questions, settings: settings)
    }
    conditions.answers.merge(answers) { $1 }
  }

  /// Remembers the hashes of the tools, so that the next run need not read them.
  func remember() {
    cache.describe()
    files.save()
  }

  /// Sets up a workbench, does the work, and leaves nothing behind.
  ///
  /// Where the task is cancelled, all that runs is ended, and nothing more is started.
  func withWorkbench<Result>(_ body: (Workbench) async -> Result) async throws(MachineLack) -> Result {
    cache.describe()
    let scratch = try scratch()
    defer { scratch.remove() }
    let supervisor = try Supervisor.started()
    Abandonment.remember(supervisor, scratch)
    defer { Abandonment.forget(supervisor) }
    let bench: Workbench
    do throws(MachineLack) { bench = try await workbench(supervisor, scratch) } catch {
      await supervisor.stop()
      throw error
    }
    let result = await withTaskCancellationHandler {
      await body(bench)
    } onCancel: {
      Task.detached { await supervisor.stop() }
    }
    await supervisor.stop()
    files.save()
    if let path = catalog.files.changed {
      throw MachineLack(
        "\(path) was replaced while examples ran that may load it, so their results are not known",
        cure: "Run this again once nothing builds the modules any more.")
    }
    if bench.lacksRoom {
      throw MachineLack(
        "the folder for temporary files is full, so examples cannot be compiled: \(scratch.parent)",
        cure: "Make room there, or set TMPDIR to another folder.")
    }
    return result
  }

  /// A folder for what is made on the way.
  func scratch() throws(MachineLack) -> Scratch {
    do throws(FileError) { return try Scratch(in: environment["TMPDIR"] ?? "/tmp") } catch {
      throw MachineLack(
        "there is no room for temporary files in \(error.path): \(error.message)", cure: "Set TMPDIR to another folder."
      )
    }
  }

  /// Sees whether hosts can run and the book's modules be loaded.
  private func workbench(_ supervisor: Supervisor, _ scratch: Scratch) async throws(MachineLack) -> Workbench {
    let hosts = HostSettings(
      host: tools.installation.host, sandbox: tools.sandbox, scratch: scratch,
      libraryFolder: tools.toolchain.libraryFolder)
    if tools.sandbox != .none, let missing = await supervisor.missing(for: hosts) {
      throw MachineLack(missing.message, cure: missing.cure)
    }
    // Where a compiler that crashes leaves what it leaves.
    let own = environment.merging(["TMPDIR": scratch.temporary]) { $1 }
    var compiler = Compiler(toolchain: tools.toolchain, scratch: scratch, supervisor: supervisor, environment: own)
    compiler.limit = compileTimeout
    if let problem = await compiler.linkArchives(catalog.settings) {
      throw MachineLack("the book's modules cannot be loaded: \(problem)", cure: "Build them again.")
    }
    return Workbench(
      builder: ProgramBuilder(compiler: compiler, jobs: jobs, surveys: surveys), supervisor: supervisor,
      hosts: hosts, cache: cache, loading: catalog.files, jobs: jobs)
  }

  /// What is known of modules, by their contents.
  private var surveys: SurveyMemory {
    let (cache, files, identity) = (cache, files, identity)
    @Sendable func fingerprint(_ module: String) -> Fingerprint {
      Fingerprint(["survey", files.identity(of: [module])] + identity)
    }
    return SurveyMemory(
      known: { cache.entry(fingerprint($0)).map { $0 == [1] } },
      remember: { cache.keepHere([$1 ? 1 : 0], as: fingerprint($0)) })
  }
}
