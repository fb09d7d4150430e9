import Foundation
import Templates
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
    let template = String(decoding: theme.templates["chapter-style"]?.file.bytes ?? [], as: UTF8.self)
    let block = /\{\{#hasDarkPictures\}\}\n\{\{!.*\n((?:.|\n)*)\{\{\/hasDarkPictures/
    let rules = try #require(template.firstMatch(of: block))
    try folder.write("chapter.css", Array(rules.output.1.utf8))
    let page = """
      <!DOCTYPE html><title>Box</title><link rel="stylesheet" href="chapter.css">
      <nav class="sidebar" id="page.sidebar"><div class="sidebar-foot"></div></nav><main>
      <img class="light-form" src="light.svg" alt="A bed"><img class="dark-form" src="dark.svg" alt="A bed">
      </main><pre id="answer"></pre>
      <script src="assets/book.js" data-root=""></script>
      <script>addEventListener("load", () => {
        const seen = {}, images = [...document.querySelectorAll("img")];
        const shown = () => images.filter((image) => getComputedStyle(image).display !== "none").map((image) => image.className).join();
        for (const theme of ["dark", "light", ""]) {
          document.querySelector(`.themes input[value="${theme}"]`).click();
          seen[theme] = shown();
        }
        seen.machine = matchMedia("(prefers-color-scheme: dark)").matches ? "dark-form" : "light-form";
        document.querySelector("#answer").textContent = JSON.stringify(seen);
      });</script>
      """
    try folder.write("index.html", Array(page.utf8))
    let answer = try Browser.text(of: "answer", in: folder.url("index.html"))
    let seen = try JSONDecoder().decode([String: String].self, from: Data(answer.utf8))
    #expect(seen["dark"] == "dark-form" && seen["light"] == "light-form", "\(seen)")
    #expect(seen[""] == seen["machine"], "\(seen)")
  }
}
