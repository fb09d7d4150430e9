package import Text

/// A public symbol without a comment.
package struct UndocumentedSymbol: Hashable, Sendable {
  package var usr: String
  /// Its name from the module on: `LoopEngine/Loop/run(until:)`.
  package var path: String
  /// What it is: `Instance Method`.
  package var kind: String
  /// Where its name stands in the source; `nil` where no file is known.
  package var place: SourcePlace?
}
