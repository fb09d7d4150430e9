/// Why a text cannot be the value of a flag or an operand.
struct ArgumentProblem: Error, Hashable {
  /// What would do instead, such as `a whole number, 1 or more`.
  let needs: String

  /// What may have been meant.
  let suggestion: String?

  init(needs: String, suggestion: String? = nil) {
    self.needs = needs
    self.suggestion = suggestion
  }
}
