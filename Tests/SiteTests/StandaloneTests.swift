import Book
import Files
import Glibc
import Site
import Testing
import Text

/// Pages that have to work where the rest of the site is not, or not where they think.
@Suite("Pages that stand alone")
struct StandaloneTests {
  private let files = [
    "README.md": """
    # Content {#start}

    [two](two.md#in-html) [file](data.txt) [picture](<a b.svg>) [all](contents.html) [code](verification.html)

    ![alt](<a b.svg> "title") <img src="a b.svg" srcset="a%20b.svg 2x, a%20b.svg" alt="">

    <p id="mine"><label for="mine">x</label> <a href="#mine">y</a> <a href='x.html?a=&quot;' onclick="z()">z</a></p>

    ```swift quote
    x
    ```
    """,
    "two.md": "# Sidebar\n\n<b id=\"in-html\">x</b> [back](README.md#start)\n", "data.txt": "data", "a b.svg": "<svg/>",
    "x.html": "x",
  ]

  @Test("one file has the whole book: nothing in it leads to another file, and every name is there")
  func singleFile() {
    let book = SampleBook(files)
    #expect(book.site.diagnostics.isEmpty)
    let bytes = book.site.singleFile()
    let html = String(decoding: bytes, as: UTF8.self)
    let names = Set(HTMLLinks.names(in: bytes[...]).filter { $0.kind == .identity }.map(\.name))
    let links = HTMLLinks.links(in: bytes[...])
    #expect(links.count > 10)
    for link in links {
      if link.destination.hasPrefix("data:") { continue }
      #expect(link.destination.hasPrefix("#"), "\(link.destination)")
      #expect(names.contains(String(link.destination.dropFirst())), "\(link.destination)")
    }
    #expect(names.isSuperset(of: ["chapter.1.mine", "chapter.1.start", "chapter.2.in-html", "page.content"]))
    #expect(html.contains("for=\"chapter.1.mine\""))
    #expect(html.contains(" download=\"data.txt\">file</a>"))
    #expect(!html.contains("loopbookSearch = "))
  }

  @Test("a theme's style sheets and scripts can stand in a page, whatever is in them")
  func inlineAssets() {
    let book = SampleBook(files)
    book.folder.write(
      "theme/style.css", "b { background: url('img/x.png?v=1') } /* </STYLE> */ i { src: url(gone.woff2) }")
    book.folder.write("theme/img/x.png", "pixels")
    book.folder.write("theme/own.js", "document.title = '</script><!--'")
    let site = Site(book.verified, theme: Theme(folder: "\(book.folder.path)/theme"))
    let html = String(decoding: site.singleFile(), as: UTF8.self)
    #expect(html.contains("url(data:image/png;base64,cGl4ZWxz)"))
    #expect(html.contains("/* <\\/STYLE> */ i { src: url(gone.woff2) }"))
    #expect(html.contains("document.title = '<\\/script><\\!--'"))
  }

  @Test("what cannot be taken into the file is told, and no address is made up")
  func unreadable() {
    let book = SampleBook(files)
    let site = book.site
    remove("\(book.folder.path)/book/data.txt")
    _ = site.singleFile()
    #expect(site.renderingDiagnostics.map(\.id) == ["cannot-read"])
  }

  @Test("the page for what is not there knows where the site is, and without that needs no file to look as it should")
  func notFound() throws {
    let known = files.merging(["loopbook.yml": "url: https://example.org/a/b\n"]) { $1 }
    let there = try #require(SampleBook(known).pages()["404.html"])
    #expect(there.contains("<link rel=\"stylesheet\" href=\"/a/b/assets/style.css"))
    #expect(there.contains("<a href=\"/a/b/index.html\">"))
    #expect(!there.contains("<style>"))
    let page = try #require(SampleBook(files).pages()["404.html"])
    #expect(!page.contains("<link rel=\"stylesheet\""))
    #expect(!page.contains("<script defer"))
    #expect(page.contains("<style>"))
    #expect(page.contains("<script src=\"assets/first.js?v="))
    #expect(page.contains("<script src=\"../../../assets/first.js?v="))
  }

  @Test("every link of every page leads somewhere, whatever files and headings are called")
  func strangeNames() {
    let names = [
      "a b", "it's", "say \"hi\"", "a#b", "what?", "100%", "50%25", "a&b", "a&amp;b", "a<b>", "運行", "dir x/s#d/deep?",
      "a..b",
      "{{x}}", "semi;colon", "back\\slash", "(paren)", "[br]", "x:y", "javascript:alert(1)", "$d`t`", "-dash", "a.html",
      " blank ",
      String(repeating: "n", count: 250),
    ]
    var files = ["Pic & #1.svg": "<svg/>"]
    let headings = ["Content", "Sidebar", "Page content", "Search", "Keys", "Chapter 1", "<x> & \"y\""]
    for (number, name) in names.enumerated() {
      let root = String(repeating: "../", count: name.utf8.count { $0 == UInt8(ascii: "/") })
      let next = Self.encoded(root + names[(number + 1) % names.count])
      files["\(name).md"] =
        headings.map { "## \($0.replacing("<", with: "\\<"))\n" }.joined(separator: "\n")
        + "\n[next](./\(next).md#sidebar) ![p](\(root)Pic%20&%20%231.svg)\n"
    }
    let book = SampleBook(files)
    #expect(book.site.diagnostics.isEmpty)
    let pages = book.pages()
    #expect(pages.count > names.count)
    let ids = pages.mapValues { page in
      HTMLLinks.names(in: Array(page.utf8)[...]).filter { $0.kind == .identity }.map(\.name)
    }
    for (path, page) in pages where path.hasSuffix(".html") {
      #expect(Set(ids[path] ?? []).count == ids[path]?.count, "\(path) has a name twice")
      for link in HTMLLinks.links(in: Array(page.utf8)[...]) where !link.destination.hasPrefix("data:") {
        // That page looks for its script in the folders above.
        if path == "404.html", link.destination.hasPrefix("../") { continue }
        let parts = link.destination.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = PercentEncoding.decoded(String(parts[0].prefix { $0 != "?" })) ?? "?"
        let target = file.isEmpty ? path : BookPath.join(BookPath.folder(of: path), file)
        #expect(pages[target] != nil || files[target] != nil, "\(link.destination) in \(path)")
        guard parts.count > 1, !parts[1].isEmpty else { continue }
        let name = PercentEncoding.decoded(String(parts[1])) ?? "?"
        #expect(ids[target]?.contains(name) == true, "\(link.destination) in \(path)")
      }
    }
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~/".contains(character) {
        return String(character)
      }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
