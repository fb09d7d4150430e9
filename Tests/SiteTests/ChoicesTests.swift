import Examples
import Foundation
import LoopEngine
import LoopTracing
import Synchronization
import Testing
import Text
import Words

@testable import Site
@testable import Verification

/// Values of examples that readers can choose, on pages and in their scripts.
@Suite("Values to choose")
struct ChoicesTests {
  /// A book with one example that prints as often as it is told.
  static func book(_ language: String = "en") -> SampleBook {
    let text = """
      # Timers

      Text.

      ```swift id=ticks
      let count = 2 // vary: 1...3
      let word = "tick" // vary: "tick", "<b>&"
      ```

      ```output
      tick
      tick
      end
      ```

      ```trace
      +0.000s  main  entry          default
      +0.100s  main    timer        "tick"
      +0.200s  main    timer        "tick"
      +0.300s  main  exit           finished
      ```

      [Both](#ticks@0.1s) and [nothing](#timers).
      """
    let book = SampleBook(
      ["loopbook.yml": "title: A book\nlanguage: \(language)\n", "one.md": text, "two.md": "# Two\n"],
      summary: "- [One](one.md)\n- [Two](two.md)\n")
    guard let example = book.verified.chapters[0].examples.first else { return book }
    let counts = [1, 2, 3]
    let words = ["tick", "<b>&"]
    let variants = example.variants.map { variant in
      let (count, word) = (counts[variant.choice[0]], words[variant.choice[1]])
      let output = String(repeating: "\(word)\n", count: count) + "end\n"
      let ticks = (1...count).map { "+0.\($0)00s  main    timer        \"tick\"\n" }.joined()
      let trace = "+0.000s  main  entry          default\n\(ticks)+0.\(count + 1)00s  main  exit           finished\n"
      return VerifiedVariant(
        variant: variant, outcome: Outcome(output: Array(output.utf8), traces: [TraceFilter(): trace]),
        trace: recording(count))
    }
    var verdict = Verdict(
      chapter: "one.md", id: "ticks", place: SourcePlace(path: "one.md"), kind: .run, outcome: .passed, eventCount: 4)
    verdict.variants = variants.map { variant in
      Verdict.Variant(
        values: [], duration: .zero, isFromCache: false, eventCount: variant.variant.choice.count, reference: .notRun,
        schedulesTried: 1)
    }
    return SampleBook(
      book,
      [
        example.name: VerifiedExample(
          judgement: Judgement(example: example, problems: []), verdict: verdict, trace: recording(2),
          variants: variants)
      ])
  }

  /// What the loop of the example did.
  private static func recording(_ count: Int) -> Trace {
    var trace = Trace(clock: .virtual)
    func add(_ kind: LoopEvent.Kind, _ tenth: Int, label: String? = nil) {
      trace.events.append(
        TraceEvent(
          kind: .loop(kind), time: Int64(tenth) * 100_000_000, thread: "main", loop: "main", label: label,
          file: "main.swift",
          line: 1))
    }
    add(.runBegan(.default), 0)
    add(.activity(.entry), 0)
    for tick in 1...count {
      add(.calloutBegan(.timer), tick, label: "tick")
      add(.calloutEnded(.timer), tick, label: "tick")
    }
    add(.activity(.exit), count + 1)
    add(.runEnded(.default, .finished), count + 1)
    return trace
  }

