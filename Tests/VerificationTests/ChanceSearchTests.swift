import Testing

@testable import Verification

@Suite("What may be up to chance")
struct ChanceSearchTests {
  @Test(
    "a program that has sets, dictionaries or random numbers may meet chance, and so may one that imports what has them",
    arguments: [
      ("print([\"a\": 1])", []), ("var counts: [String: Int] = f()", []), ("let empty = [\n:\n]", []),
      ("print(Set(x))", []), ("print(x.hashValue)", []), ("print(Bool.random())", []), ("x.shuffle()", []),
      ("let x: Dictionary<Int, Int>", []), ("print(f(a[b(c: 1)]), [d: 2])", []), ("print(1)", ["Foundation"]),
      ("print(1)", ["LoopEngine", "Garden"]), ("for x in [\"]\": 1, \"(\": 2] { print(x) }", []),
      ("print(\"\\([1: \"}\"])\")", []), ("Task.detached { print(1) }", []), ("queue.async { print(1) }", []),
      ("DispatchQueue.concurrentPerform(iterations: 2) { print($0) }", []),
      ("getentropy(&byte, 1)", ["Glibc"]), ("print(Unmanaged.passUnretained(a).toOpaque() < b)", []),
      ("print(unsafeBitCast(a, to: Int.self) < 5)", []), ("malloc(8)! < malloc(8)!", ["Glibc"]),
      ("let p = UnsafeMutablePointer<Int>.allocate(capacity: 1)", []), ("localtime(&now); time(&now)", ["Glibc"]),
    ] as [(String, [String])])
  func isNeeded(text: String, modules: [String]) {
    #expect(ChanceSearch.isNeeded(for: text, importing: modules))
  }

  @Test(
    "most programs have nothing to do with it",
    arguments: [
      "print(f(x: 1), a[0], [1, 2].map { (n: Int) -> Int in n })", "let a: [Int] = [f(b: 1)] ]: let c: Int",
      "switch x { case 1: print(\"]\") default: break }", "print(\"[a: 1]\") // [b: 2], Task",
      "print(LoopThread.self)  /* async */",
    ])
  func isNotNeeded(text: String) {
    #expect(!ChanceSearch.isNeeded(for: text, importing: ["LoopEngine", "LoopTracing", "Glibc", "Dispatch"]))
  }

  @Test(
    "what throws dice runs as often wherever these come from",
    arguments: [
      "Int.random(in: 1...6)", "getentropy(&byte, 1)", "UUID()", "mkstemp(&name)", "mkdtemp(&name)",
      "ProcessInfo.processInfo.globallyUniqueString",
    ])
  func throwsDice(text: String) {
    #expect(ChanceSearch.hashes(text))
  }

  @Test(
    "a program that asks what day it is runs on all of them",
    arguments: [
      "Calendar.current.component(.weekday, from: Date())", "Calendar.current.isDateInWeekend(.now)",
      "print(Date().formatted(date: .long, time: .omitted))", "var now = time(nil); localtime(&now)",
      "Calendar.current.isDateInToday(date)",
    ])
  func tellsDay(text: String) {
    #expect(ChanceSearch.tellsDay(text))
  }

  @Test(
    "one that only measures time, or has a date of its own, does not",
    arguments: [
      "let begin = Date(); work(); print(Date() > begin)", "let begin = ContinuousClock.now",
      "Calendar.current.component(.weekday, from: Date(timeIntervalSince1970: 0))",
      "queue.asyncAfter(deadline: .now() + 1) { work() }",
    ])
  func doesNotTellDay(text: String) {
    #expect(!ChanceSearch.tellsDay(text))
  }
}
