import Foundation
import Testing

/// Lines of a trace that the text leads to, while their link is pointed at.
@Suite("Lines that links lead to")
struct CitedLineTests {
  @Test(
    "a line and its places in the pictures are shown while its link has the focus, and while it is the page's target",
    .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
  func shown() throws {
    let folder = try TemporarySite()
    let script = """
      <pre id="answer"></pre><script>addEventListener("load", () => {
        const find = (selector) => document.querySelector(selector);
        const link = find("a.cited"), anchor = document.getElementById(decodeURIComponent(link.hash.slice(1)));
        const line = anchor.closest(".line"), example = anchor.closest(".example"), row = find("tr[data-event='4']");
        const looks = () => [example.dataset.cites ?? "", line, row].map((part) => part.style ? getComputedStyle(part).backgroundColor : part);
        const told = [looks()];
        // A window that has not the focus is told of none.
        for (const focused of [link, document.body]) {
          focused.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
          told.push(looks());
        }
        addEventListener("hashchange", () => {
          told.push(looks());
          find("#answer").textContent = JSON.stringify(told);
        });
        location.hash = link.hash;
      });</script>
      """
    for (path, text) in PredictionTests.files() {
      try folder.write(path, Array(text.replacing("</body>", with: script + "</body>").utf8))
    }
    let answer = try Browser.text(of: "answer", in: folder.url("one.html"))
    let told = try JSONDecoder().decode([[String]].self, from: Data(answer.utf8))
    try #require(told.count == 4)
    #expect(told[0][0].isEmpty && told[1][0] == " 2" && told[2] == told[0] && told[3] == told[1])
    #expect(told[1][1] != told[0][1] && told[1][2] != told[0][2])
  }
}
