/// A loop as it stands at one moment.
///
/// ```swift reference=off reason="modes are listed in the order in which the engine made them"
/// let loop = Loop.current
/// loop.add(LoopTimer(every: .seconds(5), label: "refresh") { _ in })
/// loop.add(SignalSource(label: "mail") {}, to: .common)
/// loop.perform(in: .tracking, label: "later") {}
/// print(loop.snapshot())
/// ```
///
/// ```output
/// loop main: not running
///   common modes: default
///   common items:
///     "mail"
///   blocks:
///     "later" in tracking
///   mode default (common)
///     sources:
///       "mail"
///     timers:
///       "refresh", fires at 5.000000000s, every 5.0 seconds
///   mode tracking
/// ```
///
/// It is plain data: it changes no more, any thread may have it, and two can be compared. CoreFoundation's
/// `CFCopyDescription` tells of the same.
public struct LoopSnapshot: Sendable, Hashable, CustomStringConvertible {
  /// A source, port, timer or observer.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(LoopTimer(every: .seconds(5), label: "refresh") { _ in })
  /// loop.add(LoopObserver(.exit, order: 3, label: "end") { _, _ in })
  /// for mode in loop.snapshot().modes {
  ///   for item in mode.timers + mode.observers { print(item.kind, "-", item) }
  /// }
  /// ```
  ///
  /// ```output
  /// timer - "refresh", fires at 5.000000000s, every 5.0 seconds
  /// observer - "end", order 3, exit
  /// ```
  public struct Item: Sendable, Hashable {
    /// What an item can be.
    ///
    /// ```swift
    /// let loop = Loop.current
    /// loop.add(SignalSource(label: "mail") {})
    /// loop.add(MessagePort<Int>(label: "numbers") { _ in })
    /// loop.add(LoopTimer(after: .seconds(1), label: "alarm") { _ in })
    /// for mode in loop.snapshot().modes {
    ///   for item in mode.sources + mode.ports + mode.timers { print(item.kind, item.label ?? "") }
    /// }
    /// ```
    ///
    /// ```output
    /// signalSource mail
    /// port numbers
    /// timer alarm
    /// ```
    public enum Kind: String, Sendable {
      /// A ``SignalSource``.
      case signalSource
      /// A ``DescriptorSource``, also of a Unix signal or a process.
      case descriptorSource
      /// A ``MessagePort``.
      case port
      /// A ``LoopTimer``.
      case timer
      /// A ``LoopObserver``.
      case observer
    }

    /// What it is.
    public var kind: Kind
    /// What it was labeled.
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
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(LoopTimer(after: .seconds(2), label: "late") { _ in })
  /// loop.add(LoopTimer(after: .seconds(1), label: "early") { _ in })
  /// for state in loop.snapshot().modes where !state.timers.isEmpty {
  ///   print(state.mode, state.isCommon, state.timers.compactMap(\.label))
  /// }
  /// ```
  ///
  /// ```output
  /// default true ["early", "late"]
  /// ```
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
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.perform(label: "first") {}
  /// loop.perform(in: .tracking, label: "second") {}
  /// for block in loop.snapshot().blocks { print(block.label ?? "", block.modes) }
  /// loop.run(mode: .default, for: .zero)
  /// print(loop.snapshot().blocks.count)
  /// ```
  ///
  /// ```output
  /// first [default]
  /// second [tracking]
  /// 1
  /// ```
  public struct Block: Sendable, Hashable {
    /// The modes that it may run in.
    public var modes: [Mode]
    /// What it was labeled.
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
