public import LoopEngine

/// One event of a trace: what a loop did, what was done to it, or what was printed, as plain data.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// let event = TraceEvent(
///   kind: .loop(.calloutBegan(.timer)), time: 1_000_000_000, thread: "main", loop: "main", label: "tick",
///   file: "Garden/main.swift", line: 3)
/// print(TraceText(Trace(events: [event], clock: .virtual)).text, terminator: "")
/// print(event.file ?? "", event.line ?? 0)
/// ```
///
/// ```output
/// +1.000s  main  timer          "tick"
/// Garden/main.swift 3
/// ```
///
/// `LoopEvent` is what the engine hands out while it runs; this is what remains of it in a file.
public struct TraceEvent: Sendable, Hashable {
  /// What happened.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let kinds: [TraceEvent.Kind] = [
  ///   .loop(.calloutBegan(.block)), .print("hello", .output), .loop(.calloutEnded(.block)),
  /// ]
  /// let events = kinds.map { TraceEvent(kind: $0, time: 0, thread: "main", label: "greet") }
  /// let trace = Trace(events: events, clock: .virtual)
  /// for case .print(let text, let stream) in trace.events.map(\.kind) { print(text, "on standard", stream) }
  /// print(TraceText(trace).lines.map(\.text))
  /// ```
  ///
  /// ```output
  /// hello on standard output
  /// ["+0.000s  main  block          \"greet\"", "+0.000s  main  print          hello"]
  /// ```
  public enum Kind: Sendable, Hashable {
    /// Something that the engine reported.
    case loop(LoopEvent.Kind)
    /// A line that was printed, without its end.
    case print(String, PrintStream)
    /// The state of a loop at this point.
    case snapshot(String, LoopSnapshot)
  }

  /// Where something was printed.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let streams: [TraceEvent.PrintStream] = [.output, .error]
  /// let events = streams.map { TraceEvent(kind: .print("a line", $0), time: 0, thread: "main") }
  /// print(TraceText(Trace(events: events, clock: .virtual)).text, terminator: "")
  /// ```
  ///
  /// ```output
  /// +0.000s  main  print          a line
  /// +0.000s  main  printerr       a line
  /// ```
  public enum PrintStream: String, Sendable {
    /// Standard output.
    case output
    /// Standard error.
    case error
  }

  /// What happened.
  public var kind: Kind
  /// Nanoseconds since the recording began.
  public var time: Int64
  /// The name of the thread that did it.
  public var thread: String
  /// The loop's name; empty when it is about no one loop.
  public var loop: String
  /// The mode of the loop's innermost run.
  public var mode: String?
  /// The item's label.
  public var label: String?
  /// The file of the line that set the item up: "Module/File.swift".
  public var file: String?
  /// That line.
  public var line: UInt?

  /// An event with all it has.
  public init(
    kind: Kind, time: Int64, thread: String, loop: String = "", mode: String? = nil, label: String? = nil,
    file: String? = nil, line: UInt? = nil
  ) {
    self.kind = kind
    self.time = time
    self.thread = thread
    self.loop = loop
    self.mode = mode
    self.label = label
    self.file = file
    self.line = line
  }
}

/// What was recorded of a program, in the one order in which it happened.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// var trace = Trace(clock: .virtual)
/// for (index, word) in ["one", "two"].enumerated() {
///   trace.events.append(TraceEvent(kind: .print(word, .output), time: Int64(index) * 500_000_000, thread: "main"))
/// }
/// print(TraceText(trace).text, terminator: "")
/// print(trace == Trace(events: trace.events, clock: .virtual))
/// ```
///
/// ```output
/// +0.000s  main  print          one
/// +0.500s  main  print          two
/// true
/// ```
///
/// ``TraceJournal`` reads it from a recording, ``TraceJSON`` writes and reads it, and ``TraceText`` is its
/// form for people.
public struct Trace: Sendable, Hashable {
  /// Which clock the times are of.
  ///
  /// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
  /// let event = TraceEvent(kind: .print("tick", .output), time: 1_000_000_000, thread: "main")
  /// for clock in [Trace.Clock.virtual, .real] {
  ///   print(TraceText(Trace(events: [event], clock: clock)).text, terminator: "")
  /// }
  /// ```
  ///
  /// ```output
  /// +1.000s  main  print          tick
  /// ~  main  print          tick
  /// ```
  ///
  /// Times of the real clock differ from run to run, so the text form does not show them.
  public enum Clock: String, Sendable {
    /// Time as it passes.
    case real
    /// Time that jumps.
    case virtual
  }

  /// The events, first to last.
  public var events: [TraceEvent]
  /// The clock of the recording.
  public var clock: Clock

  /// A trace of these events.
  public init(events: [TraceEvent] = [], clock: Clock) {
    self.events = events
    self.clock = clock
  }
}
