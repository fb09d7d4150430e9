package import Text

/// What verification found out about one example.
package struct Verdict: Sendable {
  /// What is asked of an example, as its info string says.
  package enum Kind: String, Sendable, CaseIterable {
    /// It compiles, runs and ends well.
    case run
    /// It compiles.
    case norun
    /// It does not compile.
    case fails
    /// It traps.
    case crashes
    /// It is shown only.
    case quote
  }

  /// How it went.
  package enum Outcome: Sendable, Hashable {
    /// The chapter tells the truth.
    case passed
    /// It does not; these messages say where.
    case failed([Diagnostic])
    /// Nothing was found out, for a reason that is a phrase such as `not in shard 1/2`.
    case skipped(String)
  }

  /// What CoreFoundation did with the same example: the order of activities and callouts, thread by thread.
  ///
  /// What was printed, the times, and what woke a loop are not compared.
  package enum Reference: Sendable, Hashable {
    /// The same order.
    case same
    /// The same order but for ties, which real time decides.
    case sameButForTies
    /// Something else, as the difference of this name in the table of differences tells.
    case different(String)
    /// The author left it out, for this reason.
    case off(String)
    /// No loop ran, neither the engine's nor CoreFoundation's: equal traces would say nothing of either.
    case nothingToCompare
    /// It was not asked.
    case notRun
  }

  /// The path of the chapter in its book, such as `guide/timers.md`.
  package var chapter: String

  /// The example's name in its chapter.
  package var id: String

  /// Where the example begins.
  package var place: SourcePlace

  /// The program that an example is a block of, together with others.
  package struct Session: Sendable, Hashable {
    package var name: String
    /// The names of all its blocks in their chapter, in order.
    package var blocks: [String]

    package init(name: String, blocks: [String]) {
      self.name = name
      self.blocks = blocks
    }
  }

  /// The session that the example is a block of.
  package var session: Session?

  package var kind: Kind
  package var outcome: Outcome

  /// How long it took, compilation left out; of a result from the cache, how long it had taken.
  package var duration: Duration

  /// How long the compiler took over its program, or its part of the time of a call that compiled several; of a result
  /// from the cache, how long it had taken.
  package var compilation = Duration.zero

  /// Whether the result was known from an earlier run.
  package var isFromCache: Bool

  /// Whether another machine found it out, and the shared cache had it.
  package var isFromSharedCache: Bool

  /// Why it could not be compiled together with the others, as a phrase such as `declares @main`.
  package var compiledAlone: String?

  /// Its lines, from 1, that the compiler passed over, since they are for other systems.
  package var uncompiledLines: [Int] = []

  /// Whether its program only declares something, so that running it executed none of its lines.
  package var onlyDeclares = false

  /// The number of events in its trace.
  package var eventCount: Int

  package var reference: Reference

  /// Under how many interleavings of its threads it was run.
  package var schedulesTried: Int

  /// Whether its threads were watched, and no data race was found.
  package var isRaceFree = false

  /// What became of an example in a reader's page.
  package enum Live: Sendable, Hashable {
    /// It did there what it did here; readers can change it and run it again.
    case same
    /// It cannot be run there, for this reason.
    case not(String)
  }

  /// The same of this example; `nil` where it was not asked.
  package var live: Live?

  /// The names of the examples that did the same with its declarations in the place of what they import.
  package var reruns: [String] = []

  /// A run with other values than those that the example was written with.
  package struct Variant: Sendable, Hashable {
    /// The values that readers can choose, in their order in the example.
    package var values: [String]
    package var duration: Duration
    package var isFromCache: Bool
    package var eventCount: Int
    package var reference: Reference
    package var schedulesTried: Int

    package init(
      values: [String], duration: Duration, isFromCache: Bool, eventCount: Int, reference: Reference,
      schedulesTried: Int
    ) {
      self.values = values
      self.duration = duration
      self.isFromCache = isFromCache
      self.eventCount = eventCount
      self.reference = reference
      self.schedulesTried = schedulesTried
    }
  }

  /// The runs with other values that went as asked.
  package var variants: [Variant] = []

  /// What it printed; for an example that must fail, the message.
  package var output: String

  /// What the compiler warned of.
  package var warnings: [Diagnostic] = []

  /// Those of them that are always told, since they are not the compiler's.
  package var otherWarnings: [Diagnostic] { warnings.filter { $0.id != CompilationReport.warningID } }

  /// Whether these are told, and not only counted.
  package var showsWarnings = false

  /// The warnings that are told.
  var toldWarnings: [Diagnostic] { showsWarnings ? warnings : otherWarnings }

  /// The same with the warnings that are told as errors.
  var strict: Verdict {
    let errors = toldWarnings.map(\.asError)
    guard !errors.isEmpty else { return self }
    var verdict = self
    switch outcome {
    case .passed: verdict.outcome = .failed(errors)
    case .failed(let problems): verdict.outcome = .failed(problems + errors)
    case .skipped: return self
    }
    verdict.warnings = showsWarnings ? [] : warnings.filter { $0.id == CompilationReport.warningID }
    return verdict
  }

  /// Takes what is known; all that can be left out means that there is none.
  package init(
    chapter: String, id: String, place: SourcePlace, session: Session? = nil, kind: Kind, outcome: Outcome,
    duration: Duration = .zero, isFromCache: Bool = false, isFromSharedCache: Bool = false,
    compiledAlone: String? = nil, eventCount: Int = 0, reference: Reference = .notRun, schedulesTried: Int = 0,
    output: String = ""
  ) {
    self.chapter = chapter
    self.id = id
    self.place = place
    self.session = session
    self.kind = kind
    self.outcome = outcome
    self.duration = duration
    self.isFromCache = isFromCache
    self.isFromSharedCache = isFromSharedCache
    self.compiledAlone = compiledAlone
    self.eventCount = eventCount
    self.reference = reference
    self.schedulesTried = schedulesTried
    self.output = output
  }

  /// Why nothing was found out about declarations without bodies.
  static let signatureReason = "has only declarations without bodies"

  /// The example's name in the book, `chapter#id`.
  package var name: String { "\(chapter)#\(id)" }

  /// Whether the chapter does not tell the truth.
  package var hasFailed: Bool {
    if case .failed = outcome { true } else { false }
  }

  /// What is wrong with the example; empty unless it failed.
  ///
  /// A failure always has a message.
  package var problems: [Diagnostic] {
    guard case .failed(let diagnostics) = outcome else { return [] }
    guard diagnostics.isEmpty else { return diagnostics.sorted() }
    return [Diagnostic(id: "failed", "the example '\(id)' failed", at: place)]
  }
}
