/// A moment of a recording that a run of the same program comes to again.
package enum RecordingMoment: Hashable, Sendable, CustomStringConvertible {
  /// What the record of that number, from 1, tells of has been done; of records that are events.
  case record(Int)
  /// So many bytes have been printed.
  case printed(TraceEvent.PrintStream, Int)

  /// The moment that `description` tells of.
  package init?(_ description: String) {
    let parts = description.split(separator: ":")
    guard let number = parts.last.flatMap({ Int($0) }), number > 0 else { return nil }
    if parts.count == 1 {
      self = .record(number)
    } else if parts.count == 2, let stream = TraceEvent.PrintStream(rawValue: String(parts[0])) {
      self = .printed(stream, number)
    } else {
      return nil
    }
  }

  /// "12" or "output:345".
  package var description: String {
    switch self {
    case .record(let number): "\(number)"
    case .printed(let stream, let count): "\(stream.rawValue):\(count)"
    }
  }
}
