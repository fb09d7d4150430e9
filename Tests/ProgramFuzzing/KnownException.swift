/// A difference from plain Swift that is meant to be, with the reason.
package struct KnownException: Sendable {
  package var name: String
  package var reason: String
  let applies: @Sendable (FuzzProgram, FuzzBench.Records, Behaviour) -> Bool

  /// All that are known, and documented for users.
  package static let all: [KnownException] = [
    KnownException(
      name: "resources",
      reason: "An example has less memory and fewer processes than a plain program, and is told so."
    ) { _, _, behaviour in behaviour.kind == .unlimited }
  ]
}
