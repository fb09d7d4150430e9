internal import Files
internal import Glibc
internal import LoopEngine

/// Builds the products of a SwiftPM package so that programs can import and load them.
///
/// A package of our own, in the cache, depends on the products and makes one shared library of them: SwiftPM itself
/// then knows what belongs to it, dependencies and C modules included.
package struct PackageBuild: Sendable {
  /// The folder of the author's package.
  private let package: String
  private let products: [String]
  /// Whether pages are made of its doc comments, which only the machine that builds it has.
  private let isDocumented: Bool
  private let cache: CacheFolder
  private let toolchain: Toolchain
  private let environment: [String: String]
  /// Absolute folders in the package that do not belong to it as far as SwiftPM's plan tells: of the first only what is
  /// written in Markdown, of the others everything.
  private let prose: String
  private let asides: [String]

  private static let name = "BookModules"

  /// Why the package could not be built.
  package struct Failure: Error, Sendable {
    /// In one sentence.
    package var message: String
    /// What SwiftPM said.
    package var words = ""
    /// The errors of the compiler, each once, in its order.
    package var errors: [CompilerMessage] = []
    /// Whether the cache could not be written to.
    package var isOfCache = false
  }

  /// Builds products of a package for a book.
  ///
  /// - Parameters:
  ///   - package: The package's folder.
  ///   - products: The products.
  ///   - cache: Where loopbook keeps what it makes.
  ///   - book: The book's folder; its prose may lie in the package.
  ///   - asides: Folders of the book that may lie in the package: its templates, its site.
  ///   - toolchain: What builds it.
  ///   - environment: The environment to build in.
  ///   - isDocumented: Whether pages are made of its doc comments.
  package init(
    package: String, products: [String], cache: String, book: String, asides: [String], toolchain: Toolchain,
    environment: [String: String], isDocumented: Bool = false
  ) {
    self.package = Disk.absolute(package)
    self.products = products
    self.isDocumented = isDocumented
    // The path has to be absolute, and only what exists has one.
    try? FileTree.makeOne(cache)
    self.cache = CacheFolder(Disk.absolute(cache))
    self.toolchain = toolchain
    self.environment = environment
    prose = Disk.absolute(book)
    self.asides = asides.map(Disk.absolute) + [self.cache.path]
  }

  /// What programs need of the package, if it was built, or taken, from the package as it is now, and all that building
  /// it reads is known: what else may have changed, a plugin's files or what a manifest asks of the machine, only
  /// SwiftPM tells.
  package var current: BuiltPackage? {
    guard let memory = PackageMemory(memoryPath, circumstances: circumstances, left: left),
      !memory.name.isEmpty, memory.text == memory.stamp.text(environment), !isDocumented || compiled != nil
    else { return nil }
    let place = cache.package(memory.name)
    return PortablePackage(folder: place, named: memory.name).map { BuiltPackage($0, in: place) }
  }

  /// What the package said of itself when it was built; `nil` where that is not known.
  package var description: PackageDescription? {
    guard !asksTheMachine, let text = Disk.text(of: descriptionPath), text.hasPrefix(descriptionKey) else { return nil }
    let rest = text.dropFirst(descriptionKey.count)
    let description = PackageDescription(String(rest))
    // Which files a target has changes without its manifest.
    return rest.hasPrefix("\(listing(of: description))\n") ? description : nil
  }

  /// What tells which Swift files lie in the folders of targets.
  private func listing(of description: PackageDescription) -> String {
    let names = Set(description.targets.map(\.folder)).sorted().flatMap { [$0] + swiftFiles(in: $0) }
    return ContentHash(of: names.map { Array($0.utf8) }).text
  }

  private func swiftFiles(in folder: String) -> [String] {
    FileTree.shownFiles(in: "\(package)/\(folder)").filter { $0.hasSuffix(".swift") }
  }

  /// Asks the package what it says of itself, unless that is known.
  package func describe(with supervisor: Supervisor) async throws(Failure) -> PackageDescription {
    if let description { return description }
    let key = descriptionKey
    try Self.writing { () throws(FileError) in try FileTree.make(folder) }
    let result = try await swift(
      // Not in the author's own folder, where nothing of ours is wanted.
      ["package", "--package-path", package, "--scratch-path", "\(folder)/.describe", "describe", "--type", "json"],
      with: supervisor)
    guard result.succeeded else { throw Failure("the package in \(package) cannot be read", result) }
    let text = String(decoding: result.output, as: UTF8.self)
    let description = PackageDescription(text)
    let kept = "\(key)\(listing(of: description))\n\(text)"
    try Self.writing { () throws(FileError) in try Disk.write(Array(kept.utf8), to: descriptionPath) }
    return description
  }

  private func swift(_ arguments: [String], with supervisor: Supervisor) async throws(Failure) -> CommandResult {
    let own = ModuleCache.environment(environment, orIn: "\(folder)/.caches")
    // SwiftPM keeps what a manifest said as long as its text stays, whatever else it may have read.
    let anew = asksTheMachine ? ["--manifest-cache", "none"] : []
    let arguments = arguments.prefix(1) + anew + arguments.dropFirst()
    let command = Command(toolchain.swift, Array(arguments), environment: toolchain.environment(own), folder: folder)
    do throws(SystemError) { return try await supervisor.run(command) } catch {
      throw Failure(message: "SwiftPM cannot be started: \(error)")
    }
  }

  /// The files that building reads, where the book's own folders do not belong to the package.
  package func sources() throws(Unshareable) -> PackageSources {
    try PackageSources(package: package, without: [prose] + asides)
  }

  /// What is asked of SwiftPM.
  package var demands: [String] { ["\(products)"] + Self.flags + (isDocumented ? ["documented"] : []) }

  /// The modules of the last build on this machine, as SwiftPM left them, and how they are imported; `nil` where one of
  /// them has lost its doc comments.
  package var compiled: (modules: [SymbolExtraction.Module], settings: ModuleSettings)? {
    guard let plan else { return nil }
    let modules = plan.modules.sorted { $0.key < $1.key }.map { SymbolExtraction.Module(name: $0.key, path: $0.value) }
    guard modules.allSatisfy(\.isDocumented) else { return nil }
    return (modules, plan.settings)
  }

  /// What else than its files the build depends on; which package it is, too, since the book may name another.
  private var circumstances: [String] { [toolchain.identity, "package \(package)"] + demands }

  /// Builds, and takes what programs need of it.
  ///
  /// - Parameters:
  ///   - sources: The files that building reads, as they are now.
  ///   - description: What the package says of itself.
  ///   - isFromNothing: Whether nothing that was built before is used, since others are to have what comes out.
  package func build(
    _ sources: Result<PackageSources, Unshareable>, _ description: PackageDescription, isFromNothing: Bool,
    with supervisor: Supervisor
  ) async throws(Failure) -> BuiltPackage {
    // Taken before: what changes during the build makes the next one necessary.
    let before = state(of: sources)
    if isFromNothing || !isInItsPlace || isStale(before.text) { removeBuilt() }
    try writePackage()
    try removeStalePlan(before.text)
    // What others cannot have may name places of this machine.
    let isForOthers = if case .success = sources { true } else { false }
    let answers = HeaderAnswers(in: before.stamp.folders).flags
    var result = try await swiftBuild((isForOthers ? Self.flags : Self.flagsForTools) + answers, with: supervisor)
    if isForOthers, !result.succeeded, Self.isOfTools(result) {
      result = try await swiftBuild(Self.flagsForTools + answers, with: supervisor)
    }
    guard result.succeeded else { throw Failure("the package in \(package) does not build", result) }
    guard let plan, Disk.isReadable(library) else {
      throw Failure(message: "SwiftPM built no library of the package in \(package)")
    }
    removeStrangers(plan)
    // SwiftPM may have found other packages of this machine than before.
    let stamp = stamp(of: sources)
    let text = stamp.text(beyond: before, environment)
    try Self.writing { () throws(FileError) in try planNote(text).write(to: planNotePath) }
    let portable = portable(plan, sources, description)
    switch portable {
    case .success(let portable):
      return try keep(portable, PackageMemory(stamp, text: text, name: portable.name))
    case .failure(let reason):
      try Self.writing { () throws(FileError) in try PackageMemory(stamp, text: text, name: "").write(to: memoryPath) }
      return BuiltPackage(plan, reason)
    }
  }

  /// Keeps what another machine built from the same sources.
  ///
  /// - Parameter state: How these were before it was known that they are the same.
  package func take(_ portable: PortablePackage, _ state: PackageState) throws(Failure) -> BuiltPackage {
    try keep(portable, PackageMemory(state.stamp, text: state.text, name: portable.name))
  }

  /// How the package is now.
  package func state(of sources: Result<PackageSources, Unshareable>) -> PackageState {
    let stamp = stamp(of: sources)
    return PackageState(stamp: stamp, text: stamp.text(environment))
  }

  /// Whether SwiftPM built here what it has built: the compiler's modules of C name the folder that they were made in.
  private var isInItsPlace: Bool { Disk.text(of: placePath) == folder }

  /// Whether something has changed since the last build that SwiftPM would not notice.
  private func isStale(_ now: String) -> Bool {
    guard let status = FileStatus(of: memoryPath),
      let memory = PackageMemory(memoryPath, circumstances: circumstances, left: left)
    else { return false }
    return BuiltBefore(memory.text, now: now, memory: status).isStale
  }

  /// Removes what SwiftPM has built, and not what it has fetched.
  private func removeBuilt() {
    let fetched: Set = ["artifacts", "checkouts", "repositories", "workspace-state.json"]
    for path in FileTree.paths(in: "\(folder)/.build") where !fetched.contains(BookPath.name(of: path)) {
      FileTree.remove(path)
    }
  }

  // MARK: what is kept

  /// The folder of our own package.
  private var folder: String { cache.modules }
  private var neighbors: PackageNeighbors { PackageNeighbors(of: package, in: cache) }
  private var memoryPath: String { "\(folder)/stamp" }
  private var placePath: String { "\(folder)/place" }
  private var planNotePath: String { "\(folder)/planned" }
  private var descriptionPath: String { "\(folder)/description" }
  private var library: String { "\(folder)/.build/debug/lib\(Self.name).so" }
  private var plan: PackagePlan? { PackagePlan(folder: "\(folder)/.build", product: Self.name) }

  private func portable(
    _ plan: PackagePlan, _ sources: Result<PackageSources, Unshareable>, _ description: PackageDescription
  ) -> Result<PortablePackage, Unshareable> {
    Result { () throws(Unshareable) in
      let sources = try sources.get()
      let found = neighbors.folders.filter { !sources.folders.contains(Disk.absolute($0)) }
      if let other = found.first { throw Unshareable("it depends on \(other)") }
      return try PackageHarvest(
        plan: plan, sources: sources, description: description, folder: folder, toolchain: toolchain
      ).portable()
    }
  }

  /// Puts files in their place, and makes them those that count.
  private func keep(_ portable: PortablePackage, _ memory: PackageMemory) throws(Failure) -> BuiltPackage {
    let place = cache.package(portable.name)
    try Self.writing { () throws(FileError) in
      try FileTree.make(folder)
      try FileTree.makeOne(cache.packages)
      if PortablePackage(folder: place, named: portable.name) == nil {
        let new = "\(place).\(getpid())"
        FileTree.remove(new)
        try portable.write(to: new)
        FileTree.remove(place)
        try Disk.move(new, to: place)
      }
      try memory.write(to: memoryPath)
    }
    removeOld(but: place)
    return BuiltPackage(portable, in: place)
  }

  /// Removes what was kept of earlier states of the package, unless another run may still use it.
  private func removeOld(but place: String) {
    for path in FileTree.paths(in: cache.packages) where path != place {
      if let status = FileStatus(of: path), time(nil) - status.modified > Self.age { FileTree.remove(path) }
    }
  }

  /// No run takes a day.
  private static let age = 86_400

  // MARK: what is built

  /// What is asked of SwiftPM so that what is built names no place of this machine: not those of its sources, nor that
  /// of the toolchain, whose libraries are loaded before it.
  ///
  /// The linker is the toolchain's own.
  private static let flags = flagsForTools + ["-Xswiftc", "-no-toolchain-stdlib-rpath"]

  /// The same where SwiftPM starts what it builds, plugins' tools and macros: these have to find the toolchain's
  /// libraries.
  private static let flagsForTools = ["-debug-info-format", "none", "-Xswiftc", "-use-ld=lld"]

  /// Whether a build failed since such a tool, of a package that SwiftPM fetched, did not find them.
  private static func isOfTools(_ result: CommandResult) -> Bool {
    (result.output + result.errors).containsBytes(of: "produced malformed response")
      || (result.output + result.errors).containsBytes(of: "error while loading shared libraries")
  }

  private func swiftBuild(_ flags: [String], with supervisor: Supervisor) async throws(Failure) -> CommandResult {
    try await swift(["build", "--package-path", folder, "--product", Self.name] + flags, with: supervisor)
  }

  private func writePackage() throws(Failure) {
    let sources = "\(folder)/Sources/\(Self.name)"
    let identity = package.split(separator: "/").last.map(String.init) ?? ""
    let dependencies = products.map { ".product(name: \(Self.quoted($0)), package: \(Self.quoted(identity)))" }
    let manifest = """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "\(Self.name)",
        products: [.library(name: "\(Self.name)", type: .dynamic, targets: ["\(Self.name)"])],
        dependencies: [.package(path: \(Self.quoted(package)))],
        targets: [.target(name: "\(Self.name)", dependencies: [\(dependencies.joined(separator: ", "))])]
      )

      """
    try Self.writing { () throws(FileError) in
      try FileTree.make(sources)
      let files = [
        ("\(folder)/Package.swift", manifest), ("\(sources)/\(Self.name).swift", ""), (placePath, folder),
      ]
      for (name, text) in files {
        // An unchanged file keeps its date, and SwiftPM what it has built.
        if Disk.bytes(of: name) != Array(text.utf8) { try Disk.write(Array(text.utf8), to: name) }
      }
      try lock()
    }
  }

  private static func writing(_ body: () throws(FileError) -> Void) throws(Failure) {
    do throws(FileError) { try body() } catch {
      throw Failure(message: error.description, isOfCache: true)
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Makes SwiftPM take those versions of other packages that the author's package has locked.
  private func lock() throws(FileError) {
    let (authors, own) = ("\(package)/Package.resolved", "\(folder)/Package.resolved")
    guard let locked = PackagePins(authors), !locked.pins.isEmpty, let text = Disk.bytes(of: authors) else { return }
    if let known = PackagePins(own), !known.pins.isEmpty, known.pins.isSubset(of: locked.pins) { return }
    try Disk.write(text, to: own)
  }

  /// What changes when the package may say something else of itself.
  private var descriptionKey: String {
    var key = "\(toolchain.identity)\n\(package)\n"
    for name in PackageSources.manifestNames(in: package) {
      key += "\(name) \(FileStatus(of: "\(package)/\(name)")?.stamp ?? "")\n"
    }
    // Of a manifest that only SwiftPM understands, nothing is known of what it asks for.
    let known = try? PackageSources.manifests(in: package).flatMap(\.variables)
    let asked = Set(known ?? environment.keys.filter { !Self.restless.contains($0) })
    key += asked.sorted().map { "\($0) \(environment[$0].map { "is \($0)" } ?? "is not set")\n" }.joined()
    return key
  }

  /// Variables of the environment that differ from one command to the next.
  private static let restless: Set = ["OLDPWD", "PWD", "SHLVL", "_"]

  /// SwiftPM's plan of the last build.
  private var planPath: String { "\(folder)/.build/debug.yaml" }

  /// Removes SwiftPM's plan if it may make another one now.
  ///
  /// It looks for files that came or went, and at the manifest, only in our own package, to which the author's is
  /// another.
  private func removeStalePlan(_ now: String) throws(Failure) {
    let note = planNote(now)
    let isStale = asksTheMachine || !note.isKept(at: planNotePath) || lacksPlannedFile
    // First: what is noted must not be of an older plan.
    if isStale { FileTree.remove(planPath) }
    try Self.writing { () throws(FileError) in try note.write(to: planNotePath) }
  }

  private func planNote(_ stamp: String) -> PlanNote { PlanNote(stamp, asked: descriptionKey) }

  /// Whether a source file in SwiftPM's plan is gone, such as one of a package that it fetched.
  private var lacksPlannedFile: Bool {
    guard let plan = Disk.text(of: planPath) else { return false }
    let sources = Set(plan.split(separator: "\"").filter { $0.hasPrefix("/") && $0.hasSuffix(".swift") })
    return sources.contains { !Disk.isReadable(String($0)) }
  }

  /// Whether a manifest on this machine may say something else from one moment to the next.
  private var asksTheMachine: Bool { ([package] + neighbors.folders).contains(where: PackageManifest.asksTheMachine) }

  /// What of the book lies in the package and does not count, as the last build tells.
  private var left: PackageStamp.Left {
    let plan = Disk.text(of: planPath) ?? ""
    return PackageStamp.Left(
      prose: isUsed(prose, by: plan) ? nil : prose, asides: Set(asides.filter { !isUsed($0, by: plan) }))
  }

  /// Whether SwiftPM's plan names a folder, something in it, or a folder above it in the package: then what it holds
  /// may be built, or copied, with the package.
  private func isUsed(_ folder: String, by plan: String) -> Bool {
    // A plugin reads what it likes.
    if plan.contains("/plugins/outputs/") || plan.contains("\"\(folder)\"") { return true }
    // What we keep may lie there, and is named often.
    let own = "\(cache.path)/"
    for range in plan.ranges(of: "\(folder)/") where !plan[range.lowerBound...].hasPrefix(own) { return true }
    var above = BookPath.folder(of: folder)
    while BookPath.contains(package, above), above != package {
      if plan.contains("\"\(above)\"") || plan.contains("\"\(above)/\"") { return true }
      above = BookPath.folder(of: above)
    }
    return false
  }

  private func stamp(of sources: Result<PackageSources, Unshareable>) -> PackageStamp {
    switch sources {
    case .success(let sources):
      PackageStamp(
        folders: sources.folders + neighbors.folders.filter { !sources.folders.contains(Disk.absolute($0)) },
        places: sources.places, variables: sources.variables.sorted(), circumstances: circumstances, left: left)
    case .failure:
      PackageStamp(
        folders: [package] + neighbors.folders + neighbors.repositories, places: neighbors.folders, variables: [],
        circumstances: circumstances, left: left)
    }
  }

  /// Removes the modules of products that were asked for earlier: what imports them would compile, and find nothing of
  /// them in the library.
  private func removeStrangers(_ plan: PackagePlan) {
    let own = Set(plan.modules.values.map(BookPath.name) + ["\(Self.name).swiftmodule"])
    for path in FileTree.paths(in: "\(plan.built)/Modules") {
      let name = BookPath.name(of: path)
      if name.hasSuffix(".swiftmodule"), !own.contains(name) { FileTree.remove(path) }
    }
  }
}

extension PackageBuild.Failure {
  /// Takes what SwiftPM said of it.
  fileprivate init(_ message: String, _ result: CommandResult) {
    self.message = message
    words = String(decoding: result.output + result.errors, as: UTF8.self)
    var seen: Set<String> = []
    // Of one file it tells twice: when it makes its module, and when it compiles it.
    errors = CompilerMessage.parse(words).filter { message in
      message.severity == .error && message.line > 0
        && seen.insert("\(message.file):\(message.line):\(message.column): \(message.text)").inserted
    }
  }
}
