extension LanguageTable {
  /// Java, with text blocks and records.
  static let java = LanguageTable(
    [
      (
        """
        abstract assert break case catch class const continue default do else enum extends final finally for goto if \
        implements import instanceof interface native new package private protected public return static strictfp \
        super switch synchronized this throw throws transient try volatile while true false null var yield record \
        sealed permits
        """, .keyword
      ),
      ("boolean byte char double float int long short void", .type),
    ], [.blockComments, .annotations, .capitalTypes, .keywordsAfterDots],
    strings: [StringForm("\"\"\"", goesOnPastLine: true), StringForm("\""), StringForm("'")],
    wordMark: UInt8(ascii: "$"))

  /// Kotlin.
  static let kotlin = LanguageTable(
    [
      (
        """
        as break by catch class companion const constructor continue crossinline data do else enum expect external \
        false final finally for fun if import in infix init inline inner interface internal is lateinit noinline null \
        object open operator out override package private protected public reified return sealed super suspend \
        tailrec this throw true try typealias val value var vararg when where while
        """, .keyword
      )
    ], [.blockComments, .nestedComments, .annotations, .capitalTypes],
    strings: [
      StringForm("\"\"\"", escape: .none, goesOnPastLine: true, hole: .dollar), StringForm("\"", hole: .dollar),
      StringForm("'"),
    ])

  private static let wordsOfPython: [(words: String, value: HighlightKind)] = [
    (
      """
      and as assert async await break class continue def del elif else except finally for from global if import in is \
      lambda nonlocal not or pass raise return try while with yield True False None self cls
      """, .keyword
    ),
    ("bool bytes bytearray complex dict float frozenset int list object set str tuple", .type),
  ]

  /// Python.
  static let python = LanguageTable(
    wordsOfPython, [.decorators, .capitalTypes, .softKeywords], lineComment: "#",
    strings: [
      StringForm("\"\"\"", goesOnPastLine: true), StringForm("'''", goesOnPastLine: true),
      StringForm("\"", joinsLines: true), StringForm("'", joinsLines: true),
    ],
    prefixes: [
      ("r R b B u U rb Rb rB RB br Br bR BR", .usual),
      ("f F t T fr Fr fR FR rf Rf rF RF tr Tr tR TR rt Rt rT RT", .holes),
    ])

  private static let wordsOfJavaScript: [(words: String, value: HighlightKind)] = [
    (
      """
      async await break case catch class const continue debugger default delete do else export extends false finally \
      for function if import in instanceof let new null of return static super switch this throw true try typeof \
      undefined var void while with yield
      """, .keyword
    ),
    ("NaN Infinity", .number),
  ]

  private static let stringsOfJavaScript = [
    StringForm("`", goesOnPastLine: true, hole: .dollarBrace), StringForm("\"", joinsLines: true),
    StringForm("'", joinsLines: true),
  ]

  /// JavaScript.
  static let javaScript = LanguageTable(
    wordsOfJavaScript, [.blockComments, .annotations, .expressions, .capitalTypes], strings: stringsOfJavaScript,
    wordMark: UInt8(ascii: "$"))

  /// TypeScript.
  static let typeScript = LanguageTable(
    wordsOfJavaScript + [
      (
        """
        abstract as asserts declare enum implements infer interface is keyof module namespace override private \
        protected public readonly satisfies type unique
        """, .keyword
      ),
      ("any bigint boolean never number object string symbol unknown", .type),
    ], [.blockComments, .annotations, .expressions, .capitalTypes], strings: stringsOfJavaScript,
    wordMark: UInt8(ascii: "$"))
}
