internal import Book
internal import Execution
internal import Files

/// The modules that a book has pages of, and where their sources lie.
struct DocumentedModules: Sendable {
  /// The modules, in the order of their pages.
  let modules: [SymbolExtraction.Module]
  /// The package's other modules, of which these may export some: what those declare is theirs, too.
  private(set) var others: [SymbolExtraction.Module] = []
  /// Modules of others, whose doc comments theirs inherit where they say nothing.
  private let inherited: [SymbolExtraction.Module]
  /// How they are imported.
  let settings: ModuleSettings
  /// What their files are called.
  let sources: SourceNames
  /// The folder with what the compiler told of them; `nil` where it is asked.
  let told: String?
  /// What was written for DocC beside the sources.
  private(set) var catalogs = Catalogs()
  /// The modules' source files, as the compiler names them; none where the package does not tell.
  private(set) var files: [String] = []

  init(
    modules: [SymbolExtraction.Module], inheriting inherited: [SymbolExtraction.Module] = [], settings: ModuleSettings,
    sources: SourceNames, told: String? = nil, catalogs: Catalogs = Catalogs()
  ) {
    self.catalogs = catalogs
    self.inherited = inherited
    self.told = told
    self.modules = modules
    self.settings = settings
    self.sources = sources
  }

  /// Those of a package that was built just now; `nil` where it was not.
  init?(
    _ api: ReferenceSettings, _ build: PackageBuild, _ description: PackageDescription?, _ configuration: Configuration
  ) {
    guard let description, let compiled = build.compiled else { return nil }
    let products = api.products ?? description.products.filter(\.isLibrary).map(\.name)
    var names: [String] = []
    for product in products {
      // What these targets need in turn is the product's, too, and not what its authors offer.
      let offered = description.products.first { $0.name == product }?.targets ?? []
      for target in description.targets where offered.contains(target.name) && !names.contains(target.module) {
        names.append(target.module)
      }
    }
    // One that is called like its product comes first.
    names = names.filter(products.contains) + names.filter { !products.contains($0) }
    // Targets of C have no modules that the compiler could tell anything of.
    let modules = names.compactMap { name in compiled.modules.first { $0.name == name } }
    let own = Set(description.targets.map(\.module)).subtracting(names)
    self.init(
      modules: modules, inheriting: compiled.modules.filter { !own.contains($0.name) && !names.contains($0.name) },
      settings: compiled.settings, sources: SourceNames(root: configuration.package))
    others = compiled.modules.filter { own.contains($0.name) }
    catalogs = Catalogs(
      of: configuration.package ?? ".", modules: modules.map(\.name),
      targets: description.targets, leavingOut: Self.leftOut(api, description))
    let root = Disk.absolute(configuration.package ?? ".")
    files = description.targets.filter { target in modules.contains { $0.name == target.module } }
      .flatMap(\.sources).map { BookPath.join(root, $0) }
  }

  /// The targets of libraries that a book's author does not list among those with pages.
  private static func leftOut(_ api: ReferenceSettings, _ description: PackageDescription) -> Set<String> {
    guard let listed = api.products else { return [] }
    return Set(description.products.filter { $0.isLibrary && !listed.contains($0.name) }.flatMap(\.targets))
  }

  /// What changes with what the compiler tells of them.
  func identity(_ files: FileIdentities) -> [String] {
    (modules + others + inherited).flatMap { [$0.name, files.identity(of: told.map { [$0] } ?? $0.files)] }
      + catalogs.identity(files)
  }
}
