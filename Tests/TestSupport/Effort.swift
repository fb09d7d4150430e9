internal import Foundation

/// How much the tests try that compile hundreds of programs.
package enum Effort {
  /// Whether they try everything, as the gate does by `LOOPBOOK_EFFORT=thorough`.
  ///
  /// `make test` alone tries less of the same kinds.
  package static let isThorough: Bool = {
    switch ProcessInfo.processInfo.environment["LOOPBOOK_EFFORT"] {
    case nil, "", "ordinary": false
    case "thorough": true
    case let other?: preconditionFailure("LOOPBOOK_EFFORT is '\(other)'; it can be 'ordinary' or 'thorough'")
    }
  }()
}
