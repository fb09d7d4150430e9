/// The words that a question has and that say nothing of what is asked: they are left out where a query has others.
enum SmallWords {
  /// Those of English, with blanks between them.
  ///
  /// Those of other languages count little, since nearly every section has them.
  static let english = """
    a about an and any are as at be been by can could did do does done for from get had has have here how if in into is \
    it its may me my no not of on or our out should so some than that the their them then there these they this those \
    to up us was we were what when where which while who whose why will with would you your
    """

  private static let all = Set(english.split(separator: " ").map { Array($0.utf8) })

  /// Whether a word, in lower case, is one of them.
  static func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool { all.contains(Array(word)) }
}
