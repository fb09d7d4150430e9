import Testing
import Text

@testable import Site

@Suite("Addresses, and what machines read")
struct AddressTests {
  private static let files = [
    "README.md": "# A\n\n## Part <1>", "guide/b.md": "Text\n\n{{#include c.txt}}", "guide/c.txt": "more",
  ]

  private func book(_ configuration: String, _ more: [String: String] = [:]) -> SampleBook {
    SampleBook(Self.files.merging(more) { $1 }.merging(["loopbook.yml": "title: T & U\n" + configuration]) { $1 })
  }

  @Test("with an address, pages name their own, and there is a sitemap")
  func canonical() throws {
    let pages = book("url: https://example.org/x\ndescription: All\n").pages()
    let guide = try #require(pages["guide/b.html"])
    #expect(guide.contains("<link rel=\"canonical\" href=\"https://example.org/x/guide/b.html\">"))
    #expect(guide.contains("<meta property=\"og:url\" content=\"https://example.org/x/guide/b.html\">"))
    #expect(guide.contains("<meta property=\"og:site_name\" content=\"T &amp; U\">"))
    #expect(guide.contains("<meta property=\"og:description\" content=\"All\">"))
    #expect(pages["index.html"]?.contains("rel=\"canonical\" href=\"https://example.org/x/\"") == true)
    let sitemap = try #require(pages["sitemap.xml"])
    #expect(sitemap.contains("<url><loc>https://example.org/x/</loc></url>\n"))
    #expect(sitemap.contains("<url><loc>https://example.org/x/guide/b.html</loc></url>\n"))
  }

  @Test("an address with letters beyond ASCII is encoded in all places as the paths behind it are")
  func foreignAddress() throws {
    let pages = book("url: https://example.org/b\u{FC}ch/%20\n", ["größe.md": "# G\n"]).pages()
    let whole = "https://example.org/b%C3%BCch/%20/gr%C3%B6%C3%9Fe"
    #expect(pages["sitemap.xml"]?.contains("<loc>\(whole).html</loc>") == true)
    #expect(pages["llms.txt"]?.contains("](\(whole).md)") == true)
    #expect(pages["größe.html"]?.contains("rel=\"canonical\" href=\"\(whole).html\"") == true)
  }

  @Test("without one, there is neither, and a page that repeats another names it as before")
  func withoutAddress() throws {
    let pages = book("").pages()
    #expect(pages["sitemap.xml"] == nil)
    #expect(pages.values.allSatisfy { !$0.contains("property=\"og:") })
  }

