public import LoopEngine

/// One event of a trace: what a loop did, what was done to it, or what was printed, as plain data.
public struct TraceEvent: Sendable, Hashable {
  /// What happened.
  public enum Kind: Sendable, Hashable {
    /// Something that the engine reported.
    case loop(LoopEvent.Kind)
    /// A line that was printed, without its end.
    case print(String, PrintStream)
    /// The state of a loop at this point.
    case snapshot(String, LoopSnapshot)
  }

  /// Where something was printed.
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
public struct Trace: Sendable, Hashable {
  /// Which clock the times are of.
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
