package import Text

/// Something that the machine lacks, so that examples cannot be verified on it.
package struct MachineLack: Error, Sendable {
  /// What, and the command that installs it.
  package let diagnostic: Diagnostic

  package init(_ message: String, cure: String) {
    diagnostic = Diagnostic(id: "machine-lacks", message, at: nil, cure: cure)
  }
}
