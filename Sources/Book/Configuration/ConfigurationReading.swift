internal import Files
package import Text
internal import Words

extension Configuration {
  /// Reads the configuration of the book in `folder`.
  ///
  /// The configuration is `nil` only when there is none or when it cannot be read at all; a value that is wrong is
  /// reported and keeps its standard.
  package static func load(_ folder: String) -> (Configuration?, [Diagnostic]) {
    let path = BookPath.join(folder, fileName)
    do throws(FileError) {
      return read(SourceFile(path: path, bytes: try Disk.read(path)), folder: folder)
    } catch  where error.isMissing {
      return (nil, [BookLocation.missingConfiguration(in: folder)])
    } catch {
      return (nil, [error.diagnostic])
    }
  }

  /// Reads a configuration whose bytes are already there.
  package static func read(_ file: SourceFile, folder: String) -> (Configuration?, [Diagnostic]) {
    let document = YAMLDocument(file)
    guard document.value != nil || document.diagnostics.isEmpty else { return (nil, document.diagnostics) }
    var reading = ConfigurationReading(
      configuration: Configuration(folder: folder), folder: folder, yaml: YAMLReading(file))
    reading.read(document.value)
    var diagnostics = document.diagnostics + reading.yaml.diagnostics + reading.moreDiagnostics
    // What examples lack may be the fault of these.
    if reading.configuration.modulePlaces.areWrong {
      for index in diagnostics.indices { diagnostics[index].precedence = 0 }
    }
    return (reading.configuration, diagnostics.sorted())
  }
}

/// Takes one configuration out of its YAML.
private struct ConfigurationReading {
  var configuration: Configuration
  let folder: String
  var yaml: YAMLReading
  /// Where keys stand that only make sense together with others.
  private var places: [ConfigurationKey: YAMLEntry] = [:]
  private var isReferenceOn: Bool?
  /// What is wrong with the book's `book.toml`, and what is only worth knowing.
  private(set) var moreDiagnostics: [Diagnostic] = []

  init(configuration: Configuration, folder: String, yaml: YAMLReading) {
    self.configuration = configuration
    self.folder = BookPath.clean(folder)
    self.yaml = yaml
  }

  mutating func read(_ value: YAMLValue?) {
    if let value {
      for entry in yaml.entries(value, of: Configuration.fileName, knowing: ConfigurationKey.names(in: nil)) {
        guard let key = ConfigurationKey(rawValue: entry.key) else { continue }
        places[key] = entry
        read(key, entry)
      }
    }
    readMDBook()
    findTemplates()
    let keys: [ConfigurationKey] = [.package, .products, .modules]
    if keys.contains(where: { yaml.meantKeys.contains($0.rawValue) }) { configuration.modulePlaces.areWrong = true }
    checkWords()
    checkImports()
    checkReference()
    checkFolders()
  }

  private mutating func read(_ key: ConfigurationKey, _ entry: YAMLEntry) {
    switch key {
    case .title: configuration.title = line(entry)
    case .description: configuration.description = line(entry)
    case .authors: configuration.authors = yaml.texts(entry, called: "names")?.map(\.text) ?? []
    case .language: configuration.language = yaml.typed(entry, WebValue.language) ?? configuration.language
    case .words: configuration.words = yaml.words(entry)
    case .url: configuration.url = yaml.typed(entry, WebValue.siteAddress)
    case .redirects: configuration.redirects = redirects(entry)
    case .repository: configuration.repository = yaml.typed(entry, WebValue.address)
    case .editLink: configuration.editLink = yaml.typed(entry, WebValue.editLink)
    case .package: readPackage(entry)
    case .products: readProducts(entry)
    case .modules:
      configuration.modules = existingFolder(entry)
      if configuration.modules == nil { configuration.modulePlaces.areWrong = true }
    case .api: readAPI(entry)
    case .swift: configuration.swiftMode = swiftMode(entry)
    case .templates: configuration.templates = existingFolder(entry)
    case .output: configuration.output = path(entry) ?? configuration.output
    case .cache: readCache(entry)
    case .quotationMarks: configuration.quotationMarks = yaml.choice(entry) ?? configuration.quotationMarks
    case .math: configuration.hasMath = yaml.truth(entry) ?? configuration.hasMath
    case .html: configuration.allowsHTML = yaml.truth(entry) ?? configuration.allowsHTML
    case .examples: readExamples(entry)
    default: break
    }
  }

