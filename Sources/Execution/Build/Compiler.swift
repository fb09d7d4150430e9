internal import Files
internal import Glibc
internal import LoopEngine

/// Compiles programs into objects that a host loads.
package struct Compiler: Sendable {
  package let toolchain: Toolchain
  package let scratch: Scratch
  package let supervisor: Supervisor
  /// The environment that the compiler gets: where its caches are.
  package let environment: [String: String]
  private let linkCheck: LinkCheck

  /// How long it may take over one program.
  package var limit = Duration.seconds(60)

  package init(toolchain: Toolchain, scratch: Scratch, supervisor: Supervisor, environment: [String: String]) {
    self.toolchain = toolchain
    self.scratch = scratch
    self.supervisor = supervisor
    linkCheck = LinkCheck(toolchain)
    let kept = ["PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME"]
    self.environment = ModuleCache.environment(environment.filter { kept.contains($0.key) }, orIn: scratch.caches)
    ModuleCache.removeOld(self.environment)
  }

  /// How long a question about a module may take.
  static let timeout = Duration.seconds(120)

  /// What became of a compilation.
  package enum Outcome: Sendable {
    /// The objects' path, the libraries it needs, and what the compiler warned of.
    case loadable(object: String, libraries: [String], warnings: [CompilerMessage])
    /// The compiler found errors.
    case rejected([CompilerMessage])
    /// The compiler, or the linker, did not come to a verdict: why, in a sentence.
    case broken(String)
  }

  /// How the linker makes what the host loads.
  ///
  /// With the index of the frames a program can print its call stack.
  private static let linking = ["-shared", "-Bsymbolic", "--eh-frame-hdr", "--as-needed"]

  /// The names that a program shows to what looks for them, such as `dlsym` and the frames of a call stack.
  ///
  /// None, as in a program that `swiftc` makes, but for those that the host calls. It finds `main` as the object's
  /// entry point.
  private static let exports = "{ global: loopbook_entry_*; local: *; };\n"

  /// Where the static libraries of the settings become a shared one.
  private var archivesLibrary: String { "\(scratch.objects)/archives.so" }

  /// Makes the static libraries of the settings loadable; `nil`, or why that fails.
  package func linkArchives(_ settings: ModuleSettings) async -> String? {
    guard !settings.archives.isEmpty else { return nil }
    let command = Command(
      toolchain.linker,
      Self.linking + [toolchain.registration, "--whole-archive"] + settings.archives + ["--no-whole-archive"]
        + LinkCheck.systemLibraries + ["-o", archivesLibrary],
      environment: environment, timeout: limit)
    do throws(SystemError) {
      let result = try await supervisor.run(command)
      return result.succeeded ? nil : sentence(result, String(decoding: result.errors, as: UTF8.self))
    } catch {
      return "\(error)"
    }
  }

  /// Compiles a program as what it is: a module called `main`, with a file called `main.swift`.
  ///
  /// `calls` are the functions of the host that were put into its text.
  package func compileAlone(
    _ text: String, calling calls: Set<String>, name: String, imports: [String], parsedAsLibrary: Bool,
    settings: ModuleSettings
  ) async -> Outcome {
    guard let (folder, name) = freshFolder(name) else { return .broken(cannotMakeFolder) }
    do throws(FileError) { try Disk.write(Array(text.utf8), to: "\(folder)/main.swift") } catch {
      return .broken(error.description)
    }
    let mode = parsedAsLibrary ? ["-parse-as-library"] : []
    return await compile(
      mode + ["-primary-file", "main.swift"], calling: calls, folder: folder, name: name, imports: imports,
      settings: settings)
  }

  /// Compiles files as one module called `main`, without a main file.
  func compileTogether(
    _ files: [(name: String, text: String)], name: String, imports: [String], settings: ModuleSettings
  ) async -> Outcome {
    guard let (folder, name) = freshFolder(name) else { return .broken(cannotMakeFolder) }
    do throws(FileError) {
      for file in files { try Disk.write(Array(file.text.utf8), to: "\(folder)/\(file.name)") }
    } catch {
      return .broken(error.description)
    }
    return await compile(
      ["-parse-as-library"] + files.map(\.name), calling: SharedText.calls, folder: folder,
      name: name, imports: imports, settings: settings, repairsNames: true)
  }

  /// A new folder for one compilation, and the name that it goes by: a program may be compiled again, and its first
  /// object be in use.
  func freshFolder(_ name: String) -> (folder: String, name: String)? {
    for attempt in 1... {
      let fresh = attempt == 1 ? name : "\(name)--\(attempt)"
      let folder = "\(scratch.sources)/\(fresh)"
      if mkdir(folder, 0o700) == 0 { return (folder, fresh) }
      if errno != EEXIST { return nil }
    }
    return nil
  }

  private var cannotMakeFolder: String {
    "cannot make a folder in \(scratch.sources): \(String(cString: strerror(errno)))"
  }

  private func compile(
    _ arguments: [String], calling calls: Set<String>, folder: String, name: String, imports: [String],
    settings: ModuleSettings,
    repairsNames: Bool = false
  ) async -> Outcome {
    let object = "\(folder)/program.o"
    var command = Command(
      toolchain.frontend, flags(settings) + arguments + ["-o", object], environment: environment, folder: folder,
      // One among many that takes long must not keep the others waiting as long as it may: they go on without it.
      timeout: repairsNames ? max(min(limit, .seconds(10)), limit / 4) : limit)
    command.memory = 6 << 30
    let result: CommandResult
    do throws(SystemError) {
      result = try await supervisor.run(command)
    } catch {
      return .broken("the compiler cannot be started: \(error)")
    }
    let words = String(decoding: result.errors, as: UTF8.self)
    let messages = CompilerMessage.parse(words)
    guard result.succeeded else {
      if messages.contains(where: { $0.severity == .error }) { return .rejected(messages) }
      return .broken(sentence(result, words))
    }
    return await link(
      object, calling: calls, name: name, imports: imports, settings: settings, repairsNames: repairsNames,
      warnings: messages.filter { $0.severity == .warning })
  }

  /// What the compiler is told; `step` is how far it goes.
  func flags(_ settings: ModuleSettings, step: String = "-c") -> [String] {
    var flags = [
      "-frontend", step, "-target", toolchain.target, "-disable-objc-interop", "-Onone", "-module-name", "main",
      "-no-color-diagnostics", "-diagnostic-style", "llvm", "-empty-abi-descriptor",
      // The verifier looks for mistakes of the compiler's own, at a third of the whole time.
      "-disable-llvm-verify",
      "-in-process-plugin-server-path", "\(toolchain.folder)/lib/swift/host/libSwiftInProcPluginServer.so",
      "-plugin-path", "\(toolchain.folder)/lib/swift/host/plugins",
      "-plugin-path", "\(toolchain.folder)/lib/swift/host/plugins/testing",
    ]
    if let mode = settings.languageMode { flags += ["-swift-version", mode] }
    for folder in settings.importFolders { flags += ["-I", folder] }
    for module in settings.implicitImports { flags += ["-import-module", module] }
    if settings.threadSanitizer != nil { flags += ThreadSanitizer.flags }
    flags += ModuleCache.arguments(for: settings, environment)
    return flags + settings.flags
  }

  private func link(
    _ object: String, calling calls: Set<String>, name: String, imports: [String], settings: ModuleSettings,
    repairsNames: Bool, warnings: [CompilerMessage]
  ) async -> Outcome {
    let shared = "\(scratch.objects)/\(name).so"
    guard let bytes = Disk.bytes(of: object) else { return .broken("\(object) cannot be read") }
    let file = ObjectFile(bytes)
    let own = libraries(imports, settings)
    let missing = linkCheck.missing(in: file, own: own, calls: calls)
    guard missing.isEmpty else { return .rejected(missing.map(unlinkable)) }
    let exports = "\(object).exports"
    do throws(FileError) { try Disk.write(Array(Self.exports.utf8), to: exports) } catch {
      return .broken(error.description)
    }
    let command = Command(
      toolchain.linker,
      Self.linking + ["-e", "main", "--version-script", exports, toolchain.registration, object]
        + LinkCheck.systemLibraries + ["-o", shared],
      environment: environment, timeout: limit)
    do throws(SystemError) {
      let result = try await supervisor.run(command)
      guard result.succeeded else {
        return .broken("linking failed: " + sentence(result, String(decoding: result.errors, as: UTF8.self)))
      }
    } catch {
      return .broken("the linker cannot be started: \(error)")
    }
    FileTree.remove(object)
    if repairsNames {
      guard var linked = Disk.bytes(of: shared) else { return .broken("\(shared) cannot be read") }
      RuntimeNames.repair(&linked)
      do throws(FileError) { try Disk.write(linked, to: shared) } catch { return .broken(error.description) }
    }
    // What is not in the toolchain's folder belongs to the C library, which the host has anyway. What the book's own
    // libraries need is loaded before them, since those of an installed copy do not know where the toolchain is.
    let toolchains = (file.libraries.map { "lib\($0).so" } + linkCheck.needed(by: own))
      .map { "\(toolchain.libraryFolder)/\($0)" }.filter(Disk.isReadable)
    return .loadable(object: shared, libraries: Set(toolchains).sorted() + own, warnings: warnings)
  }

  /// The book's own libraries that a program needs which imports these modules, in the order in which to load them.
  private func libraries(_ imports: [String], _ settings: ModuleSettings) -> [String] {
    let imported = imports.filter { settings.libraries[$0] != nil }
    var libraries = [settings.threadSanitizer].compactMap(\.self)
    if !settings.archives.isEmpty, !imported.isEmpty { libraries.append(archivesLibrary) }
    for library in imported.flatMap({ settings.libraries[$0] ?? [] }) where !libraries.contains(library) {
      libraries.append(library)
    }
    return libraries
  }

  /// What is said of a symbol that no library of the program has.
  private func unlinkable(_ symbol: String) -> CompilerMessage {
    let cure = linkCheck.isMathematics(symbol) ? "; 'import Glibc' or 'import Foundation' provides it" : ""
    let name = SymbolName(text: symbol)
    let owner = name.module.map { " of the module '\($0)'" } ?? ""
    return CompilerMessage(
      severity: .error, file: CompilerMessage.linker, line: 0, column: 0,
      text: "undefined reference to '\(name.spoken)'\(owner): no library that the example imports has it\(cure)")
  }

  private func sentence(_ result: CommandResult, _ words: String) -> String {
    switch result.ending {
    case .timedOut:
      "the compiler took longer over it than the \(limit.spokenSeconds) that examples.compile-timeout allows"
    case .signaled(let signal): "the compiler crashed on it (signal \(signal))"
    case .stopped: "the compiler was stopped"
    default: words.isEmpty ? "the compiler failed without a message" : words
    }
  }
}

extension Duration {
  /// The duration as `1.5 s`.
  fileprivate var spokenSeconds: String {
    let milliseconds = self / .milliseconds(1)
    return milliseconds == (milliseconds / 1000).rounded() * 1000
      ? "\(Int(milliseconds / 1000)) s" : "\(milliseconds / 1000) s"
  }
}
