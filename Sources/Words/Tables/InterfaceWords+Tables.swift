extension InterfaceWords {
  /// The words of each language, by the first part of its tag.
  static let tables: [String: [InterfaceWord: WordForms]] = [
    "en": joined(english, englishOfReference), "de": joined(german, germanOfReference),
    "fr": joined(french, frenchOfReference), "es": joined(spanish, spanishOfReference),
    "zh": joined(chinese, chineseOfReference), "ja": joined(japanese, japaneseOfReference),
    "ar": joined(arabic, arabicOfReference),
  ]

  /// One table of two that have no word in common.
  private static func joined(
    _ first: [InterfaceWord: WordForms], _ second: [InterfaceWord: WordForms]
  ) -> [InterfaceWord: WordForms] {
    first.merging(second) { word, _ in word }
  }
}
