/// A loop as data.
public struct LoopSnapshot: Sendable, Hashable, CustomStringConvertible {
  /// A source, port, timer or observer.
  public struct Item: Sendable, Hashable {
    /// What an item is.
    public enum Kind: String, Sendable {
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
    /// Whether a signal source waits to be performed, or a port has messages.
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
    /// Its signal sources, in the order they were added.
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

  /// The loop, its common items, its blocks, and each mode with its items, one per line.
  public var description: String {
    var lines = [
      "loop \(loop): " + (currentMode.map { "running in \($0)" } ?? "not running") + (isWaiting ? ", waiting" : "")
        + (isStopped ? ", stopped" : ""),
      "  common modes: " + commonModes.map(\.name).joined(separator: ", "),
    ]
    func list(_ title: String, _ entries: [String], _ indent: String) {
      if entries.isEmpty { return }
      lines += ["\(indent)\(title):"] + entries.map { "\(indent)  \($0)" }
    }
    list("common items", commonItems.map(\.description), "  ")
    let waiting = blocks.map { block in
      (block.label.map { "\"\($0)\" " } ?? "") + "in " + block.modes.map(\.name).joined(separator: ", ")
    }
    list("blocks", waiting, "  ")
    for mode in modes {
      lines.append("  mode \(mode.mode)\(mode.isCommon ? " (common)" : "")")
      list("sources", mode.sources.map(\.description), "    ")
      list("ports", mode.ports.map(\.description), "    ")
      list("timers", mode.timers.map(\.description), "    ")
      list("observers", mode.observers.map(\.description), "    ")
    }
    return lines.joined(separator: "\n")
  }
}

extension LoopSnapshot.Item: CustomStringConvertible {
  /// Its label, or what it is and where it was made, and its state, in one line.
  public var description: String {
    var parts = [label.map { "\"\($0)\"" } ?? kind.rawValue + (location.map { " at \($0)" } ?? "")]
    if order != 0 { parts.append("order \(order)") }
    if isSignaled { parts.append(kind == .port ? "has messages" : "signaled") }
    if let nextFireDate { parts.append("fires at \(nextFireDate)") }
    if let interval { parts.append("every \(interval)") }
    if let activities { parts.append(activities.description) }
    if !isValid { parts.append("invalid") }
    return parts.joined(separator: ", ")
  }
}
