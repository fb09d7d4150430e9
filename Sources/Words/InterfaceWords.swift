internal import Text

/// The words of a site in its language.
package struct InterfaceWords: Sendable, Equatable {
  /// The language that the words are in, the first part of its tag: it decides which forms go with numbers.
  package let language: String
  private let words: [InterfaceWord: WordForms]

  /// The languages that have words, by the first part of their tags.
  package static var languages: [String] { tables.keys.sorted() }

  /// The words of a language, or English ones where there are none.
  ///
  /// - Parameters:
  ///   - language: The language's tag.
  ///   - own: Words that a book has in place of ours.
  package init(_ language: String = "en", own: [InterfaceWord: WordForms] = [:]) {
    let first = Self.first(of: language)
    self.language = Self.tables[first] == nil ? "en" : first
    var words = Self.tables[self.language] ?? [:]
    for (word, forms) in own { words[word] = forms }
    self.words = words
  }

  /// Words that were read.
  ///
  /// - Parameters:
  ///   - language: The first part of the language's tag.
  ///   - words: All of them.
  package init(language: String, words: [InterfaceWord: WordForms]) {
    self.language = language
    self.words = words
  }

  /// Whether there are words in a language.
  package static func has(_ language: String) -> Bool { tables[first(of: language)] != nil }

  private static func first(of language: String) -> String {
    language.split(separator: "-").first.map { $0.lowercased() } ?? ""
  }

  /// A word in all its forms.
  package func forms(of word: InterfaceWord) -> WordForms { words[word] ?? WordForms(other: word.rawValue) }

  /// A word or sentence.
  package subscript(word: InterfaceWord) -> String { forms(of: word).other }

  /// A sentence with what stands in braces filled in.
  package func text(_ word: InterfaceWord, _ values: KeyValuePairs<String, String>) -> String {
    WordForms.filled(self[word]) { name in values.first { $0.key == name }?.value }
  }

  /// The same where the sentence is text within a markup that `escaped` writes text in, and the values are markup.
  package func text(
    _ word: InterfaceWord, _ values: KeyValuePairs<String, String>, escaped: (String) -> String
  ) -> String {
    WordForms.filled(self[word], text: escaped) { name in values.first { $0.key == name }?.value }
  }

  /// The words for a number of things: `{count}` is the number.
  package func count(
    _ number: Int, _ word: InterfaceWord, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    WordForms.filled(forms(of: word)[PluralForm(number, in: language)]) { name in
      name == "count" ? self.number(number) : values.first { $0.key == name }?.value
    }
  }

  /// A number as the language writes it, its thousands apart.
  package func number(_ number: Int) -> String {
    let sign =
      switch language {
      case "de", "es": "."
      case "fr": "\u{202F}"
      default: ","
      }
    return number.grouped.split(separator: ",").joined(separator: sign)
  }

  /// "a, b and c".
  package func list(_ parts: [String]) -> String {
    guard let first = parts.first, let last = parts.last else { return "" }
    if parts.count == 1 { return first }
    let most = parts.dropFirst().dropLast().reduce(first) { text(.listComma, ["first": $0, "next": $1]) }
    return text(.listEnd, ["first": most, "last": last])
  }

  /// Several sentences, or a title beside others.
  package func sentence(_ what: String) -> String { text(.sentence, ["what": what]) }
}
