/// A flag of a verb: how it is written, what it says in the help, and where its value goes.
///
/// The reader and the help are both made from these, so that they cannot disagree.
struct OptionDeclaration<Owner> {
  /// The part that the help shows.
  let spelling: OptionSpelling

  /// Puts a value into the verb; the text is empty for a flag that has none.
  let store: (inout Owner, String) throws(ArgumentProblem) -> Void

  /// A flag that is there or not.
  static func flag(
    _ name: String, _ path: WritableKeyPath<Owner, Bool>, _ summary: String
  ) -> Self {
    Self(spelling: OptionSpelling(name: name, placeholder: nil, summary: summary)) { owner, _ throws(ArgumentProblem) in
      owner[keyPath: path] = true
    }
  }

  /// A flag with a value.
  static func value<Value>(
    _ name: String, _ placeholder: String, _ path: WritableKeyPath<Owner, Value?>, _ type: ArgumentType<Value>,
    _ summary: String
  ) -> Self {
    Self(spelling: OptionSpelling(name: name, placeholder: placeholder, summary: summary)) {
      owner, text throws(ArgumentProblem) in
      owner[keyPath: path] = try type.read(text)
    }
  }

  /// A flag with a value that has one from the start.
  static func choice<Value>(
    _ name: String, _ placeholder: String, _ path: WritableKeyPath<Owner, Value>, _ type: ArgumentType<Value>,
    _ summary: String
  ) -> Self {
    Self(spelling: OptionSpelling(name: name, placeholder: placeholder, summary: summary)) {
      owner, text throws(ArgumentProblem) in
      owner[keyPath: path] = try type.read(text)
    }
  }

  /// A flag with a value that may be given several times.
  static func values<Value>(
    _ name: String, _ placeholder: String, _ path: WritableKeyPath<Owner, [Value]>, _ type: ArgumentType<Value>,
    _ summary: String
  ) -> Self {
    Self(
      spelling: OptionSpelling(name: name, placeholder: placeholder, summary: summary, isRepeatable: true)
    ) { owner, text throws(ArgumentProblem) in
      owner[keyPath: path].append(try type.read(text))
    }
  }

  /// The same flag for the owner of a part, in the group of that part.
  func lifted<Whole>(to path: WritableKeyPath<Whole, Owner>) -> OptionDeclaration<Whole> {
    var spelling = spelling
    spelling.isCommon = true
    return OptionDeclaration<Whole>(spelling: spelling) { whole, text throws(ArgumentProblem) in
      try store(&whole[keyPath: path], text)
    }
  }
}
