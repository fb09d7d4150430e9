/// Why a text cannot be the value of a flag or an operand.
struct ArgumentProblem: Error, Hashable {
  /// What would do instead, such as `a whole number, 1 or more`.
  let needs: String

  /// What may have been meant.
  let suggestion: String?

  /// Whether the text may have a password in it, so that it is not shown.
  let isSecret: Bool

  init(needs: String, suggestion: String? = nil, isSecret: Bool = false) {
    self.needs = needs
    self.isSecret = isSecret
    self.suggestion = suggestion
  }
}
