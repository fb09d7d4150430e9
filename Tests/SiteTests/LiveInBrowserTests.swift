import Foundation
import TestSupport
import Testing
import Words

/// Examples that readers change, as a reader uses them in a browser, from disk.
@Suite(
  "Live examples in a browser",
  .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
struct LiveInBrowserTests {
  @Test("nothing is loaded before the click; a change shows what was run just now, and Reset brings the recording back")
  func change() throws {
    let seen = try LiveReader.looks(
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
    #expect(seen["opened"] == LiveReader.recorded && seen["opened address"] == "")
    #expect(seen["opened told"] == InterfaceWords()[.changeHint])
    #expect(seen["more"] == "tick\ntick\n+tick\nend\n")
    #expect(seen["more code"]?.contains("let count = 3\nlet word = \"tick\"") == true)
    #expect(seen["more address"] == "?live=ticks:0=3")
    #expect(
      seen["more told"] == "Run just now, in this page, with \u{2066}3\u{2069} instead of \u{2066}2\u{2069}; "
        + "it is not recorded. 1 line is not as recorded.")
    #expect(seen["less code"]?.contains("let count = -7") == true)
    #expect(seen["reset"] == LiveReader.recorded && seen["reset code"] == seen["opened code"])
    #expect(seen["reset address"] == "" && seen["reset told"] == "This is the recording.")
    #expect(seen["focus"] == "live-open")
    #expect(seen["text"]?.contains("+<b>\"&\n") == true)
    #expect(seen["text code"]?.contains("let word = \"<b>\\\"&\"") == true)
    #expect(seen["closed"] == LiveReader.recorded && seen["closed code"] == seen["opened code"])
    #expect(seen["left"] == "0false")
  }

  @Test("values are changed as their kinds are, by keys, clicks and drags, and what cannot stand there is not run")
  func kinds() throws {
    let seen = try LiveReader.looks(
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
      key(4, "Escape"); seen.typedOver = getSelection().toString();
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
    // What Escape brings back can be typed over, like what a reader comes to.
    #expect(seen["typedOver"] == seen["pressed"]?.replacing("true", with: ""), "\(seen["typedOver"] ?? "")")
    #expect(seen["names"] == names.joined(separator: "/"))
    #expect(seen["toggled"] == "truetrue" && seen["toggledBack"] == "falsefalse")
    #expect(seen["share"] == "1.6 1.6" && seen["signed"] == "0.0")
    #expect(seen["wide"] == "2_000" && seen["dragged"] == "1_500")
    #expect(seen["pressed"] == "true1_000")
    #expect(
      seen["wrong told"]
        == "\u{2066}2x\u{2069} cannot take the place of \u{2066}2\u{2069}. A number such as \u{2066}2\u{2069} can stand there."
        && seen["invalid"] == "true")
    #expect(seen["wrong"] == LiveReader.recorded)
    #expect(seen["right told"] == "This is the recording." && seen["right code"]?.contains("let count = 2\n") == true)
  }

  @Test("a listing that is shown is a program with the output that is shown, whatever was typed")
  func listings() throws {
    let seen = try LiveReader.looks(
      """
      await open();
      await after(() => type(3, "7")); await look("whole"); seen.typed = value(3).textContent + "|" + value(3).dataset.rest;
      key(3, "Enter"); seen.entered = value(3).textContent + "|" + value(3).dataset.rest + "|" + getSelection();
      await after(() => type(3, "-7")); await look("signed");
      await after(() => key(3, "Escape")); await look("escaped");
      inside(".choices.live .choices-reset")[0].click();
      await after(() => type(0, "300")); await look("large"); seen.invalid = value(0).getAttribute("aria-invalid");
      await after(() => type(0, "99999999999")); await look("larger");
      await after(() => type(0, "2.5")); await look("pointed");
      await after(() => type(0, "3")); await look("right");
      await after(() => type(4, "1001")); await look("other");
      await after(() => type(4, "1_002")); await look("another");
      await after(() => type(3, "1e400")); await look("huge"); await after(() => key(3, "Escape"));
      await after(() => type(1, "a" + String.fromCharCode(34))); await look("text");
      await after(() => type(1, "3000000000")); await look("words");
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    // A decimal number has its point, also while it is typed, or Swift would divide whole numbers.
    #expect(seen["typed"] == "7|.0" && seen["entered"] == "7.0||7.0")
    #expect(seen["whole told"]?.contains("with \u{2066}7.0\u{2069} instead of \u{2066}1.5\u{2069}") == true)
    #expect(seen["whole address"] == "?live=ticks:3=7.0")
    func like(_ number: String) -> String { "A number such as \u{2066}\(number)\u{2069} can stand there." }
    // The listing has a minus there.
    func refusal(_ text: String, _ old: String, _ reason: String) -> String {
      "\u{2066}\(text)\u{2069} cannot take the place of \u{2066}\(old)\u{2069}. \(reason)"
    }
    func bounds(_ least: String, _ most: String) -> String {
      "A whole number from \u{2066}\(least)\u{2069} to \u{2066}\(most)\u{2069} can stand there."
    }
    #expect(seen["signed told"] == refusal("--7.0", "-1.5", InterfaceWords()[.noMinus]))
    #expect(seen["escaped code"]?.contains("share = -1.5\n") == true)
    // The program finds what the type of a literal does not have, and the page refuses it like what is no number.
    #expect(seen["large told"] == refusal("300", "2", bounds("0", "255")))
    #expect(seen["large"] == LiveReader.recorded && seen["large address"] == "" && seen["invalid"] == "true")
    #expect(
      seen["larger told"]
        == refusal("99999999999", "2", bounds("-2147483648", "2147483647") + " " + InterfaceWords()[.intIsSmall]))
    #expect(seen["pointed told"] == refusal("2.5", "2", bounds("-128", "127")))
    #expect(seen["huge told"] == refusal("1e400", "1.5", like("1.5 (≤ 1.8e308)")))
    #expect(seen["text told"] == refusal("a\"", "tick", InterfaceWords()[.whichTexts]))
    #expect(seen["right"] == "tick\ntick\n+tick\nend\n" && seen["right address"] == "?live=ticks:0=3")
    #expect(seen["other told"] == refusal("1001", "1_000", like("1_000")))
    #expect(seen["another told"]?.contains(InterfaceWords()[.intIsSmall]) == false)
    #expect(seen["words told"]?.contains(InterfaceWords()[.intIsSmall]) == false)
  }

  @Test("that Int has 32 bits is told where it can show without a trap, whatever was printed, and nowhere else")
  func smallInt() throws {
    let seen = try LiveReader.looks(
      """
      await open();
      await after(() => type(1, "1234567890")); seen.printed = told();
      id = "shift"; await open();
      await after(() => type(0, "3")); seen.shifted = told();
      id = "reads"; await open();
      await after(() => type(0, "12")); seen.read = told();
      // What else can show it, and what only looks like that.
      const asks = async (code) => {
        inside(".live-open")[0].click();
        inside(".example-code > pre .line")[1].textContent = code;
        await open();
        await after(() => type(0, "8"));
        return told().includes(loopbookWords.intIsSmall);
      };
      const asked = [
        'words.compactMap(Int.init)', 'let n: Int? = .init(text)', 'UInt8("7f", radix: 16)', "n >> 2", "n>>k", "n>>(k)", "n >>= 2",
        "func top<T: FixedWidthInteger>(_ value: T) -> T { T.max }", "Self.min", "type(of: n).max", "n.bitWidth",
        "n.multipliedFullWidth(by: 2)", "2.dividingFullWidth(n)", "n.bigEndian", "n.littleEndian", "n.byteSwapped",
        "n.words.count", "Int.Words", "n.leadingZeroBitCount", "n.trailingZeroBitCount", "n.nonzeroBitCount", "~-n",
        "sum.wrappingAdd(n, ordering: .relaxed)", "n.addingReportingOverflow(1)", "CLong.max", "CUnsignedLong(n)",
        "typealias Count = Int", "let n: Int = .init(text)", "Int.random(in: 0..<n, using: &dice)",
      ];
      const plain = [
        "let all = Mutex<Set<Int>>([])", "var sets: Array<Set<Int>> = []", "list.max()", "list.map(f).max { $0 < $1 }", "print(n) // n >> 2",
        "Int64.max", "UInt8.max", "Print(n)", "let words = 1", "CLongLong(1)", "n.magnitude",
        "shuffle(using: dice)",
      ];
      const laidOut = [
        "MemoryLayout<Int>.size", "list.capacity", "span.freeCapacity", "withUnsafeBytes(of: n) { $0.count }", "span.bytes",
        "raw.byteCount", "UnsafeRawPointer(p)", "UnsafeMutableRawPointer(p)",
      ];
      seen.asked = ""; seen.plain = ""; seen.laidOut = "";
      for (const code of asked) if (!await asks(code)) seen.asked += code + "/";
      for (const code of plain) if (await asks(code) || told().includes(loopbookWords.layoutIsSmall)) seen.plain += code + "/";
      for (const code of laidOut) {
        await asks(code);
        if (!told().includes(loopbookWords.layoutIsSmall)) seen.laidOut += code + "/";
      }
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["asked"] == "" && seen["plain"] == "" && seen["laidOut"] == "", "\(seen)")
    for (what, isTold) in [("printed", false), ("shifted", true), ("read", true)] {
      #expect(seen[what]?.contains(InterfaceWords()[.intIsSmall]) == isTold, "\(what): \(seen[what] ?? "")")
    }
  }

  @Test("an older address of a decimal number is shown with its point; a minus that cannot stand does not fit")
  func pointsInAddresses() throws {
    func seen(_ value: String) throws -> [String: String] {
      let seen = try LiveReader.looks(
        """
        const isTold = (told) => told.textContent && told.textContent !== loopbookWords.changeHint;
        await until(() => all(".live-note, .choices.live .choices-told").some(isTold)); await look("page");
        """, query: "?live=ticks:3=\(value)")
      try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
      return seen
    }
    let old = try seen("7")
    #expect(old["page code"]?.contains("share = -7.0\n") == true && old["page address"] == "?live=ticks:3=7.0")
    let wrong = try seen("-7")
    #expect(wrong["page told"]?.contains(InterfaceWords()[.addressDoesNotFit]) == true)
    #expect(wrong["page code"]?.contains("share = -1.5\n") == true)
  }

  @Test(
    "a program that does not end, traps, waits for ever or prints without measure is told of, and the next change runs")
  func awkward() throws {
    let seen = try LiveReader.looks(
      """
      await open();
      for (const how of ["90", "91", "92", "93", "94", "95", "97", "99"]) {
        await after(() => type(0, how)); await look(how);
        await after(() => type(0, "1")); await look(how + " then");
      }
      id = "steps"; await open();
      await after(() => type(0, "94")); seen.drawn = told();
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["90 told"] == "The program had not ended after 2 seconds and was stopped. This is the recording.")
    #expect(seen["90"] == LiveReader.recorded)
    // What it did before is shown.
    // WebAssembly calls every trap of Swift's "unreachable", which says nothing to a reader.
    let untold = "\(InterfaceWords()[.trapUntold]). \(InterfaceWords()[.intIsSmall])"
    let trapped = "The program was stopped by a trap: \(untold)"
    let memory = InterfaceWords()[.memoryIsFull]
    for (how, why) in [("91", trapped), ("95", InterfaceWords()[.wasTooDeep]), ("97", trapped), ("99", memory)] {
      #expect(seen["\(how) told"]?.contains(" \(why) ") == true, "\(how): \(seen["\(how) told"] ?? "")")
      #expect(seen["\(how) told"]?.hasPrefix("Run just now, in this page, with ") == true)
    }
    #expect(seen["91"]?.contains("+before\n") == true && seen["95"]?.contains("+") == false)
    // What a program prints is never what Swift says of a trap.
    #expect(seen["97"]?.contains("+Fatal error: mine\n") == true)
    #expect(seen["92 told"]?.contains("It ended in a deadlock.") == true)
    #expect(seen["92"]?.contains("+deadlock: all wait\n") == true)
    // How many of the others differ is not known.
    #expect(seen["93 told"]?.hasSuffix(" Only the first 500 lines that it printed are shown.") == true)
    #expect(seen["93"]?.split(separator: "\n").count == 501)
    // Where nothing is drawn otherwise, nothing is missing.
    #expect(seen["94 told"]?.contains("What it did cannot be drawn.") == false)
    #expect(seen["drawn"]?.contains("What it did cannot be drawn.") == true)
    #expect(seen["94"]?.contains("+tick\n+tick\n") == true)
    for how in [90, 91, 92, 93, 94, 95, 97, 99] { #expect(seen["\(how) then"] == "tick\n-tick\nend\n", "\(how)") }
  }

  @Test(
    "a run that takes its time is told of, and what stands beside the changed listing is marked as older until it ends")
  func running() throws {
    let seen = try LiveReader.looks(
      """
      await open();
      const mark = () => all(".is-running").length + inside(".example-results")[0].getAttribute("aria-busy");
      type(0, "90"); await until(() => told() === loopbookWords.isRunning); await look("running");
      seen.marked = mark() + getComputedStyle(inside(".recording")[0]).opacity;
      inside(".choices.live .choices-reset")[0].click(); await look("reset"); seen.cleared = mark();
      type(0, "90"); await until(() => told() === loopbookWords.isRunning);
      await after(() => type(0, "2x")); seen.wrong = mark();
      await after(() => type(0, "90")); seen.ended = mark();
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["running told"] == InterfaceWords()[.isRunning] && seen["running"] == LiveReader.recorded)
    #expect(seen["marked"] == "1true0.5")
    #expect(seen["reset told"] == "This is the recording.")
    for what in ["cleared", "wrong", "ended"] { #expect(seen[what] == "0false", "\(what)") }
  }

  @Test("beside a listing that is not the one that was verified, nothing says that it is, also on paper")
  func altered() throws {
    let seen = try LiveReader.looks(
      """
      id = "reads"; await open();
      const state = () => {
        const badges = inside(".badges li").filter((badge) => getComputedStyle(badge).visibility === "visible");
        const marked = inside(".example-code .c").map((part) => getComputedStyle(part).textDecorationLine);
        return badges.map((badge) => badge.textContent).join("/") + "|" + marked.join() + "|"
          + inside(".live-comments").map((note) => note.textContent).join();
      };
      const top = () => inside(".example-code")[0].offsetTop;
      const place = top();
      seen.before = state();
      await after(() => type(0, "8")); seen.changed = state(); seen.moved = top() - place + "";
      await after(() => type(0, "7")); seen.back = state();
      await after(() => type(0, "a" + String.fromCharCode(34))); seen.wrong = state();
      dispatchEvent(new Event("beforeprint")); seen.paper = state() + value(0).textContent;
      id = "pair"; await open();
      await after(() => inside(".live-another")[0].click()); seen.scheduled = state();
      await after(() => type(0, "3")); seen.plain = state();
      inside(".live-open")[0].click(); seen.closed = state();
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    let words = InterfaceWords()
    #expect(seen["before"]?.hasPrefix("\(words[.isVerified])/") == true && seen["before"]?.hasSuffix("|none|") == true)
    let changed = "\(words[.notAsWritten])|underline|\(words[.commentsAsWritten])"
    #expect(seen["changed"] == changed && seen["wrong"] == changed && seen["moved"] == "0")
    #expect(seen["back"] == seen["before"] && seen["paper"] == seen["before"].map { $0 + "7" })
    // Another schedule runs what was verified.
    #expect(seen["scheduled"] == seen["closed"] && seen["closed"]?.hasPrefix(words[.isVerified]) == true)
    #expect(seen["plain"] == "\(words[.notAsWritten])||")
  }

  @Test("an address carries changes; what does not fit is told of, and left out")
  func addresses() throws {
    func seen(_ query: String) throws -> [String: String] {
      let seen = try LiveReader.looks(
        """
        const isTold = (told) => told.textContent && told.textContent !== loopbookWords.changeHint;
        await until(() => all(".live-note, .choices.live .choices-told").filter(isTold).length >= 2);
        await look("ticks"); const { top } = inside(".example-head")[0].getBoundingClientRect();
        seen.top = String(top > 0 && top < 200 && scrollY > 0);
        id = "pair"; await look("pair");
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
    for query in ["?live=ticks:0=3,6=1&live=gone:0=1", "?live=pair:5=8;schedule=3&live=ticks:0=%E0"] {
      let wrong = try seen(query)
      #expect(wrong["notes"] == "\(sentence)/\(sentence)", "\(query)")
      #expect(wrong["ticks"] == LiveReader.recorded, "\(query)")
      // Without a place, the address leads to the first example that it changes.
      #expect((wrong["top"] == "true") == query.contains("?live=ticks"), "\(query)")
      #expect(wrong["ticks code"]?.contains("let count = 2\n") == true, "\(query)")
    }
  }

  @Test("the sliders of an example and its changes take turns")
  func sliders() throws {
    let seen = try LiveReader.looks(
      """
      await open();
      const slider = inside(".choice input")[0];
      const label = () => [slider.value, slider.getAttribute("aria-valuetext"), inside(".choice b")[0].textContent].join();
      await after(() => key(0, "ArrowUp")); seen.changed = label();
      await after(() => type(0, "7")); seen.beyond = label();
      await after(() => type(0, "7x")); seen.wrong = label();
      await after(() => type(0, "1")); seen.least = label();
      const isSlid = () => inside(".choices:not(.live) .choices-told")[0].textContent !== loopbookWords.isRecording;
      slider.focus(); slider.value = 0; slider.dispatchEvent(new Event("input"));
      await until(isSlid); await look("slid"); seen.slid1 = value(0)?.textContent;
      await after(() => key(4, "ArrowUp")); await look("again"); seen.again1 = slider.value;
      inside(".choices.live .choices-reset")[0].click(); await look("reset");
      await after(() => key(0, "ArrowUp"));
      slider.value = 1; slider.dispatchEvent(new Event("input"));
      await look("written"); seen.written1 = label();
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    // A slider's sentence is about what is run, also where its own values do not have that.
    #expect(seen["changed"] == "2,3,3" && seen["beyond"] == "2,7,7" && seen["wrong"] == "2,7,7")
    #expect(seen["least"] == "0,1,1")
    #expect(seen["slid told"] == "This is the recording." && seen["slid address"] == "")
    #expect(seen["slid code"]?.contains("let count = 1\n") == true)
    #expect(seen["again code"]?.contains("let count = 2\n") == true && seen["again1"] == "1")
    #expect(seen["reset"] == LiveReader.recorded && seen["reset code"]?.contains("let count = 2\n") == true)
    // Back on what is written, it brings all of that back.
    #expect(seen["written"] == LiveReader.recorded && seen["written code"]?.contains("let count = 2\n") == true)
    #expect(seen["written1"] == "1,2,2" && seen["written told"] == "This is the recording.")
  }

  @Test("that every line is as recorded is told only where all that is shown was compared")
  func compared() throws {
    let seen = try LiveReader.looks(
      """
      id = "steps";
      const shown = inside(".example-results > :is(.recording, .picture)").map((block) => block.outerHTML).join("");
      const show = (html) => loopbookResults.show(document.querySelector('[data-example="one#steps"]'), html);
      seen.all = show(shown); seen.event = show(shown.replace("<td>other</td>", "<td>else</td>"));
      id = "compared";
      const isCompared = () => inside(".is-compared").filter(isSeen).length + "";
      seen.before = isCompared();
      const chosen = () => inside(".choices:not(.live) .choices-told")[0].textContent;
      inside(".choice input")[1].click(); await until(() => chosen() !== loopbookWords.isRecording);
      seen.chosen = chosen() + isCompared();
      Object.assign((await loopbookRunner.open(find("script[data-live]").dataset))[id], { shown: "{}", rows: "" });
      await open(); seen.opened = isCompared();
      await after(() => key(1, "ArrowUp")); await look("same"); seen.during = isCompared();
      await after(() => type(0, "3")); await look("more"); seen.drawn = inside(".is-compared + .picture.is-run").filter(isSeen).length + "";
      inside(".choices.live .choices-reset")[0].click(); seen.after = isCompared() + inside(".is-compared")[0].open;
      """)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    let words = InterfaceWords()
    // A picture has events that a recording with a filter leaves out.
    #expect(seen["all"] == words[.nothingDiffers] && seen["event"] == "", "\(seen)")
    #expect(seen["before"] == "1" && seen["opened"] == "1" && seen["during"] == "0" && seen["after"] == "1true")
    let ending = " \(words[.comparedAsWritten])"
    #expect(seen["chosen"]?.hasSuffix("\u{2066}1_000\u{2069}." + ending + "0") == true, "\(seen["chosen"] ?? "")")
    #expect(seen["same told"]?.hasSuffix("it is not recorded." + ending) == true, "\(seen["same told"] ?? "")")
    #expect(seen["more told"]?.hasSuffix("1 line is not as recorded." + ending) == true)
    // The run stands alone in the comparison's place.
    #expect(seen["drawn"] == "1")
  }

  @Test("where the system forces its colors, what can be changed has a line, and what was changed a ground")
  func forcedColors() throws {
    let script = """
      await open();
      const style = (number) => getComputedStyle(value(number));
      const look = () => [style(0).borderBottomWidth, style(0).backgroundColor !== style(4).backgroundColor].join();
      seen.written = look(); await after(() => key(0, "ArrowUp")); value(0).blur(); seen.changed = look();
      seen.opened = getComputedStyle(inside(".live-open")[0]).outlineStyle;
      """
    let seen = try LiveReader.looks(script, inForcedColors: true)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["written"] == "2px,false" && seen["changed"] == "2px,true" && seen["opened"] == "solid", "\(seen)")
    #expect(try LiveReader.looks(script)["written"] == "0px,false")
  }

  @Test("what stands beside a picture begins where the page's words do", arguments: [("ar", "rtl"), ("en", "ltr")])
  func besidePictures(language: String, direction: String) throws {
    let seen = try LiveReader.looks(
      """
      id = "steps";
      const parts = inside(".picture :is(summary, .picture-key, .stepper-bar p)").filter(isSeen);
      seen.parts = parts.map((part) => part.localName).join();
      seen.directions = [...new Set(parts.map((part) => getComputedStyle(part).direction))].join();
      seen.picture = getComputedStyle(inside(".picture svg")[0]).direction;
      """, language: language)
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["parts"] == "p,ul,summary" && seen["directions"] == direction && seen["picture"] == "ltr", "\(seen)")
  }

  @Test("a string that was sent shows what pages would not show, and texts that look alike are told apart")
  func hiddenText() throws {
    let seen = try LiveReader.looks(
      """
      await until(() => told() && told() !== loopbookWords.changeHint); await look("sent");
      await after(() => type(1, "e" + String.fromCharCode(0x301)));
      seen.name = value(3).getAttribute("aria-label");
      """, query: "?live=ticks:1=a%E2%80%AEb")
    try #require(seen["error"] == nil, "\(seen["error"] ?? "")")
    #expect(seen["sent code"]?.contains("let word = \"a\\u{202E}b\"\n") == true)
    #expect(seen["sent told"]?.contains("with \u{2066}\"a\\u{202E}b\"\u{2069} instead of") == true)
    #expect(seen["sent"]?.contains("+a\u{202E}b\n") == true)
  }

  @Test(
    "where something is missing the page stays as it is, and says so",
    arguments: ["live/", "live-pictures", "live-programs-"])
  func missing(file: String) throws {
    let seen = try LiveReader.looks(
      "await open(); await look(\"page\"); await open(); await look(\"again\");", without: file)
    #expect(seen["page told"] == "The program cannot be loaded." && seen["page"] == LiveReader.recorded)
    #expect(seen["again told"] == seen["page told"])
  }
}
