public import LoopDifferences

/// One numbered behavior of the run loop: what it is called and the trace that shows it.
///
/// The programs that make the trace are compiled twice, against the engine and against CoreFoundation; what they have
/// in common is this value.
public struct Behavior: Sendable, Identifiable, CustomStringConvertible {
  /// The thread that a behavior needs.
  public enum Place: Sendable {
    /// A thread of its own, with a fresh loop.
    case ownThread
    /// A thread of its own in a process of its own, whose threads of Swift concurrency no test can keep busy.
    case ownProcess
    /// The main thread of a process of its own.
    case mainThread
  }

  /// Which of the two loops shows the behavior.
  public enum Reach: Sendable {
    /// The engine and CoreFoundation, with the same trace.
    case both
    /// The engine only, for the reason given.
    case engineOnly(String)
    /// The engine as expected, CoreFoundation with a trace of its own: the listed difference named by its `id`.
    case differs(Difference.ID, coreFoundation: String)
  }

  /// The entry's number and a letter, "4.3a" for example.
  public let id: String
  /// The behavior in words.
  public let title: String
  /// The words of the trace that the engine writes, and CoreFoundation too unless `reach` says otherwise.
  public let expected: [String]
  /// Where it applies.
  public let reach: Reach
  /// The thread that it needs.
  public let place: Place

  /// A behavior whose expected trace is given as words with spaces between them.
  public init(_ id: String, _ title: String, expected: String, reach: Reach, place: Place) {
    self.id = id
    self.title = title
    self.expected = Self.words(expected)
    self.reach = reach
    self.place = place
  }

  /// Its number and title.
  public var description: String { "\(id) \(title)" }

  /// The entry of the behavior catalogue that it belongs to: "4.3" of "4.3a", "4.o" of "4.ob".
  ///
  /// What is not in the catalogue, as executors, has a name instead of a number and no entry.
  public var entry: String? {
    let parts = id.split(separator: ".")
    guard parts.count == 2, let section = Int(parts[0]) else { return nil }
    let number = parts[1].prefix { $0.isNumber }
    return "\(section).\(number.isEmpty ? parts[1].prefix(1) : number)"
  }

  /// The trace that CoreFoundation is expected to write, or nil where it does not apply.
  public var expectedOnReference: [String]? {
    switch reach {
    case .both: expected
    case .engineOnly: nil
    case .differs(_, let trace): Self.words(trace)
    }
  }

  /// The listed difference that it shows, if any.
  public var difference: Difference.ID? {
    if case .differs(let id, _) = reach { id } else { nil }
  }

  /// The words of a trace that is written as text.
  public static func words(_ text: String) -> [String] {
    text.split { $0.isWhitespace }.map(String.init)
  }
}
