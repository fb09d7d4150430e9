internal import Book
internal import Execution
internal import Files
internal import LoopEngine
internal import Text

/// A book's own modules, which its examples may import: those in a folder, or those of a package.
struct BookModules: Sendable {
  private(set) var settings = ModuleSettings()
  /// Why the package does not build; its modules are missing then.
  private(set) var diagnostics: [Diagnostic] = []

  /// Finds the modules, and builds the book's package if it has changed.
  static func find(
    for configuration: Configuration, _ options: VerificationOptions, toolchain: Toolchain,
    environment: [String: String], progress: any VerificationProgress
  ) async throws(MachineLack) -> BookModules {
    var modules = BookModules()
    guard let package = configuration.package else {
      if let folder = configuration.modules { modules.settings = settings(of: folder) }
      return modules
    }
    let build = PackageBuild(
      package: package, products: configuration.products, cache: configuration.cache, toolchain: toolchain,
      environment: environment)
    if let current = build.current {
      modules.settings = current
      return modules
    }
    progress.begin(stage: "Building the package", total: 0)
    let supervisor = try Supervisor.started()
    Abandonment.remember(supervisor)
    defer { Abandonment.forget() }
    do throws(PackageBuild.Failure) {
      modules.settings = try await build.build(with: supervisor)
    } catch {
      modules.diagnostics = [diagnostic(error, book: options.location.folder)]
    }
    await supervisor.stop()
    return modules
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
