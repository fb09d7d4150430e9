/// The version of this program, the one place that says it.
package enum LoopbookVersion {
  /// The version as `loopbook --version` and the reports give it.
  package static let text = "0.2.0"
}
