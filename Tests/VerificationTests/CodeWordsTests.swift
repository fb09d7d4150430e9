import Testing

@testable import Verification

@Suite("Words of code")
struct CodeWordsTests {
  @Test("comments and literals have no words, and what is interpolated has")
  func code() {
    let text = "// LoopTimer\nlet a = \"LoopTimer \\(LoopSource.self)\" /* Loop */; print(a, #\"Timer \\(b)\"#)"
    #expect(CodeWords(text).all == ["let", "a", "LoopSource", "self", "print"])
  }

  @Test("what follows a period is a member's name, wherever the period stands")
  func members() {
    let text = "LoopEngine.LoopTimer(after: .zero)\n  .run(x) ; Loop . /* own */ current ; `default`"
    #expect(CodeWords(text).unqualified == ["LoopEngine", "x", "Loop", "default"])
    #expect(CodeWords(text).all.isSuperset(of: ["LoopTimer", "zero", "run", "current"]))
  }

  @Test("the label of an argument is not a use of what is called so")
  func labels() {
    #expect(CodeWords("f(Timer: y, Loop /* own */ : x)").unqualified == ["f", "x", "y"])
    #expect(
      CodeWords("f(x ? Timer : Loop, [Mode: 1], { Port: while y {} })").unqualified.isSuperset(
        of: ["Timer", "Loop", "Mode", "Port"]))
    #expect(CodeWords("let t: (Timer, b: Loop)").unqualified == ["let", "t", "Timer", "Loop"])
  }
}