  private static func files(_ language: String = "en") -> [String: String] {
    let site = Site(book(language).verified, theme: Theme(folder: nil, words: InterfaceWords(language)))
    let files = Mutex<[String: [UInt8]]>([:])
    site.files { file in files.withLock { $0[file.path] = file.bytes } }
    let all = files.withLock { $0 }.merging(["alone.html": site.singleFile()]) { $1 }
    return all.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test("marks are on no page, not in the Markdown, and not in the search")
  func hidden() {
    let files = Self.files()
    #expect(files.count > 10)
    for (path, text) in files where !path.hasPrefix("assets/choices") { #expect(!text.contains("vary:"), "\(path)") }
    #expect(files["one.md"]?.contains("let count = 2\nlet word = \"tick\"\n```") == true)
    #expect(files["assets/search/text-0.js"]?.contains("let count = 2 let word") == true)
  }

  @Test("only pages with values to choose load the scripts, and only those for the screen")
  func loaded() throws {
    let files = Self.files()
    let one = try #require(files["one.html"])
    #expect(one.contains("assets/results.js?v=") && one.contains("data-runs=\"traces/one.js?v="))
    #expect(!one.contains("src=\"traces/"))
    #expect(one.contains("data-choices=\"[[1,12,13,1,1,["))
    for path in ["two.html", "print.html", "contents.html", "verification.html", "alone.html"] {
      let page = try #require(files[path])
      #expect(
        !page.contains("choices.js") && !page.contains("data-choices") && !page.contains("loopbookRuns"), "\(path)")
    }
    #expect(files["traces/two.js"] == nil && files["traces/one.js"]?.hasPrefix("globalThis.loopbookRuns={") == true)
    #expect(files["verification.html"]?.contains("5 runs with other values") == true)
    #expect(files["verification.html"]?.contains("<tr data-show=\"\"><th scope=\"row\">All</th>") == true)
    #expect(files["verification.html"]?.contains("src=\"assets/verification.js?v=") == true)
    #expect(files["two.html"]?.contains("verification.js") == false)
    // Each language has a comma of its own.
    #expect(files["verification.html"]?.contains("</a></th><td>Verified, 5 runs with other values</td>") == true)
    for (language, comma) in [("ar", "، "), ("ja", "、")] {
      let words = InterfaceWords(language)
      let told = words[.isVerified] + comma + words.count(5, .variantsInWords)
      #expect(Self.files(language)["verification.html"]?.contains("<td>\(told)</td>") == true, "\(told)")
    }
  }

  @Test("texts with much in common are written once, and come out as they were")
  func shared() throws {
    let line = "<span class=\"line\">+0.100s main timer \u{1F600} a</span>\n"
    let texts = [
      String(repeating: line, count: 40), "", "\u{1F601}" + line + "\u{1F601}", String(repeating: "ab", count: 200),
    ]
    var shared = SharedText()
    let places = texts.map { shared.add($0) }
    guard case .array(let pieces) = shared.pieces else { throw Wrong() }
    var whole: [UInt16] = []
    var numbers: [Int] = []
    for piece in pieces {
      switch piece {
      case .string(let text): whole += Array(text.utf16)
      case .integer(let number):
        numbers.append(number)
        if numbers.count == 2 {
          whole += Array(whole[numbers[0]..<(numbers[0] + numbers[1])])
          numbers = []
        }
      default: throw Wrong()
      }
    }
    #expect(places.map { String(decoding: whole[$0], as: UTF16.self) } == texts)
    #expect(shared.pieces.onOneLine.count < 700)
  }

  private struct Wrong: Error {}

  @Test(
    "a choice shows what was run with it and marks what differs, and the recording comes back",
    .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"),
    arguments: ["en", "ar"])
  func inBrowser(language: String) throws {
    let folder = try TemporarySite()
    for (path, text) in Self.files(language) {
      var text = text
      if path == "one.html" { text = text.replacing("</body>", with: Self.reader + "</body>") }
      try folder.write(path, Array(text.utf8))
    }
    let answer = try Browser.text(of: "answer", in: folder.url("one.html"))
    let found = try JSONDecoder().decode([Look].self, from: Data(answer.utf8))
    try #require(found.count == 6)
    let before = found[0]
    #expect(before.runs == false && before.value == "2" && before.code == "let count = 2\nlet word = \"tick\"\n")
    #expect(before.seen == ["tick\ntick\nend\n", Self.trace(2, "")] && before.isResetShown == false)
    let more = found[1]
    #expect(more.runs == true && more.value == "3" && more.code == "let count = 3\nlet word = \"tick\"\n")
    #expect(more.seen[0] == "tick\ntick\n+tick\nend\n")
    #expect(more.seen[1] == Self.trace(3, "≠"))
    #expect(more.isResetShown)
    // The pictures are those of the run, and can be stepped through.
    #expect(before.bars == 1 && more.bars == 1 && found[3].bars == 1)
    #expect([before, more, found[3]].map(\.rows) == [4, 5, 3])
    #expect([before, more, found[3]].allSatisfy { $0.steps.contains("\($0.rows)") })
    #expect([before, more, found[3]].map(\.lit) == [1, 1, 1])
    if language == "en" {
      #expect(
        more.told == "Run when this page was built, with \u{2066}3\u{2069} instead of \u{2066}2\u{2069}. "
          + "3 lines are not as recorded.")
      #expect(before.told == "This is the recording.")
    } else {
      #expect(more.told != before.told && more.told.contains("\u{2066}3\u{2069}") && !more.told.contains("{"))
    }
    // Markup that a program prints is text.
    #expect(found[2].seen[0] == "<b>&\n<b>&\n<b>&\n-tick\n-tick\nend\n" || found[2].seen[0].contains("+<b>&\n"))
    #expect(found[2].code.contains("let word = \"<b>&\""))
    // Fewer: what is gone is told at its place.
    #expect(found[3].seen[0] == "tick\n-tick\nend\n" || found[3].seen[0] == "-tick\ntick\nend\n")
    #expect(found[4] == before, "after Reset")
    #expect(found[5] == before, "after a link to a line of the recording")
  }

