import Examples
import Foundation
import LoopEngine
import LoopTracing
import Synchronization
import TestSupport
import Text
import Words

@testable import Site
@testable import Verification

/// A reader in a browser who changes the examples of a book that lies on the disk.
///
/// What runs and what draws are two small programs in C: here it matters what the page does with them.
enum LiveReader {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The two programs as scripts write them: base64 of gzip.
  static let modules = Result {
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
  static func run(_ script: String, _ arguments: [String]) throws -> String {
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

      ```swift id=shift
      let count = 2
      print(1 << count)
      ```

      ```output
      tick
      tick
      end
      ```

      ```swift id=reads
      let text = "7" // <<
      print(Int(text) ?? 0)
      ```

      ```output
      tick
      tick
      end
      ```

      ```swift id=compared compare=steps
      let count = 2
      let wide = 1_000 // vary: 1_000, 2_000
      ```

      ```output
      tick
      tick
      end
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
      "steps":{"program":2,"name":"main.swift","filter":"","stack":false,"literals":[[1,12,13,"integer","2"]]},
      "shift":{"program":3,"name":"main.swift","filter":"","stack":false,"literals":[[1,12,13,"integer","2"]]},
      "reads":{"program":4,"name":"main.swift","filter":"","stack":false,
      "literals":[[0,0,1,"integer","7"],[1,11,14,"text","\\"7\\""]]},
      "compared":{"program":5,"name":"main.swift","filter":"","stack":false,"literals":[[1,12,13,"integer","2"],
      [0,0,1,"text","\\"tick\\""],[0,0,1,"flag","false"],[0,0,1,"decimal","1.5"],[2,11,16,"integer","1_000"]]}}})
      """
    return Site(
      SampleBook(book, Dictionary(uniqueKeysWithValues: examples)).verified,
      theme: Theme(folder: nil, words: InterfaceWords(language)),
      live: LiveExamples(
        names: ["one#ticks", "one#pair", "one#steps", "one#shift", "one#reads", "one#compared"],
        chapters: ["one": LiveExamples.Chapter(script: Array(live.utf8), module: 1)],
        modules: [[], Array("loopbookPrograms(\"\(modules[0])\",0)".utf8)],
        pictures: Array("loopbookPictures(\"\(modules[1])\")".utf8)))
  }

  /// What a page tells after `script` has used it; files whose paths hold `missing` are left out.
  static func looks(
    _ script: String, query: String = "", language: String = "en", without missing: String? = nil,
    inForcedColors isForced: Bool = false
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
    let answer = try Browser.text(of: "answer", in: address, inForcedColors: isForced)
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
      // The browser's clock jumps when nothing is left to do, and does not know of workers: so something is left.
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
      // What is told changes when all is done, and before only where that takes its time.
      const after = async (act) => {
        const before = told();
        act();
        await until(() => ![before, loopbookWords.isRunning].includes(told()));
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

  /// What the examples print as they are written.
  static let recorded = "tick\ntick\nend\n"
}
