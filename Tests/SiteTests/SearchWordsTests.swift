import Testing

@testable import Site

@Suite("Words of the search")
struct SearchWordsTests {
  private func words(_ text: String) -> [String] {
    var reader = SearchWords()
    var found: [String] = []
    reader.forEach(in: Array(text.utf8)) { word, _ in found.append(String(decoding: word, as: UTF8.self)) }
    return found
  }

  @Test("words are letters and digits in lower case, and a lone character is none")
  func plainWords() {
    #expect(words("The loop's 2 timers, 64-bit.") == ["the", "loop", "timers", "64", "bit"])
  }

  @Test(
    "a name gives itself and the words it is put together from",
    arguments: [
      ("CFRunLoopRun", ["cfrunlooprun", "cf", "run", "loop", "run"]),
      ("time_left", ["time_left", "time", "left"]),
      ("__DATA", ["__data", "data"]),
      ("addTimer(forMode:)", ["addtimer", "add", "timer", "formode", "for", "mode"]),
      ("kCFRunLoopBeforeWaiting", ["kcfrunloopbeforewaiting", "cf", "run", "loop", "before", "waiting"]),
      ("URL", ["url"]),
    ])
  func names(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test("letters beyond ASCII belong to words")
  func accents() {
    #expect(words("Das Café ÜBERRASCHT naïve_idee") == ["das", "café", "überrascht", "naïve_idee"])
  }

  @Test("writing without blanks gives pairs and the last character")
  func pairs() {
    #expect(words("运行循环") == ["运行", "行循", "循环", "环"])
    #expect(words("東京のIDE、眠る") == ["東京", "京の", "の", "ide", "眠る", "る"])
    #expect(words("타이머 x") == ["타이", "이머", "머"])
  }

  @Test(
    "operators, words with a sign before them and keywords with one behind them are words",
    arguments: [
      ("a ?? b", ["^3f3f"]), ("0..<9", ["^2e2e3c"]), ("// a comment", ["comment"]), ("-----", []),
      ("#if os(Linux)", ["^23if", "if", "os", "linux"]),
      ("@MainActor", ["^40mainactor", "mainactor", "main", "actor"]),
      ("me@mail C# #", ["me", "mail"]), ("try? load()!", ["try", "^3ftry", "load"]), ("init!(x)", ["init", "^21init"]),
      ("retry? sure?", ["retry", "sure"]), ("é@x #\u{E9}", ["é", "é"]),
    ])
  func signs(text: String, expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test("what nobody types is no word")
  func longWords() {
    #expect(words(String(repeating: "a", count: 48)).count == 1)
    #expect(words(String(repeating: "a", count: 49)) == [])
    #expect(words(String(repeating: "é", count: 30)) == [])
  }

  @Test("damaged UTF-8 parts words and is left out")
  func damage() {
    var reader = SearchWords()
    var found: [String] = []
    reader.forEach(in: Array("one".utf8) + [0xFF, 0xE4, 0xB8] + Array("two".utf8) + [0xC3]) { word, _ in
      found.append(String(decoding: word, as: UTF8.self))
    }
    #expect(found == ["one", "two"])
  }
}