  /// A folder, or a group of keys.
  private mutating func readCache(_ group: YAMLEntry) {
    guard case .mapping = group.value.content else {
      configuration.cache = path(group) ?? configuration.cache
      return
    }
    for entry in yaml.entries(group.value, of: group.key, knowing: ConfigurationKey.names(in: .cache)) {
      switch ConfigurationKey(rawValue: "\(group.key).\(entry.key)") {
      case .cacheFolder:
        // What is wrong with it is told where it stands.
        places[.cache] = entry
        configuration.cache = path(entry) ?? configuration.cache
      case .remoteCache: configuration.remoteCache = yaml.typed(entry, Self.publicAddress)
      default: break
      }
    }
  }

  private static func publicAddress(_ text: String) throws(CacheAddressProblem) -> CacheAddress {
    let address = try CacheAddress(parsing: text)
    guard address.login == nil else { throw .publicLogin }
    return address
  }

  /// What the pages that are made from doc comments hold; nothing but the key asks for all of them.
  private mutating func readAPI(_ group: YAMLEntry) {
    var settings = ReferenceSettings(place: yaml.file.place(group.keyRange))
    for entry in yaml.entries(group.value, of: group.key, knowing: ConfigurationKey.names(in: .api)) {
      switch ConfigurationKey(rawValue: "\(group.key).\(entry.key)") {
      case .apiProducts:
        let names = names(entry)
        settings.products = names.map(\.text)
        settings.places = names.map { yaml.file.place($0.range) }
        if names.isEmpty {
          configuration.modulePlaces.areWrong = true
          if entry.value.content == .list([]) {
            yaml.report(
              "wrong-value", "'\(entry.key)' is empty, so there is nothing to make pages from",
              at: entry.value.range, cure: "name a product, or remove the line for all of them")
          }
        }
      case .apiFolder: settings.folder = yaml.typed(entry, BookFolderProblem.folder) ?? settings.folder
      case .apiStrict: settings.isStrict = yaml.truth(entry) ?? settings.isStrict
      case .apiSourceLink: settings.sourceLink = yaml.typed(entry, WebValue.sourceLink)
      default: break
      }
    }
    configuration.api = settings
  }

