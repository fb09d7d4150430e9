/// An argument of a verb that is not a flag.
struct OperandDeclaration<Owner> {
  /// What stands for it in the help, without brackets.
  let placeholder: String

  /// One phrase.
  let summary: String

  let isRequired: Bool

  /// Puts the value into the verb.
  let store: (inout Owner, String) throws(ArgumentProblem) -> Void

  /// An argument that may be left out.
  static func optional<Value>(
    _ placeholder: String, _ path: WritableKeyPath<Owner, Value?>, _ type: ArgumentType<Value>, _ summary: String
  ) -> Self {
    Self(placeholder: placeholder, summary: summary, isRequired: false) { owner, text throws(ArgumentProblem) in
      owner[keyPath: path] = try type.read(text)
    }
  }

  /// An argument that must be there.
  static func required<Value>(
    _ placeholder: String, _ path: WritableKeyPath<Owner, Value?>, _ type: ArgumentType<Value>, _ summary: String
  ) -> Self {
    Self(placeholder: placeholder, summary: summary, isRequired: true) { owner, text throws(ArgumentProblem) in
      owner[keyPath: path] = try type.read(text)
    }
  }

  /// The operand as a line of usage shows it.
  var usage: String { isRequired ? placeholder : "[\(placeholder)]" }
}
