internal import Examples
package import Execution

/// A program that is to be compiled and perhaps run, and what its record is kept under.
package struct ProgramTask: Sendable {
  /// What is asked of it.
  package enum Demand: Hashable, Sendable {
    /// It compiles, and runs to its end.
    case runs
    /// It compiles.
    case compiles
    /// It does not compile.
    case fails
    /// It runs into a trap.
    case crashes
  }

  package let source: ProgramSource
  package let demand: Demand
  package let limits: Limits
  /// How its loops are recorded; `nil` where it does not use the engine.
  package let recording: ProgramRun.Recording?
  /// Whether it runs once more in another variation, to see whether it does the same.
  package let isVaried: Bool
  /// What it finds in its standard input; `nil` where that is empty.
  package let input: String?
  /// What the modules that it can import are, besides its text.
  private let identities: [String]
  /// What its record is kept under.
  package let fingerprint: Fingerprint

  package init(
    _ source: ProgramSource, demand: Demand, limits: Limits, recording: ProgramRun.Recording? = nil,
    isVaried: Bool = false, input: String? = nil, identities: [String]
  ) {
    var source = source
    switch demand {
    case .fails: source.aloneReason = AloneReason("must not compile")
    case .crashes: source.aloneReason = AloneReason("must crash")
    case .runs, .compiles: break
    }
    self.source = source
    self.demand = demand
    self.limits = limits
    self.recording = recording
    self.isVaried = isVaried
    self.input = input
    self.identities = identities
    let recorded = recording.map { [$0.clock, $0.schedule] } ?? []
    fingerprint = Fingerprint(
      [
        "program", source.text, "\(source.blocks)", "\(demand)", "\(isVaried)", "\(limits)",
        source.settings.languageMode ?? "",
      ] + source.settings.portableFlags + recorded + ["imports"] + source.settings.implicitImports + ["modules"]
        + identities + (input.map { ["input", $0] } ?? []))
  }

  /// How long a run on CoreFoundation may take at least.
  private static let referenceTimeout = Duration.seconds(60)

  /// The same program on CoreFoundation, which knows only real time.
  func onReference(_ settings: ModuleSettings, name: String, identities: [String]) -> ProgramTask {
    var source = source
    source.name = name
    source.settings = settings
    source.isSlow = true
    var limits = limits
    limits.timeout = max(limits.timeout, Self.referenceTimeout)
    return ProgramTask(
      source, demand: demand, limits: limits, recording: ProgramRun.Recording(clock: "real", schedule: ""),
      isVaried: false, input: input, identities: identities)
  }

  /// So much more memory a program needs whose threads are watched.
  private static let memoryOfWatched: UInt64 = 4

  /// The same program with its threads watched for data races; they are real ones there.
  ///
  /// It is not recorded: what is recorded stands one behind the other, and so would what the threads do.
  func watched(by sanitizer: String, named name: String) -> ProgramTask {
    var source = source
    source.name = name
    source.settings.threadSanitizer = sanitizer
    source.isSlow = true
    source.aloneReason = AloneReason("is watched for data races")
    var limits = limits
    limits.timeout = max(limits.timeout, Self.referenceTimeout)
    limits.memory *= Self.memoryOfWatched
    return ProgramTask(
      source, demand: demand, limits: limits, isVaried: false, input: input,
      identities: identities + ["watched"])
  }

  /// The same program with calls that answer what its comments say, as one block.
  func probed(by probed: ProbedProgram, named name: String) -> ProgramTask {
    var source = source
    source.name = name
    source.text = probed.text().text
    source.blocks = []
    source.aloneReason = AloneReason("is asked what its comments say")
    return ProgramTask(
      source, demand: demand, limits: limits, recording: recording, isVaried: isVaried, input: input,
      identities: identities)
  }

  /// The same program with more declarations after its last line; the identities are those of what they import.
  ///
  /// It may only be compiled, so that the compiler's warnings are known.
  func with(_ declarations: String, identities others: [String], isCompiledOnly: Bool = false) -> ProgramTask {
    var source = source
    source.name += isCompiledOnly ? "m" : "w"
    source.text += declarations
    if isCompiledOnly {
      return ProgramTask(source, demand: .compiles, limits: limits, identities: identities + others)
    }
    return ProgramTask(
      source, demand: demand, limits: limits, recording: recording, isVaried: isVaried, input: input,
      identities: identities + others)
  }

  /// Whether its loops are recorded in virtual time, so that a schedule decides what it does.
  var hasVirtualClock: Bool { recording?.clock == "virtual" }

  /// Whether it is run at all.
  var isRun: Bool { demand == .runs || demand == .crashes }
}

extension ProgramTask.Demand {
  /// What an author asks of an example.
  init(_ kind: ExampleAttributes.Kind) {
    self =
      switch kind {
      case .runs: .runs
      case .crashes: .crashes
      case .fails: .fails
      case .norun, .quote: .compiles
      }
  }
}
