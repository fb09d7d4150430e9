/// The small choices that scenes have in common.
enum GrammarRules {
  static let rules: [String: [String]] = [
    // Mostly none, as people write.
    "access": ["", "", "", "", "", "", "", "", "", "", "", "", "private ", "fileprivate ", "internal ", "public "],
    "inner": ["", "", "", "", "", "", "private ", "fileprivate ", "internal ", "public ", "private(set) "],
    "member": ["", "", "", "", "", "", "", "", "", "private ", "fileprivate ", "internal ", "public "],
    "hidden": ["private ", "fileprivate "],
    "let": ["let", "let", "var"],
    "module": ["Foundation", "Glibc", "Dispatch", "Synchronization"],
    "literal": ["1", "2.5", "\"s\"", "[1, 2]", "nil as Int?", "(1, \"t\")", "true", "'c'", "[\"k\": 1]", "1...3"],
    "type": ["Int", "String", "Double", "[Int]", "Int?", "Bool", "(Int, Int)", "[String: Int]", "Any", "() -> Int"],
    "rounding": [".up", ".down", ".towardZero", ".awayFromZero", ".toNearestOrEven", ".toNearestOrAwayFromZero"],
    "actor": ["", "", "@MainActor ", "nonisolated ", "nonisolated(unsafe) "],
    "statement": [
      "print(\"here\")", "_ = 1", "do { print(\"block\") }", "if true { print(\"yes\") }",
      "for i in 0..<2 { print(i) }",
      "print(«@known»)", "print(type(of: «@known»))", "dump(«@known»)", ";", "// a comment", "print(#line)",
      "defer { print(\"deferred\") }", "func local() {}", "switch 1 { case 1: print(1); default: break }",
      "_ = { print(\"closure\") }()", "print(\"«@known» \\(«@known»)\")", "let _ = «@known»", "assert(true)",
    ],
  ]
}
