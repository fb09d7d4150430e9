import Examples
import Foundation
import Synchronization
import Testing
import Text
import Words

@testable import Site
@testable import Verification

/// Names in listings that tell what they mean: what is in the site, and what a reader sees of it in a browser, from
/// disk.
@Suite("Types in listings")
struct TypesInBrowserTests {
  private static func symbol(
    _ declaration: String, _ name: String, usr: String = "s:4main", module: String = "main", kind: String = "var.local",
    sentence: String = "", others: [NamedSymbol.OtherName] = []
  ) -> NamedSymbol {
    NamedSymbol(
      usr: usr, kind: kind, name: name, module: module, declaration: declaration, sentence: sentence,
      otherNames: others)
  }

  private static let integer = symbol(
    "struct Int", "Int", usr: "s:Si", module: "Swift", kind: "struct", sentence: "A `signed` <integer>.")
  private static let box = symbol(
    "struct Box", "Box", kind: "struct",
    others: [.init(caller: "Others", name: "OBox"), .init(caller: "CLibrary", name: "CBox")])
  private static let make = symbol(
    "init(n: Int)", "init(n:)", kind: "function.constructor", others: [.init(caller: "CLibrary", name: "CBoxCreate")])

  /// A book with a listing of three lines with names, one of them behind text that takes more bytes than characters.
  private static func site(types: Bool = true, otherNames: String = "[]") -> Site {
    let text = """
      # One

      ```swift id=box
      let é = "😀"; let n: Int = 1
      // snippet.hide
      let hidden = n
      // snippet.show

      print(Box(n: n))
      ```

      ```swift quote
      let n = 1
      ```
      """
    let book = SampleBook(
      [
        "loopbook.yml": "title: A book\nexamples: {types: \(types), other-names: \(otherNames)}\n", "one.md": text,
        "two.md": "# Two\n",
      ], summary: "- [One](one.md)\n- [Two](two.md)\n")
    var verified = book.verified
    let example = verified.chapters[0].examples[0]
    func name(_ line: Int, _ text: String, _ symbols: [NamedSymbol], after other: String = "") -> ExampleTypes.Name {
      let whole = Array(example.lines[line].text.utf8)
      let skipped = other.utf8.count
      let start = (skipped...whole.count - text.utf8.count).first { whole[$0...].starts(with: Array(text.utf8)) } ?? 0
      return ExampleTypes.Name(line: line, range: start..<start + text.utf8.count, symbols: symbols)
    }
    let n = symbol("let n: Int", "n")
    verified.types[example.name] = ExampleTypes(
      [
        name(0, "é", [symbol("let é: String", "é")]), name(0, "n:", [n]), name(0, "Int", [integer]),
        name(2, "hidden", [symbol("let hidden: Int", "hidden")]), name(5, "Box", [box, make]),
        name(5, "n:", [make]), name(5, "n)", [n]),
      ].map { name in
        var name = name
        // What stands behind a name told it from others.
        if name.range.count == 2, name.symbols[0].name != "é" { name.range = name.range.dropLast() }
        return name
      })
    return Site(
      verified, theme: Theme(folder: nil, words: InterfaceWords("en")),
      types: ListingTypes(verified) { $0.name == "Box" ? "api/Box.html#init(n:)" : nil })
  }

  private static func files(_ site: Site) -> [String: [UInt8]] {
    let files = Mutex<[String: [UInt8]]>([:])
    site.files { file in files.withLock { $0[file.path] = file.bytes } }
    return files.withLock { $0 }
  }

