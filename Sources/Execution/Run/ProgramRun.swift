/// One execution of a compiled program.
package struct ProgramRun: Sendable {
  /// The object that holds it, and the name of its entry.
  package var program: LoadableProgram

  package var limits: Limits

  /// What is recorded of its loops; `nil`: nothing.
  package var recording: Recording?

  /// What is otherwise than usual, though it should not matter.
  package var variation: RunVariation

  /// What it finds in its standard input, at most what a pipe holds; `nil`: nothing.
  package var input: [UInt8]?

  /// Whether it is going to run in a variation, too, for which its host can be made ready meanwhile.
  package var willBeVaried = false

  /// Is told what happens while it does, on the supervisor's thread, for which it must not take long.
  package var watch: (@Sendable (RunNews) -> Void)?

  package init(
    _ program: LoadableProgram, limits: Limits, recording: Recording? = nil, variation: RunVariation = RunVariation(),
    watch: (@Sendable (RunNews) -> Void)? = nil
  ) {
    self.program = program
    self.limits = limits
    self.recording = recording
    self.variation = variation
    self.watch = watch
  }

  /// How a program's loops are recorded.
  package struct Recording: Hashable, Sendable {
    /// `virtual` or `real`.
    package var clock: String
    /// The schedule's text, such as `0`; empty with the real clock, which has none.
    package var schedule: String
    /// How many seconds of real time one second of the program's takes.
    ///
    /// CoreFoundation's clock only: so a busy machine can keep apart what is near to each other.
    package var pace = 1

    package init(clock: String, schedule: String) {
      self.clock = clock
      self.schedule = schedule
    }

    /// The clock as a host is told of it.
    var clockWithPace: String { pace == 1 ? clock : "\(clock)/\(pace)" }
  }
}

/// A program in the form that a host loads.
package struct LoadableProgram: Hashable, Sendable {
  /// The shared object's path in the scratch folder.
  package var object: String
  /// The name of its entry function.
  package var entry: String
  /// What the host has to have loaded before.
  package var libraries: [String]
  /// Whether it is to have a network of its own, with loopback only.
  package var needsNetwork: Bool
  /// Whether it tells when it comes to its last statement.
  package var tellsLastStatement: Bool

  package init(
    object: String, entry: String, libraries: [String], needsNetwork: Bool, tellsLastStatement: Bool
  ) {
    self.object = object
    self.entry = entry
    self.libraries = libraries
    self.needsNetwork = needsNetwork
    self.tellsLastStatement = tellsLastStatement
  }
}

/// What a program whose loops are on the virtual clock did in real time.
package struct RealTimeUse: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It read the machine's clocks, more than once.
  package static let reads = RealTimeUse(rawValue: 1)
  /// It waited for a time of theirs.
  package static let sleeps = RealTimeUse(rawValue: 2)
}

/// How an execution went.
package struct ProgramResult: Sendable {
  package enum Ending: Hashable, Sendable {
    case process(ProcessEnding)
    /// It used more memory than it may.
    case memory
    /// It started more processes than it may.
    case processes
    /// It wrote a file of more bytes than these, or more than that into its recording's folder.
    case files(UInt64)
    /// It never came to its first line: what failed.
    case notStarted(String)
  }

  /// How far the program came.
  package enum Stage: UInt32, Comparable, Sendable {
    case starting, inside, reachedLastStatement, returned

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  package var ending: Ending
  package var stage = Stage.starting
  package var output: [UInt8] = []
  package var errors: [UInt8] = []
  /// Whether it closed its standard output, or put something else in its place.
  package var closedOutput = false
  /// How many processes it left running.
  package var leftProcesses = 0
  /// Whether it read nothing of the input that it was given.
  package var leavesInput = false
  /// Whether it ended before the main actor came to one of its tasks.
  package var leavesTaskWaiting = false
  /// What it did in real time, though its loops were on the virtual clock.
  package var realTime: RealTimeUse = []
  package var wallTime = Duration.zero
  /// Processor time.
  package var processorTime = Duration.zero
  /// The folder with the recording, if there was to be one; the caller removes it.
  package var traceFolder: String?

  package init(ending: Ending) {
    self.ending = ending
  }
}
