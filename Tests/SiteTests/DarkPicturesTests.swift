import Foundation
import Testing
import Text
import Words

@testable import Site

/// Pictures that have a form for dark pages: which is shown follows the machine, until the reader chooses.
@Suite("Pictures on dark pages")
struct DarkPicturesTests {
  @Test("follow the site's switch, and the machine again where that is chosen", .enabled(if: Browser.isInstalled))
  func choice() throws {
    let folder = try TemporarySite()
    let theme = Theme(folder: nil, words: InterfaceWords("en"))
    try folder.write("assets/book.js", theme.assets["assets/book.js"] ?? [])
    let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>"#
    for name in ["light.svg", "dark.svg"] { try folder.write(name, Array(picture.utf8)) }
    let page = """
      <!DOCTYPE html><title>Box</title><nav class="sidebar" id="page.sidebar"><div class="sidebar-foot"></div></nav><main>
      <picture><source media="screen and (prefers-color-scheme: dark)" srcset="dark.svg"><img src="light.svg" alt=""></picture>
      <picture><source media="(max-width: 1px)" srcset="dark.svg"><img src="light.svg" alt=""></picture>
      </main><pre id="answer"></pre>
      <script src="assets/book.js" data-root=""></script>
      <script>addEventListener("load", async () => {
        const seen = {}, [own, other] = document.querySelectorAll("source");
        for (const theme of ["dark", "light", ""]) {
          document.querySelector(`.themes input[value="${theme}"]`).click();
          seen[theme] = own.media;
          const image = own.nextElementSibling;
          await image.decode().catch(() => {});
          seen[theme + " shows"] = image.currentSrc.split("/").pop();
        }
        seen.other = other.media;
        document.querySelector("#answer").textContent = JSON.stringify(seen);
      });</script>
      """
    try folder.write("index.html", Array(page.utf8))
    let answer = try Browser.text(of: "answer", in: folder.url("index.html"))
    let seen = try JSONDecoder().decode([String: String].self, from: Data(answer.utf8))
    #expect(seen["dark"] == "screen" && seen["dark shows"] == "dark.svg", "\(seen)")
    #expect(seen["light"] == "not all" && seen["light shows"] == "light.svg", "\(seen)")
    #expect(seen[""] == "screen and (prefers-color-scheme: dark)", "\(seen)")
    // What an author's own picture depends on is the author's affair.
    #expect(seen["other"] == "(max-width: 1px)")
  }
}
