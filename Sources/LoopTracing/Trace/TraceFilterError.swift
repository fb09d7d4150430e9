/// Why attributes are not a filter.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// do throws(TraceFilterError) {
///   _ = try TraceFilter(attributes: [("only", "timers")])
/// } catch {
///   print(error)
///   print(error.validWords)
/// }
/// ```
///
/// ```output
/// 'only' cannot be 'timers'; it can be activities, callouts
/// ["activities", "callouts"]
/// ```
public enum TraceFilterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The attribute does not exist.
  case unknownAttribute(String)
  /// `only` knows no such choice.
  case unknownChoice(String)
  /// The attribute has no value.
  case noValue(String)
  /// The attribute stands twice.
  case repeated(String)

  /// The attributes that there are.
  public static let attributes = ["only", "thread", "loop", "mode"]

  /// The words that would be right in the place of the wrong one; empty where any would.
  public var validWords: [String] {
    switch self {
    case .unknownAttribute: Self.attributes
    case .unknownChoice, .noValue("only"): TraceFilter.Choice.allCases.map { $0.rawValue }
    case .noValue, .repeated: []
    }
  }

  /// A sentence that names the valid words.
  public var description: String {
    let words = validWords.joined(separator: ", ")
    return switch self {
    case .unknownAttribute(let name): "a trace has no attribute '\(name)'; it knows \(words)"
    case .unknownChoice(let value): "'only' cannot be '\(value)'; it can be \(words)"
    case .noValue("only"): "'only' has no value; it can be \(words)"
    case .noValue(let name): "'\(name)' has no value; it takes a name"
    case .repeated(let name): "'\(name)' is given twice"
    }
  }
}
