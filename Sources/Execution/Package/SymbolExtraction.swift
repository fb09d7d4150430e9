internal import Files
internal import LoopEngine

/// Asks the compiler what the public declarations of modules are, with their doc comments and where these stand.
package struct SymbolExtraction: Sendable {
  /// Where a compiled module lies.
  package struct Module: Hashable, Sendable {
    /// What it is imported as.
    package var name: String
    /// Its file.
    package var path: String

    package init(name: String, path: String) {
      self.name = name
      self.path = path
    }

    /// Its file, and those beside it that keep doc comments and the places of declarations.
    package var files: [String] {
      let stem = String(path.dropLast(".swiftmodule".count))
      let other = "\(BookPath.folder(of: path))/Project/\(BookPath.name(of: stem)).swiftsourceinfo"
      return [path, "\(stem).swiftdoc", Disk.isReadable(other) ? other : "\(stem).swiftsourceinfo"]
    }

    /// Whether these are there, so that doc comments can be had.
    package var isDocumented: Bool { files.allSatisfy(Disk.isReadable) }
  }

  /// Why a module's declarations cannot be had.
  package struct Failure: Error, Sendable {
    /// In words that fit after "since".
    package var reason: String
    /// What the compiler said.
    package var words: String

    package init(reason: String, words: String = "") {
      self.reason = reason
      self.words = words
    }
  }

  /// A file that the compiler made.
  package struct Graph: Sendable {
    /// Its name: `Garden.symbols.json`, or `Garden@Swift.symbols.json` for what a module adds to types of another.
    package var name: String
    package var bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  private let toolchain: Toolchain
  /// What the compiler has to be told to import the modules.
  private let settings: ModuleSettings
  private let environment: [String: String]

  package init(_ toolchain: Toolchain, _ settings: ModuleSettings, environment: [String: String]) {
    self.toolchain = toolchain
    self.settings = settings
    self.environment = environment
  }

  /// The options that decide what is told.
  package static let options = ["-minimum-access-level", "public", "-emit-extension-block-symbols"]

  /// How long the compiler may take over one module, and how much memory.
  private static let limit = Duration.seconds(120)
  private static let memory: UInt64 = 4 << 30

  /// What a module declares, as symbol graphs.
  ///
  /// - Parameter others: The modules whose declarations are told with it where it exports them.
  package func graphs(
    of module: Module, reexporting others: [Module], with supervisor: Supervisor
  ) async throws(Failure) -> [Graph] {
    let tool = "\(toolchain.folder)/bin/swift-symbolgraph-extract"
    guard Disk.isReadable(tool) else { throw Failure(reason: "the toolchain has no \(tool)") }
    let scratch: Scratch
    do throws(FileError) { scratch = try Scratch(in: environment["TMPDIR"] ?? "/tmp") } catch {
      throw Failure(reason: error.description)
    }
    defer { scratch.remove() }
    let output = "\(scratch.folder)/graphs"
    var arguments = ["-module-name", module.name, "-target", toolchain.target, "-output-dir", output] + Self.options
    if !others.isEmpty {
      arguments.append("-experimental-allowed-reexported-modules=\(others.map(\.name).joined(separator: ","))")
    }
    for folder in [BookPath.folder(of: module.path)] + settings.importFolders { arguments += ["-I", folder] }
    for (flag, value) in zip(settings.flags, settings.flags.dropFirst()) where flag == "-Xcc" {
      arguments += [flag, value]
    }
    var own = ModuleCache.environment(environment, orIn: scratch.caches)
    arguments += ModuleCache.arguments(for: settings, own)
    own["TMPDIR"] = scratch.temporary
    var command = Command(tool, arguments, environment: own, folder: scratch.folder, timeout: Self.limit)
    command.memory = Self.memory
    let result: CommandResult
    do throws(FileError) { try FileTree.makeOne(output) } catch { throw Failure(reason: error.description) }
    do throws(SystemError) { result = try await supervisor.run(command) } catch {
      throw Failure(reason: "\(tool) cannot be started: \(error)")
    }
    let words = String(decoding: result.output + result.errors, as: UTF8.self)
    guard result.succeeded else {
      throw Failure(
        reason: result.ending == .timedOut
          ? "the compiler took longer than \(Self.limit.components.seconds) seconds over it" : "the compiler failed",
        words: words)
    }
    var graphs: [Graph] = []
    for name in FileTree.names(in: output).sorted() where name.hasSuffix(".symbols.json") {
      guard let bytes = Disk.bytes(of: "\(output)/\(name)") else { throw Failure(reason: "\(name) cannot be read") }
      graphs.append(Graph(name: name, bytes: bytes))
    }
    guard graphs.contains(where: { $0.name == "\(module.name).symbols.json" }) else {
      throw Failure(reason: "the compiler reported nothing about it", words: words)
    }
    return graphs
  }
}
