internal import Glibc
public import LoopEngine

/// A recording that is read while it is made: its text form, line after line as events come.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// import LoopEngine
///
/// var live = LiveTrace(folder: "recording", filter: TraceFilter(only: .callouts))
/// print("before:", try live.lines().count)
/// LoopRecording.install(try TraceRecorder(folder: "recording"))
/// for label in ["one", "two"] {
///   Loop.current.perform(label: label) {}
///   Loop.current.run(mode: .default, for: .zero)
///   for line in try live.lines() { print(line.text) }
/// }
/// LoopRecording.install(nil)
/// ```
///
/// ```output
/// before: 0
/// ~  main    block        "one"
/// ~  main    block        "two"
/// ```
///
/// Each look reads the files anew when there is something new in them, so looking some twenty times a second is right
/// for a person who watches. A line that was given does not change; the columns widen when a later line needs it.
public struct LiveTrace: Sendable {
  /// The folder that is recorded into; it need not be there yet.
  public let folder: String
  /// Which events are given.
  public let filter: TraceFilter
  /// How much is given.
  public let detail: TraceText.Detail

  /// What was recorded until the last look that found something new; lines tell their place in it.
  public private(set) var trace = Trace(clock: .virtual)

  private var given = 0
  /// The committed length at the last look.
  private var seen: UInt64 = 0

  /// A look at a recording from its beginning on.
  public init(folder: String, filter: TraceFilter = TraceFilter(), detail: TraceText.Detail = .usual) {
    self.folder = folder
    self.filter = filter
    self.detail = detail
  }

  /// The lines that came since the last look.
  ///
  /// A run's exit, and what follows it, is given when the run's result is known; what was printed, when an event
  /// follows.
  ///
  /// - Parameter isOver: To be said once the process has ended: all that remains is given.
  /// - Throws: A `SystemError` when a file that is there cannot be read. A folder that is not there yet has no lines.
  public mutating func lines(isOver: Bool = false) throws(SystemError) -> [TraceText.Line] {
    guard isOver || hasNews() else { return [] }
    let reading: TraceJournal.Reading
    do throws(SystemError) {
      reading = try TraceJournal.read(folder: folder, isOver: isOver)
    } catch {
      // Not begun yet; or never.
      if error.errno == ENOENT { return [] }
      throw error
    }
    trace = reading.trace
    let text = TraceText(reading.trace, filter: filter, detail: detail)
    let end = isOver ? Int.max : Self.firstOpenExit(reading.trace) ?? Int.max
    let lines = text.lines.dropFirst(given).prefix { $0.event < end }
    given += lines.count
    return Array(lines)
  }

  /// Whether events were recorded since the last look.
  private mutating func hasNews() -> Bool {
    let file = open("\(folder)/\(JournalFormat.journalName)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if file < 0 { return false }
    // It was just opened.
    defer { _ = close(file) }
    var committed: UInt64 = 0
    guard pread(file, &committed, 8, off_t(JournalFormat.committedWord * 8)) == 8, committed != seen else {
      return false
    }
    seen = committed
    return true
  }

  /// The first exit whose run has not ended.
  private static func firstOpenExit(_ trace: Trace) -> Int? {
    let places = TraceWalk(trace).places
    return trace.events.indices.first { index in
      trace.events[index].kind == .loop(.activity(.exit)) && places[index].note == nil
    }
  }
}
