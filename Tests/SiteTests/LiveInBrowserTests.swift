import Examples
import Foundation
import LoopEngine
import LoopTracing
import Synchronization
import TestSupport
import Testing
import Text
import Words

@testable import Site
@testable import Verification

/// Examples that readers change, as a reader uses them in a browser, from disk.
///
/// What runs and what draws are two small programs in C: here it matters what the page does with them.
@Suite(
  "Live examples in a browser",
  .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
struct LiveInBrowserTests {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The two programs as scripts write them: base64 of gzip.
  private static let modules = Result {
    try ["programs", "drawing"].map { name in
      let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Live")
      let module = BuiltProducts.path("live-\(name).wasm")
      try run(
        """
        tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
        "$tools/clang" --target=wasm32-unknown-unknown -ffreestanding -fno-builtin -O1 -Wall -Wextra -Werror -nostdlib \
          -fuse-ld=lld -Wl,--no-entry -o "$1" "$0"
        """, [folder.appending(path: "\(name).c").path, module])
      return try run("gzip -9 -n -c \"$0\" | base64 -w 0", [module])
    }
  }

  @discardableResult
  private static func run(_ script: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "ended badly: \(script)") }
    return text
  }

  private static func trace(_ threads: [String]) -> Trace {
    var trace = Trace(clock: .virtual)
    for thread in threads {
      trace.events.append(
        TraceEvent(
          kind: .loop(.activity(.entry)), time: 0, thread: thread, loop: thread, label: nil, file: "main.swift",
          line: 1))
    }
    return trace
  }

  /// A book with an example that has values of all kinds, one of them to choose, one of two threads, one with a trace.
  private static func site(_ language: String) throws -> Site {
    let text = """
      # Ticks

      Text.

      ```swift id=ticks
      let count = 2 // vary: 1...3
      let word = "tick"
      let isLoud = false, share = -1.5
      let wide = 1_000 + count
      ```

      ```output
      tick
      tick
      end
      ```

      ```swift id=pair
      let count = 2
      ```

      ```output
      tick
      tick
      end
      ```

      ```swift id=steps
      let count = 2 // vary: 1...3
      ```

      ```output
      tick
      tick
      end
      ```

      ```trace
      +0.000s  main   entry
      +0.000s  other  entry
      ```

      [Example](#ticks), and the end.
      """
    let book = SampleBook(
      ["loopbook.yml": "title: A book\nlanguage: \(language)\n", "one.md": text], summary: "- [One](one.md)\n")
    let examples = book.verified.chapters[0].examples.map { example in
      let trace = trace(example.id == "ticks" ? ["main"] : ["main", "other"])
      let variants = example.variants.map { variant in
        let output = String(repeating: "tick\n", count: variant.choice[0] + 1) + "end\n"
        return VerifiedVariant(
          variant: variant, outcome: Outcome(output: Array(output.utf8), traces: [:]), trace: trace)
      }
      let verdict = Verdict(
        chapter: "one.md", id: example.id, place: SourcePlace(path: "one.md"), kind: .run, outcome: .passed,
        eventCount: 1)
      return (
        example.name,
        VerifiedExample(
          judgement: Judgement(example: example, problems: []), verdict: verdict, trace: trace, variants: variants)
      )
    }
    let modules = try modules.get()
    let live = """
      loopbookLive("one",{"examples":{
      "ticks":{"program":0,"name":"main.swift","filter":"","stack":false,"literals":[[1,12,13,"integer","2"],
      [2,11,17,"text","\\"tick\\""],[3,13,18,"flag","false"],[3,29,32,"decimal","1.5"],[4,11,16,"integer","1_000"],
      [0,0,1,"integer","7"],[4,0,3,"integer","5"]]},
      "pair":{"program":1,"name":"main.swift","filter":"","stack":false,"literals":[[1,12,13,"integer","2"]]},
      "steps":{"program":2,"name":"main.swift","filter":"","stack":false,"literals":[[1,12,13,"integer","2"]]}}})
      """
    return Site(
      SampleBook(book, Dictionary(uniqueKeysWithValues: examples)).verified,
      theme: Theme(folder: nil, words: InterfaceWords(language)),
      live: LiveExamples(
        names: ["one#ticks", "one#pair", "one#steps"],
        chapters: ["one": LiveExamples.Chapter(script: Array(live.utf8), module: 1)],
        modules: [[], Array("loopbookPrograms(\"\(modules[0])\",0)".utf8)],
        pictures: Array("loopbookPictures(\"\(modules[1])\")".utf8)))
  }

  /// What a page tells after `script` has used it; files whose paths hold `missing` are left out.
  static func looks(
    _ script: String, query: String = "", language: String = "en", without missing: String? = nil
  ) throws -> [String: String] {
    let folder = try TemporarySite()
    let files = Mutex<[String: [UInt8]]>([:])
    try site(language).files { file in files.withLock { $0[file.path] = file.bytes } }
    for (path, bytes) in files.withLock({ $0 }) where missing.map({ !path.contains($0) }) ?? true {
      var bytes = bytes
      if path == "one.html" {
        let reader = Self.reader.replacing("SCRIPT", with: script)
        bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("</body>", with: reader + "</body>").utf8)
      }
      try folder.write(path, bytes)
    }
    guard let address = URL(string: folder.url("one.html").absoluteString + query) else {
      throw Failure(description: query)
    }
    let answer = try Browser.text(of: "answer", in: address)
    return try JSONDecoder().decode([String: String].self, from: Data(answer.utf8))
  }

  /// Runs `SCRIPT` as a reader: `look(name)` writes down what is seen, the others do something and wait until it is
  /// told.
  private static let reader = """
    <pre id="answer"></pre><script>addEventListener("load", async () => {
      const find = (selector) => document.querySelector(selector);
      const all = (selector) => [...document.querySelectorAll(selector)];
      const isSeen = (element) => element.getClientRects().length > 0;
      const seen = {};
      let id = "ticks";
      const inside = (selector) => all(`[data-example="one#${id}"] ${selector}`);
      const text = (lines) => [...lines].map((line) => (line.classList.contains("is-added") ? "+"
        : line.classList.contains("is-gone") ? "-" : line.classList.contains("is-changed") ? "≠" : "") + line.textContent).join("");
      const look = async (name) => {
        seen[name] = inside(".recording samp").filter(isSeen)
          .map((samp) => samp.querySelector(".line") ? text(samp.querySelectorAll(".line")) : samp.textContent).join("|");
        seen[name + " code"] = inside(".example-code > pre").map((pre) => pre.textContent).join("");
        seen[name + " told"] = inside(".choices.live .choices-told, .live-note").map((told) => told.textContent).join();
        // The address follows when nothing has been changed for a while.
        await new Promise((done) => setTimeout(done, 400));
        seen[name + " address"] = location.search;
      };
      // The browser's clock jumps when nothing is left to do, and does not know of workers: something is always left here.
      const channel = new MessageChannel();
      const hop = () => new Promise((done) => {
        channel.port1.onmessage = done;
        channel.port2.postMessage(0);
      });
      const until = async (isDone) => {
        while (!isDone()) {
          for (let hops = 0; hops < 1000 && !isDone(); hops++) await hop();
          await new Promise((done) => setTimeout(done, 10));
        }
      };
      const told = () => inside(".choices.live .choices-told")[0]?.textContent;
      // What is told changes when all is done.
      const after = async (act) => {
        const before = told();
        act();
        await until(() => told() !== before);
      };
      const open = async () => {
        inside(".live-open")[0].click();
        await until(() => inside(".live-value, .live-note").length);
      };
      const value = (number) => inside(".live-value")[number];
      const key = (number, name, more = {}) => {
        value(number).focus();
        value(number).dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
      };
      const type = (number, text) => {
        value(number).focus();
        value(number).textContent = text;
        value(number).dispatchEvent(new InputEvent("input", { bubbles: true }));
      };
      try {
        SCRIPT
      } catch (error) {
        seen.error = String(error.stack);
      }
      find("#answer").textContent = JSON.stringify(seen);
    });</script>
    """

  static let recorded = "tick\ntick\nend\n"

  @Test("nothing is loaded before the click; a change shows what was run just now, and Reset brings the recording back")
  func change() throws {
    let seen = try Self.looks(
      """
      seen.before = all("script").filter(({ src }) => /live\\/|pictures/.test(src)).length + "" + ("loopbookLive" in globalThis);
      await open(); await look("opened");
      await after(() => key(0, "ArrowUp")); await look("more");
      await after(() => key(0, "ArrowDown", { shiftKey: true })); await look("less");
      inside(".choices.live .choices-reset")[0].click(); await look("reset");
      seen.focus = document.activeElement.className;
      await after(() => type(1, "<b>\\\\\\"&")); await look("text");
      inside(".live-open")[0].click(); await look("closed");
      seen.left = all(".live-value, .choices.live").length + inside(".live-open")[0].getAttribute("aria-expanded");
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["before"] == "0false")
    #expect(seen["opened"] == Self.recorded && seen["opened address"] == "")
    #expect(seen["opened told"] == InterfaceWords()[.changeHint])
    #expect(seen["more"] == "tick\ntick\n+tick\nend\n")
    #expect(seen["more code"]?.contains("let count = 3\nlet word = \"tick\"") == true)
    #expect(seen["more address"] == "?live=ticks:0=3")
    #expect(
      seen["more told"] == "Run just now, in this page, with \u{2066}3\u{2069} instead of \u{2066}2\u{2069}; "
        + "it is not recorded. 1 line is not as recorded.")
    #expect(seen["less code"]?.contains("let count = -7") == true)
    #expect(seen["reset"] == Self.recorded && seen["reset code"] == seen["opened code"])
    #expect(seen["reset address"] == "" && seen["reset told"] == "This is the recording.")
    #expect(seen["focus"] == "live-open")
    #expect(seen["text"]?.contains("+<b>\"&\n") == true)
    #expect(seen["text code"]?.contains("let word = \"<b>\\\"&\"") == true)
    #expect(seen["closed"] == Self.recorded && seen["closed code"] == seen["opened code"] && seen["left"] == "0false")
  }

  @Test("values are changed as their kinds are, by keys, clicks and drags, and what cannot stand there is not run")
  func kinds() throws {
    let seen = try Self.looks(
      """
      await open();
      seen.names = inside(".live-value")
        .map((value) => value.getAttribute("role") + " " + value.getAttribute("aria-label")).join("/");
      value(2).click(); seen.toggled = value(2).textContent + value(2).getAttribute("aria-checked");
      key(2, " "); seen.toggledBack = value(2).textContent + value(2).getAttribute("aria-checked");
      key(3, "ArrowUp"); seen.share = value(3).textContent + " " + value(3).getAttribute("aria-valuenow");
      for (let i = 0; i < 30; i++) key(3, "ArrowDown");
      seen.signed = value(3).textContent;
      key(4, "PageUp"); seen.wide = value(4).textContent;
      key(4, "Escape");
      const drag = (kind, clientX) => value(4).dispatchEvent(
        new PointerEvent(kind, { clientX, pointerId: 1, isPrimary: true, bubbles: true, cancelable: true }));
      value(4).setPointerCapture = () => {};
      drag("pointerdown", 100); drag("pointermove", 141); drag("pointerup", 141);
      seen.dragged = value(4).textContent;
      inside(".choices.live .choices-reset")[0].click();
      drag("pointerdown", 100); drag("pointerup", 100);
      seen.pressed = (document.activeElement === value(4)) + getSelection().toString();
      await after(() => type(0, "2x")); await look("wrong"); seen.invalid = value(0).getAttribute("aria-invalid");
      await after(() => key(0, "Escape")); await look("right");
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    let names = [
      "spinbutton Value in line 1: \u{2066}let count =…\u{2069}",
      "textbox Value in line 2: \u{2066}let word = \"…\u{2069}",
      "switch Value in line 3: \u{2066}let isLoud =…\u{2069}",
      "spinbutton Value in line 3: \u{2066}let isLoud = false, share = -…\u{2069}",
      "spinbutton Value in line 4: \u{2066}let wide =…\u{2069}",
    ]
    #expect(seen["names"] == names.joined(separator: "/"))
    #expect(seen["toggled"] == "truetrue" && seen["toggledBack"] == "falsefalse")
    #expect(seen["share"] == "1.6 1.6" && seen["signed"] == "0.0")
    #expect(seen["wide"] == "2_000" && seen["dragged"] == "1_500")
    #expect(seen["pressed"] == "true1_000")
    #expect(
      seen["wrong told"] == "\u{2066}2x\u{2069} cannot stand in the place of \u{2066}2\u{2069}."
        && seen["invalid"] == "true")
    #expect(seen["wrong"] == Self.recorded)
    #expect(seen["right told"] == "This is the recording." && seen["right code"]?.contains("let count = 2\n") == true)
  }

  @Test(
    "a program that does not end, traps, waits for ever or prints without measure is told of, and the next change runs")
  func awkward() throws {
    let seen = try Self.looks(
      """
      await open();
      for (const how of ["90", "91", "92", "93", "94", "95"]) {
        await after(() => type(0, how)); await look(how);
        await after(() => type(0, "1")); await look(how + " then");
      }
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["90 told"] == "The program had not ended after 2 seconds and was stopped. This is the recording.")
    #expect(seen["91 told"] == "The program was stopped by a trap: \u{2066}unreachable\u{2069}. This is the recording.")
    #expect(
      seen["95 told"]
        == "The program was stopped by a trap: \u{2066}Maximum call stack size exceeded\u{2069}. This is the recording."
    )
    for how in ["90", "91", "95"] { #expect(seen[how] == Self.recorded, "\(how)") }
    #expect(seen["92 told"]?.contains("It ended in a deadlock.") == true)
    #expect(seen["92"]?.contains("+deadlock: all wait\n") == true)
    #expect(seen["93 told"]?.contains("Only the first 500 lines that it printed are shown.") == true)
    #expect(seen["93"]?.split(separator: "\n").count == 501)
    #expect(seen["94 told"]?.contains("What it did cannot be drawn.") == true)
    #expect(seen["94"]?.contains("+tick\n+tick\n") == true)
    for how in 90...95 { #expect(seen["\(how) then"] == "tick\n-tick\nend\n", "\(how)") }
  }

  @Test("a schedule is chosen by its number, where there are threads")
  func schedules() throws {
    let seen = try Self.looks(
      """
      await open(); seen.none = inside("input").length - inside(".choice input").length + "";
      id = "pair"; await open(); await look("opened");
      await after(() => inside(".live-another")[0].click()); await look("one");
      const number = inside(".live-schedule input")[0];
      await after(() => { number.value = "17"; number.dispatchEvent(new Event("change")); }); await look("seventeen");
      await after(() => { number.value = "-3"; number.dispatchEvent(new Event("change")); }); await look("none");
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["none"] == Self.recorded && seen["opened"] == Self.recorded)
    #expect(seen["one"] == "tick\ntick\n+schedule 1\nend\n" && seen["one address"] == "?live=pair;schedule=1")
    #expect(
      seen["seventeen told"]?.contains("with schedule 17; it is not recorded. 1 line is not as recorded.") == true)
    #expect(seen["none told"] == "This is the recording." && seen["none address"] == "")
  }

  @Test("many schedules are tried, their ends counted, and one of each can be seen")
  func manySchedules() throws {
    let seen = try Self.looks(
      """
      const ends = () => inside(".live-ends button").map((end) => end.textContent).join("/");
      id = "pair"; await open();
      const many = inside(".live-another")[1];
      seen.button = many.textContent;
      await after(() => many.click()); seen.all = told(); seen.count = inside(".live-ends button").length + "";
      await after(() => type(0, "80")); seen.forgotten = ends();
      await after(() => many.click()); seen.told = told(); seen.ends = ends();
      await after(() => inside(".live-ends button")[1].click()); await look("second"); seen.kept = ends();
      seen.chosen = inside(".live-schedule input")[0].value;
      inside(".choices.live .choices-reset")[0].click(); seen.reset = ends();
      await after(() => type(0, "90"));
      many.click(); await until(() => /2 seconds/.test(told())); seen.endless = ends();
      await after(() => type(0, "91")); many.click(); await until(() => inside(".live-ends button").length);
      seen.trapped = ends();
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["button"] == "Try 40 schedules")
    #expect(seen["all"] == "40 schedules end in 40 different ways." && seen["count"] == "8")
    #expect(seen["forgotten"] == "" && seen["reset"] == "" && seen["endless"] == "")
    #expect(seen["told"] == "40 schedules end in 3 different ways.")
    #expect(
      seen["ends"] == "34 of 40 schedules end like schedule 0/3 of 40 schedules end like schedule 1/"
        + "3 of 40 schedules end like schedule 2")
    #expect(seen["chosen"] == "1" && seen["kept"] == seen["ends"])
    #expect(seen["second"]?.contains("+schedule 1\n") == true)
    #expect(seen["trapped"] == "40 of 40 schedules end like schedule 0")
  }

  @Test("an address carries changes; what does not fit is told of, and left out")
  func addresses() throws {
    func seen(_ query: String) throws -> [String: String] {
      let seen = try Self.looks(
        """
        const isTold = (told) => told.textContent && told.textContent !== loopbookWords.changeHint;
        await until(() => all(".live-note, .choices.live .choices-told").filter(isTold).length >= 2);
        await look("ticks"); id = "pair"; await look("pair");
        seen.notes = all(".live-note").map((note) => note.textContent).join("/");
        """, query: query)
      try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
      return seen
    }
    let right = try seen("?a=b&live=ticks:0=3,1=x%5C%22y%2C&live=pair;schedule=7#example.ticks")
    #expect(right["ticks code"]?.contains("let count = 3\nlet word = \"x\\\"y,\"\n") == true)
    #expect(right["ticks"]?.contains("+x\"y,\n+x\"y,\n+x\"y,\n") == true)
    #expect(right["pair"] == "tick\ntick\n+schedule 7\nend\n" && right["notes"] == "")
    #expect(right["ticks address"] == "?a=b&live=ticks:0=3,1=x%5C%22y%2C&live=pair;schedule=7")
    let sentence = InterfaceWords()[.addressDoesNotFit]
    for query in ["?live=ticks:0=3,6=1&live=gone:0=1", "?live=ticks:5=8;schedule=3&live=ticks:0=%E0"] {
      let wrong = try seen(query)
      #expect(wrong["notes"] == "\(sentence)/\(sentence)", "\(query)")
      #expect(wrong["ticks"] == Self.recorded && wrong["ticks code"]?.contains("let count = 2\n") == true, "\(query)")
    }
  }

  @Test("the sliders of an example and its changes take turns")
  func sliders() throws {
    let seen = try Self.looks(
      """
      await open();
      const slider = inside(".choice input")[0];
      await after(() => key(0, "ArrowUp")); seen.changed = slider.value;
      const isSlid = () => inside(".choices:not(.live) .choices-told")[0].textContent !== loopbookWords.isRecording;
      slider.focus(); slider.value = 0; slider.dispatchEvent(new Event("input"));
      await until(isSlid); await look("slid"); seen.slid1 = value(0)?.textContent;
      await after(() => key(4, "ArrowUp")); await look("again"); seen.again1 = slider.value;
      inside(".choices.live .choices-reset")[0].click(); await look("reset");
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["changed"] == "1")
    #expect(seen["slid told"] == "This is the recording." && seen["slid address"] == "")
    #expect(seen["slid code"]?.contains("let count = 1\n") == true)
    #expect(seen["again code"]?.contains("let count = 2\n") == true && seen["again1"] == "1")
    #expect(seen["reset"] == Self.recorded && seen["reset code"]?.contains("let count = 2\n") == true)
  }

  @Test(
    "where something is missing the page stays as it is, and says so",
    arguments: ["live/", "live-pictures", "live-programs-"])
  func missing(file: String) throws {
    let seen = try Self.looks("await open(); await look(\"page\"); await open(); await look(\"again\");", without: file)
    #expect(seen["page told"] == "The program cannot be loaded." && seen["page"] == Self.recorded)
    #expect(seen["again told"] == seen["page told"])
  }

  @Test("what needs no page holds its own tests, in Node")
  func node() throws {
    _ = try Self.modules.get()
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Live").path
    try Self.run(
      """
      PROGRAMS="$1" DRAWING="$2" node --test "$0" >"$3" 2>&1 || { cat "$3" >&2; exit 1; }
      """,
      [folder] + ["live-programs.wasm", "live-drawing.wasm", "live-node.log"].map(BuiltProducts.path))
  }

  @Test(
    "the types of what needs no page hold", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tsc")))
  func types() throws {
    let assets = URL(filePath: #filePath).appending(path: "../../../templates/assets").standardizedFileURL.path
    try Self.run(
      """
      cd "$0"
      tsc --noEmit --allowJs --checkJs --strict --target es2022 --lib es2022,dom,dom.iterable live-values.js live-runner.js >&2
      """, [assets])
  }
}
