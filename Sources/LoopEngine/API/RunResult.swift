/// Why a run ended.
public enum RunResult: Int32, Sendable, CustomStringConvertible {
  /// The mode had nothing that could call anything.
  case finished = 1
  /// `stop` ended it.
  case stopped = 2
  /// Its time was over.
  case timedOut = 3
  /// A source was handled, and the run was to return after one.
  case handledSource = 4

  /// Its name: "finished".
  public var description: String {
    switch self {
    case .finished: "finished"
    case .stopped: "stopped"
    case .timedOut: "timedOut"
    case .handledSource: "handledSource"
    }
  }
}
