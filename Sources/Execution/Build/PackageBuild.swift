internal import Files
internal import LoopEngine

/// Builds the products of a SwiftPM package so that programs can import and load them.
///
/// A package of our own, in the cache, depends on the products and makes one shared library of them: SwiftPM itself
/// then knows what belongs to it, dependencies and C modules included.
package struct PackageBuild: Sendable {
  /// The folder of the author's package.
  private let package: String
  private let products: [String]
  private let cache: CacheFolder
  private let toolchain: Toolchain
  private let environment: [String: String]
  /// Absolute folders in the package that are no part of it as far as SwiftPM's plan tells: of the first only what is
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
  package init(
    package: String, products: [String], cache: String, book: String, asides: [String], toolchain: Toolchain,
    environment: [String: String]
  ) {
    self.package = Disk.absolute(package)
    self.products = products
    // The path has to be absolute, and only what exists has one.
    try? FileTree.makeOne(cache)
    self.cache = CacheFolder(Disk.absolute(cache))
    self.toolchain = toolchain
    self.environment = environment
    prose = Disk.absolute(book)
    self.asides = asides.map(Disk.absolute) + [self.cache.path]
  }

  /// What programs need to import the products, if they were built from the package as it is now.
  package var current: ModuleSettings? {
    guard Disk.text(of: stampPath) == stamp, Disk.isReadable(library) else { return nil }
    return settings
  }

  /// What the package said of itself when it was built; `nil` where that is not known.
  package var description: PackageDescription? {
    guard let text = Disk.text(of: descriptionPath), text.hasPrefix(descriptionKey) else { return nil }
    return PackageDescription(String(text.dropFirst(descriptionKey.count)))
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
    try Self.writing { () throws(FileError) in try Disk.write(Array((key + text).utf8), to: descriptionPath) }
    return PackageDescription(text)
  }

  private func swift(_ arguments: [String], with supervisor: Supervisor) async throws(Failure) -> CommandResult {
    let command = Command(
      toolchain.swift, arguments, environment: toolchain.environment(environment), folder: folder)
    do throws(SystemError) { return try await supervisor.run(command) } catch {
      throw Failure(message: "SwiftPM cannot be started: \(error)")
    }
  }

  /// Builds, and tells what programs need.
  package func build(with supervisor: Supervisor) async throws(Failure) -> ModuleSettings {
    // Taken before: what changes during the build makes the next one necessary.
    let before = stamp
    try writePackage()
    let result = try await swift(["build", "--package-path", folder, "--product", Self.name], with: supervisor)
    guard result.succeeded else { throw Failure("the package in \(package) does not build", result) }
    guard Disk.isReadable(library) else {
      throw Failure(message: "SwiftPM built no library of the package in \(package)")
    }
    removeStrangers()
    guard let settings = self.settings else {
      throw Failure(message: "SwiftPM told nothing of how the package in \(package) was built")
    }
    // Where SwiftPM found other packages of this machine than before, those are in no stamp yet, and the next run asks
    // again.
    try Self.writing { () throws(FileError) in try Disk.write(Array(before.utf8), to: stampPath) }
    return settings
  }

  /// The folder of our own package.
  private var folder: String { cache.modules }
  private var stampPath: String { "\(folder)/stamp" }
  private var descriptionPath: String { "\(folder)/description" }
  private var built: String { "\(folder)/.build/debug" }
  private var library: String { "\(built)/lib\(Self.name).so" }

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
      for (name, text) in [("\(folder)/Package.swift", manifest), ("\(sources)/\(Self.name).swift", "")] {
        // An unchanged file keeps its date, and SwiftPM what it has built.
        if Disk.bytes(of: name) != Array(text.utf8) { try Disk.write(Array(text.utf8), to: name) }
      }
    }
  }

  private static func writing(_ body: () throws(FileError) -> Void) throws(Failure) {
    do throws(FileError) { try body() } catch { throw Failure(message: error.description) }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// What changes when the package does, or one of this machine that it depends on: the sizes and dates of their files,
  /// and what is asked of it.
  private var stamp: String {
    var stamp = "2\n\(toolchain.identity)\n\(products)\n"
    let plan = self.plan ?? ""
    let left = Left(
      prose: isUsed(prose, by: plan) ? nil : prose, asides: Set(asides.filter { !isUsed($0, by: plan) }))
    for folder in [package] + localDependencies { Self.describe(folder, without: left, into: &stamp) }
    return stamp
  }

  /// What changes when the package may say something else of itself.
  private var descriptionKey: String {
    let manifest = FileStatus(of: "\(package)/Package.swift")?.stamp ?? ""
    return "\(toolchain.identity)\n\(package)\n\(manifest)\n"
  }

  /// What of the book lies in the package and does not count.
  private struct Left {
    var prose: String?
    var asides: Set<String>
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

  private var plan: String? { Disk.text(of: "\(folder)/.build/debug.yaml") }

  /// The folders of the packages on this machine that the last build took along, as SwiftPM noted them.
  private var localDependencies: [String] {
    guard let state = Disk.text(of: "\(folder)/.build/workspace-state.json") else { return [] }
    let mark = "\"location\" : \""
    let folders = state.split(separator: "\n").compactMap { line -> String? in
      let line = line.drop { $0 == " " }
      guard line.hasPrefix(mark) else { return nil }
      let path = String(line.dropFirst(mark.count).prefix { $0 != "\"" }).replacing("\\/", with: "/")
      return path.hasPrefix("/") && path != package ? path : nil
    }
    return Set(folders).sorted()
  }

  private static func describe(_ folder: String, without left: Left, into stamp: inout String) {
    let isProse = left.prose.map { BookPath.contains($0, folder) } ?? false
    for name in FileTree.names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let status = FileStatus(of: path, followingLinks: false) else { continue }
      if status.kind == .folder {
        if !left.asides.contains(path) { describe(path, without: left, into: &stamp) }
      } else if EditorFile.isLeftover(name) || isProse && BookPath.isMarkdown(name) {
        continue
      } else {
        stamp += "\(path) \(status.stamp)\n"
      }
    }
  }

  /// What our own target was compiled with: SwiftPM's plan of the build tells.
  private var settings: ModuleSettings? {
    guard let plan else { return nil }
    let mark = "\"-module-name\",\"\(Self.name)\""
    let line = plan.split(separator: "\n")
      .first { $0.contains(mark) && $0.contains("\"-emit-module-path\"") }
    guard let line, let list = line.firstIndex(of: "[") else { return nil }
    let arguments = PackageDescription.strings(line[list...])
    var settings = ModuleSettings()
    for (index, argument) in arguments.enumerated() where index + 1 < arguments.count {
      switch argument {
      case "-I": settings.importFolders.append(arguments[index + 1])
      case "-Xcc": settings.flags += ["-Xcc", arguments[index + 1]]
      default: break
      }
    }
    for folder in settings.importFolders {
      for name in FileTree.names(in: folder) where name.hasSuffix(Self.moduleEnding) {
        let module = String(name.dropLast(Self.moduleEnding.count))
        if module != Self.name { settings.libraries[module] = [library] }
      }
    }
    for map in settings.moduleMaps {
      for module in ModuleMapNames.read(Disk.text(of: map) ?? "") { settings.libraries[module] = [library] }
    }
    return settings
  }

  private static let moduleEnding = ".swiftmodule"

  /// Removes the modules of products that were asked for earlier: what imports them would compile, and find nothing of
  /// them in the library.
  private func removeStrangers() {
    guard let plan = Disk.text(of: "\(folder)/.build/debug.yaml"), let settings else { return }
    let own = Disk.absolute("\(folder)/.build")
    for folder in settings.importFolders where Disk.absolute(folder).hasPrefix(own) {
      for name in FileTree.names(in: folder) where name.hasSuffix(Self.moduleEnding) {
        if !plan.contains("/\(name)\"") { FileTree.remove("\(folder)/\(name)") }
      }
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
