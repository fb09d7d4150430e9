/// When a timer of a random program fires.
public enum ProgramDate: Sendable, Hashable {
  /// At once: a date in the past.
  case due
  /// On the timer's own tick of the grid, that many rounds ahead.
  case rounds(Int)
}

/// How a timer of a random program repeats.
public enum ProgramInterval: Sendable, Hashable {
  case none
  /// So long that it never repeats while the program runs.
  case long
  /// That many rounds of the grid.
  case rounds(Int)
}

/// What a descriptor source of a random program watches.
public enum ProgramDescriptor: CaseIterable, Sendable, Hashable {
  /// One end of a socket pair, for reading.
  case socket
  /// The reading end of a pipe.
  case pipe
  /// For reading, the descriptor of the nearest such item before it, or a socket of its own where there is none.
  case shared
  /// The writing end of a pipe, which is always ready.
  case writable
}

/// A source, observer, timer, port, descriptor or block of a random program.
public struct ProgramItem: Sendable, Hashable {
  /// What it is.
  public enum Kind: Sendable, Hashable {
    case source(order: Int)
    case observer(activities: UInt32, repeats: Bool, order: Int)
    case timer(first: ProgramDate, interval: ProgramInterval)
    case port
    case descriptor(ProgramDescriptor)
    case block
  }

  /// What it is.
  public var kind: Kind
  /// What it does in its first, second… callout; nothing after the last.
  public var callouts: [[ProgramAction]]

  /// Makes an item.
  public init(_ kind: Kind, callouts: [[ProgramAction]] = []) {
    self.kind = kind
    self.callouts = callouts
  }

  /// Whether it needs the grid of the program's clock.
  var isTimed: Bool {
    guard case .timer(let first, let interval) = kind else { return false }
    if case .rounds = first { return true }
    if case .rounds = interval { return true }
    return false
  }

  /// Whether it is a descriptor source, whatever it watches.
  public var isDescriptor: Bool { if case .descriptor = kind { true } else { false } }

  var size: Int {
    switch kind {
    case .source(let order): 4 + (order == 0 ? 0 : 1) + callouts.count
    case .observer(_, let repeats, let order): 4 + (order == 0 ? 0 : 1) + (repeats ? 0 : 1) + callouts.count
    case .timer(let first, let interval):
      4 + (first == .due ? 0 : 1) + (interval == .none ? 0 : 1) + callouts.count
    case .descriptor(let watched): 4 + (watched == .socket ? 0 : 1) + callouts.count
    case .port, .block: 4 + callouts.count
    }
  }
}
