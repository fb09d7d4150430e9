/// A loop as data.
public struct LoopSnapshot: Sendable, Hashable, CustomStringConvertible {
  /// A source, port, timer or observer.
  public struct Item: Sendable, Hashable {
    /// What an item is.
    public enum Kind: String, Sendable, Hashable {
      /// A `SignalSource`.
      case signalSource
      /// A `DescriptorSource`.
      case descriptorSource
      /// A `MessagePort`.
      case port
      /// A `LoopTimer`.
      case timer
      /// A `LoopObserver`.
      case observer
    }
    /// What it is.
    public var kind: Kind
    /// What diagnostics call it.
    public var label: String?
    /// Where it was made.
    public var location: SourceLocation?
    /// Its order among its like.
    public var order: Int
    /// Whether it has not been invalidated.
    public var isValid: Bool
    /// Whether it waits to be performed; false for all but signal sources.
    public var isSignaled: Bool
    /// When it fires next, for a timer.
    public var nextFireDate: LoopInstant?
    /// The time between fires, for a timer that repeats.
    public var interval: Duration?
    /// What it is told of, for an observer.
    public var activities: LoopActivity?
  }

  /// A mode and its items.
  public struct ModeState: Sendable, Hashable {
    /// Its name.
    public var mode: Mode
    /// Whether `common` stands for it.
    public var isCommon: Bool
    /// Its signal sources, in the order they are performed.
    public var sources: [Item]
    /// Its descriptors' sources and message ports, in the order they were added.
    public var ports: [Item]
    /// Its timers, in the order they fire.
    public var timers: [Item]
    /// Its observers, in the order they are told.
    public var observers: [Item]
  }

  /// A block that waits to be performed.
  public struct Block: Sendable, Hashable {
    /// The modes whose runs perform it.
    public var modes: [Mode]
    /// What diagnostics call it.
    public var label: String?
    /// Where it was queued.
    public var location: SourceLocation?
  }

  /// The thread's name.
  public var loop: String
  /// The mode of the innermost run.
  public var currentMode: Mode?
  /// The modes that `common` stands for, in the order they became so.
  public var commonModes: [Mode]
  /// What was added to `common`.
  public var commonItems: [Item]
  /// All modes, in the order they were made.
  public var modes: [ModeState]
  /// The blocks that wait, in the order they were queued.
  public var blocks: [Block]
  /// Whether the loop sleeps.
  public var isWaiting: Bool
  /// Whether the innermost run was stopped and has not ended yet.
  public var isStopped: Bool

  /// The loop, its modes and their items, one per line.
  public var description: String {
    var lines = [
      "loop \(loop): current mode \(currentMode?.name ?? "none")\(isWaiting ? ", waiting" : "")"
        + (isStopped ? ", stopped" : ""),
      "  common modes: \(commonModes.map(\.name).joined(separator: ", "))",
    ]
    if !commonItems.isEmpty { lines += ["  common items:"] + commonItems.map { "    \($0)" } }
    for state in modes {
      lines.append("  mode \(state.mode)\(state.isCommon ? " (common)" : "")")
      lines += (state.sources + state.ports + state.timers + state.observers).map { "    \($0)" }
    }
    if !blocks.isEmpty { lines += ["  blocks:"] + blocks.map { "    \($0)" } }
    return lines.joined(separator: "\n")
  }
}

extension LoopSnapshot.Item: CustomStringConvertible {
  /// What it is, its label and place, and its state, in one line.
  public var description: String {
    var parts = [kind.rawValue]
    if let label { parts.append("\"\(label)\"") }
    if order != 0 { parts.append("order \(order)") }
    if !isValid { parts.append("invalid") }
    if isSignaled { parts.append("signaled") }
    if let nextFireDate { parts.append("fires at \(nextFireDate)") }
    if let interval { parts.append("every \(interval)") }
    if let activities { parts.append("of \(activities)") }
    if let location { parts.append("from \(location)") }
    return parts.joined(separator: " ")
  }
}

extension LoopSnapshot.Block: CustomStringConvertible {
  /// Its modes, label and place, in one line.
  public var description: String {
    let parts = [
      "in \(modes.map(\.name).joined(separator: ", "))", label.map { "\"\($0)\"" }, location.map { "from \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
