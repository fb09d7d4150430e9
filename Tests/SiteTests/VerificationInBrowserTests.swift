import Foundation
import Testing
import Words

@testable import Site

/// The page of all examples as a reader uses it who asks for some kinds of them.
@Suite("The page of all examples, in a browser", .enabled(if: Browser.isInstalled))
struct VerificationInBrowserTests {
  @Test("shows the examples of the chosen kinds, says how many, and all of them again")
  func kinds() throws {
    let folder = try TemporarySite()
    let theme = Theme(folder: nil, words: InterfaceWords("en"))
    for script in ["assets/book.js", Theme.verificationScript] { try folder.write(script, theme.assets[script] ?? []) }
    let page = """
      <!DOCTYPE html><title>Verification</title><main><div class="sums">
      <table><thead><tr><th>Result</th><th class="right">Examples</th></tr></thead>
      <tbody><tr data-show="run"><th>Run</th></tr><tr data-show="compiled"><th>Compiled</th></tr></tbody>
      <tfoot><tr data-show=""><th>All</th></tr></tfoot></table>
      <table><tbody><tr data-show="same"><th>Same</th></tr><tr data-show="different"><th>Different</th></tr></tbody>
      <tfoot><tr data-show=""><th>All</th></tr></tfoot></table></div>
      <div class="table"><table class="verified">
      <tbody><tr><th>One</th></tr><tr data-is="run same"><th>a</th></tr><tr data-is="compiled none"><th>b</th></tr></tbody>
      <tbody><tr><th>Two</th></tr><tr data-is="run different"><th>c</th></tr></tbody></table></div>
      </main><pre id="answer"></pre>
      <script src="assets/book.js" data-root=""></script><script src="assets/verification.js"></script>
      <script>addEventListener("load", () => {
        const all = (selector) => [...document.querySelectorAll(selector)];
        const text = (elements) => elements.map((element) => element.textContent).join(" ");
        const look = () => [document.querySelector(".table").previousElementSibling.textContent,
          text(all(".verified th").filter((cell) => !cell.closest("[hidden]"))), text(all("[aria-pressed=true]"))].join(", ");
        const seen = [look()];
        for (const number of [0, 4, 0, 1, 2, 5]) {
          all(".filter")[number].click();
          seen.push(look());
        }
        document.querySelector("#answer").textContent = JSON.stringify(seen);
      });</script>
      """
    try folder.write("verification.html", Array(page.utf8))
    let answer = try Browser.text(of: "answer", in: folder.url("verification.html"))
    let seen = try JSONDecoder().decode([String].self, from: Data(answer.utf8))
    #expect(
      seen == [
        "Examples: 3 / 3, One a b Two c, All All", "Examples: 2 / 3, One a Two c, Run",
        "Examples: 1 / 3, Two c, Run Different", "Examples: 1 / 3, Two c, Different",
        "Examples: 0 / 3, , Compiled Different", "Examples: 3 / 3, One a b Two c, All All",
        "Examples: 3 / 3, One a b Two c, All All",
      ])
  }
}