  private mutating func readExamples(_ group: YAMLEntry) {
    configuration.modulePlaces.examples = yaml.file.place(group.keyRange)
    var defaults = configuration.examples
    for entry in yaml.entries(group.value, of: group.key, knowing: ConfigurationKey.names(in: .examples)) {
      guard let key = ConfigurationKey(rawValue: "\(group.key).\(entry.key)") else { continue }
      places[key] = entry
      switch key {
      case .use: defaults.use = yaml.choice(entry) ?? defaults.use
      case .signatures: defaults.signatures = yaml.choice(entry) ?? defaults.signatures
      case .hiddenLines: defaults.hiddenLines = hiddenLines(entry)
      case .warnings: defaults.warnings = yaml.choice(entry) ?? defaults.warnings
      case .imports: defaults.imports = imports(entry)
      case .timeout: defaults.timeout = yaml.typed(entry, TimeSpan.init(parsing:)) ?? defaults.timeout
      case .compileTimeout:
        defaults.compileTimeout = yaml.typed(entry, TimeSpan.init(parsing:)) ?? defaults.compileTimeout
      case .processorTime: defaults.processorTime = yaml.typed(entry, TimeSpan.init(parsing:)) ?? defaults.processorTime
      case .memory: defaults.memory = yaml.typed(entry, ByteCount.init(parsing:)) ?? defaults.memory
      case .outputLimit: defaults.output = yaml.typed(entry, ByteCount.init(parsing:)) ?? defaults.output
      case .processes: defaults.processes = yaml.integer(entry, in: 1...10_000) ?? defaults.processes
      case .files: defaults.files = yaml.typed(entry, ByteCount.init(parsing:)) ?? defaults.files
      case .sandbox: defaults.isSandboxed = yaml.truth(entry) ?? defaults.isSandboxed
      case .live: defaults.isLive = yaml.truth(entry) ?? defaults.isLive
      case .types: defaults.showsTypes = yaml.truth(entry) ?? defaults.showsTypes
      case .otherNames:
        defaults.otherNames = (yaml.texts(entry, called: "names") ?? []).map { name in
          NamingLibrary(name: name.text, place: yaml.file.place(name.range))
        }
      case .schedules: defaults.schedules = yaml.integer(entry, in: 1...100_000) ?? defaults.schedules
      case .reference: isReferenceOn = yaml.truth(entry)
      case .referenceReason: defaults.noReferenceReason = line(entry)
      default: break
      }
    }
    configuration.examples = defaults
  }

  /// What the book's `book.toml` says and `loopbook.yml` does not.
  private mutating func readMDBook() {
    guard let other = MDBookFile.ofBook(in: folder) else { return }
    moreDiagnostics = other.diagnostics
    configuration.mdBook = other.folder
    configuration.hasMathJax = other.hasMathJax
    if places[.title] == nil { configuration.title = other.title }
    if places[.description] == nil { configuration.description = other.description }
    if places[.authors] == nil { configuration.authors = other.authors ?? [] }
    if places[.language] == nil { configuration.language = other.language ?? configuration.language }
    if places[.repository] == nil { configuration.repository = other.repository }
    if places[.editLink] == nil { configuration.editLink = other.editLink }
    let known = Set(configuration.redirects.map(\.old))
    configuration.redirects += other.redirects.filter { !known.contains($0.old) }
  }

  /// The words around the text are English where there are none of its language; that is told once.
  private mutating func checkWords() {
    let language = configuration.language
    guard !InterfaceWords.has(language), InterfaceWord.allCases.contains(where: { configuration.words[$0] == nil })
    else { return }
    moreDiagnostics.append(
      Diagnostic(
        .warning, id: "no-words", "the words around the text are English: loopbook has none in '\(language)'",
        at: places[.language].map { yaml.file.place($0.value.range) } ?? SourcePlace(path: configuration.file),
        cure: "give them below 'words:', as docs/templates.md shows"))
  }

  /// Old addresses of pages, each with what it leads to.
  private mutating func redirects(_ group: YAMLEntry) -> [Redirect] {
    guard case .mapping(let entries) = group.value.content else {
      if !group.value.isNothing {
        yaml.expected("addresses", group.key, group.value, cure: "write 'old.html: chapter.md' on each line below it")
      }
      return []
    }
    return entries.compactMap { entry in
      guard let target = line(entry) else { return nil }
      return Redirect(
        old: String(entry.key.drop { $0 == "/" }), target: target, place: yaml.file.place(entry.keyRange))
    }
  }

