import Book
import Glibc
import Text
import Verification

/// What the verbs that run examples have in common: finding the book, verifying it, and telling what is missing.
struct ExampleWork {
  let console: Console

  /// What came of it: a book, or how the program ends without one and what has been told of that.
  enum Result {
    case book(VerifiedBook)
    case end(ExitCode, [Diagnostic])
  }

  /// Verifies what the options mean; `adjust` adds what one verb only has.
  func verify(
    _ target: ExampleTarget?, _ common: CommonOptions, _ adjust: (inout VerificationOptions) -> Void = { _ in }
  ) async -> Result {
    var options: VerificationOptions
    switch location(target) {
    case .success(let location): options = self.options(location, common)
    case .failure(let refusal): return .end(refuse(refusal.problems, as: .wrongUsage), refusal.problems)
    }
    adjust(&options)
    let verifier = Verifier(options, environment: Self.environment, progress: console.progress)
    do throws(MachineLack) {
      let result = try await verifier.verify()
      Interruption.checkpoint()
      switch result {
      case .verified(let book): return .book(book)
      case .unreadable(let diagnostics): return .end(refuse(diagnostics, as: .bookHasErrors), diagnostics)
      }
    } catch {
      return .end(refuse([error.diagnostic], as: .machineLacks), [error.diagnostic])
    }
  }

  /// What a build depends on besides the book's own files; `nil` where something is wrong, which verifying tells.
  func circumstances(_ target: ExampleTarget?, _ common: CommonOptions) async -> Circumstances? {
    guard let location = BookLocation.find(target?.path).0, location.chapter == nil,
      let configuration = Configuration.load(location.folder).0
    else { return nil }
    let verifier = Verifier(options(location, common), environment: Self.environment, progress: console.progress)
    return try? await verifier.circumstances(of: configuration)
  }

  /// What came of running one example: what is wrong and what the compiler said, or how the program ends without it.
  enum Run {
    case done([Diagnostic], message: String)
    case end(ExitCode)
  }

  /// Runs one example; `adjust` adds what only that verb has.
  func run(
    _ target: ExampleTarget?, _ common: CommonOptions, _ adjust: (inout WatchedRun) -> Void,
    begins: @Sendable ([String]) -> Void, show: @escaping @Sendable (WatchedRun.News) -> Void
  ) async -> Run {
    guard let options = options(target, common) else { return .end(.wrongUsage) }
    var run = WatchedRun(options, environment: Self.environment, progress: console.progress)
    adjust(&run)
    do throws(MachineLack) {
      switch try await run.run(begins: begins, show) {
      case .done(let problems, let message): return .done(problems, message: message)
      case .unreadable(let diagnostics): return .end(refuse(diagnostics, as: .bookHasErrors))
      }
    } catch {
      return .end(refuse([error.diagnostic], as: .machineLacks))
    }
  }

  /// What the arguments mean; `nil`, and told, when they mean no book.
  func options(_ target: ExampleTarget?, _ common: CommonOptions) -> VerificationOptions? {
    switch location(target) {
    case .success(let location): return options(location, common)
    case .failure(let refusal):
      _ = refuse(refusal.problems, as: .wrongUsage)
      return nil
    }
  }

  private struct Refusal: Error {
    var problems: [Diagnostic]
  }

  private func location(_ target: ExampleTarget?) -> Swift.Result<BookLocation, Refusal> {
    let argument = target.map { target in target.path + (target.id.map { "#\($0)" } ?? "") }
    let (location, problems) = BookLocation.find(argument)
    return location.map { .success($0) } ?? .failure(Refusal(problems: problems))
  }

  private func options(_ location: BookLocation, _ common: CommonOptions) -> VerificationOptions {
    Interruption.begin { Abandonment.abandon() }
    var options = VerificationOptions(location: location, jobs: common.jobs ?? Self.processors)
    options.timeout = common.timeout
    options.compileTimeout = common.compileTimeout
    options.filter = common.filter
    options.usesCache = !common.ignoresCache
    options.isUnconfined = common.isUnconfined
    options.includesDrafts = common.includesDrafts
    return options
  }

  private func refuse(_ diagnostics: [Diagnostic], as code: ExitCode) -> ExitCode {
    console.progress.end()
    for diagnostic in diagnostics { console.report(diagnostic) }
    return code
  }

  private static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

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
