/// One thing that a random program saw its loop do.
public enum TraceEvent: Sendable, Hashable, Codable, CustomStringConvertible {
  case activity(UInt32, mode: String)
  /// A callout of an item began: its position, which callout of it this is, and what it was told.
  case began(item: Int, count: Int, detail: String)
  case ended(item: Int)
  case runBegan(String)
  case runEnded(String)
  case answered(String)
  /// Something else: a schedule or cancel hook, a step of the second thread, an error.
  case noted(String)

  /// One line of the trace.
  public var description: String {
    switch self {
    case .activity(let activity, let mode): "\(TraceEvent.name(activity)) (\(mode))"
    case .began(let item, let count, let detail): "item\(item) callout \(count)\(detail.isEmpty ? "" : " \(detail)")"
    case .ended(let item): "item\(item) done"
    case .runBegan(let text): "run \(text)"
    case .runEnded(let text): "run -> \(text)"
    case .answered(let text), .noted(let text): text
    }
  }

  /// The names of the activities.
  static let activityNames = Set([1, 2, 4, 32, 64, 128].map(name))

  /// Whether a callout with that detail is a timer's, a port's, a descriptor's or the main queue's.
  public static func isReadyCallOut(_ detail: String) -> Bool {
    detail == "timer" || detail == "message" || detail == "main queue" || detail.hasPrefix("events")
  }

  /// The name of an activity.
  public static func name(_ activity: UInt32) -> String {
    switch activity {
    case 1: "entry"
    case 2: "beforeTimers"
    case 4: "beforeSources"
    case 32: "beforeWaiting"
    case 64: "afterWaiting"
    case 128: "exit"
    default: "activity \(activity)"
    }
  }
}

/// What a random program saw on one of the two loops.
public struct ProgramTrace: Sendable, Hashable, Codable {
  /// The events in order.
  public var events: [TraceEvent] = []
  /// Where the program did a thing that a listed difference is about: the number of events before it, and the name
  /// of the difference.
  public var marks: [Mark] = []
  /// Whether the program ended within its time.
  public var ended = true
  /// What no loop may do, whatever the other did: a callout of what is invalid, gone from the mode, or not ready.
  public var violations: [String] = []
  /// Whether every mode had an observer of all activities, so that no wake-up is missing.
  public var hasAllActivities = false

  /// An empty trace.
  public init() {}

  /// The place of a listed difference.
  public struct Mark: Sendable, Hashable, Codable {
    /// How many events came before it.
    public var position: Int
    /// The name of the difference.
    public var difference: String

    /// Makes a mark.
    public init(position: Int, difference: String) {
      self.position = position
      self.difference = difference
    }
  }
}
