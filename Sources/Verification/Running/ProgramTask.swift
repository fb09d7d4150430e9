package import Execution

/// A program that is to be compiled and perhaps run, and what its results are kept under.
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

  package var name: String
  package var text: String
  /// The UTF-8 offsets where the blocks of a session begin, the first left out.
  package var blocks: [Int]
  package var demand: Demand
  package var limits: Limits
  /// How its loops are recorded; `nil` where it does not use the engine.
  package var recording: ProgramRun.Recording?
  package var settings: ModuleSettings
  /// What its record is kept under.
  package var fingerprint: Fingerprint
  /// Whether it spends its time asleep, and many may run at once.
  package var sleeps: Bool
  /// Whether it runs once more with another hash seed and at other addresses, to see whether it does the same.
  package var isVaried: Bool

  /// Why it must not share a module with others.
  var aloneReason: AloneReason? {
    switch demand {
    case .fails: AloneReason("must not compile")
    case .crashes: AloneReason("must crash")
    case .runs, .compiles: nil
    }
  }

  package init(
    name: String, text: String, blocks: [Int] = [], demand: Demand, limits: Limits,
    recording: ProgramRun.Recording? = nil, settings: ModuleSettings, sleeps: Bool = false, isVaried: Bool = false,
    identities: [String]
  ) {
    self.name = name
    self.text = text
    self.blocks = blocks
    self.demand = demand
    self.limits = limits
    self.recording = recording
    self.settings = settings
    self.sleeps = sleeps
    self.isVaried = isVaried
    let recorded = recording.map { [$0.clock, $0.schedule] } ?? []
    fingerprint = Fingerprint(
      ["program", text, "\(blocks)", "\(demand)", "\(isVaried)", "\(limits)", settings.languageMode ?? ""]
        + settings.flags + recorded + ["modules"] + identities)
  }
}
