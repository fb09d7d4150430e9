/// Why what is built of a package may be another thing on another machine, or is of no use there.
package struct Unshareable: Error, Hashable, Sendable {
  /// In words that fit after "since".
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}
