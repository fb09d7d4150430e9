import Foundation
import Testing
import Text
import Words

@testable import Site

/// The examples that use a symbol, of which its page lists some: what a reader gets who asks for the rest, from disk.
@Suite("More examples that use a symbol")
struct UsesInBrowserTests {
  /// What a page has after its button was pressed; `data` is the script that it loads for it, if there is one.
  private static func looks(data: String?) throws -> [String: String] {
    let folder = try TemporarySite()
    let theme = Theme(folder: nil, words: InterfaceWords("en"))
    for script in ["assets/book.js", Theme.usesScript] { try folder.write(script, theme.assets[script] ?? []) }
    if let data { try folder.write("uses/api/Box.js", Array(data.utf8)) }
    let page = """
      <!DOCTYPE html><title>Box</title><main><details class="uses" open><summary>Used in 4 examples</summary><ul>
      <li><a href="../one.html#example.a">One</a> <code>Box()</code></li>
      <li class="uses-more" data-symbol="init()">and 3 more</li>
      </ul></details></main><pre id="answer"></pre>
      <script src="../assets/book.js" data-root="../"></script>
      <script src="../assets/uses.js" data-root="../" data-uses="../uses/api/Box.js"></script>
      <script>addEventListener("load", async () => {
        const seen = {}, list = document.querySelector(".uses ul"), more = list.querySelector("button");
        seen.before = more?.textContent + " " + ("loopbookUses" in globalThis) + " " + document.scripts.length;
        more?.click();
        for (let tries = 0; tries < 100 && document.querySelector(".uses button"); tries++) await new Promise((done) => setTimeout(done, 20));
        seen.list = list.textContent.replace(/\\s+/g, " ").trim();
        seen.links = [...list.querySelectorAll("a")].map((link) => link.getAttribute("href")).join();
        seen.focus = document.activeElement.textContent.slice(0, 20);
        seen.markup = String(list.querySelector("b") === null);
        document.querySelector("#answer").textContent = JSON.stringify(seen);
      });</script>
      """
    try folder.write("api/Box.html", Array(page.utf8))
    let answer = try Browser.text(of: "answer", in: folder.url("api/Box.html"))
    return try JSONDecoder().decode([String: String].self, from: Data(answer.utf8))
  }

  @Test("are all listed, by chapter, with the first of them in focus", .enabled(if: Browser.isInstalled))
  func all() throws {
    let seen = try Self.looks(
      data: """
        loopbookUses([["One & all","one.html"],["Two","part/two.html"]],\
        {"init()":[[0,"a","Box()"],[0,"b","let <b> = Box()"],[1,"c","Box()"],[1,"d","Box()"]]})
        """)
    #expect(seen["before"] == "and 3 more true 3")
    #expect(seen["list"] == "One & alla Box()b let <b> = Box()Twoc Box()d Box()")
    #expect(
      seen["links"]
        == "../one.html#example.a,../one.html#example.b,../part/two.html#example.c,../part/two.html#example.d")
    #expect(seen["focus"] == "a")
    #expect(seen["markup"] == "true")
  }

  @Test("are left as they were where the script is not beside the page", .enabled(if: Browser.isInstalled))
  func without() throws {
    let seen = try Self.looks(data: nil)
    #expect(seen["list"] == "One Box() and 3 more")
    #expect(seen["links"] == "../one.html#example.a")
  }
}
