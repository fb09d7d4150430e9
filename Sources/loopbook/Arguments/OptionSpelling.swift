/// How a flag is written, and what the help says of it.
struct OptionSpelling: Hashable {
  /// The name with its dashes.
  let name: String

  /// What stands for the value in the help; `nil` if there is none.
  let placeholder: String?

  /// One phrase.
  let summary: String

  /// Whether it may be given more than once.
  var isRepeatable = false

  /// Whether many verbs have it.
  var isCommon = false

  /// The flag with its value as the help shows it.
  var text: String { placeholder.map { "\(name) \($0)" } ?? name }
}