  @Test("lie in a script of the chapter, in which a declaration stands once")
  func script() throws {
    let files = Self.files(Self.site())
    let script = String(decoding: try #require(files["types/one.js"]), as: UTF8.self)
    #expect(script.components(separatedBy: "A <code>signed</code> &lt;integer&gt;.").count == 2)
    #expect(script.contains("\"https://developer.apple.com/documentation/swift/int\""))
    #expect(
      script.hasSuffix("{\"box\":[[1,4,1,0,18,1,1,21,3,2],[3,4,6,3],[6,6,3,6,10,1,5,13,1,1]]})\n"), "\(script)")
    #expect(
      String(decoding: files["one.html"] ?? [], as: UTF8.self).contains("data-root=\"\" data-types=\"types/one.js?v="))
    for path in ["two.html", "print.html"] {
      #expect(!String(decoding: files[path] ?? [], as: UTF8.self).contains("data-types"), "\(path)")
    }
    #expect(files.keys.filter { $0.hasPrefix("types/") } == ["types/one.js"])
    #expect(!String(decoding: Self.site().singleFile(), as: UTF8.self).contains("type-note"))
  }

  @Test("are nowhere in a book that does not want them")
  func without() {
    let files = Self.files(Self.site(types: false))
    #expect(!files.keys.contains { $0.hasPrefix("types/") })
    #expect(!String(decoding: files["one.html"] ?? [], as: UTF8.self).contains("types.js"))
  }

  @Test(
    "of the standard library lead to Apple's documentation where the address is known",
    arguments: [
      ("s:SS", "String", "Swift", "struct", "string"), ("s:ScM", "MainActor", "_Concurrency", "class", "mainactor"),
      ("s:s8DurationV", "Duration", "Swift", "struct", "duration"), ("s:SS5IndexV", "Index", "Swift", "struct", nil),
      ("s:s8DurationV5UnitsV", "Units", "Swift", "struct", nil),
      ("s:SS5countSivp", "count", "Swift", "var.instance", nil),
      ("s:10LoopEngine0A0C", "Loop", "LoopEngine", "class", nil),
      ("s:s5print_9separator10terminatoryypd_S2StF", "print(_:separator:terminator:)", "Swift", "function.free", nil),
    ])
  func apple(usr: String, name: String, module: String, kind: String, page: String?) {
    let symbol = Self.symbol("", name, usr: usr, module: module, kind: kind)
    #expect(ApplePage(of: symbol)?.address == page.map { "https://developer.apple.com/documentation/swift/\($0)" })
  }

  /// What a page tells after `script` has used it; files whose paths hold `missing` are left out.
  private static func looks(
    _ script: String, in site: Site = site(), without missing: String? = nil
  ) throws -> [String: String] {
    let folder = try TemporarySite()
    for (path, bytes) in files(site) where missing.map({ !path.contains($0) }) ?? true {
      var bytes = bytes
      if path == "one.html" {
        let reader = Self.reader.replacing("SCRIPT", with: script)
        bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("</body>", with: reader + "</body>").utf8)
      }
      try folder.write(path, bytes)
    }
    let answer = try Browser.text(of: "answer", in: folder.url("one.html"))
    return try JSONDecoder().decode([String: String].self, from: Data(answer.utf8))
  }

  /// Runs `SCRIPT` as a reader: `look(name)` writes down what is told and what has the focus.
  private static let reader = """
    <pre id="answer"></pre><script>addEventListener("load", async () => {
      const find = (selector) => document.querySelector(selector);
      const all = (selector) => [...document.querySelectorAll(selector)];
      const seen = {};
      const wait = (time) => new Promise((done) => setTimeout(done, time));
      const look = (name) => {
        const note = find(".type-note");
        seen[name] = note && !note.hidden ? [...note.children].map((part) => part.textContent).join("|") : "";
        seen[name + " focus"] = document.activeElement.matches("pre") ? "listing" : document.activeElement.textContent.slice(0, 20);
      };
      const key = (name) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
      const point = (type, element, pointerType = "mouse") => {
        const box = element.getBoundingClientRect();
        element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, clientX: box.left + 2, clientY: box.top + 4 }));
      };
      const listing = find(".example-code > pre");
      const names = () => all(".type-name");
      try {
        SCRIPT
      } catch (error) {
        seen.error = String(error.stack);
      }
      find("#answer").textContent = JSON.stringify(seen);
    });</script>
    """

  @Test(
    "are not told of a trace whose lines are folded, though they have numbers, too", .enabled(if: Browser.isInstalled))
  func trace() throws {
    let seen = try Self.looks(
      """
      const line = find(".example-code [data-line='1']").textContent;
      find(".example-results").insertAdjacentHTML("beforeend", `<div class="trace"><details class="hidden-lines" open>
        <pre><samp><span class="line" data-line="1">${line}</span></samp></pre></details></div>`);
      listing.focus(); key("Enter"); await wait(500); look("first");
      seen.names = names().map((name) => name.textContent).join();
      seen.inTrace = String(all(".example-results .type-name").length);
      """)
    #expect(seen["error"] == nil)
    #expect(seen["first"] == "let é: String" && seen["names"] == "é,n,Int,hidden,Box,n,n")
    #expect(seen["inTrace"] == "0")
  }

  @Test(
    "are told from the keyboard, of which a listing is one stop", .enabled(if: Browser.isInstalled))
  func keyboard() throws {
    let seen = try Self.looks(
      """
      seen.before = names().length + " " + ("loopbookTypes" in globalThis) + " " + all("script[src*='types/']").length;
      seen.stops = String(listing.tabIndex);
      listing.focus(); look("listing");
      key("Enter"); await wait(500); look("first");
      seen.names = names().map((name) => name.textContent).join();
      seen.stopsThen = String(all("[tabindex='0'].type-name").length);
      seen.describes = find(`[id="${document.activeElement.getAttribute("aria-describedby")}"]`).textContent;
      key("ArrowRight"); look("second");
      key("ArrowRight"); look("third");
      key("Enter"); look("link");
      key("Escape"); look("left");
      key("Enter"); await wait(500); key("End"); look("last"); key("Home"); look("home");
      document.activeElement.blur(); look("away");
      seen.roles = String(all(".type-name[role]").length);
      """)
    #expect(seen["error"] == nil)
    #expect(seen["before"] == "0 true 0")
    #expect(seen["stops"] == "0")
    #expect(seen["listing"] == "")
    #expect(seen["first"] == "let é: String")
    #expect(seen["first focus"] == "é")
    #expect(seen["names"] == "é,n,Int,hidden,Box,n,n")
    #expect(seen["stopsThen"] == "0")
    #expect(seen["describes"] == "let é: String")
    #expect(seen["second"] == "let n: Int")
    #expect(seen["third"] == "struct Int|A signed <integer>. developer.apple.com")
    #expect(seen["link focus"] == "developer.apple.com")
    #expect(seen["left"] == "")
    #expect(seen["left focus"] == "listing")
    #expect(seen["last"] == "struct Int|A signed <integer>. developer.apple.com")
    #expect(seen["home"] == "let é: String")
    #expect(seen["away"] == "")
    #expect(seen["roles"] == "0")
  }

  @Test("have others above them where a reader switches them on", .enabled(if: Browser.isInstalled))
  func otherNames() throws {
    let seen = try Self.looks(
      """
      const button = find(".names-switch");
      seen.label = all(".names-switch").map((button) => button.textContent + ": " + button.title).join("|");
      const state = () => [button.getAttribute("aria-pressed"), ...all("[data-other]").filter((name) => getComputedStyle(name, "::before").display === "block").map((name) => name.textContent + " " + name.dataset.other)].join();
      seen.text = listing.textContent;
      seen.before = state();
      button.click(); await wait(500);
      seen.on = state();
      seen.same = String(listing.textContent === seen.text);
      seen.kept = localStorage.getItem("loopbook-other-names");
      seen.above = String(find("[data-other]").getBoundingClientRect().height > 1.5 * names()[0].getBoundingClientRect().height);
      button.click(); await wait(100);
      seen.off = state();
      seen.gone = String(localStorage.getItem("loopbook-other-names"));
      """, in: Self.site(otherNames: "[CLibrary, Others]"))
    #expect(seen["error"] == nil)
    #expect(seen["label"] == "Other names: CLibrary, Others")
    #expect(seen["before"] == "false")
    #expect(seen["on"] == "true,Box CBoxCreate")
    #expect(seen["same"] == "true")
    #expect(seen["kept"] == "on")
    #expect(seen["above"] == "true")
    #expect(seen["off"] == "false")
    #expect(seen["gone"] == "null")
  }

  @Test(
    "have others only of those whom the book names, the first of them first",
    arguments: [("[Others, CLibrary]", "OBox"), ("[CLibrary]", "CBox"), ("[Nearly]", nil), ("[]", nil)])
  func callers(names: String, box: String?) throws {
    let files = Self.files(Self.site(otherNames: names))
    let script = String(decoding: try #require(files["types/one.js"]), as: UTF8.self)
    #expect(script.contains("\"api/Box.html#init(n:)\",\"Box\"" + (box.map { ",\"Box \($0)\"]" } ?? "]")), "\(script)")
    #expect(String(decoding: files["one.html"] ?? [], as: UTF8.self).contains("data-renamed=\"box\"") == (box != nil))
  }

  @Test("are asked for of libraries that some doc comment speaks of; others are told, with the nearest")
  func unknownLibraries() {
    let site = Self.site(otherNames: "[CLibary, Others, Xyz]")
    let told = site.diagnostics.filter { $0.id == "unknown-library" }
    #expect(told.map(\.severity) == [.warning, .warning] && told.compactMap(\.place?.position?.line) == [2, 2])
    #expect(told.first?.message == "'CLibary' has no name of its own for any name in the listings")
    #expect(told.first?.cure == "did you mean 'CLibrary'?")
    #expect(told.last?.cure?.contains("Xyz calls it `name`") == true)
  }

  @Test("are told where the pointer rests, and where a finger taps", .enabled(if: Browser.isInstalled))
  func pointer() throws {
    let seen = try Self.looks(
      """
      point("pointerover", listing.querySelector("[data-line]")); await wait(500);
      seen.marked = String(names().length);
      const box = names().find((name) => name.textContent === "Box");
      point("pointerover", box); look("at once"); await wait(500); look("rests");
      point("pointerover", find("h1")); await wait(100); look("leaving"); await wait(500); look("left");
      point("pointerover", box, "touch"); await wait(500); look("touch");
      point("click", box, "touch"); await wait(100); look("tap");
      seen.link = find(".type-note a").getAttribute("href");
      point("click", find("h1"), "touch"); await wait(100); look("elsewhere");
      seen.text = all(".example-code pre")[0].textContent;
      seen.quote = String(all(".example")[1].querySelectorAll(".type-name").length);
      """)
    #expect(seen["error"] == nil)
    #expect(seen["marked"] == "7")
    #expect(seen["at once"] == "")
    #expect(seen["rests"] == "struct Box|Box|init(n: Int)")
    #expect(seen["leaving"] == "struct Box|Box|init(n: Int)")
    #expect(seen["left"] == "")
    #expect(seen["touch"] == "")
    #expect(seen["tap"] == "struct Box|Box|init(n: Int)")
    #expect(seen["link"] == "api/Box.html#init(n:)")
    #expect(seen["elsewhere"] == "")
    #expect(seen["text"] == "let é = \"😀\"; let n: Int = 1\n")
    #expect(seen["quote"] == "0")
  }

  @Test("that cannot be loaded tell nothing", .enabled(if: Browser.isInstalled))
  func missing() throws {
    let seen = try Self.looks(
      """
      listing.focus(); key("Enter"); await wait(500); look("enter");
      seen.names = String(names().length);
      """, without: "types/")
    #expect(seen["error"] == nil)
    #expect(seen["enter"] == "")
    #expect(seen["names"] == "0")
  }
}
