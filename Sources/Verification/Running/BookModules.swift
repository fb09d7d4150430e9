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

  /// Finds the modules, and builds the book's package if it has changed; `book` is the book's folder.
  static func find(
    for configuration: Configuration, in book: String, toolchain: Toolchain, environment: [String: String],
    progress: any VerificationProgress
  ) async throws(MachineLack) -> BookModules {
    var modules = BookModules()
    modules.offer.imports = configuration.importPlaces
    if configuration.modulePlaces.areWrong {
      modules.offer.lack = "\(Configuration.fileName) does not tell where their modules are"
    }
    if configuration.package != nil, configuration.modules == nil {
      try await modules.build(configuration, book, toolchain, environment, progress)
    } else if let folder = configuration.modules {
      modules.settings = settings(of: folder)
    }
    modules.offer.modules = Set(modules.settings.libraries.keys)
    return modules
  }

  /// Builds what the book wants of its package.
  private mutating func build(
    _ configuration: Configuration, _ book: String, _ toolchain: Toolchain, _ environment: [String: String],
    _ progress: any VerificationProgress
  ) async throws(MachineLack) {
    let build = PackageBuild(
      package: configuration.package ?? "", products: configuration.products, cache: configuration.cache, book: book,
      asides: [configuration.templates, configuration.output].compactMap(\.self), toolchain: toolchain,
      environment: environment)
    offer.description = build.description
    if offer.description != nil, let current = build.current {
      settings = current
      return
    }
    // What its products are has to be known only to tell which of them examples want.
    if offer.description != nil, configuration.products.isEmpty { return }
    progress.begin(stage: "Building the package", total: 0)
    let supervisor = try Supervisor.started()
    Abandonment.remember(supervisor)
    defer { Abandonment.forget() }
    let problems = PackageProblems(configuration)
    do throws(PackageBuild.Failure) {
      let description = try await build.describe(with: supervisor)
      offer.description = description
      diagnostics = problems.missingProducts(description)
      if diagnostics.isEmpty, !configuration.products.isEmpty { settings = try await build.build(with: supervisor) }
    } catch {
      diagnostics = problems.failure(error)
    }
    if !diagnostics.isEmpty { offer.lack = "the package cannot be used" }
    await supervisor.stop()
  }

  /// The modules in a folder, and the libraries that go with them.
  private static func settings(of folder: String) -> ModuleSettings {
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

extension Supervisor {
  /// A supervisor, or what the machine lacks for one.
  static func started() throws(MachineLack) -> Supervisor {
    do throws(SystemError) { return try Supervisor() } catch {
      throw MachineLack("no thread can be started: \(error)", cure: "End other programs.")
    }
  }
}
