import Foundation
import Testing

@testable import Site

/// The address of a search, which readers send to others, on a page as the theme makes it.
@Suite(
  "Address of a search",
  .enabled(if: Browser.isInstalled, "Chromium is not installed; scripts/install-packages installs it"))
struct SearchAddressTests {
  private struct Seen: Decodable {
    var query: String
    var results: [String]
    var typed: String
    var closed: String
    var searched: String
  }

  /// Opens a page with a query in its address; types another, closes the search, and opens it again with a key.
  private func visit(_ address: String) throws -> Seen {
    let folder = try TemporarySite()
    let sections = ["Timers", "Sources"].map { title in
      SearchableSection(
        kind: .page, page: "\(title.lowercased()).html", title: title, heading: title, anchor: "",
        text: Array("Text".utf8))
    }
    for file in SearchIndex.files(of: sections) { try folder.write(file.path, file.bytes) }
    for name in ["assets/search.js", "assets/book.js"] {
      let script = try #require(BuiltInTheme.files.first { $0.path == name })
      try folder.write(name, script.bytes)
    }
    let page = """
      <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Search</title><body><pre id="answer"></pre>
      <script defer src="assets/book.js" data-root="" data-version="1" data-search></script>
      <script>addEventListener("load", async () => {
        const until = async (found) => {
          while (!found()) await new Promise((done) => setTimeout(done, 20));
          return found();
        };
        const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const targets = () => [...document.querySelectorAll(".search-results a")].map((link) => link.getAttribute("href"));
        const seen = {};
        if (!location.search.includes("q=")) press("/");
        const input = await until(() => document.querySelector("dialog.search[open] input"));
        seen.query = input.value;
        if (input.value) await until(() => targets().length);
        seen.results = targets();
        input.value = "sources & more";
        input.dispatchEvent(new Event("input"));
        await until(() => location.search.includes("more"));
        seen.typed = location.search;
        document.querySelector(".search-close").click();
        await until(() => !location.search.includes("more"));
        seen.closed = location.search + location.hash;
        press("/");
        await until(() => location.search.includes("more"));
        seen.searched = targets().join();
        document.querySelector("#answer").textContent = JSON.stringify(seen);
      });</script></body></html>
      """
    try folder.write("page.html", Array(page.utf8))
    let url = try #require(URL(string: folder.url("page.html").absoluteString + address))
    return try JSONDecoder().decode(Seen.self, from: Data(Browser.text(of: "answer", in: url).utf8))
  }

  @Test("an address with a query opens the search, and other parts of the address stay")
  func opens() throws {
    let seen = try visit("?edition=2&q=timers%20%C3%BCber#here")
    #expect(seen.query == "timers über")
    #expect(seen.results == ["timers.html"])
    #expect(seen.closed == "?edition=2#here")
  }

  @Test("a change that the address carries is still there when the search has been closed")
  func keepsChanges() throws {
    let seen = try visit("?live=ticks:0=5,1=a%20b;schedule=7&q=timers")
    #expect(seen.results == ["timers.html"])
    #expect(seen.typed == "?live=ticks:0=5,1=a%20b;schedule=7&q=sources%20%26%20more")
    #expect(seen.closed == "?live=ticks:0=5,1=a%20b;schedule=7")
  }

  @Test("what is typed becomes the address, until the search is closed")
  func types() throws {
    let seen = try visit("")
    #expect(seen.query.isEmpty)
    #expect(seen.results == [])
    #expect(seen.typed == "?q=sources%20%26%20more")
    #expect(seen.closed.isEmpty)
    #expect(seen.searched == "sources.html")
  }
}