  @Test("each chapter lies beside its page as Markdown, with what it includes")
  func markdown() {
    let sample = book("")
    let pages = sample.pages()
    #expect(pages["README.md"] == "# A\n\n## Part <1>")
    #expect(pages["guide/b.md"] == "# b\n\nText\n\nmore")
    #expect(
      pages["guide/b.html"]?.contains("<link rel=\"alternate\" type=\"text/markdown\" href=\"../guide/b.md\">") == true)
    #expect(sample.site.file("guide/b.md").map { String(decoding: $0, as: UTF8.self) } == pages["guide/b.md"])
  }

  @Test("front matter is not part of a chapter's Markdown, and its title is")
  func frontMatter() {
    let pages = book("", ["d.md": "---\ntitle: \"D [1]\"\ndescription: About D\n---\nd\n"]).pages()
    #expect(pages["d.md"] == "# D [1]\n\nd\n")
    #expect(pages["llms.txt"]?.contains("- [D \\[1\\]](d.md): About D\n") == true)
  }

  @Test("the list for language models has all chapters, by the address if there is one")
  func machineIndex() {
    #expect(book("").pages()["llms.txt"] == "# T & U\n\n## T & U\n\n- [A](README.md)\n- [b](guide/b.md)\n")
    let pages = book("url: https://example.org/\ndescription: All\n").pages()
    #expect(pages["llms.txt"]?.hasPrefix("# T & U\n\n> All\n") == true)
    #expect(pages["llms.txt"]?.contains("(https://example.org/guide/b.md)") == true)
  }

  @Test("a book's own list takes the place of ours")
  func ownList() {
    let sample = book("url: https://example.org/\n", ["llms.txt": "mine", "sitemap.xml": "mine"])
    #expect(sample.pages()["llms.txt"] == nil)
    #expect(sample.pages()["sitemap.xml"] == nil)
    #expect(sample.site.file("llms.txt") == Array("mine".utf8))
  }

  @Test("an old address is a page that leads to the new one")
  func redirects() throws {
    let sample = book(
      "url: https://example.org/\nredirects:\n  a/old.html: guide/b.md\n  /old/: README.md#part-1\n  w.html: https://example.com/?a&b\n  z.html: README.md\n"
    )
    #expect(sample.site.diagnostics == [])
    let pages = sample.pages()
    let old = try #require(pages["a/old.html"])
    #expect(old.contains("<meta http-equiv=\"refresh\" content=\"0; url=../guide/b.html\">"))
    #expect(old.contains("<link rel=\"canonical\" href=\"https://example.org/guide/b.html\">"))
    #expect(old.contains("<a href=\"../guide/b.html\">b</a>"))
    #expect(pages["old/index.html"]?.contains("url=../index.html#part-1\"") == true)
    #expect(pages["z.html"]?.contains("rel=\"canonical\" href=\"https://example.org/\"") == true)
    #expect(pages["w.html"]?.contains("url=https://example.com/?a&amp;b\"") == true)
    #expect(sample.site.file("a/old.html").map { String(decoding: $0, as: UTF8.self) } == old)
  }

  @Test("a heading and an example that were renamed have their old names, too, on the page that they are on")
  func oldNames() throws {
    let sample = SampleBook([
      "loopbook.yml":
        "redirects:\n  old.html: a.md\n  old.html#gone: a.md#part\n  a.html#first: a.md#part\n  a.html#before: a.md#now\n  a.html#example.earlier: a.md#now\n",
      "SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n",
      "a.md": "# A\n\n## Part\n\n```swift id=now norun\nlet a = 1\n```\n", "b.md": "# B\n\n[part](a.md#part)\n",
    ])
    #expect(sample.site.diagnostics == [])
    let pages = sample.pages()
    let page = try #require(pages["a.html"])
    #expect(page.contains("<h2 id=\"part\"><a id=\"gone\"></a><a id=\"first\"></a>Part"))
    #expect(page.contains("<a id=\"example.before\"></a><a id=\"example.earlier\"></a><div class=\"example"))
    #expect(pages["print.html"]?.contains("gone") == false)
    #expect(pages["old.html"]?.contains("assets/first.js?v=") == true)
  }

  @Test(
    "a name that something on a page had, and that leads elsewhere or is still there, is an error at its place",
    arguments: [
      ("index.html#old: README.md", "can lead only to a place on a page"),
      ("index.html#old: README.md#gone", "there is no heading '#gone'"),
      ("index.html#old: d.md#sub", "'index.html' does not lead to the page of d.md"),
      ("nowhere.html#old: README.md#part-1", "'nowhere.html' does not lead to the page of README.md"),
      ("index.html#part-1: README.md#part-1", "'#part-1' is already the name of something on that page"),
      ("index.html#: README.md#part-1", "cannot be the name of anything"),
      ("index.html#old: https://example.com/#a", "can lead only to a place on a page"),
    ])
  func brokenOldNames(line: String, message: String) {
    let redirects = "redirects:\n  \"\(line.replacing(": ", with: "\": ", maxReplacements: 1))\n"
    let problems = book(redirects, ["d.md": "# D\n\n## Sub\n"]).site.diagnostics
    #expect(problems.first?.message.contains(message) == true, "\(problems)")
    #expect(problems.first?.place?.position?.line == 3)
  }

  @Test(
    "a redirect that leads nowhere, or stands where a page is, is an error at its place",
    arguments: [
      ("old.html: gone.md", "there is no file 'gone.md'"),
      ("old.html: README.md#x", "there is no heading '#x' in README.md"),
      ("guide/b.html: README.md", "is a page or file"),
      ("GUIDE/B.html: README.md", "is a page or file"), ("404.html: README.md", "is a page or file"),
      ("assets/a.html: README.md", "is a page or file"), ("../a.html: README.md", "is not the address of a page"),
      ("a.txt: README.md", "is not the address of a page"), ("a.html?b: README.md", "is not the address of a page"),
      ("a.html: \"javascript:alert(1)\"", "this link runs a script"),
      ("a.html: mailto:a@example.org", "of the book or of the web"),
    ])
  func brokenRedirects(line: String, message: String) {
    let problems = book("redirects:\n  \(line)\n").site.diagnostics
    #expect(problems.first?.message.contains(message) == true, "\(problems)")
    #expect(problems.first?.place?.position?.line == 3)
  }

  @Test(
    "a language that is written from right to left says so",
    arguments: [
      ("ar", true), ("he-IL", true), ("fa", true), ("en", false), ("az-Arab", true), ("ar-Latn", false),
      ("zh-Hans", false),
    ])
  func direction(language: String, isRightToLeft: Bool) {
    let page = SampleBook(["README.md": "# A", "loopbook.yml": "language: \(language)\n"]).pages()["index.html"]
    #expect(page?.contains("<html lang=\"\(language)\"\(isRightToLeft ? " dir=\"rtl\"" : "")>") == true)
  }
}
