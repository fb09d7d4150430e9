/// A difference from plain Swift that is known, with the reason.
package struct KnownException: Sendable {
  /// A word for it.
  package var name: String
  /// Why it is so.
  package var reason: String
  let applies: @Sendable (FuzzProgram, FuzzBench.Records, Behavior) -> Bool

  /// All that are known.
  package static let all: [KnownException] = [
    KnownException(
      name: "resources",
      reason: "An example has less memory and fewer processes than a plain program, and is told so."
    ) { _, _, behavior in
      behavior.kind == .unlimited && ["memory", "processes", "files"].contains { behavior.text.hasPrefix($0) }
    }
  ]
}
