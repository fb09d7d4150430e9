extension InterfaceWords {
  /// A page is given the words of its site, and has none of its own.
  static let tables: [String: [InterfaceWord: WordForms]] = [:]
}
