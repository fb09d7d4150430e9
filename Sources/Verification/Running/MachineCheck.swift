package import Book
internal import Execution
internal import Files
internal import Glibc
internal import LoopEngine
internal import Text

/// Looks at everything that verifying a book needs, one thing after the other.
package struct MachineCheck: Sendable {
  private let environment: [String: String]
  private let book: BookLocation?

  /// What was found out about one thing.
  package struct Finding: Sendable {
    /// The thing, in a word or two.
    package var subject: String
    /// What is so.
    package var text: String
    /// What is to be done where something is missing; `nil`: nothing is.
    package var cure: String?

    init(_ subject: String, _ text: String, cure: String? = nil) {
      self.subject = subject
      self.text = text
      self.cure = cure
    }
  }

  /// All of it.
  package struct Report: Sendable {
    package fileprivate(set) var findings: [Finding] = []
    /// What tells the compiler in use from others.
    package fileprivate(set) var compilerIdentity: String?
    /// The folder of the engine for live examples; `nil` where it has to be built first.
    package fileprivate(set) var pageEngine: String?

    /// Whether a book can be verified.
    package var isComplete: Bool { !findings.contains { $0.cure != nil } }

    /// The report for programs to read.
    package var json: String {
      JSONValue.members([
        ("tool", .object([("name", .string("loopbook")), ("version", .string(LoopbookVersion.text))])),
        ("complete", .bool(isComplete)),
        ("compilerIdentity", compilerIdentity.map { .string($0) }),
        ("pageEngine", pageEngine.map { .string($0) }),
        (
          "findings",
          .array(
            findings.map { finding in
              .members([
                ("subject", .string(finding.subject)), ("text", .string(finding.text)),
                ("cure", finding.cure.map { .string($0) }),
              ])
            })
        ),
      ]).text
    }
  }

  /// - Parameter book: The book that is looked at, too; `nil`: none.
  package init(environment: [String: String], book: BookLocation?) {
    self.environment = environment
    self.book = book
  }

  /// Looks at everything; nothing is built, and nothing is written but temporary files.
  package func report() async -> Report {
    var report = Report()
    let installation = look(&report, at: "loopbook") { () throws(Installation.Missing) in
      try Installation()
    } say: {
      "\(BuildStamp($0).sentence), in \($0.isInstalled ? $0.folder : "the build folder \($0.folder)")"
    } cure: {
      ($0.message, $0.cure)
    }
    let toolchain = await toolchain(&report)
    if let installation, let toolchain {
      report.findings.append(
        Self.runtime(
          RuntimeBuild(installation, toolchain, environment: environment)))
    }
    let sandbox = look(&report, at: "bubblewrap") { () throws(Sandbox.Missing) in
      try Sandbox.find(path: environment["PATH"] ?? "")
    } say: {
      if case .bubblewrap(let program) = $0 { program } else { "not used" }
    } cure: {
      ($0.message, $0.cure)
    }
    let temporary = environment["TMPDIR"] ?? "/tmp"
    let scratch = look(&report, at: "temporary files") { () throws(FileError) in
      try Scratch(in: temporary)
    } say: { _ in
      temporary
    } cure: {
      ("there is no room for them: \($0)", "Set TMPDIR to another folder.")
    }
    defer { scratch?.remove() }
    if let installation, let toolchain, let sandbox, let scratch {
      report.findings += await trial(installation, toolchain, sandbox, scratch)
    }
    report.findings += Self.figures(FigureTools(path: environment["PATH"] ?? ""))
    let engine = installation.flatMap { installation in
      toolchain.map {
        PageEngine(installation, $0, FileIdentities(folder: nil), environment: environment)
      }
    }
    report.pageEngine = engine?.place
    report.findings.append(PageTools.finding(engine, path: environment["PATH"] ?? ""))
    if let book { report.findings += Self.findings(of: book) }
    return report
  }

  /// Adds what is said of a thing that is there, or what to do for one that is not.
  private func look<Thing, Problem: Error>(
    _ report: inout Report, at subject: String, _ find: () throws(Problem) -> Thing, say: (Thing) -> String,
    cure: (Problem) -> (message: String, cure: String)
  ) -> Thing? {
    do throws(Problem) {
      let thing = try find()
      report.findings.append(Finding(subject, say(thing)))
      return thing
    } catch {
      let (message, cure) = cure(error)
      report.findings.append(Finding(subject, message, cure: cure))
      return nil
    }
  }

  /// What draws figures; a machine without it lacks nothing, since few books have figures.
  private static func figures(_ tools: FigureTools) -> [Finding] {
    func finding(_ subject: String, _ place: String?, _ kind: Figure.Kind) -> Finding {
      Finding(subject, place ?? "not installed; books that have them need this: \(FigureTools.lack(for: kind).cure)")
    }
    return [
      finding("diagrams", tools.dot.map { "drawn by \($0)" }, .diagram),
      finding("formulas", tools.katex.map { "typeset by KaTeX, in \($0.folder)" }, .formula),
    ]
  }

  private func toolchain(_ report: inout Report) async -> Toolchain? {
    do throws(Toolchain.Missing) {
      let toolchain = try await Toolchain(environment: environment)
      let version = try await toolchain.version(environment)
      let way = toolchain.compiler.hasPrefix("\(toolchain.folder)/") ? "" : ", by \(toolchain.compiler)"
      report.findings.append(Finding("Swift", "\(version.dropFirst("Swift ".count)), in \(toolchain.folder)\(way)"))
      report.compilerIdentity = RuntimeBuild.identity(of: toolchain)
      return toolchain
    } catch {
      report.findings.append(Finding("Swift", error.message, cure: error.cure))
      return nil
    }
  }

  private static func runtime(_ build: RuntimeBuild) -> Finding {
    let subject = "libraries for examples"
    return switch build.state {
    case .ready(let folder): Finding(subject, "fit this Swift, in \(folder)")
    case .unbuilt(let folder):
      Finding(subject, "will be compiled for this Swift by the first verification, in \(folder)")
    case .homeless:
      Finding(
        subject, "were made by a different Swift, and there is no cache folder to compile them in",
        cure: "Set HOME or XDG_CACHE_HOME to a folder that can be written to.")
    }
  }

  /// Compiles an example, and runs it in the sandbox.
  private func trial(
    _ installation: Installation, _ toolchain: Toolchain, _ sandbox: Sandbox, _ scratch: Scratch
  ) async -> [Finding] {
    let sandboxSubject = "sandbox"
    let subject = "an example"
    let supervisor: Supervisor
    do throws(SystemError) { supervisor = try Supervisor() } catch {
      return [Finding(subject, "no thread can be started: \(error)", cure: "End other programs.")]
    }
    let hosts = HostSettings(
      host: installation.host, sandbox: sandbox, scratch: scratch, libraryFolder: toolchain.libraryFolder)
    if let missing = await supervisor.missing(for: hosts) {
      return [Finding(sandboxSubject, missing.message, cure: missing.cure)]
    }
    var findings = [Finding(sandboxSubject, "can be made: namespaces, and folders of its own")]
    let own = environment.merging(["TMPDIR": scratch.temporary]) { $1 }
    let compiler = Compiler(toolchain: toolchain, scratch: scratch, supervisor: supervisor, environment: own)
    let builder = ProgramBuilder(compiler: compiler, jobs: 1)
    let source = ProgramSource(
      name: "trial", text: "import Glibc\nprint(getpid() > 0)\n", settings: ModuleSettings())
    let program = await builder.buildAlone(source, because: AloneReason("is asked for alone"))
    switch program.outcome {
    case .loadable(let loadable):
      let result = await supervisor.run(ProgramRun(loadable, limits: Limits()), in: hosts)
      let isRight = result.output == Array("true\n".utf8)
      findings.append(
        isRight
          ? Finding(subject, "compiles and runs")
          : Finding(subject, "does not run: \(result.ending)", cure: "See SECURITY.md for what the sandbox needs."))
    case .rejected(let messages):
      findings.append(Self.finding(subject, messages))
    case .broken(let sentence):
      findings.append(Finding(subject, "does not compile: \(sentence)", cure: "Repair the installation of Swift."))
    }
    await supervisor.stop()
    return findings
  }

  /// What is said of an example that the compiler rejects.
  static func finding(_ subject: String, _ messages: [CompilerMessage]) -> Finding {
    let errors = messages.filter { $0.severity == .error }.map(\.text)
    // The C library's headers are not a part of the toolchain; the first error may only tell what came of that.
    let missing = errors.first { $0.hasSuffix("file not found") || $0.hasPrefix("no such module 'Glibc'") }
    let words = missing ?? errors.first ?? "without a message"
    return Finding(
      subject, "does not compile: \(words)",
      cure: missing == nil
        ? "Compile a program with `import Glibc` with this swiftc, and repair what it says."
        : "Install the C library and tools that Swift needs: sudo apt-get install libc6-dev libstdc++-dev gcc")
  }

  private static func findings(of book: BookLocation) -> [Finding] {
    let (configuration, problems) = Configuration.load(book.folder)
    guard let configuration else {
      return [
        Finding(
          "book", "the one in \(book.folder) cannot be read: \(problems.first?.message ?? "")",
          cure: "See where: loopbook verify")
      ]
    }
    var findings = [Finding("book", Disk.absolute(book.folder))]
    let cache = configuration.cache
    let isNew = access(cache, F_OK) != 0
    let place = isNew ? String(cache[..<(cache.lastIndex(of: "/") ?? cache.startIndex)]) : cache
    findings.append(
      access(place.isEmpty ? "." : place, W_OK) == 0
        ? Finding("cache of the book", cache)
        : Finding(
          "cache of the book", "\(cache) cannot be written to, so each run does all the work again",
          cure: "Set cache in \(Configuration.fileName) to another folder."))
    if let package = configuration.package {
      findings.append(
        Disk.isReadable("\(package)/Package.swift")
          ? Finding("package of the book", Disk.absolute(package))
          : Finding(
            "package of the book", "there is no Package.swift in \(package)",
            cure: "Set package in \(Configuration.fileName) to the folder of a package."))
    }
    return findings
  }
}
