/// What ``TableScanner`` has to know about a language.
struct LanguageTable: Sendable {
  /// What some languages have and others do not.
  struct Habits: OptionSet, Sendable {
    let rawValue: Int

    /// Comments between `/*` and `*/`.
    static let blockComments = Habits(rawValue: 1 << 0)
    /// Such comments may hold each other.
    static let nestedComments = Habits(rawValue: 1 << 1)
    /// `#` begins a directive on a line of its own.
    static let directives = Habits(rawValue: 1 << 2)
    /// `@` begins keywords and strings, as in Objective-C.
    static let atWords = Habits(rawValue: 1 << 3)
    /// `@Name` says something about what follows.
    static let annotations = Habits(rawValue: 1 << 4)
    /// Annotations stand at the beginning of a line only; elsewhere `@` is an operator.
    static let decorators = Habits(rawValue: 1 << 5)
    /// `#[…]` says something about what follows.
    static let hashAttributes = Habits(rawValue: 1 << 6)
    /// `[[…]]` says something about what follows.
    static let squareAttributes = Habits(rawValue: 1 << 7)
    /// `'name` is not the beginning of a character.
    static let lifetimes = Habits(rawValue: 1 << 8)
    /// `name!` calls a macro.
    static let macros = Habits(rawValue: 1 << 9)
    /// `/…/` is a regular expression where an operand can stand.
    static let expressions = Habits(rawValue: 1 << 10)
    /// A sign belongs to its number.
    static let signs = Habits(rawValue: 1 << 11)
    /// `1'000` is one number.
    static let quotesInNumbers = Habits(rawValue: 1 << 12)
    /// `1979-05-27T07:32:00` is one number.
    static let dates = Habits(rawValue: 1 << 13)
    /// `[name]` on a line of its own begins a table.
    static let tables = Habits(rawValue: 1 << 14)
    /// Names with a capital letter are those of types.
    static let capitalTypes = Habits(rawValue: 1 << 15)
    /// `name_t` is a type.
    static let suffixedTypes = Habits(rawValue: 1 << 16)
    /// A word is a keyword after a full stop, too.
    static let keywordsAfterDots = Habits(rawValue: 1 << 17)
    /// `match`, `case` and `type` are keywords at the beginning of a line, before something that is not an operator.
    static let softKeywords = Habits(rawValue: 1 << 18)
  }

  /// What a word directly before a string says of it.
  enum Prefix: Sendable {
    case usual
    /// It holds code between braces.
    case holes
    /// It is `"…"` with as many `#` behind it as before it, and means every byte as it is.
    case hashes
    /// It is `"word(…)word"`, and means every byte as it is.
    case delimiter
  }

  /// The words that always have a kind.
  var words: WordTable<HighlightKind>
  var habits: Habits
  /// What begins a comment that ends with its line.
  var lineComment: StaticString?
  /// The strings; of two with the same beginning, the longer comes first.
  var strings: [StringForm]
  /// The words that belong to the string behind them.
  var prefixes = WordTable<Prefix>([])
  /// The directives that a file's name follows.
  var includes = WordTable<Void>([("include import include_next", ())])
  /// What stands between a key and its value.
  var keyMark: UInt8?
  /// What a word may consist of besides letters and digits.
  var wordMark: UInt8?

  /// Whether a byte is the first of a string or comment.
  func opens(_ byte: UInt8) -> Bool { openers[Int(byte)] }

  private let openers: [Bool]

  init(
    _ words: [(words: String, value: HighlightKind)], _ habits: Habits, ignoresCase: Bool = false,
    lineComment: StaticString? = "//", strings: [StringForm] = [StringForm("\""), StringForm("'")],
    prefixes: [(words: String, value: Prefix)] = [], keyMark: UInt8? = nil, wordMark: UInt8? = nil
  ) {
    self.words = WordTable(words, ignoresCase: ignoresCase)
    self.habits = habits
    self.lineComment = lineComment
    self.strings = strings
    self.prefixes = WordTable(prefixes, ignoresCase: ignoresCase)
    self.keyMark = keyMark
    self.wordMark = wordMark
    var openers = Array(repeating: false, count: 256)
    for form in strings { openers[Int(form.first)] = true }
    if let lineComment { openers[Int(lineComment.utf8Start.pointee)] = true }
    if habits.contains(.blockComments) { openers[Int(UInt8(ascii: "/"))] = true }
    self.openers = openers
  }
}
