import Foundation
import Testing

@testable import Site

/// What the search's script answers, asked in a real browser that opens files from disk.
@Suite(
  "Search in a browser",
  .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
struct SearchInBrowserTests {
  private static func page(
    _ name: String, _ title: String, _ sections: [(SearchableSection.Kind, String, String, String)]
  )
    -> [SearchableSection]
  {
    sections.map { kind, heading, anchor, text in
      SearchableSection(
        kind: kind, page: "\(name).html", title: title, heading: heading, anchor: anchor, text: Array(text.utf8))
    }
  }

  /// A page that is found by words that it does not say.
  private static let stalls = {
    var sections = page(
      "stalls", "Stalls", [(.page, "Stalls", "", "A line to blame."), (.heading, "Which", "which", "One.")])
    sections[0].keywords = ["hang", "blocked thread"]
    sections[0].summary = "A line to blame."
    return sections
  }()

  /// A small book, with many pages that say nothing of interest.
  private static let book =
    page(
      "timers", "Timers",
      [
        (.page, "Timers", "", "They fire when they are due. CFRunLoopTimerGetTolerance tells how late."),
        (.heading, "Tolerance", "tolerance", "How late a timer may fire without harm. The naïve café waits."),
        (.example, "timers-1", "example.timers-1", "let timer = LoopTimer(every: .seconds(1)) { print(\"tick\") }"),
      ])
    + page("sources", "Sources", [(.page, "Sources", "", "Sources are signalled. Timers are another matter.")])
    + page(
      "order", "The order of a turn",
      [
        (.page, "The order of a turn", "", "First observers."),
        (.heading, "Where timers come", "where", "After observers."),
      ])
    + page("cf", "History", [(.page, "History", "", "CFRunLoopWakeUp came with Mac OS X.")])
    + page("zh", "运行循环", [(.page, "运行循环", "", "定时器到期时,线程醒来。")])
    + page("ja", "スレッド", [(.page, "スレッド", "", "タイマーが発火するまで眠ります。東京都。")])
    + page("ko", "스레드", [(.page, "스레드", "", "타이머는 반복됩니다.")])
    + page(
      "scrolling", "Scrolling",
      [
        (.page, "Scrolling", "", "A list moves."),
        (.heading, "Why does a timer stop while the user scrolls?", "why", "It is in another mode."),
      ])
    + page("making", "Initialization", [(.page, "Initialization", "", "What a value begins with.")])
    + page(
      "names-of-all", "A list of names", [(.page, "A list of names", "", "CFRunLoopTimerGetTolerance, and others.")])
    + page(
      "names", "Names",
      [
        (.page, "Names", "", "What things are called."), (.heading, "Naming things", "naming-things", "With care."),
        (.example, "naming-things-1", "example.naming-things-1", "let first = 1"),
        (.example, "naming-things-2", "example.naming-things-2", "let second = 2"),
      ])
    + page("ways", "Straßen", [(.page, "Straßen", "", "Fußgängerübergänge und Größen. Viele Grüße.")])
    + page("swiss", "Gassen", [(.page, "Gassen", "", "Die STRASSE heisst hier Grossgasse.")])
    + page("clock", "المؤقِّت", [(.page, "المؤقِّت", "", "يُنفِّذُ المؤقِّتُ مرّة، والأحداث.")])
    + page("all", "All of it", [(.page, "All of it", "", "An introduction.")])
    + page("every", "What all of it means", [(.page, "What all of it means", "", "Everything.")])
    + page("houses", "Colors", [(.page, "Colors", "", "There stands a red house by the road, with a garden.")])
    + page("reds", "Paints", [(.page, "Paints", "", "We paint a house red or blue by the road, with a brush.")])
    + page("small", "Here", [(.page, "Here", "", "Now where are we?")])
    + page(
      "signs", "Signs",
      [
        (.page, "Signs", "", "They stand for much."), (.heading, "Coalescing", "coalescing", "a ?? b, or 0..<9"),
        (.heading, "Conditions", "conditions", "#if os(Linux) and @MainActor; if it rains."),
        (.heading, "Without errors", "trying", "try? load()"),
      ])
    + stalls
    + page("a%20b/c", "Odd address", [(.page, "Odd address", "", "Some xylophone.")])
    + (0..<40).flatMap {
      page("filler\($0)", "Filler \($0)", [(.page, "Filler \($0)", "", "Nothing but words, number \($0).")])
    }

  private static let questions: [(query: String, first: String)] = [
    // The title counts more than a heading, and that more than text.
    ("timers", "timers.html"), ("observers", "order.html"), ("signalled", "sources.html"),
    // The beginning of a word, and of two.
    ("toler", "timers.html#tolerance"), ("hist", "cf.html"), ("fire due", "timers.html"),
    // A letter missing, added, replaced, or two exchanged.
    ("tolerace", "timers.html#tolerance"), ("tolerrance", "timers.html#tolerance"),
    ("tolerence", "timers.html#tolerance"), ("tolernace", "timers.html#tolerance"), ("xilophone", "a%20b/c.html"),
    // Names, their parts, and parts together.
    ("wakeup", "cf.html"), ("WakeUp", "cf.html"), ("cfrunloopwak", "cf.html"), ("runLoop", "cf.html"),
    ("LoopTimer", "timers.html#example.timers-1"), ("tick", "timers.html#example.timers-1"),
    // Writing without blanks, also a single character.
    ("定时器", "zh.html"), ("循环", "zh.html"), ("京都", "ja.html"), ("タイマ", "ja.html"), ("眠", "ja.html"), ("타이머", "ko.html"),
    // Marks on letters may be left out, or typed.
    ("cafe", "timers.html#tolerance"), ("café", "timers.html#tolerance"), ("NAIVE", "timers.html#tolerance"),
    ("fussgänger", "ways.html"), ("FUSSGÄNGER", "ways.html"), ("strassen", "ways.html"), ("straße heißt", "swiss.html"),
    ("المؤقت", "clock.html"), ("المـؤقّت", "clock.html"), ("الاحداث", "clock.html"), ("GRÖSSEN", "ways.html"),
    // All words of a query belong to one page, if there is one.
    ("timers observers", "order.html#where"), ("filler 17", "filler17.html"),
    // Other forms of a word, and a question with words that no page has.
    ("signalling a source", "sources.html"), ("why does my timer stop while the user scrolls", "scrolling.html#why"),
    ("initialize", "making.html"), ("initializer", "making.html"),
    // The page that a name belongs to, though the name stands elsewhere, too.
    ("CFRunLoopTimerGetTolerance", "timers.html"),
    // The name of an example, and the heading that it is made from.
    ("naming-things-2", "names.html#example.naming-things-2"), ("naming things", "names.html#naming-things"),
    // The page that is called as the book is about everything.
    ("all of it", "every.html"), ("everything", "every.html"),
    // Words beside each other.
    ("red house", "houses.html"), ("house red", "reds.html"),
    // A keyword of the page, and one beside a word that it says.
    ("hangs", "stalls.html"), ("blame a blocked thread", "stalls.html"),
    // Only small words.
    ("where are we", "small.html"),
  ]

  private static let phrases: [(query: String, pages: [String])] = [
    ("\"they fire when\"", ["timers.html"]), ("“fire when they”", ["timers.html"]), ("\"when they fire\"", []),
    ("\"定时器到期\"", ["zh.html"]), ("\"到期定时器\"", []), ("\"qqqqq timers\"", []),
    ("observers \"they fire\"", ["timers.html"]),
  ]

  private static let operators: [(query: String, target: String, marked: String)] = [
    ("??", "signs.html#coalescing", "??"), ("#if", "signs.html#conditions", "#if"),
    ("@MainActor", "signs.html#conditions", "@MainActor"), ("try?", "signs.html#trying", "try?"),
    ("..<", "signs.html#coalescing", "..<"), ("why #if", "signs.html#conditions", "#if"),
  ]

  private static let guessing = ["Tolerence", "timers qqqqq", "timers tolerrance", "fillar"]

  private static let noAnswers = ["qqqqq", "", "  ", "\"", "日本", "<script>"]

  /// The answers to all questions, from one run of the browser.
  private static let answers = Result {
    try SearchAnswers(
      to: questions.map(\.query) + guessing + noAnswers + phrases.map(\.query) + operators.map(\.query),
      in: SearchIndex.files(of: book, bookTitle: "All of it"))
  }

  @Test("the best answer comes first", arguments: questions)
  func best(query: String, first: String) throws {
    #expect(try Self.answers.get()[query].first?.target == first)
  }

  @Test("what the book does not say is not found", arguments: noAnswers)
  func nothing(query: String) throws {
    #expect(try Self.answers.get()[query].isEmpty)
  }

  @Test(
    "what was found is marked",
    arguments: [
      ("tolerence", "Tolerance"), ("toler", "Tolerance"), ("京都", "京都"), ("cafe", "café"), ("wakeup", "CFRunLoopWakeUp"),
      ("fussgänger", "Fußgänger"), ("strassen", "Straßen"), ("GRÖSSEN", "Größen"), ("المؤقت", "المؤقِّت,المؤقِّتُ"),
      ("xilophone", "xylophone"),
    ])
  func marks(query: String, marked: String) throws {
    #expect(try Self.answers.get()[query].first?.marked == marked)
  }

  @Test(
    "a word that is taken for another is told, and no other",
    arguments: [
      ("Tolerence", ["Tolerence": "tolerance"]), ("xilophone", ["xilophone": "xylophone"]), ("toler", [:]),
      ("cafe", [:]), ("runLoop", [:]), ("timers qqqqq", [:]), ("try?", [:]), ("京都", [:]),
      ("timers tolerrance", ["tolerrance": "tolerance"]), ("signalling a source", [:]),
      ("fillar", ["fillar": "filler"]),
    ])
  func guesses(query: String, guesses: [String: String]) throws {
    let told = try Self.answers.get().guesses(in: query)
    #expect(Dictionary(told.map { ($0.word, $0.other) }) { first, _ in first } == guesses)
  }

  @Test("what stands between quotation marks is found word by word", arguments: phrases)
  func phrase(query: String, pages: [String]) throws {
    #expect(try Self.answers.get()[query].map(\.path) == pages)
  }

  @Test("operators and words with a sign are found as they stand, and marked", arguments: operators)
  func signs(query: String, target: String, marked: String) throws {
    let found = try Self.answers.get()[query]
    #expect(found.map(\.target) == [target])
    #expect(found.first?.marked == marked)
  }

  @Test("a page that shares more of a question comes first, and one that shares little is left out")
  func sharing() throws {
    let paths = try Self.answers.get()["why does my timer stop while the user scrolls"].map(\.path)
    #expect(paths == ["scrolling.html"])
    #expect(try Self.answers.get()["timers observers"].map(\.path).prefix(2) == ["order.html", "timers.html"])
  }
}
