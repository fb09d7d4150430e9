package import Execution
internal import Files
internal import Glibc

/// The modules that a book's examples may import besides the toolchain's, and what tells one build of them from
/// another.
package struct ModuleCatalog: Sendable {
  /// What programs are compiled with.
  package let settings: ModuleSettings

  /// The same, with the reference in the engine's place.
  package let referenceSettings: ModuleSettings

  /// The same, without the engine.
  private let settingsWithoutEngine: ModuleSettings
  /// The compiled modules of the book's own.
  private let ownModuleFiles: [String]

  /// By a module's name, what changes when the module does.
  private let identities: [String: String]
  private let referenceIdentity: String
  /// What these were found out from.
  package let files: LoadedFiles

  /// The modules that make a program recorded.
  package static let engineModules = ["LoopEngine", "LoopTracing"]
  /// What stands in for them on CoreFoundation.
  private static let engineStandIns = ["LoopEngineReference", "LoopTracingOnReference"]
  /// The modules of C that they stand on.
  private static let engineModulesOfC = ["CLinux", "CReference"]
  /// All that a program which imports the engine could import besides.
  static let allOfEngine = engineModules + engineStandIns + engineModulesOfC

  /// Takes what the engine and the book's own modules need.
  package init(
    installation: Installation, own: ModuleSettings, ownModules: [String], languageMode: String?,
    implicitImports: [String] = [], files: FileIdentities
  ) {
    var common = ModuleSettings()
    common.languageMode = languageMode
    common.implicitImports = implicitImports
    let compiled = (Self.engineModules + Self.engineStandIns).map { "\(installation.modules)/\($0).swiftmodule" }
    let (ownFiles, ownMaps, ownFolders) = own.files
    // Before any of them is read.
    self.files = LoadedFiles(
      [installation.runtime, installation.referenceRuntime] + compiled + ownFiles + ownMaps + ownFolders)
    var own = own
    // The names of C modules are known to the compiler only.
    if !ownMaps.isEmpty || !ownFolders.isEmpty {
      own.headersIdentity =
        Fingerprint([files.contentIdentity(of: ownFolders)] + ownMaps.map { ModuleMap($0).identity(files) }).description
    }
    settingsWithoutEngine = common.merging(own)
    var engine = common.merging(Self.engineSettings(installation))
    var reference = engine
    for module in Self.engineModules {
      engine.libraries[module] = [installation.runtime]
      reference.libraries[module] = [installation.referenceRuntime]
    }
    reference.flags += [
      "-module-alias", "LoopEngine=LoopEngineReference", "-module-alias", "LoopTracing=LoopTracingOnReference",
    ]
    settings = engine.merging(own)
    referenceSettings = reference.merging(own)
    ownModuleFiles = ownFiles.filter { $0.hasSuffix(".swiftmodule") }
    let maps = installation.moduleMaps.map { ModuleMap($0).identity(files) }
    let engineIdentity = Fingerprint([files.identity(of: [installation.runtime] + compiled)] + maps).description
    var identities: [String: String] = [:]
    for module in Self.engineModules + Self.engineModulesOfC { identities[module] = engineIdentity }
    // They may import one another, so that a change of one is taken for a change of all. What linkers write into a
    // library to tell it from others may be anything.
    let identity = files.contentIdentity(of: ownFiles)
    for module in ownModules { identities[module] = identity }
    if let headers = own.headersIdentity { identities[Self.anyImport] = Fingerprint([identity, headers]).description }
    self.identities = identities
    referenceIdentity = files.identity(of: [installation.referenceRuntime])
  }

  /// How the engine's modules are imported.
  static func engineSettings(_ installation: Installation) -> ModuleSettings {
    var settings = ModuleSettings()
    settings.importFolders = [installation.modules]
    settings.flags = installation.moduleMaps.flatMap { ["-Xcc", ModuleSettings.mapFlag + $0] }
    return settings
  }

  /// What a program is compiled with that does not import the engine: all that there is, but for the engine where the
  /// program could see that it is there.
  ///
  /// `#if canImport(LoopEngine)` is false for a reader whose package has none. A book's own module that was compiled
  /// with the engine cannot be imported without it; so its readers have it, too.
  func settingsWithoutImport(of text: String) -> ModuleSettings {
    let asks =
      text.containsBytes(of: "canImport")
      && Self.allOfEngine.contains(where: text.containsBytes)
    return asks && !ownModulesUseEngine ? settingsWithoutEngine : settings
  }

  /// Whether a module of the book's own names the engine, as one does that imports it.
  private var ownModulesUseEngine: Bool {
    ownModuleFiles.contains { file in
      let bytes = Disk.bytes(of: file) ?? []
      return Self.engineModules.contains(where: bytes.containsBytes)
    }
  }

  /// Stands for the modules of C, which any program may mean that has `import` in it, or `canImport`.
  private static let anyImport = "mport"

  /// What tells all modules together from other builds of them.
  package var identity: [String] {
    identities.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } + [referenceIdentity]
  }

  /// What the fingerprint of a program with this text has to hold of the modules that it may import.
  ///
  /// A name that only stands in a comment counts too: that costs a run, and forgets nothing.
  ///
  /// - Parameters:
  ///   - text: The program.
  ///   - imported: The modules that it imports without saying so; `nil`: those that every program does.
  package func identities(for text: String, importing imported: [String]? = nil) -> [String] {
    let imported = imported ?? settings.implicitImports
    return identities.keys.sorted().filter { module in
      text.containsBytes(of: module) || imported.contains(module) || module == Self.anyImport && !imported.isEmpty
    }.flatMap { [$0, identities[$0] ?? ""] }
  }

  /// The same for a run on the reference.
  package func referenceIdentities(for text: String, importing imported: [String]? = nil) -> [String] {
    identities(for: text, importing: imported) + ["reference", referenceIdentity]
  }
}
