extension LanguageTable {
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

  private static let stringsOfC = [StringForm("\"", joinsLines: true), StringForm("'")]
  private static let prefixesOfC: [(words: String, value: Prefix)] = [("L u U u8", .usual)]
  private static let habitsOfC: Habits = [.blockComments, .directives, .capitalTypes, .suffixedTypes]

  /// C, up to C23, with blocks.
  static let c = LanguageTable(
    wordsOfC, habitsOfC.union([.squareAttributes, .quotesInNumbers]), strings: stringsOfC, prefixes: prefixesOfC)

  /// C++, up to C++23.
  static let cPlusPlus = LanguageTable(
    wordsOfC + [
      (
        """
        and and_eq asm bitand bitor catch class co_await co_return co_yield compl concept consteval constinit \
        const_cast decltype delete dynamic_cast explicit export final friend import module mutable namespace new \
        noexcept not not_eq operator or or_eq override private protected public reinterpret_cast requires static_cast \
        template this throw try typeid typename using virtual xor xor_eq
        """, .keyword
      ),
      ("wchar_t char8_t char16_t char32_t", .type),
    ], habitsOfC.union([.squareAttributes, .quotesInNumbers]), strings: stringsOfC,
    prefixes: prefixesOfC + [("R LR uR UR u8R", .delimiter)])

  /// Objective-C.
  static let objectiveC = LanguageTable(
    wordsOfC + [
      (
        """
        self super nil Nil YES NO in out inout bycopy byref oneway nonnull nullable instancetype _Nonnull _Nullable \
        __bridge __bridge_retained __bridge_transfer __kindof _cmd
        """, .keyword
      ),
      ("id SEL IMP BOOL Class Protocol", .type),
    ], habitsOfC.union(.atWords), strings: stringsOfC, prefixes: prefixesOfC)

  /// Rust.
  static let rust = LanguageTable(
    [
      (
        """
        as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move \
        mut pub ref return self Self static struct super trait true type unsafe use where while yield union
        """, .keyword
      ),
      (
        """
        bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize
        """, .type
      ),
    ],
    [.blockComments, .nestedComments, .hashAttributes, .lifetimes, .macros, .capitalTypes, .keywordsAfterDots],
    strings: [StringForm("\"", goesOnPastLine: true), StringForm("'")],
    prefixes: [("b c", .usual), ("r br cr", .hashes)])

  /// Go.
  static let go = LanguageTable(
    [
      (
        """
        break case chan const continue default defer else fallthrough for func go goto if import interface map package \
        range return select struct switch type var true false nil iota
        """, .keyword
      ),
      (
        """
        any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string \
        uint uint8 uint16 uint32 uint64 uintptr
        """, .type
      ),
    ], [.blockComments, .capitalTypes],
    strings: [StringForm("`", escape: .none, goesOnPastLine: true), StringForm("\""), StringForm("'")])
}
