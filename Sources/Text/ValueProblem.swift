/// Why a text is not a value of some form, such as a time.
package protocol ValueProblem: Error {
  /// What the value should have been, with its article.
  static var form: String { get }

  /// What is wrong with it, as the end of a sentence.
  var message: String { get }

  /// What mends it.
  var cure: String? { get }
}
