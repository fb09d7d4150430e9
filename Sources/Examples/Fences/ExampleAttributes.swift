package import Recordings
package import Text

/// What the info string of an example says about how it runs and what is expected of it.
///
/// The words that may follow `swift`, in any order, with blanks or commas between them:
///
///     run  norun  fails  crashes  quote  at most one of them; the book may say what holds without them
///     id=NAME  session=NAME
///     clock=real  clock=virtual
///     timeout=2s                         also ms and m, and fractions such as 1.5s
///     schedules=64
///     reference=off reason="why"         the reason is demanded, and printed on the page
///     races=allowed                      its threads are not watched for data races
///     imports=off                        it has only the imports that it says itself
///     output=off                         what it prints is of no interest
///     warnings=show                      also off, count and error: what is done with the compiler's warnings
///     reruns="timers#once loops#stop"    examples of the book that run once more, with what this one declares
///     draws=stack                        what it prints between brackets is drawn as a stack
///     changes=NAME                       the example of the chapter of which this one is a change; the page marks it
///     lines=numbered                     also plain: whether its lines have numbers on the page
///     predict                            readers say what happens before they see its recording
///     compare=NAME                       the example whose run is drawn beside its own: `once`, or `timers#once`
///
/// Names consist of letters, digits, `-`, `_` and `.`. The words with which books made for mdBook say the same are
/// understood: `no_run`, `compile_fail`, `should_panic` and `ignore`. Those that tell only of mdBook's buttons mean
/// nothing.
package struct ExampleAttributes: Sendable, Hashable {
  /// What is done with an example.
  package enum Kind: String, Sendable, CaseIterable {
    /// It compiles and runs to a good end.
    case runs
    /// It compiles, and does not run.
    case norun
    /// It does not compile; the diagnostics are its output.
    case fails
    /// It runs into a trap, whose message is its output.
    case crashes
    /// It is shown, not compiled.
    case quote

    /// Whether a process is started for it.
    package var isRun: Bool { self == .runs || self == .crashes }

    /// Whether there is something to record of that kind.
    package func canHave(_ kind: RecordingKind) -> Bool {
      switch self {
      case .runs: kind != .error
      case .crashes: true
      case .fails: kind == .error
      case .norun, .quote: false
      }
    }
  }

  /// The clock that loops and sleeps go by.
  package enum Clock: String, Sendable, CaseIterable {
    case virtual
    case real
  }

  /// What is drawn of the lines that it prints.
  package enum Drawing: String, Sendable, CaseIterable {
    /// Each line that begins with a list in brackets is a state of a stack.
    case stack
  }

  /// What is done where two of its threads use something at the same time.
  package enum Races: String, Sendable, CaseIterable {
    /// Nothing: the example is about that, or is known to be right.
    case allowed
  }

  package var kind = Kind.runs

  /// The name that the author gave it.
  package var id: String?

  /// The session that it is a block of.
  package var session: String?

  /// The clock that it asks for; nil: the book's usual one.
  package var clock: Clock?

  /// How long it may run; nil: as long as the book says.
  package var timeout: Duration?

  /// How many interleavings of its threads are tried; nil: as many as is usual.
  package var schedules: Int?

  /// Why it is not compared with the reference; nil where it is.
  package var referenceOffReason: String?

  /// The documented difference from the reference that it shows by what it prints.
  package var referenceDifference: String?

  /// What is done with data races; nil: each is an error.
  package var races: Races?

  /// Whether it has imports besides those that it says itself; not with `imports=off`.
  package var hasImplicitImports = true

  /// What is done with the compiler's warnings; nil: what the book says.
  package var warnings: WarningUse?

  /// The examples of the book that are run once more, with its declarations in the place of what they import; as they
  /// were written: `once` of the same chapter, or `timers#once`.
  package var reruns: [String] = []

  /// What is drawn of what it prints, beside the pictures of its trace.
  package var draws: Drawing?

  /// The example of the same chapter that it changes.
  package var changes: String?

  /// Whether its lines have numbers on the page; nil: where its recordings name some of them.
  package var lines: LineNumbers?

  /// Whether readers are asked what happens before they see its recording.
  package var predicts = false

  /// The example whose run is drawn beside its own; as it was written: `once` of the same chapter, or `timers#once`.
  package var compares: String?

  /// Whether lines have numbers.
  package enum LineNumbers: String, Sendable, CaseIterable {
    case numbered
    case plain
  }

  /// Whether what it prints is recorded; off with `output=off`.
  package var recordsOutput = true

  /// Whether readers may change it and run it in the page, where the book wants that; not with `live=off`.
  package var canBeLive = true

  package init() {}

  /// The most interleavings that an example may ask for.
  package static let mostSchedules = 10_000
}
