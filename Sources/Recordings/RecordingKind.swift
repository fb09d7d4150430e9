/// What of an example's doing a recording holds, by its fence's language.
package enum RecordingKind: String, Sendable, CaseIterable {
  /// What it printed.
  case output
  /// The compiler's or the trap's message.
  case error
  /// What the loop did.
  case trace
}
