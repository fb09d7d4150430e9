package import Text

/// Takes typed values out of YAML and collects what is wrong with them.
///
/// Each function returns `nil` for a value that is not what it should be, with an error at its place.
package struct YAMLReading {
  /// The file that the values stand in.
  package let file: SourceFile

  /// What was wrong so far, in the order of reading.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The keys that unknown ones seem to be meant for.
  package private(set) var meantKeys: Set<String> = []

  package init(_ file: SourceFile) {
    self.file = file
  }

  /// Adds an error about a part of the file.
  package mutating func report(
    _ id: String, _ message: String, at range: Range<Int>, notes: [Diagnostic.Note] = [], cure: String? = nil
  ) {
    // Enough for an author; more would only be the same mistake again.
    guard diagnostics.count < 100 else { return }
    diagnostics.append(Diagnostic(id: id, message, at: file.place(range), notes: notes, cure: cure))
  }

  /// The entries of a group of keys; unknown keys are reported and left out.
  package mutating func entries(
    _ value: YAMLValue, of name: String, knowing known: [String]
  ) -> [YAMLEntry] {
    guard case .mapping(let entries) = value.content else {
      // Whole files have other names than keys.
      let isInner = ConfigurationKey(rawValue: name) != nil
      if !value.isNothing {
        expected(
          "keys with values", name, value,
          cure: isInner
            ? "write '\(name): {}' for none of them; the keys are \(Excerpt.list(known))"
            : "write 'key: value' on each line")
      }
      return []
    }
    return entries.filter { entry in
      if known.contains(entry.key) { return true }
      let suggestion = NearestName.suggestion(for: entry.key, among: known)
      if let suggestion { meantKeys.insert(suggestion) }
      report(
        "unknown-key", "there is no key '\(Excerpt.short(entry.key))'", at: entry.keyRange,
        cure: suggestion.map { "did you mean '\($0)'?" } ?? "the keys are \(Excerpt.list(known))")
      return false
    }
  }

  /// A text: words without quotes, or anything with them.
  package mutating func text(_ entry: YAMLEntry) -> String? {
    text(entry.value, of: entry.key)
  }

  /// A whole number within limits.
  package mutating func integer(_ entry: YAMLEntry, in limits: ClosedRange<Int>) -> Int? {
    guard case .scalar(let scalar) = entry.value.content, let number = scalar.integer, limits.contains(number) else {
      expected("a whole number from \(limits.lowerBound) to \(limits.upperBound)", entry.key, entry.value)
      return nil
    }
    return number
  }

  /// A truth value.
  package mutating func truth(_ entry: YAMLEntry) -> Bool? {
    guard case .scalar(let scalar) = entry.value.content, let truth = scalar.truth else {
      expected("true or false", entry.key, entry.value)
      return nil
    }
    return truth
  }

  /// One of a few words.
  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ entry: YAMLEntry
  ) -> Choice? where Choice.RawValue == String {
    guard let text = text(entry) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    report(
      "wrong-value", "'\(entry.key)' must be \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")",
      at: entry.value.range, cure: NearestName.suggestion(for: text, among: words).map { "did you mean '\($0)'?" })
    return nil
  }

  /// A list of texts, each with its place; an item that is not a text is reported and left out.
  package mutating func texts(_ entry: YAMLEntry, called what: String) -> [(text: String, range: Range<Int>)]? {
    guard case .list(let values) = entry.value.content else {
      expected(
        "a list of \(what)", entry.key, entry.value,
        cure: entry.value.isScalar ? "write '\(entry.key): [\(Excerpt.short(written(entry.value.range)))]'" : nil)
      return nil
    }
    return values.compactMap { value in text(value, of: entry.key).map { ($0, value.range) } }
  }

  /// A text of a form that has its own errors.
  package mutating func typed<Value, Problem: ValueProblem>(
    _ entry: YAMLEntry, _ parse: (String) throws(Problem) -> Value
  ) -> Value? {
    guard case .scalar(let scalar) = entry.value.content, !scalar.isNothing else {
      expected(Problem.form, entry.key, entry.value)
      return nil
    }
    do throws(Problem) {
      return try parse(scalar.text)
    } catch {
      report(
        "wrong-value", "'\(entry.key)' must be \(Problem.form): \(error.message)", at: entry.value.range,
        cure: error.cure)
      return nil
    }
  }

  /// Reports a value that has another type than it should.
  package mutating func expected(_ form: String, _ name: String, _ value: YAMLValue, cure: String? = nil) {
    report("wrong-type", "'\(name)' must be \(form), but it is \(value.kind)", at: value.range, cure: cure)
  }

  private mutating func text(_ value: YAMLValue, of name: String) -> String? {
    guard case .scalar(let scalar) = value.content, !scalar.isPlain || scalar.kind == "text" else {
      let isWord = value.isScalar && !value.isNothing
      expected(
        "text", name, value, cure: isWord ? "put it in quotes: \"\(Excerpt.short(written(value.range)))\"" : nil)
      return nil
    }
    return scalar.text
  }

  private func written(_ range: Range<Int>) -> String {
    String(decoding: file.bytes[range], as: UTF8.self)
  }
}

extension YAMLValue {
  /// Whether it is a single word, number or text, or nothing.
  package var isScalar: Bool {
    if case .scalar = content { return true }
    return false
  }
}
