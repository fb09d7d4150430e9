internal import Book
internal import Execution
internal import Files
internal import Text

/// What a book's examples can import besides the toolchain's modules and the engine's, and what they could.
package struct ModuleOffer: Sendable {
  /// What the book's package says of itself; `nil` where it has none, or where that is not known.
  var description: PackageDescription?
  /// The modules of the book's own that examples can import.
  var modules: Set<String> = []
  /// Why what the book says about its modules cannot be had, in words that fit after "since"; `nil` where it can.
  var lack: String?

  /// The modules that the book imports for every example, and where it says so.
  var imports: [String: SourcePlace] = [:]

  package init() {}

  /// Why an example cannot be judged for which the compiler did not find a module.
  struct Want: Sendable, Hashable {
    /// What would have to be done.
    enum Cause: Sendable, Hashable {
      /// What the book says about its modules has to be mended.
      case configuration
      /// The book has to list this product of its package.
      case product(String)
      /// Many examples lack the import of this module.
      case missingImport(String)
      /// The book imports this module for all of its examples, and it does not exist.
      case bookImport(String)
    }
    var cause: Cause
    /// In words that fit after "skipped:".
    var reason: String
    /// Where the example needs it, if that is known.
    var place: SourcePlace?

    init(cause: Cause, reason: String) {
      self.cause = cause
      self.reason = reason
    }

    /// That of one of many examples that lack the import of a module.
    init(missingImport module: String, at place: SourcePlace?) {
      self.init(cause: .missingImport(module), reason: "not examined, since 'import \(module)' is missing")
      self.place = place
    }
  }

  /// Why a program with these messages of the compiler cannot be judged; `nil` where it can.
  ///
  /// - Parameter text: The program.
  func want(_ messages: [CompilerMessage], text: String) -> Want? {
    let errors = messages.filter { $0.severity == .error }
    let missing = errors.compactMap(\.missingModule)
    if let lack {
      // The part that is for the case that the module is there was not looked at.
      guard !missing.isEmpty || text.containsBytes(of: "canImport(") else { return nil }
      return Want(cause: .configuration, reason: "not examined, since \(lack)")
    }
    for module in missing where !modules.contains(module) {
      guard let product = product(with: module) else { continue }
      return Want(
        cause: .product(product), reason: "not examined, since \(Configuration.fileName) does not list '\(product)'")
    }
    // What an example does not say itself has no line.
    for module in errors.filter({ $0.line == 0 }).compactMap(\.missingModule) where imports[module] != nil {
      return Want(
        cause: .bookImport(module), reason: "not examined, since there is no module '\(module)', which each imports")
    }
    return nil
  }

  /// The product of the package that has a module; the one that is called like it, if there are several.
  private func product(with module: String) -> String? {
    guard let description, let target = description.targets.first(where: { $0.module == module }) else { return nil }
    let products = description.libraries(of: target)
    return products.first { $0 == module || $0 == target.name } ?? products.first
  }

  /// What is wrong with a book whose examples wait for this.
  func diagnostics(_ wants: [Want], in configuration: Configuration) -> [Diagnostic] {
    var products: Set<String> = []
    var unknown: Set<String> = []
    var lacking: [String: [Want]] = [:]
    for want in wants {
      switch want.cause {
      case .configuration: break
      case .product(let name): products.insert(name)
      case .bookImport(let name): unknown.insert(name)
      case .missingImport(let name): lacking[name, default: []].append(want)
      }
    }
    var diagnostics = unknown.sorted().map { module in
      Diagnostic(
        id: "unknown-import", "there is no module '\(module)', which every example imports", at: imports[module],
        cure: nearest(to: module).map { "did you mean '\($0)'?" })
    }
    if !products.isEmpty { diagnostics.append(missing(products.sorted(), configuration)) }
    diagnostics += lacking.sorted { $0.key < $1.key }.map { missingImport($0.key, $0.value, configuration) }
    for index in diagnostics.indices { diagnostics[index].precedence = 0 }
    return diagnostics
  }

  private func missing(_ products: [String], _ configuration: Configuration) -> Diagnostic {
    let places = configuration.modulePlaces
    let names = products.map { "'\($0)'" }.joined(separator: ", ")
    let line = "products: [\((configuration.products + products).joined(separator: ", "))]"
    return Diagnostic(
      id: "missing-product",
      "examples import what the package has in the \(products.count == 1 ? "product" : "products") \(names), "
        + "which 'products' does not list",
      at: places.products ?? places.package, cure: places.products == nil ? "add a line: \(line)" : "write \(line)")
  }

  private func missingImport(_ module: String, _ wants: [Want], _ configuration: Configuration) -> Diagnostic {
    let imports = configuration.examples.imports
    let list = "imports: [\((imports + [module]).joined(separator: ", "))]"
    let cure: String
    if !imports.isEmpty {
      cure = "write \(list)"
    } else {
      cure =
        configuration.modulePlaces.examples == nil
        ? "add a line to \(Configuration.fileName): examples: {\(list)}" : "add to 'examples': \(list)"
    }
    let place = configuration.modulePlaces.examples ?? SourcePlace(path: configuration.file)
    let places = wants.compactMap(\.place)
    return Diagnostic(
      id: "missing-import", "\(wants.count) examples use what '\(module)' declares, but do not import it", at: place,
      notes: places.isEmpty ? [] : [Diagnostic.Note("they use it at these places:\n" + PlaceList(places).text)],
      cure: cure)
  }

  /// Whether the book's package or its own modules have a module of this name.
  func has(_ module: String) -> Bool {
    modules.contains(module) || description?.targets.contains { $0.module == module } == true
  }

  /// What helps where the compiler found no module of this name.
  func cure(for module: String) -> String? {
    if module == "PackageDescription" { return "if this is a Package.swift, mark it `quote`" }
    if let target = description?.targets.first(where: { $0.module == module }), product(with: module) == nil {
      return "'\(target.name)' is in no library product of the package: add one to its Package.swift, and to 'products'"
    }
    return nearest(to: module).map { "did you mean `import \($0)`?" }
  }

  /// What helps where a module can be imported, and its code is in no library.
  func linkCure(for module: String) -> String? {
    if let product = product(with: module) { return "list '\(product)' in 'products'" }
    guard modules.contains(module), description == nil else { return nil }
    return "put the library of '\(module)', lib\(module).so or lib\(module).a, into the folder of 'modules'"
  }

  /// The module that may be meant by a name that is none.
  private func nearest(to name: String) -> String? {
    let possible = (description?.targets ?? []).map(\.module).filter { product(with: $0) != nil }
    return NearestName.suggestion(for: name, among: modules.union(Self.others))
      ?? NearestName.suggestion(for: name, among: possible)
  }

  /// What is there without the book's doing.
  private static let others: Set = ["Foundation", "Dispatch", "Glibc", "LoopEngine", "LoopTracing", "Synchronization"]
}

extension CompilerMessage {
  /// The module that the compiler did not find.
  var missingModule: String? {
    for beginning in ["no such module '", "missing required module '"] where text.hasPrefix(beginning) {
      return String(text.dropFirst(beginning.count).prefix { $0 != "'" })
    }
    return nil
  }
}
