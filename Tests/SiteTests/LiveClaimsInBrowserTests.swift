import Foundation
import TestSupport
import Testing
import Words

/// What a page says of a listing that its reader has changed: nothing that is not so.
@Suite(
  "Sentences about changed examples in a browser",
  .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
struct LiveClaimsInBrowserTests {
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
}
