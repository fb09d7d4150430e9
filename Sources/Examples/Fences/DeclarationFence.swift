/// A fence with the declaration of a symbol, which only pages have that are made of doc comments.
package enum DeclarationFence {
  /// The language that it names; after it stands what the compiler calls the symbol.
  package static let language = "swift-declaration"
  /// The language of what stands for an example that cannot be found, which is told where it is asked for.
  package static let missingExample = "swift-missing"
}
