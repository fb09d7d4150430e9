import Book
import Glibc
import Text
import Verification

/// What the verbs that run examples have in common: the book is found, read and verified, and what is missing is told.
struct ExampleWork {
  let options: VerificationOptions
  private let console: Console
  private var verifier: Verifier

  /// The program ends without what it was to do, for problems that have been told.
  struct Ending: Error {
    var code: ExitCode
    var problems: [Diagnostic]
  }

  /// Finds the book that is meant; `adjust` adds options that one verb only has.
  init(
    _ target: ExampleTarget?, _ common: CommonOptions, _ console: Console,
    _ adjust: (inout VerificationOptions) -> Void = { _ in }
  ) throws(Ending) {
    let argument = target.map { target in target.path + (target.id.map { "#\($0)" } ?? "") }
    let (location, problems) = BookLocation.find(argument)
    guard let location else { throw Self.told(problems, .wrongUsage, console) }
    var options = VerificationOptions(location, common)
    adjust(&options)
    self.options = options
    self.console = console
    verifier = Verifier(options, environment: Self.environment, progress: console.progress)
  }

  /// Verifies what the options mean; `memory` knows of the book's chapters what earlier runs found.
  mutating func verify(knowing memory: ChapterMemory? = nil) async throws(Ending) -> VerifiedBook {
    let result: Verifier.Result
    do throws(MachineLack) { result = try await verifier.verify(knowing: memory) } catch {
      throw Self.told([error.diagnostic], .machineLacks, console)
    }
    Interruption.checkpoint()
    switch result {
    case .verified(let book): return book
    case .unreadable(let diagnostics): throw Self.told(diagnostics, .bookHasErrors, console)
    }
  }

  /// Reads the book, with the pages that are made of doc comments, and runs none of its examples.
  mutating func read() async throws(Ending) -> Book {
    let book: Book?
    let problems: [Diagnostic]
    do throws(MachineLack) { (book, problems) = try await verifier.read() } catch {
      throw Self.told([error.diagnostic], .machineLacks, console)
    }
    guard let book, !problems.contains(where: { $0.severity == .error }) else {
      throw Self.told(problems, .bookHasErrors, console)
    }
    return book
  }

  /// What the book says about itself, if it can be read, and what is wrong with that.
  mutating func configuration() -> (Configuration?, mistakes: [Diagnostic]) { verifier.configuration() }

  /// Ends if the configuration has mistakes: a verb that then writes nothing need not run examples first.
  mutating func demandConfiguration() throws(Ending) {
    let mistakes = verifier.configuration().mistakes
    if mistakes.contains(where: { $0.severity == .error }) { throw Self.told(mistakes, .bookHasErrors, console) }
  }

  /// What a build depends on besides the book's own files; `nil` where something is wrong, which verifying tells.
  mutating func circumstances() async -> Circumstances? { await verifier.circumstances() }

  /// Runs one example; `adjust` adds what only that verb has.
  ///
  /// - Returns: What is wrong, and what the compiler said.
  func run(
    _ adjust: (inout WatchedRun) -> Void, begins: @Sendable ([String]) -> Void,
    show: @escaping @Sendable (WatchedRun.News) -> Void
  ) async throws(Ending) -> (problems: [Diagnostic], message: String) {
    var run = WatchedRun(options, environment: Self.environment, progress: console.progress)
    adjust(&run)
    let result: WatchedRun.Result
    do throws(MachineLack) { result = try await run.run(begins: begins, show) } catch {
      throw Self.told([error.diagnostic], .machineLacks, console)
    }
    switch result {
    case .done(let problems, let message): return (problems, message)
    case .unreadable(let diagnostics): throw Self.told(diagnostics, .bookHasErrors, console)
    }
  }

  private static func told(_ diagnostics: [Diagnostic], _ code: ExitCode, _ console: Console) -> Ending {
    console.progress.end()
    for diagnostic in diagnostics { console.report(diagnostic) }
    // Whether the folder is named or not, it is the wrong one.
    return Ending(code: BookLocation.isMissing(diagnostics) ? .wrongUsage : code, problems: diagnostics)
  }

  static var environment: [String: String] {
    var environment: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return environment
  }
}

extension VerificationOptions {
  /// What the flags of every verb that runs examples say.
  fileprivate init(_ location: BookLocation, _ common: CommonOptions) {
    self.init(location: location, jobs: common.jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    timeout = common.timeout
    compileTimeout = common.compileTimeout
    filter = common.filter
    usesCache = !common.ignoresCache
    remoteCache = common.remoteCache
    uploadsToRemoteCache = common.uploadsToRemoteCache
    isUnconfined = common.isUnconfined
    includesDrafts = common.includesDrafts
  }
}
