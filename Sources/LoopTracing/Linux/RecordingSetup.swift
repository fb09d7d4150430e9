internal import Glibc
internal import LoopEngine

/// What a recording is asked to be.
///
/// ```swift
/// let setup = try RecordingSetup(folder: "recording", clock: "virtual", schedule: "17")
/// print(setup.folder, setup.clock, setup.schedule)
/// do {
///   _ = try RecordingSetup(folder: "recording", clock: "sundial", schedule: nil)
/// } catch {
///   print(error)
/// }
/// ```
///
/// ```output
/// recording virtual 17
/// the recording's clock is 'sundial'; it can be 'virtual' or 'real'
/// ```
///
/// It is for ``TracedProgram/begin(_:)`` of a ``TracedProgram``.
public struct RecordingSetup: Sendable, Hashable {
  /// The folder that the trace goes to.
  public var folder: String
  /// The clock that the program runs on.
  public var clock: Trace.Clock
  /// Which thread runs next under the virtual clock.
  public var schedule: Schedule

  /// What the three are called where they are asked for.
  struct Names {
    var folder = "the recording's folder"
    var clock = "the recording's clock"
    var schedule = "the recording's schedule"

    static let environment = Names(folder: "LOOPBOOK_TRACE", clock: "LOOPBOOK_CLOCK", schedule: "LOOPBOOK_SCHEDULE")
  }

  /// The setup that these words say.
  ///
  /// - Parameters:
  ///   - folder: The folder that the trace goes to.
  ///   - clock: "virtual", or "real", which is the default.
  ///   - schedule: For the virtual clock, as the description of a ``Schedule`` gives it; in order by default.
  /// - Throws: A ``TracedProgram/StartError`` when one of them makes no sense.
  public init(folder: String?, clock: String?, schedule: String?) throws(TracedProgram.StartError) {
    try self.init(folder: folder, clock: clock, schedule: schedule, names: Names())
  }

  /// The setup that the variables `LOOPBOOK_TRACE` (the folder), `LOOPBOOK_CLOCK` and `LOOPBOOK_SCHEDULE` say; nil when
  /// there is none of them.
  static func fromEnvironment() throws(TracedProgram.StartError) -> RecordingSetup? {
    func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let names = Names.environment
    let (folder, clock, schedule) = (value(names.folder), value(names.clock), value(names.schedule))
    if (folder ?? "").isEmpty && clock == nil && schedule == nil { return nil }
    return try RecordingSetup(folder: folder, clock: clock, schedule: schedule, names: names)
  }

  private init(
    folder: String?, clock: String?, schedule: String?, names: Names
  ) throws(TracedProgram.StartError) {
    guard let folder, !folder.isEmpty else {
      throw TracedProgram.StartError(
        description: "\(names.folder) is not set: it names the folder that the trace goes to")
    }
    guard let known = Trace.Clock(rawValue: clock ?? "real") else {
      throw TracedProgram.StartError(
        description: "\(names.clock) is '\(clock ?? "")'; it can be 'virtual' or 'real'")
    }
    guard let order = Schedule(schedule ?? "0") else {
      throw TracedProgram.StartError(
        description: "\(names.schedule) is '\(schedule ?? "")'; it can be '0', a seed or '@moment:choice,…'")
    }
    if schedule != nil && known == .real {
      throw TracedProgram.StartError(
        description: "\(names.schedule) needs the virtual clock (\(names.clock)): real threads have no schedule")
    }
    self.folder = folder
    self.clock = known
    self.schedule = order
  }
}

extension TracedProgram {
  /// Why a recording cannot begin.
  ///
  /// ```swift
  /// do throws(TracedProgram.StartError) {
  ///   // The examples of these pages are recorded themselves.
  ///   try TracedProgram.begin(RecordingSetup(folder: "recording", clock: "real", schedule: nil))
  /// } catch {
  ///   print(error)
  /// }
  /// ```
  ///
  /// ```output
  /// the process is recorded already
  /// ```
  public struct StartError: Error, Sendable, CustomStringConvertible {
    /// A sentence.
    public let description: String
  }
}
