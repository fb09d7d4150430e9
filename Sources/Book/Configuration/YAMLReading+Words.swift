internal import Text
internal import Words

extension YAMLReading {
  /// Words of the site's own, by their names: texts, or groups of them for what is counted.
  mutating func words(_ group: YAMLEntry) -> [InterfaceWord: WordForms] {
    var words: [InterfaceWord: WordForms] = [:]
    let english = InterfaceWords()
    for entry in entries(group.value, of: group.key, knowing: InterfaceWord.allCases.map(\.rawValue)) {
      guard let word = InterfaceWord(rawValue: entry.key) else { continue }
      let model = english.forms(of: word)
      if case .mapping = entry.value.content {
        words[word] = forms(entry, like: model)
      } else if let text = filled(entry, like: model, isLoose: false) {
        words[word] = WordForms(other: text)
      }
    }
    return words
  }

  /// A text for each form; what a form lacks is as in `other`.
  private mutating func forms(_ group: YAMLEntry, like model: WordForms) -> WordForms? {
    guard model.places.contains("count") else {
      expected("text, since it has no number", group.key, group.value)
      return nil
    }
    var forms: [PluralForm: String] = [:]
    let before = diagnostics.count
    for entry in entries(group.value, of: group.key, knowing: PluralForm.allCases.map(\.rawValue)) {
      guard let form = PluralForm(rawValue: entry.key) else { continue }
      forms[form] = filled(entry, like: model, isLoose: [.zero, .one, .two].contains(form))
    }
    guard diagnostics.count == before else { return nil }
    guard let other = forms[.other] else {
      report(
        "wrong-value", "'\(group.key)' has no form 'other', which is used for all other numbers", at: group.keyRange,
        cure: "add 'other: \"…\"' to it")
      return nil
    }
    return WordForms(forms, other: other)
  }

  /// A text with the same places to fill in as ours has; one that is `isLoose` may leave out the number.
  private mutating func filled(_ entry: YAMLEntry, like model: WordForms, isLoose: Bool) -> String? {
    guard let text = text(entry) else { return nil }
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      report("wrong-value", "'\(entry.key)' must not be empty", at: entry.value.range)
      return nil
    }
    let places = WordForms.places(in: text)
    if let strange = places.subtracting(model.places).sorted().first {
      let known = model.places.sorted().map { "{\($0)}" }
      report(
        "wrong-value", "loopbook fills in nothing for '{\(Excerpt.short(strange))}' in '\(entry.key)'",
        at: entry.value.range,
        cure: known.isEmpty ? "write it without braces" : "loopbook fills in \(known.joined(separator: ", "))")
      return nil
    }
    if let missing = model.places.subtracting(places).sorted().first(where: { $0 != "count" || !isLoose }) {
      report(
        "wrong-value", "'\(entry.key)' does not say where '{\(missing)}' goes", at: entry.value.range,
        cure: "in English it is \"\(model.other)\"")
      return nil
    }
    return text
  }
}
