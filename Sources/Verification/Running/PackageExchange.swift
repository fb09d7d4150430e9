internal import Execution

/// What a machine gives to others, and takes from them, of a book's package that was built.
///
/// Whatever cannot be the same on all machines is built on each.
struct PackageExchange: Sendable {
  private let build: PackageBuild
  private let tools: Tools
  private let files: FileIdentities
  private let shared: SharedResults?
  private let environment: [String: String]

  /// - Parameters:
  ///   - build: How the package is built here.
  ///   - shared: Where machines share what they know; `nil`: nowhere.
  init(
    _ build: PackageBuild, _ tools: Tools, _ files: FileIdentities, _ shared: SharedResults?,
    _ environment: [String: String]
  ) {
    self.build = build
    self.tools = tools
    self.files = files
    self.shared = shared
    self.environment = environment
  }

  /// The files that the build reads, as they are now.
  var sources: Result<PackageSources, Unshareable> {
    Result { () throws(Unshareable) in try build.sources() }
  }

  /// What the package goes by at some moment.
  struct Question: Sendable {
    let key: Fingerprint
    /// How it was just before.
    let state: PackageState
  }

  /// What the package goes by now; `nil` where machines do not share it.
  var question: Question? {
    guard shared != nil, isConfined, let sources = try? sources.get() else { return nil }
    let state = build.state(of: .success(sources))
    // What came in between is in one of the two only.
    guard (try? self.sources.get()) == sources else { return nil }
    let key = try? Fingerprint(sources, demands: build.demands, tools: tools, files, environment: environment)
    return key.map { Question(key: $0, state: state) }
  }

  /// Whether what is built here is given to others.
  var isGiving: Bool { shared?.isWritable ?? false }

  /// The package as another machine built it from the same, kept on this one.
  func answer(to question: Question?, _ progress: any VerificationProgress) -> BuiltPackage? {
    guard let shared, let question else { return nil }
    progress.begin(stage: "Asking for the built package", total: 0)
    return shared.package(question.key).flatMap { take($0, question) }
  }

  /// Gives others what was built here just now, unless they have it: then that takes its place, so that all machines
  /// have the same, and what one finds out with it, all do.
  ///
  /// - Parameter question: What the package went by before.
  func offer(_ built: BuiltPackage, _ question: Question?) -> BuiltPackage {
    guard let shared, let question, case .success(let portable) = built.portable,
      // Nothing has changed from before the build until now.
      question.key == self.question?.key, build.current != nil
    else { return built }
    if let others = shared.package(question.key) { return take(others, question) ?? built }
    shared.store(portable, as: question.key)
    return built
  }

  /// Keeps what another machine built; where that is impossible, a build tells why.
  private func take(_ portable: PortablePackage, _ question: Question) -> BuiltPackage? {
    try? build.take(portable, question.state)
  }

  /// Why the package is not shared, where machines share something.
  func reason(against built: BuiltPackage) -> String? {
    guard shared != nil else { return nil }
    guard isConfined else { return "examples run without the sandbox" }
    switch built.portable {
    case .failure(let error): return error.reason
    case .success: return nil
    }
  }

  /// What others built is loaded into processes that are locked up only.
  private var isConfined: Bool { tools.sandbox != .none }
}
