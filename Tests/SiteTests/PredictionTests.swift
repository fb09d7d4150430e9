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

/// Recordings that readers see after they have said what comes next, and runs that are compared, on pages.
@Suite("Predictions and comparisons")
struct PredictionTests {
  private static let text = """
    # Timers

    ```swift id=ticks predict
    print("one")
    ```

    ```output
    <b>one</b>&
    two
    ```

    ```trace only=callouts
    +0.100s  main    timer        "tick"
    +0.200s  main    timer        "<b>&\\""
    ```

    ```swift id=cure compare=ticks
    print("two")
    ```

    ```output
    two
    ```

    [A line](#ticks@0.2s).
    """

  private static func recording(_ times: [(tenth: Int, label: String)]) -> Trace {
    var trace = Trace(clock: .virtual)
    func add(_ kind: LoopEvent.Kind, _ tenth: Int, _ label: String? = nil) {
      trace.events.append(
        TraceEvent(
          kind: .loop(kind), time: Int64(tenth) * 100_000_000, thread: "main", loop: "main", label: label,
          file: "main.swift", line: 1))
    }
    add(.runBegan(.default), 0)
    add(.activity(.entry), 0)
    for (tenth, label) in times {
      add(.calloutBegan(.timer), tenth, label)
      add(.calloutEnded(.timer), tenth, label)
    }
    add(.activity(.exit), 9)
    add(.runEnded(.default, .finished), 9)
    return trace
  }

  /// The pages of a book with a prediction, and a link to a line of its trace.
  static func files(_ language: String = "en") -> [String: String] {
    let book = SampleBook(
      ["loopbook.yml": "title: A book\nlanguage: \(language)\n", "one.md": text, "two.md": "# Two\n"],
      summary: "- [One](one.md)\n- [Two](two.md)\n")
    let traces = [recording([(1, "tick"), (2, "<b>&\"")]), recording([(1, "tick"), (3, "late")])]
    let verified = zip(book.verified.chapters[0].examples, traces).map { example, trace in
      var judgement = Judgement(example: example, problems: [])
      judgement.outcome = Outcome(output: Array("<b>one</b>&\ntwo\n".utf8))
      let verdict = Verdict(
        chapter: "one.md", id: example.id, place: SourcePlace(path: "one.md"), kind: .run, outcome: .passed,
        eventCount: trace.events.count)
      return (example.name, VerifiedExample(judgement: judgement, verdict: verdict, trace: trace))
    }
    let found = SampleBook(book, Dictionary(uniqueKeysWithValues: verified))
    let site = Site(found.verified, theme: Theme(folder: nil, words: InterfaceWords(language)))
    let files = Mutex<[String: [UInt8]]>([:])
    site.files { file in files.withLock { $0[file.path] = file.bytes } }
    return files.withLock { $0 }.merging(["alone.html": site.singleFile()]) { $1 }.mapValues {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test("only pages with examples to predict load the script, and without it the recording is there, folded")
  func loaded() throws {
    let files = Self.files()
    let one = try #require(files["one.html"])
    #expect(one.contains("assets/predict.js?v=") && one.contains("<details class=\"prediction\" data-questions=\""))
    let fold = try #require(one.range(of: "<details class=\"prediction\""))
    #expect(one[fold.upperBound...].contains("&lt;b&gt;one&lt;/b&gt;&amp;\ntwo\n"))
    for path in ["two.html", "print.html", "alone.html", "contents.html", "verification.html"] {
      let page = try #require(files[path])
      #expect(!page.contains("predict.js") && !page.contains("class=\"prediction\""), "\(path)")
      #expect(!page.contains("loopbookPredictions = {"), "\(path)")
    }
    #expect(files["print.html"]?.contains("&lt;b&gt;one&lt;/b&gt;&amp;\ntwo\n") == true)
  }

  @Test("two runs are drawn beside each other, on paper and in one file, too")
  func compared() throws {
    let files = Self.files()
    for (path, prefix) in [("one.html", ""), ("print.html", "chapter.1."), ("alone.html", "chapter.1.")] {
      let page = try #require(files[path])
      #expect(page.contains("<details class=\"recording is-compared\" open>"), "\(path)")
      #expect(page.contains("<a href=\"#\(prefix)example.ticks\">ticks</a>"), "\(path)")
      #expect(page.contains("class=\"p-differs\""), "\(path)")
    }
  }

  @Test(
    "a reader who chooses comes to the recording, whatever the language",
    .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"),
    arguments: ["en", "ar"])
  func reader(language: String) throws {
    let folder = try TemporarySite()
    let script = """
      <pre id="answer"></pre><script>addEventListener("load", () => {
        const find = (selector) => document.querySelector(selector);
        const said = [];
        const questions = JSON.parse(find(".prediction").dataset.questions).questions;
        const isSeen = () => find(".is-trace pre").checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true });
        said.push(isSeen());
        for (const [number, [line, , right, choices]] of questions.entries()) {
          const buttons = [...document.querySelectorAll(".predict-choices button")];
          said.push(buttons.length === choices.length);
          if (number === 0) {
            buttons.find((_, place) => place !== right).click();
            said.push(find(".predict-verdict").textContent);
          }
          buttons[right].click();
          if (number + 1 < questions.length) said.push(document.activeElement === find(".predict-question"));
        }
        said.push(find(".predict-verdict").textContent, isSeen(), !find(".prediction"), document.activeElement.tagName,
          document.getElementById("example.ticks").querySelector(".is-output samp").textContent);
        find("#answer").textContent = JSON.stringify(said);
      });</script>
      """
    for (path, text) in Self.files(language) {
      try folder.write(path, Array(text.replacing("</body>", with: script + "</body>").utf8))
    }
    let words = InterfaceWords(language)
    let said = try Browser.text(of: "answer", in: folder.url("one.html"))
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [Any])
    #expect(answer.count == 10, "\(said)")
    try #require(answer.count == 10)
    #expect(answer[0] as? Bool == false && answer[1] as? Bool == true)
    let wrong = try #require(answer[2] as? String)
    #expect(wrong.hasPrefix(words[.predictWrong]) && !wrong.contains("{") && !wrong.contains("undefined"))
    #expect(answer[3] as? Bool == true && answer[4] as? Bool == true)
    let done = try #require(answer[5] as? String)
    #expect(done.hasPrefix(words[.predictRight]) && done.contains("1") && done.contains("2") && !done.contains("{"))
    #expect(answer[6] as? Bool == true && answer[7] as? Bool == true && answer[8] as? String == "SUMMARY")
    #expect(answer[9] as? String == "<b>one</b>&\ntwo\n")
  }

  @Test(
    "a link to a line that is not shown yet shows it",
    .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
  func link() throws {
    let folder = try TemporarySite()
    let script = """
      <pre id="answer"></pre><script>addEventListener("load", () => {
        const find = (selector) => document.querySelector(selector);
        find(".prediction").addEventListener("toggle", () => setTimeout(() => {
          find("#answer").textContent = [!find(".prediction"), !find(".predict"), document.querySelectorAll(".is-trace").length].join();
        }));
        find("a.cited").click();
      });</script>
      """
    for (path, text) in Self.files() {
      try folder.write(path, Array(text.replacing("</body>", with: script + "</body>").utf8))
    }
    #expect(try Browser.text(of: "answer", in: folder.url("one.html")) == "true,true,1")
  }
}
