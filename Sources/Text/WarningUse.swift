/// What is done with the compiler's warnings about an example.
package enum WarningUse: String, Sendable, CaseIterable {
  /// Nothing.
  case off
  /// The summary says how many there are.
  case count
  /// They are told at their places.
  case show
  /// They are errors.
  case error
}