  /// A text of at least one letter.
  private mutating func line(_ entry: YAMLEntry) -> String? {
    guard let text = yaml.text(entry) else { return nil }
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      yaml.report("wrong-value", "'\(entry.key)' must not be empty", at: entry.value.range)
      return nil
    }
    return text
  }

  private mutating func readPackage(_ entry: YAMLEntry) {
    configuration.modulePlaces.package = yaml.file.place(entry.value.range)
    configuration.package = existingFolder(entry, holding: "Package.swift")
    if configuration.package == nil { configuration.modulePlaces.areWrong = true }
  }

  private mutating func readProducts(_ entry: YAMLEntry) {
    configuration.modulePlaces.products = yaml.file.place(entry.value.range)
    let names = names(entry)
    if names.isEmpty, entry.value.content != .list([]) { configuration.modulePlaces.areWrong = true }
    configuration.products = names.map(\.text)
    configuration.modulePlaces.names = names.map { yaml.file.place($0.range) }
  }

  /// The names of products, each once.
  private mutating func names(_ entry: YAMLEntry) -> [(text: String, range: Range<Int>)] {
    var names = yaml.texts(entry, called: "names") ?? []
    // One that stands alone is told, and taken for what it means, or all examples would miss it.
    if names.isEmpty, case .scalar(let scalar) = entry.value.content, ModuleName.isValid(scalar.text) {
      names = [(scalar.text, entry.value.range)]
    }
    var seen: Set<String> = []
    return names.filter { name, range in
      if !ModuleName.isValid(name) {
        yaml.report("wrong-value", "'\(Excerpt.short(name))' is not a name that Swift can import", at: range)
        configuration.modulePlaces.areWrong = true
        return false
      }
      if seen.insert(name).inserted { return true }
      yaml.report("wrong-value", "'\(name)' is listed twice", at: range)
      return false
    }
  }

  /// The names of modules, as `import` has them.
  private mutating func imports(_ entry: YAMLEntry) -> [String] {
    var modules: [String] = []
    for (name, range) in yaml.texts(entry, called: "modules") ?? [] {
      if !ModuleName.isImportable(name) {
        let module = name.replacing("-", with: "_")
        yaml.report(
          "wrong-value", "'\(Excerpt.short(name))' is not a name that Swift can import", at: range,
          cure: ModuleName.isImportable(module) ? "the module of a product with a hyphen is called '\(module)'" : nil)
      } else if ["Testing", "XCTest"].contains(name) {
        yaml.report(
          "wrong-value", "'\(name)' is for tests; an example that has tests imports it itself", at: range)
      } else if modules.contains(name) {
        yaml.report("wrong-value", "'\(name)' is listed twice", at: range)
      } else {
        modules.append(name)
        configuration.importPlaces[name] = yaml.file.place(range)
      }
    }
    return modules
  }

  private mutating func swiftMode(_ entry: YAMLEntry) -> SwiftMode? {
    guard case .scalar(let scalar) = entry.value.content, let number = Int(scalar.text),
      let mode = SwiftMode(rawValue: number)
    else {
      yaml.report("wrong-value", "'swift' must be 5 or 6, a language mode", at: entry.value.range)
      return nil
    }
    return mode
  }

  /// What hidden lines begin with.
  private mutating func hiddenLines(_ entry: YAMLEntry) -> String? {
    guard let text = yaml.text(entry) else { return nil }
    let isPrefix =
      text.unicodeScalars.first.map { !$0.properties.isWhitespace && !$0.properties.isXIDContinue } ?? false
      && !text.unicodeScalars.contains { $0.value < 0x20 }
    if isPrefix { return text }
    yaml.report(
      "wrong-value", "'\(entry.key)' must be the prefix of hidden lines, and begin with a mark such as '#'",
      at: entry.value.range, cure: "for instance '\(entry.key): \"# \"', as in books for rustdoc and mdBook")
    return nil
  }

  private mutating func path(_ entry: YAMLEntry) -> String? {
    guard let text = line(entry) else { return nil }
    if text.utf8.contains(0) {
      yaml.report("wrong-value", "'\(entry.key)' must be a path", at: entry.value.range)
      return nil
    }
    // As a path it would name a folder that is called 'https:'.
    if text.contains("://") {
      yaml.report(
        "wrong-value", "'\(entry.key)' is a folder, not an address", at: entry.value.range,
        cure: addressCure(entry, text))
      return nil
    }
    return BookPath.join(folder, text)
  }

  /// What to do with an address that stands where a folder belongs.
  private func addressCure(_ entry: YAMLEntry, _ address: String) -> String {
    switch entry.key {
    case ConfigurationKey.cache.rawValue: "for a cache that machines share, write 'cache: {remote: \"\(address)\"}'"
    case "folder": "for a cache that machines share, write 'remote: \"\(address)\"'"
    case ConfigurationKey.output.rawValue: "name a folder; the address that the site will have belongs to 'url'"
    default: "name a folder of this machine"
    }
  }

  private mutating func existingFolder(_ entry: YAMLEntry, holding name: String? = nil) -> String? {
    guard let path = path(entry) else { return nil }
    guard Disk.kind(of: path) == .folder else {
      let isThere = Disk.kind(of: path) != nil
      yaml.report(
        "missing-folder", isThere ? "'\(path)' is not a folder" : "there is no folder '\(path)'", at: entry.value.range,
        cure: isThere ? nil : "paths are relative to the folder of \(Configuration.fileName)")
      return nil
    }
    if let name, Disk.kind(of: BookPath.join(path, name)) != .file {
      yaml.report("missing-folder", "there is no \(name) in '\(path)'", at: entry.value.range)
      return nil
    }
    return path
  }

  private mutating func findTemplates() {
    let standard = BookPath.join(folder, Configuration.usualTemplates)
    if places[.templates] == nil, Disk.kind(of: standard) == .folder { configuration.templates = standard }
  }

  private mutating func checkImports() {
    if places[.package] != nil, let modules = places[.modules] {
      yaml.report(
        "wrong-value", "'modules' takes the place of a package, so you cannot have both", at: modules.keyRange,
        cure: "remove 'package' or 'modules'")
    }
    if places[.package] == nil, places[.modules] == nil, !configuration.modulePlaces.areWrong,
      let products = places[.products]
    {
      configuration.modulePlaces.areWrong = true
      yaml.report(
        "wrong-value", "'products' names what to import, but nothing says from which package", at: products.keyRange,
        cure: "add 'package: ..' with the package's folder, or 'modules'")
    }
  }

  private mutating func checkReference() {
    if isReferenceOn == false {
      if configuration.examples.noReferenceReason == nil, places[.referenceReason] == nil,
        let entry = places[.reference]
      {
        yaml.report(
          "wrong-value", "'reference: off' needs a reason, which the pages show", at: entry.value.range,
          cure: "add 'reference-reason: …' below it")
      }
    } else if let entry = places[.referenceReason] {
      configuration.examples.noReferenceReason = nil
      if places[.reference] == nil || isReferenceOn == true {
        yaml.report(
          "wrong-value", "'reference-reason' has an effect only with 'reference: off'", at: entry.keyRange,
          cure: "add 'reference: off', or remove the reason")
      }
    }
  }

  /// Writing the site replaces its folder, so that must not hold anything else of the book; nor must the cache, which
  /// may be deleted at any time.
  private mutating func checkFolders() {
    let book = Disk.realPath(folder) ?? folder
    for (key, path) in [(ConfigurationKey.output, configuration.output), (.cache, configuration.cache)] {
      guard let entry = places[key], let real = Disk.realPath(path), BookPath.contains(real, book) else { continue }
      yaml.report(
        "wrong-value", "'\(key.rawValue)' is the book's own folder or contains it, and would replace the book",
        at: entry.value.range, cure: "name a folder of its own")
      if key == .cache { configuration.cache = Configuration(folder: folder).cache }
    }
    guard let entry = places[.cache],
      let stranger = CacheFolder(configuration.cache).stranger(countingHidden: false)
    else { return }
    yaml.report(
      "wrong-value",
      "'cache' names a folder with files that loopbook did not make, such as '\(Excerpt.short(stranger))'",
      at: entry.value.range, cure: "name a folder of its own")
    // Nothing is written there.
    configuration.cache = Configuration(folder: folder).cache
  }
}
