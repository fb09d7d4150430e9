internal import Files
internal import Glibc
internal import LoopEngine

/// The Swift toolchain in use: the one that the `swiftc` in use belongs to.
package struct Toolchain: Hashable, Sendable {
  /// The `swiftc` that was found: a part of the toolchain, a link to one, or a program that starts one.
  package let compiler: String

  /// The toolchain's `usr` folder.
  package let folder: String

  /// What tells this toolchain from another: the compiler's size and date.
  package let identity: String

  package let linker: String

  package var frontend: String { "\(folder)/bin/swift-frontend" }
  package var swift: String { "\(folder)/bin/swift" }

  /// Where the libraries lie that programs load.
  package var libraryFolder: String { "\(folder)/lib/swift/linux" }

  /// Registers what a loaded object declares with Swift's runtime.
  package var registration: String { "\(libraryFolder)/\(Self.architecture)/swiftrt.o" }

  package var target: String { "\(Self.architecture)-unknown-linux-gnu" }

  #if arch(x86_64)
    private static let architecture = "x86_64"
  #elseif arch(arm64)
    private static let architecture = "aarch64"
  #endif

  /// The variable that names the `swiftc` to take in place of the first on the PATH.
  package static let choice = "LOOPBOOK_SWIFTC"

  /// Why no toolchain can be used, in a sentence, and what to do.
  package struct Missing: Error, Sendable {
    package var message: String
    package var cure: String
  }

  /// Finds the toolchain of the `swiftc` that the environment names, or that comes first on its PATH.
  ///
  /// What a toolchain holds itself is known by its place. Any other `swiftc`, such as the proxy of a version manager or
  /// a script, is asked where its toolchain is.
  package init(environment: [String: String]) async throws(Missing) {
    let path = environment["PATH"] ?? ""
    compiler = try Self.compiler(environment, path: path)
    let resolved = Disk.absolute(compiler)
    if let own = Self.folder(holding: resolved) {
      folder = own
    } else {
      folder = try await Self.answer(of: compiler, environment)
    }
    var information = stat()
    let frontend = "\(folder)/bin/swift-frontend"
    guard stat(frontend, &information) == 0 else {
      throw Missing(
        message: "\(compiler) belongs to a Swift toolchain without \(frontend)",
        cure: "Repair the installation of Swift.")
    }
    identity = "\(information.st_size) \(information.st_mtim.tv_sec) \(information.st_mtim.tv_nsec)"
    // Some distributions have the linker in a package of its own.
    let own = "\(folder)/bin/ld.lld"
    linker = access(own, X_OK) == 0 ? own : Disk.executable("ld.lld", on: path) ?? own
    for needed in [linker, registration] where !Disk.isReadable(needed) {
      throw Missing(message: "\(needed) is missing", cure: "Install a complete Swift toolchain.")
    }
  }

  /// The environment in which this toolchain's SwiftPM uses this toolchain's compiler, too.
  package func environment(_ environment: [String: String]) -> [String: String] {
    var own = environment.filter { !$0.key.hasPrefix("SWIFT_EXEC") && $0.key != "TOOLCHAINS" }
    own["PATH"] = "\(folder)/bin:" + (environment["PATH"] ?? "/usr/bin:/bin")
    return own
  }

  /// What its compiler says of itself, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  package func version(_ environment: [String: String]) async throws(Missing) -> String {
    try await Self.answer(of: "\(folder)/bin/swiftc", to: "compilerVersion", environment)
  }

  private static func compiler(_ environment: [String: String], path: String) throws(Missing) -> String {
    if let chosen = environment[choice], !chosen.isEmpty {
      guard access(chosen, X_OK) == 0 else {
        throw Missing(
          message: "\(choice) names \(chosen), which is not a program", cure: "Name a swiftc, or unset \(choice).")
      }
      return chosen
    }
    guard let compiler = Disk.executable("swiftc", on: path) else {
      throw Missing(
        message: "there is no swiftc on the PATH", cure: "Install Swift: https://www.swift.org/install/linux/")
    }
    return compiler
  }

  /// The toolchain that a program is a part of; `nil` for a program that is none.
  ///
  /// Scripts are asked, wherever they lie: what they start may be elsewhere.
  private static func folder(holding program: String) -> String? {
    let folder = program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    guard Disk.isReadable("\(folder)/lib/swift/linux"), Disk.isReadable("\(folder)/bin/swift-frontend") else {
      return nil
    }
    return Disk.begins(program, with: [0x7F, 0x45, 0x4C, 0x46]) ? folder : nil
  }

  /// Where the toolchain is that a `swiftc` says it belongs to.
  private static func answer(of compiler: String, _ environment: [String: String]) async throws(Missing) -> String {
    // The resources are the toolchain's lib/swift.
    let resources = try await answer(of: compiler, to: "runtimeResourcePath", environment)
    return Disk.absolute(resources).split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
  }

  /// What a `swiftc` says of its target, by the key of what is asked.
  private static func answer(
    of compiler: String, to key: String, _ environment: [String: String]
  ) async throws(Missing) -> String {
    let cure = "See what this prints: \(compiler) --version"
    // The driver leaves a folder behind whenever it is asked something, and answers nothing where it has no room for
    // that. Where TMPDIR has none, its answer may still be all that is needed: what is known need not be compiled.
    let scratch = (try? Scratch(in: environment["TMPDIR"] ?? "/tmp")) ?? (try? Scratch(in: "/tmp"))
    defer { scratch?.remove() }
    var environment = environment
    if let scratch { environment["TMPDIR"] = scratch.temporary }
    let result: CommandResult
    do throws(SystemError) {
      let supervisor = try Supervisor()
      result = try await supervisor.run(
        Command(compiler, ["-print-target-info"], environment: environment, timeout: .seconds(60)))
      await supervisor.stop()
    } catch {
      throw Missing(message: "\(compiler) cannot be started: \(error)", cure: cure)
    }
    let answer = String(decoding: result.output, as: UTF8.self)
    guard result.succeeded, let text = text(of: key, in: answer) else {
      // The driver tells of some errors on its output.
      let told = result.errors.isEmpty && !result.succeeded ? result.output : result.errors
      let words = String(decoding: told, as: UTF8.self).split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw Missing(message: "\(compiler) does not say where its toolchain is\(words)", cure: cure)
    }
    return text
  }

  /// The text that a key of a JSON object has.
  private static func text(of key: String, in json: String) -> String? {
    guard let start = json.firstRange(of: "\"\(key)\"")?.upperBound else { return nil }
    let value = json[start...].drop { $0 != "\"" }.dropFirst()
    var text = ""
    var isEscaped = false
    for character in value {
      if !isEscaped, character == "\"" { return text }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { text.append(character) }
    }
    return nil
  }
}
