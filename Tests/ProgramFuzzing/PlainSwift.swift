package import Execution
import Files
internal import Glibc
internal import Verification

/// The judge: `swiftc main.swift`, and what `./main` does then.
///
/// It runs what `swiftc -###` says that it would, which saves the driver's own time; `usesDriver` runs `swiftc` itself.
package struct PlainSwift: Sendable {
  private let workshop: Workshop
  private let usesDriver: Bool
  private let limits: Limits

  /// Makes the judge; `usesDriver` runs `swiftc` itself.
  package init(workshop: Workshop, usesDriver: Bool = true, limits: Limits = Self.limits) {
    self.workshop = workshop
    self.usesDriver = usesDriver
    self.limits = limits
  }

  /// What a program may use here, and in Loopbook.
  package static let limits = Limits(timeout: .seconds(30), processorSeconds: 3)

  /// What kept the judge from its work.
  package struct Failure: Error { package var what: String }

  /// What the program does as a script of its own.
  package func behavior(of text: String, settings: ModuleSettings) async throws -> Behavior {
    let folder = try freshFolder()
    defer { FileTree.remove(folder) }
    try Disk.write(Array(text.utf8), to: "\(folder)/main.swift")
    // A lone file needs no such flag: swiftc finds the attribute by itself when it comes first, and is told otherwise.
    let parsing = ScriptSyntax(text).isParsedAsLibrary ? ["-parse-as-library"] : []
    var arguments = (settings.languageMode.map { ["-swift-version", $0] } ?? []) + parsing
    for folder in settings.importFolders { arguments += ["-I", folder] }
    arguments += settings.flags
    let libraries = Set(settings.libraries.values.flatMap { $0 }).sorted()
    if !libraries.isEmpty {
      arguments += ["-Xlinker", "--as-needed"] + libraries
      // As a package's product, the engine is linked in statically, and its own imports bring this.
      if text.contains("import Loop") { arguments.append("-lm") }
      for library in libraries {
        arguments += [
          "-Xlinker", "-rpath", "-Xlinker", String(library[..<(library.lastIndex(of: "/") ?? library.startIndex)]),
        ]
      }
    }
    if let problem = try await compile(arguments + ["-diagnostic-style", "llvm", "main.swift"], in: folder) {
      return problem
    }
    return try await run(folder, libraries: libraries)
  }

  private func freshFolder() throws -> String {
    var template = Array("\(workshop.scratch.sources)/plain-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(what: "mkdtemp in \(workshop.scratch.sources)") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Compiles and links `main`; `nil`, or why there is none.
  private func compile(_ arguments: [String], in folder: String) async throws -> Behavior? {
    let steps =
      usesDriver
      ? [[swiftc] + arguments] : try await DriverSteps.of(swiftc, arguments, in: folder, workshop)
    for step in steps {
      var command = Command(
        step[0], Array(step.dropFirst()), environment: workshop.compiler.environment, folder: folder,
        timeout: .seconds(120))
      command.memory = 6 << 30
      let result = try await workshop.supervisor.run(command)
      if result.succeeded { continue }
      let words = String(decoding: result.output + result.errors, as: UTF8.self)
      let errors = CompilerMessage.parse(words).filter { $0.severity == .error && $0.line > 0 }
      if !errors.isEmpty { return Behavior(messages: errors) }
      if words.contains("undefined reference") || words.contains("undefined symbol") || words.contains("clang: error")
        || words.contains("ld.gold")
      {
        return Behavior(.unlinked, words)
      }
      if case .exited = result.ending, !words.contains("Stack dump") {
        return Behavior(messages: CompilerMessage.parse(words))
      }
      return Behavior(.crashedCompiler, String(words.prefix(400)))
    }
    return nil
  }

  private var swiftc: String { "\(workshop.compiler.toolchain.folder)/bin/swiftc" }

  /// Runs `main` as an example is run: with the same environment, hash seed and limits, apart from the machine.
  private func run(_ folder: String, libraries: [String]) async throws -> Behavior {
    // Unbuffered, as on no pipe: a script that crashes loses what it has not written yet, and an example must not.
    let program = ["/usr/bin/stdbuf", "-o0", "/run/loopbook/main"]
    var environment = Sandbox.environment
    var command: Command
    switch workshop.hosts.sandbox {
    case .none:
      environment["TMPDIR"] = folder
      environment["HOME"] = folder
      command = Command(program[0], ["-o0", "\(folder)/main"], environment: environment, folder: folder)
    case .bubblewrap(let path):
      environment["TMPDIR"] = "/tmp"
      environment["HOME"] = "/tmp"
      var arguments = [
        "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--die-with-parent",
        "--hostname", "loopbook", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp",
        "--tmpfs", "/run", "--ro-bind", "\(folder)/main", program[2],
      ]
      for library in libraries { arguments += ["--ro-bind", library, library] }
      arguments += ["--chdir", "/tmp", "--clearenv"]
      for (name, value) in environment.sorted(by: { $0.key < $1.key }) { arguments += ["--setenv", name, value] }
      command = Command(path, arguments + ["--"] + program)
    }
    command.timeout = limits.timeout
    command.processorSeconds = limits.processorSeconds
    command.memory = Int(limits.memory) == 0 ? 0 : limits.memory
    command.outputLimit = limits.output
    let result = try await workshop.supervisor.run(command)
    // In the sandbox a signal is told as a shell tells it.
    if case .exited(let status) = result.ending, status > 128, case .bubblewrap = workshop.hosts.sandbox {
      return Behavior(.signaled(status - 128), output: result.output, errors: result.errors)
    }
    return Behavior(result.ending, output: result.output, errors: result.errors)
  }
}

/// The commands that `swiftc` would run, asked once for each set of arguments.
actor DriverSteps {
  private static let shared = DriverSteps()
  private var known: [[String]: [[String]]] = [:]

  /// The commands, with the files between them in `folder`.
  static func of(
    _ swiftc: String, _ arguments: [String], in folder: String, _ workshop: Workshop
  ) async throws -> [[String]] {
    let steps = try await shared.steps(swiftc, arguments, workshop)
    return steps.map { $0.map { $0.replacing(Self.place, with: folder) } }
  }

  private static let place = "FOLDER-OF-THE-PROGRAM"

  private func steps(_ swiftc: String, _ arguments: [String], _ workshop: Workshop) async throws -> [[String]] {
    let key = [swiftc] + arguments
    if let steps = known[key] { return steps }
    let folder = workshop.scratch.sources
    try Disk.write([], to: "\(folder)/main.swift")
    let result = try await workshop.supervisor.run(
      Command(swiftc, ["-###"] + arguments, environment: workshop.compiler.environment, folder: folder))
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    let steps = lines.map { line in
      line.split(separator: " ").map { Self.local(String($0)) }
    }
    guard result.succeeded, steps.count >= 2 else {
      throw PlainSwift.Failure(
        what: "swiftc -### said: \(String(decoding: result.output + result.errors, as: UTF8.self))")
    }
    known[key] = steps
    return steps
  }

  /// A word of a command; what lies in the driver's temporary folder goes to the program's.
  private static func local(_ word: String) -> String {
    guard let range = word.firstRange(of: /[^@]*\/TemporaryDirectory\.[^\/]*/) else { return word }
    return word.replacingCharacters(in: range, with: place)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