  @Test(
    "where the runs are missing the recording stays, and so does the value that it was made with",
    .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
  func missing() throws {
    let folder = try TemporarySite()
    let script = """
      <pre id="answer"></pre><script>addEventListener("load", () => {
        const find = (selector) => document.querySelector(selector);
        const slider = find(".choice input[type=range]");
        new MutationObserver(() => {
          find("#answer").textContent = [find(".choices-told").textContent, find(".choice-value").textContent, slider.value,
            document.querySelectorAll(".is-run, .is-replaced").length].join("|");
        }).observe(find(".choices-told"), { childList: true });
        slider.value = 2;
        slider.dispatchEvent(new Event("input"));
      });</script>
      """
    for (path, text) in Self.files() where path != "traces/one.js" {
      try folder.write(path, Array(text.replacing("</body>", with: script + "</body>").utf8))
    }
    #expect(try Browser.text(of: "answer", in: folder.url("one.html")) == "The runs cannot be loaded.|2|1|0")
  }

  private static func trace(_ count: Int, _ mark: String) -> String {
    var lines = ["+0.000s  main  entry          default"]
    for tick in 1...count {
      lines.append((tick == 3 ? "+" : "") + "+0.\(tick)00s  main    timer        \"tick\"")
    }
    lines.append(mark + "+0.\(count + 1)00s  main  exit           finished")
    return lines.map { $0 + "\n" }.joined()
  }

  /// What a reader sees of the example.
  private struct Look: Decodable, Equatable {
    /// Whether the data of runs was loaded: it never is before a choice.
    var runs: Bool?
    var value: String
    var code: String
    /// The output and the trace, with a sign before lines that are marked.
    var seen: [String]
    var told: String
    var isResetShown: Bool
    /// How many bars of buttons are seen, and rows of events.
    var bars: Int
    var rows: Int
    /// What the second step tells, and how many lines of the listing it marks.
    var steps: String
    var lit: Int
  }

  /// Moves the slider as a reader does, and writes down what is seen after each move.
  private static let reader = """
    <pre id="answer"></pre><script>addEventListener("load", async () => {
      const find = (selector) => document.querySelector(selector);
      const all = (selector) => [...document.querySelectorAll(selector)];
      const isSeen = (element) => element.getClientRects().length > 0;
      const looks = [];
      const look = (runs) => {
        all(".stepper-more").filter(isSeen).forEach((more) => more.open = true);
        for (const place of [1, 3]) all(`.stepper-bar button:nth-child(${place})`).filter(isSeen).forEach((button) => button.click());
        looks.push({
        bars: all(".stepper-bar").filter(isSeen).length, rows: all(".events tbody tr").filter(isSeen).length,
        steps: all(".stepper-bar p").filter(isSeen).map((told) => told.textContent).join(), lit: all(".example-code .is-current").length,
        runs, value: find(".choice-value").textContent,
        code: all(".example-code > pre").map((pre) => pre.textContent).join(""),
        seen: all(".recording samp").filter(isSeen).map((samp) => samp.querySelector(".line")
          ? [...samp.querySelectorAll(".line")].map((line) => (line.classList.contains("is-added") ? "+"
            : line.classList.contains("is-gone") ? "-" : line.classList.contains("is-changed") ? "≠" : "") + line.textContent.replace(/\\n$/, "") + "\\n").join("")
          : samp.textContent),
        told: find(".choices-told").textContent, isResetShown: !find(".choices-reset").disabled,
      }); };
      const loaded = () => "loopbookRuns" in globalThis;
      // What is told changes when all is done.
      const change = (act) => new Promise((done) => {
        const observer = new MutationObserver(() => { observer.disconnect(); done(); });
        observer.observe(find(".choices-told"), { childList: true, characterData: true, subtree: true });
        act();
      });
      const slide = (value) => change(() => {
        const slider = find(".choice input[type=range]");
        slider.value = value;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      });
      look(loaded());
      await slide(2);
      look(loaded());
      await change(() => all(".choice input[type=radio]")[1].click());
      look();
      await change(() => all(".choice input[type=radio]")[0].click());
      await slide(0);
      look();
      await change(() => find(".choices-reset").click());
      look(false);
      await slide(2);
      await change(() => find("a.cited").click());
      look(false);
      find("#answer").textContent = JSON.stringify(looks);
    });</script>
    """
}
