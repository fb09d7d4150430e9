import LoopTracing
import Testing

@testable import Results
@testable import Site

/// What of a trace is folded on its page, and which steps of the loop are explained beside it.
@Suite("Traces on pages")
struct TraceFoldingTests {
  private static func folded(_ trace: String) -> [Range<Int>] {
    TraceFolding(trace.split(separator: "\n").map { TraceColumns(Array($0.utf8)) }).folded
  }

  private static let ticks = """
    +0.000s  main  entry          default
    +0.000s  main  beforeTimers
    +0.000s  main  beforeSources
    +0.000s  main  beforeWaiting
    +0.100s  main  afterWaiting   timer
    +0.100s  main    timer        "tick"
    +0.100s  main  beforeTimers
    +0.100s  main  beforeSources
    +0.100s  main  beforeWaiting
    +0.200s  main  afterWaiting   timer
    +0.200s  main    timer        "tick"
    +0.200s  main  exit           finished
    """

  private static func chapter(_ trace: String, _ filter: String = "") -> String {
    "# A\n\n```swift\nx\n```\n\n```trace\(filter)\n\(trace)\n```\n"
  }

  @Test("a turn that begins as one before is folded, the first is not")
  func repeated() {
    #expect(Self.folded(Self.ticks) == [6..<9])
  }

  @Test(
    "what may matter stays",
    arguments: [
      // A turn without cause: the one before did nothing.
      "+0.100s  main  beforeTimers\n+0.100s  main  beforeSources\n+0.100s  main  beforeTimers",
      // Time passed before it.
      "+0.150s  main  beforeTimers\n+0.150s  main  beforeSources\n+0.150s  main  beforeWaiting",
      // Another thread's lines lie between.
      "+0.100s  other  print  x\n+0.100s  main  beforeTimers\n+0.100s  main  beforeSources\n+0.100s  main  beforeWaiting",
      // Something is called before the loop sleeps, so the turn begins otherwise.
      "+0.100s  main  beforeTimers\n+0.100s  main  beforeSources\n+0.100s  main    source  \"s\"",
      // Something is left out beside it.
      "...\n+0.100s  main  beforeTimers\n+0.100s  main  beforeSources\n+0.100s  main  beforeWaiting",
      "+0.100s  main  beforeTimers\n+0.100s  main  beforeSources\n+0.100s  main  beforeWaiting\n...",
      // A run inside of a callout.
      "+0.100s  main      beforeTimers\n+0.100s  main      beforeSources\n+0.100s  main      beforeWaiting",
      // A detail that is not usual.
      "+0.100s  main  beforeTimers   why\n+0.100s  main  beforeSources   why\n+0.100s  main  beforeWaiting  why",
    ])
  func matters(_ lines: String) {
    let all = Self.ticks.split(separator: "\n")
    let trace = all[..<6] + lines.split(separator: "\n") + all[9...]
    #expect(Self.folded(trace.joined(separator: "\n")) == [])
  }

  @Test("the loop that never wakes is seen to sleep")
  func atTheEnd() {
    let lines = Self.ticks.split(separator: "\n")
    #expect(Self.folded(lines[..<9].joined(separator: "\n")) == [])
  }

  @Test("no line is lost or named anew by folding")
  func numbers() throws {
    let html = SampleBook(["README.md": Self.chapter(Self.ticks)]).article("index.html")
    let numbers = html.matches(
      of: try Regex("class=\"line[^\"]*\" data-line=\"([0-9]+)\"", as: (Substring, Substring).self))
    // The example itself has one line.
    #expect(numbers.dropFirst().map(\.output.1) == (1...12).map { Substring("\($0)") })
    #expect(html.contains("<summary>3 lines as before</summary>"))
  }

  @Test("an author who asks for the loop's own steps gets them all")
  func onlyActivities() {
    let html = SampleBook(["README.md": Self.chapter(Self.ticks, " only=activities")]).article("index.html")
    #expect(!html.contains("as before"))
    #expect(html.contains("What the names mean"))
  }

  @Test("a step is explained by the first trace of a page that shows it")
  func steps() {
    let later = "+0.000s  main  entry  default\n+0.000s  main    source  \"s\"\n+0.000s  main  exit  stopped"
    let book = SampleBook(
      [
        "README.md": Self.chapter(Self.ticks) + Self.chapter(later) + Self.chapter(Self.ticks),
        "b.md": Self.chapter(later),
      ], summary: "- [A](README.md)\n- [B](b.md)\n")
    let (first, second) = (book.article("index.html"), book.article("b.html"))
    #expect(
      Self.names(in: first) == [
        "1 entry", "2 beforeTimers", "3 beforeSources", "6 beforeWaiting",
        "8 afterWaiting", "9 timer", "10 exit", "4 source",
      ])
    #expect(first.contains("<dd>a turn begins; wake-ups count again</dd>"))
    #expect(Self.names(in: second) == ["1 entry", "4 source", "10 exit"])
    // The whole book is one page.
    #expect(Self.names(in: book.pages()["print.html"] ?? "") == Self.names(in: first))
  }

  @Test("nothing is explained where the loop's own steps are not shown")
  func withoutSteps() {
    let html = SampleBook([
      "README.md": Self.chapter("+0.000s  main    timer  \"tick\"", " only=callouts") + "\n```swift\ny\n```\n"
    ]).article("index.html")
    #expect(Self.names(in: html) == [])
    #expect(!html.contains("What the names mean"))
  }

  private static func names(in html: String) -> [String] {
    html.split(separator: "<dt>").dropFirst().map { entry in
      entry.prefix { $0 != "\n" }.replacing("</code></dt>", with: "").replacing("<code>", with: "")
        .split(separator: "<dd>").first.map(String.init) ?? ""
    }
  }
}
