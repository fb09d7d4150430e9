internal import Foundation

/// How much the tests try that compile hundreds of programs.
package enum Effort: String {
  /// What `make test` alone tries: some of each kind.
  case ordinary
  /// What the gate tries: all kinds, and of the longest lists a part.
  case thorough
  /// Everything, as before a release.
  case exhaustive

  private static let chosen: Effort = {
    let name = ProcessInfo.processInfo.environment["LOOPBOOK_EFFORT"] ?? ""
    guard let effort = name.isEmpty ? .ordinary : Effort(rawValue: name) else {
      preconditionFailure("LOOPBOOK_EFFORT is '\(name)'; it can be 'ordinary', 'thorough' or 'exhaustive'")
    }
    return effort
  }()

  /// Whether the tests try all kinds of what there is.
  package static var isThorough: Bool { chosen != .ordinary }

  /// A number that is larger where more is tried.
  package static func number(ordinary: Int, thorough: Int, exhaustive: Int) -> Int {
    switch chosen {
    case .ordinary: ordinary
    case .thorough: thorough
    case .exhaustive: exhaustive
    }
  }

  /// Every `ordinary`-th or `thorough`-th of a list, or all of it.
  package static func part<Item>(of items: [Item], ordinary: Int, thorough: Int) -> [Item] {
    let step = number(ordinary: ordinary, thorough: thorough, exhaustive: 1)
    return stride(from: 0, to: items.count, by: step).map { items[$0] }
  }
}
