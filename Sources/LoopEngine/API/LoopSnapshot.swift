/// A loop as it stands at one moment.
public struct LoopSnapshot: Sendable, Hashable, CustomStringConvertible {
  /// A source, port, timer or observer.
  public struct Item: Sendable, Hashable {
    /// What an item can be.
    public enum Kind: String, Sendable {
      case signalSource, descriptorSource, port, timer, observer
    }

    /// What it is.
    public var kind: Kind
    /// What it was labelled.
    public var label: String?
    /// The line that made it.
    public var location: SourceLocation?
    /// Its order among its kind.
    public var order = 0
    /// Whether it has not been invalidated.
    public var isValid = true
    /// Whether a signal source has a signal, a port messages.
    public var isSignaled = false
    /// A timer's.
    public var nextFireDate: LoopInstant?
    /// A repeating timer's.
    public var interval: Duration?
    /// An observer's.
    public var activities: LoopActivity?
  }

  /// What is in one mode.
  public struct ModeState: Sendable, Hashable {
    /// The mode.
    public var mode: Mode
    /// Whether it is marked as common.
    public var isCommon: Bool
    /// Signal sources, in the order in which they were added.
    public var sources: [Item]
    /// Descriptor sources and message ports, likewise.
    public var ports: [Item]
    /// By fire date.
    public var timers: [Item]
    /// In the order in which they are called.
    public var observers: [Item]
  }

  /// A block that waits to run.
  public struct Block: Sendable, Hashable {
    /// The modes that it may run in.
    public var modes: [Mode]
    /// What it was labelled.
    public var label: String?
    /// The line that queued it.
    public var location: SourceLocation?
  }

  /// The loop's name.
  public var loop: String
  /// The mode of the innermost run.
  public var currentMode: Mode?
  /// The modes marked as common.
  public var commonModes: [Mode]
  /// What was added to the common modes.
  public var commonItems: [Item]
  /// In order of creation.
  public var modes: [ModeState]
  /// In the order in which they will run.
  public var blocks: [Block]
  /// Whether the thread is asleep in it.
  public var isWaiting: Bool
  /// Whether the innermost run is to end.
  public var isStopped: Bool

  /// Several lines: the loop, its common items, its blocks and each mode with what is in it.
  public var description: String {
    var lines = [
      "loop \(loop): \(currentMode.map { "running in \($0)" } ?? "not running")\(isWaiting ? ", waiting" : "")\(isStopped ? ", stopped" : "")",
      "  common modes: \(commonModes.map { $0.name }.joined(separator: ", "))",
    ]
    func list(_ title: String, _ items: [Item], _ indent: String) {
      if items.isEmpty { return }
      lines.append("\(indent)\(title):")
      for item in items { lines.append("\(indent)  \(item)") }
    }
    list("common items", commonItems, "  ")
    if !blocks.isEmpty {
      lines.append("  blocks:")
      for block in blocks {
        let label = block.label.map { "\"\($0)\" " } ?? ""
        lines.append("    \(label)in \(block.modes.map { $0.name }.joined(separator: ", "))")
      }
    }
    for mode in modes {
      lines.append("  mode \(mode.mode)\(mode.isCommon ? " (common)" : "")")
      list("sources", mode.sources, "    ")
      list("ports", mode.ports, "    ")
      list("timers", mode.timers, "    ")
      list("observers", mode.observers, "    ")
    }
    return lines.joined(separator: "\n")
  }
}

extension LoopSnapshot.Item: CustomStringConvertible {
  /// One line: the label, or the kind and line, and what there is to say of it.
  public var description: String {
    var parts = [label.map { "\"\($0)\"" } ?? "\(kind.rawValue)\(location.map { " at \($0)" } ?? "")"]
    if order != 0 { parts.append("order \(order)") }
    if isSignaled { parts.append(kind == .port ? "has messages" : "signaled") }
    if let nextFireDate { parts.append("fires at \(nextFireDate)") }
    if let interval { parts.append("every \(interval)") }
    if let activities { parts.append("\(activities)") }
    if !isValid { parts.append("invalid") }
    return parts.joined(separator: ", ")
  }
}
