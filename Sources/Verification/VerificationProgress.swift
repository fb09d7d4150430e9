/// The listener that is told how the work goes on: the terminal, or none.
///
/// Each of these may be called from any thread; none of them waits for more than the terminal.
package protocol VerificationProgress: Sendable {
  /// A stage of the work begins; the one before it is over.
  ///
  /// - Parameters:
  ///   - stage: What is done, such as `Running examples`.
  ///   - total: How many pieces it has; 0 if that is not known.
  func begin(stage: String, total: Int)

  /// A piece of the stage, such as an example, is under way.
  func started(_ name: String)

  /// A piece of the stage is done, whether or not it was told to have started.
  func finished(_ name: String)

  /// Something to tell at once, on a line of its own.
  func note(_ line: String)

  /// All stages are over.
  func end()
}

/// Progress that is not watched.
package struct UnseenProgress: VerificationProgress {
  package init() {}
  package func begin(stage: String, total: Int) {}
  package func started(_ name: String) {}
  package func finished(_ name: String) {}
  package func note(_ line: String) {}
  package func end() {}
}
