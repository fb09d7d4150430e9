/// What ``TableScanner`` has to know about a language.
struct LanguageTable: Sendable {
  /// The words that always have a kind.
  var words: WordTable<HighlightKind>
  /// The directives that a file's name follows.
  var includes = WordTable<Void>([("include import include_next", ())])
  /// Whether there are comments, `// …` and `/* … */`.
  var hasComments = true
  /// Whether `#` begins a directive on a line of its own.
  var hasDirectives = true
  /// Whether `@` begins keywords and strings.
  var hasAtWords = false
  /// Whether what stands before a colon is a key.
  var hasKeys = false
  /// Whether a sign belongs to its number.
  var hasSigns = false

  private static let wordsOfC: [(words: String, value: HighlightKind)] = [
    (
      """
      alignas alignof auto break case const constexpr continue default do else enum extern for goto if inline nullptr \
      register restrict return sizeof static static_assert struct switch thread_local typedef typeof union volatile \
      while true false NULL _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local __block \
      __attribute__ __asm__ __inline __inline__ __typeof__ __strong __weak __unsafe_unretained __autoreleasing
      """, .keyword
    ),
    (
      """
      void char short int long float double signed unsigned bool _Bool _Complex _BitInt FILE
      """, .type
    ),
  ]

  /// C, up to C23, with blocks.
  static let c = LanguageTable(words: WordTable(wordsOfC))

  /// Objective-C.
  static let objectiveC = LanguageTable(
    words: WordTable(
      wordsOfC + [
        (
          """
          self super nil Nil YES NO in out inout bycopy byref oneway nonnull nullable instancetype _Nonnull _Nullable \
          __bridge __bridge_retained __bridge_transfer __kindof _cmd
          """, .keyword
        ),
        ("id SEL IMP BOOL Class Protocol", .type),
      ]),
    hasAtWords: true)

  /// JSON, with what JSON5 adds.
  static let json = LanguageTable(
    words: WordTable([("true false null", .keyword), ("NaN Infinity", .number)]), hasDirectives: false, hasKeys: true,
    hasSigns: true)
}
