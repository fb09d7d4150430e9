internal import Book
internal import Execution
internal import Files
internal import LoopEngine
internal import Text

/// A book's own modules, which its examples may import: those in a folder, or those of a package.
struct BookModules: Sendable {
  private(set) var settings = ModuleSettings()
  /// What is wrong with the package; its modules are missing then.
  private(set) var diagnostics: [Diagnostic] = []

  /// What examples can import of them, and what they could.
  private(set) var offer = ModuleOffer()

  /// Where the package came from, as far as that is worth a word.
  private(set) var origin: PackageOrigin?

  /// The modules that pages are made of; `nil` where the book wants none, or they cannot be had.
  private(set) var documented: DocumentedModules?

  /// Finds the modules, and builds the book's package if it has changed and no other machine did, or from nothing where
  /// nothing that is known counts; `book` is the book's folder.
  static func find(
    for configuration: Configuration, in book: String, tools: Tools, _ files: FileIdentities, shared: SharedResults?,
    usesCache: Bool, environment: [String: String], progress: any VerificationProgress
  ) async throws(MachineLack) -> BookModules {
    var modules = BookModules()
    modules.offer.imports = configuration.importPlaces
    if configuration.modulePlaces.areWrong {
      modules.offer.lack = "\(Configuration.fileName) does not say where their modules are"
    }
    if configuration.package != nil, configuration.modules == nil {
      let cache = configuration.packageCache(environment)
      func build(_ products: [String]) -> PackageBuild {
        PackageBuild(
          package: configuration.package ?? "", products: products, cache: cache, book: book,
          asides: [configuration.templates, configuration.output].compactMap(\.self), toolchain: tools.toolchain,
          environment: environment, isDocumented: configuration.api != nil)
      }
      let products = try await modules.products(of: build(configuration.products), configuration, progress)
      let whole = build(products)
      // Doc comments are not among what machines share.
      let sharing = configuration.api == nil ? shared : nil
      let exchange = PackageExchange(whole, tools, files, sharing, environment)
      if modules.diagnostics.isEmpty {
        try await modules.build(whole, products, exchange, isFromNothing: !usesCache, configuration, progress)
      }
      if let settings = configuration.api, modules.diagnostics.isEmpty {
        modules.documented = DocumentedModules(settings, whole, modules.offer.description, configuration)
      }
    } else if let folder = configuration.modules {
      modules.settings = settings(of: folder)
      if let api = configuration.api {
        let names = modules.settings.libraries.keys.sorted()
        modules.find(
          api, names.map { ($0, "\(folder)/\($0).swiftmodule") }, modules.settings, SourceNames(root: nil), told: nil,
          cure: "the modules are \(names.joined(separator: ", "))")
      }
    } else if let api = configuration.api, api.products != nil, !configuration.modulePlaces.areWrong {
      // The engine's have pages only where they are listed: an author who does not say which modules means others.
      modules.find(
        api, ModuleCatalog.engineModules.map { ($0, "\(tools.installation.modules)/\($0).swiftmodule") },
        ModuleCatalog.engineSettings(tools.installation),
        SourceNames(installed: tools.installation.sources, modules: ModuleCatalog.engineModules),
        told: tools.installation.symbols, cure: "add 'package:' with the folder of the Package.swift that has it")
    }
    modules.offer.modules = Set(modules.settings.libraries.keys)
    return modules
  }

  /// Finds those of the modules that there are that the book wants pages of; `cure` is for a name that is like none.
  private mutating func find(
    _ api: ReferenceSettings, _ all: [(name: String, path: String)], _ settings: ModuleSettings, _ sources: SourceNames,
    told: String?, cure: String
  ) {
    let known = all.map(\.name)
    for (name, place) in zip(api.products ?? [], api.places) where !known.contains(name) {
      diagnostics.append(
        Diagnostic(
          id: "unknown-product", "'\(name)' is not a module whose doc comments can be shown", at: place,
          cure: NearestName.suggestion(for: name, among: known).map { "did you mean '\($0)'?" } ?? cure))
    }
    guard diagnostics.isEmpty else { return }
    let wanted = api.products ?? known
    func modules(_ names: [String]) -> [SymbolExtraction.Module] {
      names.compactMap { name in
        all.first { $0.name == name }.map { SymbolExtraction.Module(name: $0.name, path: Disk.absolute($0.path)) }
      }
    }
    documented = DocumentedModules(
      modules: modules(wanted), inheriting: modules(known.filter { !wanted.contains($0) }), settings: settings,
      sources: sources, told: told, catalogs: Catalogs(of: sources, modules: wanted))
  }

