extension InterfaceWords {
  /// The words of each language, by the first part of its tag.
  static let tables: [String: [InterfaceWord: WordForms]] = [
    "en": english, "de": german, "fr": french, "es": spanish, "zh": chinese, "ja": japanese, "ar": arabic,
  ]
}
