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
