/// What a book says of all its fences of Swift.
package struct FenceRules: Sendable {
  /// What is done with an example that does not say it.
  package var usual: ExampleAttributes.Kind

  /// What lines begin with that are compiled and shown only on demand; `nil` where there are none but those between
  /// marks.
  package var hiddenPrefix: HiddenPrefix?

  /// Whether a fence of declarations without bodies is only shown.
  package var quotesSignatures: Bool

  /// Whether the text is made of doc comments, so that what is recorded goes into Swift files.
  package var isMadeOfComments: Bool

  /// Where in the text something is missing that could not be read.
  package var unread: [Int] = []

  /// Tells how complete a text is; told whether signatures are looked for.
  package var completeness: @Sendable (_ text: String, _ looksForSignatures: Bool) -> CodeCompleteness

  /// Rules under which every text is taken as it is, unless they say something else.
  package init(
    usual: ExampleAttributes.Kind = .runs, hiddenPrefix: HiddenPrefix? = nil, quotesSignatures: Bool = false,
    isMadeOfComments: Bool = false,
    completeness: @escaping @Sendable (String, Bool) -> CodeCompleteness = { _, _ in .whole }
  ) {
    self.usual = usual
    self.hiddenPrefix = hiddenPrefix
    self.quotesSignatures = quotesSignatures
    self.isMadeOfComments = isMadeOfComments
    self.completeness = completeness
  }
}

/// How much of a program a text is.
package enum CodeCompleteness: Sendable, Hashable {
  /// All of it, as far as one can see.
  case whole
  /// Declarations without bodies, and nothing else.
  case signatures
  /// Some bodies are an ellipsis; the same text with something that compiles in their place, of the same length, and
  /// what has to stand at the end of the program for that.
  case abridged(text: String, support: String)
}
