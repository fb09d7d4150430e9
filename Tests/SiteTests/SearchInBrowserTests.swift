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

  /// A small book, with many pages that say nothing of interest.
  private static let book =
    page(
      "timers", "Timers",
      [
        (.page, "Timers", "", "They fire when they are due."),
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
    + page("a%20b/c", "Odd address", [(.page, "Odd address", "", "Some xylophone.")])
    + (0..<40).flatMap {
      page("filler\($0)", "Filler \($0)", [(.page, "Filler \($0)", "", "Nothing but words, number \($0).")])
    }

  private static let questions: [(query: String, first: String)] = [
    // The title counts more than a heading, and that more than text.
    ("timers", "timers.html"), ("observers", "order.html#where"), ("signalled", "sources.html"),
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
    // All words of a query belong to one page, if there is one.
    ("timers observers", "order.html#where"), ("filler 17", "filler17.html"),
  ]

  private static let noAnswers = ["qqqqq", "", "  ", "\"", "日本", "<script>"]

  /// The first answers to all questions, from one run of the browser.
  private static let answers = Result { () throws -> [String: [String: String]] in
    let folder = try TemporarySite()
    for file in SearchIndex.files(of: book) { try folder.write(file.path, file.bytes) }
    let script = try #require(BuiltInTheme.files.first { $0.path == "assets/search.js" })
    try folder.write("assets/search.js", script.bytes)
    let queries = String(decoding: try JSONEncoder().encode(questions.map(\.query) + noAnswers), as: UTF8.self)
    let page = """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Search</title><body><pre id="answer"></pre>
      <script src="assets/search.js" data-index="assets/search/" data-root="" data-version="1"></script>
      <script>(async () => {
        const answers = {};
        for (const query of \(queries.replacingOccurrences(of: "<", with: "\\u003c"))) {
          const { results: [first] } = await loopbookSearch.find(query);
          const section = first?.sections[0];
          answers[query] = first ? {
            target: first.path + (section.anchor && "#" + section.anchor),
            marked: [...section.heads, ...section.excerpt].filter(Array.isArray).join(),
            text: section.excerpt.join(""),
          } : {};
        }
        document.querySelector("#answer").textContent = JSON.stringify(answers);
      })()</script></body></html>
      """
    try folder.write("page.html", Array(page.utf8))
    let answer = try Browser.text(of: "answer", in: folder.url("page.html"))
    return try JSONDecoder().decode([String: [String: String]].self, from: Data(answer.utf8))
  }

  @Test("the best answer comes first", arguments: questions)
  func best(query: String, first: String) throws {
    #expect(try Self.answers.get()[query]?["target"] == first)
  }

  @Test("what the book does not say is not found", arguments: noAnswers)
  func nothing(query: String) throws {
    #expect(try Self.answers.get()[query] == [:])
  }

  @Test(
    "what was found is marked",
    arguments: [
      ("tolerence", "Tolerance"), ("toler", "Tolerance"), ("京都", "京都"), ("cafe", "café"), ("wakeup", "CFRunLoopWakeUp"),
      ("xilophone", "xylophone"),
    ])
  func marks(query: String, marked: String) throws {
    #expect(try Self.answers.get()[query]?["marked"] == marked)
  }
}
