/// Why a run ended.
public enum RunResult: Int32, Sendable, CustomStringConvertible {
  /// The mode had nothing to wait for.
  case finished = 1
  /// It was stopped.
  case stopped = 2
  /// Its time was over.
  case timedOut = 3
  /// It handled a source, and was asked to return then.
  case handledSource = 4

  /// The case's name.
  public var description: String {
    switch self {
    case .finished: "finished"
    case .stopped: "stopped"
    case .timedOut: "timedOut"
    case .handledSource: "handledSource"
    }
  }
}
