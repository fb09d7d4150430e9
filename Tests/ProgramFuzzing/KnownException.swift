/// A difference from plain Swift that is known, with the reason.
package struct KnownException: Sendable {
  package var name: String
  package var reason: String
  let applies: @Sendable (FuzzProgram, FuzzBench.Records, Behaviour) -> Bool

  /// All that are known.
  package static let all: [KnownException] = [
    KnownException(
      name: "resources",
      reason: "An example has less memory and fewer processes than a plain program, and is told so."
    ) { _, _, behaviour in behaviour.kind == .unlimited && ["memory", "processes"].contains(behaviour.text) },
    KnownException(
      name: "columns",
      reason: "Where two statements stand on one line, a call that tells how far a program came may stand between them."
    ) { program, records, behaviour in
      records.plain.kind == .rejected && behaviour.kind == .rejected
        && records.plain.withoutColumns == behaviour.withoutColumns
    },
  ]
}

extension Behaviour {
  /// The messages with their lines only.
  fileprivate var withoutColumns: [String] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 2)
      return parts.count == 3 ? "\(parts[0]):\(parts[2])" : String(line)
    }
  }
}
