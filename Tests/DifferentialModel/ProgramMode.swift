/// A mode of a random program.
public enum ProgramMode: Int, CaseIterable, Sendable, Hashable {
  case standard, tracking, first, second
  /// The common modes, which no loop runs in.
  case common

  /// The modes that a loop can run in.
  public static let real: [ProgramMode] = [.standard, .tracking, .first, .second]

  /// Its name in the loop's vocabulary.
  public var name: String {
    switch self {
    case .standard: "default"
    case .tracking: "tracking"
    case .first: "first"
    case .second: "second"
    case .common: "common"
    }
  }
}
