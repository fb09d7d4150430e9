import Foundation
import Testing
import Words

@testable import Site

/// What keys do on a page, and what they leave alone.
@Suite("Keys", .enabled(if: Browser.isInstalled))
struct KeysInBrowserTests {
  /// What `script` has seen on a page, in a window that is narrow at first.
  private static func looks(_ script: String, before: String = "") throws -> [String: String] {
    let folder = try TemporarySite()
    let theme = Theme(folder: nil, words: InterfaceWords("en"))
    try folder.write("assets/book.js", theme.assets["assets/book.js"] ?? [])
    let page = """
      <!DOCTYPE html><title>Keys</title><body><aside class="sidebar"><div class="sidebar-foot"></div></aside>
      <main tabindex="-1"><nav class="on-page"><details><summary>On this page</summary></details></nav>
      <details><summary id="fold">Trace</summary></details><nav class="turn"><a class="next" href="#next">Next</a></nav></main>
      <script>\(before)</script><script src="assets/book.js" data-root=""></script>
      """
    // Each `/` is escaped in it, so no script ends too early.
    let json = String(decoding: try JSONEncoder().encode(page), as: UTF8.self)
    let frame = """
      <!DOCTYPE html><title>Keys</title><pre id="answer"></pre><iframe style="width: 800px"></iframe>
      <script>addEventListener("load", async () => {
        const seen = {}, frame = document.querySelector("iframe");
        await new Promise((onload) => Object.assign(frame, { onload, srcdoc: \(json) }));
        const page = frame.contentDocument, find = (selector) => page.querySelector(selector);
        const press = (key, target = page.body, more = {}) =>
          target.dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
        const isOpen = () => String(find("dialog[open]") !== null);
        let turns = 0;
        find(".next").addEventListener("click", (click) => {
          click.preventDefault();
          turns++;
        });
        const turned = (target) => {
          turns = 0;
          press("ArrowRight", target);
          return turns ? "turned" : "";
        };
        \(script)
        document.querySelector("#answer").textContent = JSON.stringify(seen);
      });</script>
      """
    try folder.write("page.html", Array(frame.utf8))
    let answer = try Browser.text(of: "answer", in: folder.url("page.html"))
    return try JSONDecoder().decode([String: String].self, from: Data(answer.utf8))
  }

  @Test("arrows turn the page, but not where something in its text has the focus")
  func arrows() throws {
    let seen = try Self.looks(
      """
      seen.page = turned(); seen.main = turned(find("main")); seen.fold = turned(find("#fold"));
      """)
    #expect(seen == ["page": "turned", "main": "turned", "fold": ""])
  }

  @Test("those that are pressed alone can be switched off in their list, and stay so")
  func switchedOff() throws {
    let seen = try Self.looks(
      """
      const toggle = () => find("dialog input").click(), close = () => find("dialog button").click();
      press("?"); seen.list = isOpen(); toggle(); close();
      press("?"); press("t"); seen.off = isOpen() + turned() + (page.documentElement.dataset.theme ?? "");
      seen.kept = frame.contentWindow.localStorage.getItem("loopbook-keys");
      find(".keys-open").click(); seen.button = isOpen(); toggle(); close();
      press("t"); seen.on = page.documentElement.dataset.theme + " " + turned();
      seen.gone = String(frame.contentWindow.localStorage.getItem("loopbook-keys"));
      """)
    #expect(
      seen == [
        "list": "true", "off": "false", "kept": "off", "button": "true", "on": "light turned", "gone": "null",
      ])
    let later = try Self.looks(
      """
      press("?"); seen.off = isOpen(); find(".keys-open").click(); seen.isChecked = String(find("dialog input").checked);
      """, before: "localStorage.setItem('loopbook-keys', 'off')")
    #expect(later == ["off": "false", "isChecked": "false"])
  }

  @Test("the title of the list beside the text is a stop of the tab key only where it folds the list")
  func contents() throws {
    let seen = try Self.looks(
      """
      const look = () => find(".on-page summary").tabIndex + " " + find(".on-page details").open;
      const resized = async (width) => {
        const before = look();
        frame.style.width = width;
        for (let tries = 0; tries < 100 && look() === before; tries++) await new Promise((done) => setTimeout(done, 20));
        return look();
      };
      seen.narrow = look(); seen.wide = await resized("1300px");
      """)
    #expect(seen == ["narrow": "0 false", "wide": "-1 true"])
  }
}