  /// The products that are to be built: those that examples import, and those that have pages.
  ///
  /// What the package says of itself has to be known where it has pages.
  private mutating func products(
    of build: PackageBuild, _ configuration: Configuration, _ progress: any VerificationProgress
  ) async throws(MachineLack) -> [String] {
    guard let api = configuration.api else { return configuration.products }
    var description = build.description
    let problems = PackageProblems(configuration)
    if description == nil {
      progress.begin(stage: "Reading the package", total: 0)
      let supervisor = try Supervisor.started()
      Abandonment.remember(supervisor)
      defer { Abandonment.forget(supervisor) }
      do throws(PackageBuild.Failure) { description = try await build.describe(with: supervisor) } catch {
        diagnostics = problems.failure(error)
      }
      await supervisor.stop()
    }
    if let description {
      offer.description = description
      diagnostics = problems.missingProducts(description)
    }
    if !diagnostics.isEmpty { offer.lack = "the package cannot be used" }
    let wanted = api.products ?? description?.products.filter(\.isLibrary).map(\.name) ?? []
    return configuration.products + wanted.filter { !configuration.products.contains($0) }
  }

  /// Builds what the book wants of its package, unless that is known here or on another machine.
  private mutating func build(
    _ build: PackageBuild, _ products: [String], _ exchange: PackageExchange, isFromNothing: Bool,
    _ configuration: Configuration, _ progress: any VerificationProgress
  ) async throws(MachineLack) {
    if let known = build.description { offer.description = known }
    if !isFromNothing, let current = build.current, take(current, exchange) { return }
    // What its products are has to be known only to tell which of them examples want.
    if offer.description != nil, products.isEmpty { return }
    let question = products.isEmpty ? nil : exchange.question
    if let found = exchange.answer(to: question, progress), take(found, exchange) {
      origin = .sharedCache
      return
    }
    progress.begin(stage: "Building the package", total: 0)
    let supervisor = try Supervisor.started()
    Abandonment.remember(supervisor)
    defer { Abandonment.forget(supervisor) }
    let problems = PackageProblems(configuration)
    do throws(PackageBuild.Failure) {
      let description =
        if let known = offer.description { known } else { try await build.describe(with: supervisor) }
      offer.description = description
      diagnostics = problems.missingProducts(description)
      if diagnostics.isEmpty, !products.isEmpty {
        let built = try await build.build(
          exchange.sources, description, isFromNothing: isFromNothing || exchange.isGiving && question != nil,
          with: supervisor)
        _ = take(exchange.offer(built, question), exchange)
      }
    } catch {
      diagnostics = problems.failure(error)
    }
    if !diagnostics.isEmpty { offer.lack = "the package cannot be used" }
    await supervisor.stop()
  }

  /// Takes what there is of the package, if it is known what it says of itself.
  private mutating func take(_ built: BuiltPackage, _ exchange: PackageExchange) -> Bool {
    guard let description = offer.description ?? built.description else { return false }
    offer.description = description
    settings = built.settings
    if let reason = exchange.reason(against: built) { origin = .notShared(reason) }
    return true
  }

  /// The modules in a folder, and the libraries that go with them.
  private static func settings(of folder: String) -> ModuleSettings {
    // The compiler runs in folders of its own.
    let folder = Disk.absolute(folder)
    let names = FileTree.names(in: folder)
    let modules = names.filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(".swiftmodule".count)) }
    var settings = ModuleSettings()
    settings.importFolders = [folder]
    settings.wholeFolders = [folder]
    let libraries = names.filter { $0.hasPrefix("lib") && $0.hasSuffix(".so") }.map { "\(folder)/\($0)" }
    settings.archives = names.filter { name in
      name.hasPrefix("lib") && name.hasSuffix(".a") && !libraries.contains("\(folder)/\(name.dropLast(2)).so")
    }.map { "\(folder)/\($0)" }
    for module in modules { settings.libraries[module] = libraries }
    return settings
  }
}

extension Supervisor {
  /// A supervisor, or what the machine lacks for one.
  static func started() throws(MachineLack) -> Supervisor {
    do throws(SystemError) { return try Supervisor() } catch {
      throw MachineLack("no thread can be started: \(error)", cure: "End other programs.")
    }
  }
}
