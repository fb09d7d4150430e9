import Examples
import Site
import Testing
import Text

@testable import Verification

@Suite("Pages")
struct PageTests {
  @Test("a chapter becomes a page of its name, README.md and index.md the first page of their folders")
  func names() {
    let book = SampleBook(["README.md": "# A", "guide/timers.md": "# B", "guide/index.md": "# C"])
    let pages = book.pages()
    for name in ["index.html", "guide/timers.html", "guide/index.html", "404.html", "contents.html", "print.html"] {
      #expect(pages[name] != nil, "\(name)")
    }
    #expect(pages["verification.html"] == nil)
  }

  @Test("a book whose first chapter is not at its root has it there, too")
  func firstPage() {
    let pages = SampleBook(["guide/one.md": "# One\n\n[two](two.md)", "guide/two.md": "# Two"]).pages()
    #expect(pages["index.html"]?.contains("<a href=\"guide/two.html\">two</a>") == true)
    #expect(pages["index.html"]?.contains("rel=\"canonical\" href=\"guide/one.html\"") == true)
    #expect(pages["guide/one.html"]?.contains("<a href=\"two.html\">two</a>") == true)
  }

  @Test("two files that would have one name are an error at the second")
  func collisions() {
    let book = SampleBook(["a/README.md": "# A", "a/index.md": "# B", "contents.md": "# C"])
    let found = book.site.diagnostics.filter { $0.id == "name-collision" }.compactMap { $0.place?.path }
    #expect(found.map { $0.split(separator: "/").last } == ["index.md", "contents.md"])
    #expect(SampleBook(["Notes.md": "# A", "notes.md": "# B"]).site.diagnostics.contains { $0.id == "name-collision" })
    let files = SampleBook(["a.md": "# A", "traces/x.txt": "x", "assets/search/text-0.js": "x", "traces.txt": "x"])
    let places = files.site.diagnostics.compactMap { $0.place?.path.split(separator: "/").suffix(2) }
    #expect(places == [["search", "text-0.js"], ["traces", "x.txt"]])
  }

  @Test("names of any kind are escaped in addresses and lead to their pages")
  func hostileNames() {
    let name = "a b\"c?#%é日 & co"
    let book = SampleBook(
      ["README.md": "# A\n\n[x](<\("a%20b%22c%3F%23%25é日 & co").md>)", "\(name).md": "# B"],
      summary: "# Summary\n\n[A](README.md)\n[B](<a%20b%22c%3F%23%25é日 & co.md>)\n")
    let address = "a%20b%22c%3F%23%25%C3%A9%E6%97%A5%20%26%20co.html"
    #expect(book.pages()["\(name).html"] != nil)
    #expect(book.article("index.html").contains("<a href=\"\(address)\">x</a>"))
  }

  @Test("HTML in Markdown stays, or is text where the book says so")
  func rawHTML() {
    let text = "# A\n\n<div onclick=\"x()\">raw</div>\n\nand <b>bold</b>\n"
    #expect(SampleBook(["README.md": text]).article("index.html").contains("<div onclick=\"x()\">raw</div>"))
    let escaped = SampleBook(["README.md": text, "loopbook.yml": "html: false\n"]).article("index.html")
    #expect(escaped.contains("&lt;div onclick=&quot;x()&quot;&gt;"))
    #expect(escaped.contains("&lt;b&gt;bold&lt;/b&gt;"))
  }

  @Test("links in HTML lead to pages")
  func linksInHTML() {
    let book = SampleBook(["README.md": "# A\n\n<p><a href='two.md#x'>two</a></p>\n", "two.md": "# Two\n\n## X"])
    #expect(book.article("index.html").contains("<a href='two.html#x'>two</a>"))
  }

  @Test("what an author's HTML says stays as it is, but for links within the book")
  func foreignHTML() {
    let html = "<p><a href=\"javascript:say(&quot;x&quot;)\">x</a> <a href='https://e.example/?a=b&c=d'>y</a></p>"
    #expect(SampleBook(["README.md": "# A\n\n\(html)\n"]).article("index.html").contains(html))
  }

  @Test("a name that a heading is given is not shown, on its page nor in lists of headings")
  func namedHeadings() {
    let book = SampleBook([
      "README.md": "# A {#top}\n\n## B *c* {#own_name .wide data-x=1}\n\n## D {e}\n\n[x](#own_name)"
    ])
    let page = book.pages()["index.html"] ?? ""
    #expect(page.contains("<h2 id=\"own_name\" class=\"wide\">B <em>c</em><a class=\"anchor\" href=\"#own_name\""))
    #expect(page.contains("<a href=\"#own_name\">B c</a>"))
    #expect(page.contains("D {e}"))
    #expect(!page.contains("{#"))
  }

  @Test("a link that leads nowhere is an error where it stands")
  func brokenLink() {
    let problems = SampleBook(["README.md": "# A\n\n[x](gone.md)"]).site.diagnostics
    #expect(problems.map(\.id) == ["broken-link"])
    #expect(problems.first?.place?.position?.line == 3)
  }

  @Test("an example's name is a link's target, and no heading's")
  func exampleAnchors() {
    let book = SampleBook([
      "README.md": "# Timers\n\n## Timers 1\n\n```swift quote\nx\n```\n\n[a](#timers-1) [b](#timers-1-1)"
    ])
    let html = book.article("index.html")
    #expect(html.contains("<h2 id=\"timers-1\">"))
    #expect(html.contains("id=\"example.timers-1-1\""))
    #expect(html.contains("<a href=\"#timers-1\">a</a>"))
    #expect(html.contains("<a href=\"#example.timers-1-1\">b</a>"))
  }

  @Test("hidden lines are there and folded, without their marks")
  func hiddenLines() {
    let html = SampleBook([
      "README.md": "# A\n\n```swift quote\n// snippet.hide\nimport X\n// snippet.show\nlet a = 1\n```\n"
    ]).article("index.html")
    #expect(html.contains("<details class=\"hidden-lines\""))
    #expect(html.contains("data-line=\"2\""))
    #expect(html.contains("data-line=\"4\""))
    #expect(!html.contains("snippet."))
  }

  @Test("recordings are part of their example's block")
  func recordings() {
    let html = SampleBook(["README.md": "# A\n\n```swift\nprint(1)\n```\n\n```output\n1 < 2\n```\n"]).article(
      "index.html")
    #expect(html.contains("1 &lt; 2"))
    #expect(html.components(of: "<div class=\"code\"") == 0)
    #expect(html.components(of: "class=\"example\"") == 1)
  }

  @Test("quotation marks are those of the book's language, but for addresses, code and the text as Markdown")
  func quotationMarks() {
    let chapter = "# The \"A\" {.big}\n\n## It's \"b\"\n\n## \"C\" {#c}\n\n![\"d\"](d.svg) `\"e\"` [f](#its-b)\n"
    let files = [
      "loopbook.yml": "title: The \"T\"\ndescription: Its \"d\"\nlanguage: de\nquotation-marks: typographic\n",
      "README.md": chapter, "b.md": "---\ndescription: B's \"d\"\n---\n# B's\n",
      "d.svg": "<svg/>",
    ]
    let book = SampleBook(files, summary: "# \"S\"\n\n# \"P\"\n\n- [\"A\"](README.md)\n- [B's](b.md)\n")
    let (pages, plain) = (book.pages(), SampleBook(files.merging(["loopbook.yml": "language: de\n"]) { $1 }).pages())
    let page = pages["index.html"] ?? ""
    for expected in [
      "<h1 id=\"the-a\" class=\"big\">The „A“<a", "<h2 id=\"its-b\">It’s „b“<a", "<h2 id=\"c\">„C“<a", "alt=\"„d“\"",
      "<a href=\"#its-b\">f</a>", "<title>The „A“", "„A“</a>", "B’s</a>", "„P“",
    ] { #expect(page.contains(expected), "\(expected)") }
    #expect(page.contains("<title>The „A“ – The „T“</title>"))
    #expect(pages["llms.txt"]?.hasPrefix("# The „T“\n\n> Its „d“\n") == true)
    #expect(pages["b.html"]?.contains("content=\"B’s „d“\"") == true)
    #expect(!page.contains("„e“"))
    #expect(pages["README.md"] == chapter)
    #expect(
      plain["index.html"]?.contains("It's &quot;b&quot;") == true || plain["index.html"]?.contains("It's \"b\"") == true
    )
  }

  @Test("pictures have the size that their files say")
  func imageSizes() {
    let book = SampleBook([
      "README.md": "# A\n\n![p](a.svg)\n", "a.svg": "<svg xmlns=\"x\" width='40px' height=\"20.4\"></svg>",
    ])
    #expect(book.article("index.html").contains("<img src=\"a.svg\" alt=\"p\" width=\"40\" height=\"20\""))
  }

  @Test("the page with the whole book has no name twice, and links within itself")
  func wholeBook() {
    let book = SampleBook([
      "README.md": "# A\n\n[two](b/two.md#same) x[^n]\n\n## Same\n\n[^n]: Note.",
      "b/two.md": "# B\n\n## Same\n\n[a](../README.md) y[^n]\n\n[^n]: Note.",
    ])
    for html in [book.pages()["print.html"] ?? "", String(decoding: book.site.singleFile(), as: UTF8.self)] {
      // Paper has the numbers of chapters besides.
      let html = html.replacing(/\ data-number="[0-9.]+"/, with: "")
      let names = html.names
      #expect(names.count == Set(names).count)
      #expect(names.contains("chapter.2.same"))
      #expect(html.contains("<a href=\"#chapter.2.same\">two</a>"))
      #expect(html.contains("<a href=\"#chapter.1\">a</a>"))
    }
  }

  @Test("a title that the cover has is not shown again above the first chapter, nor twice in a page's name")
  func repeatedTitle() {
    let files = ["README.md": "# A\n", "b.md": "# B\n"]
    let pages = SampleBook(files.merging(["loopbook.yml": "title: A\n"]) { $1 }).pages()
    #expect(pages["print.html"]?.contains("class=\"text chapter repeats-cover\" id=\"chapter.1\"") == true)
    #expect(pages["print.html"]?.contains("class=\"text chapter\" id=\"chapter.2\"") == true)
    #expect(pages["index.html"]?.contains("<title>A</title>") == true)
    #expect(pages["b.html"]?.contains("<title>B – A</title>") == true)
    let other = SampleBook(files.merging(["loopbook.yml": "title: C\n"]) { $1 }).pages()
    #expect(other["print.html"]?.contains("repeats-cover") == false)
  }

  @Test("a long name can be broken where a reader would, in its heading and in the lists of the page")
  func longNames() {
    let page = SampleBook(["README.md": "# A\n\n## convertToUnit(named:)\n\n## Two words\n"]).pages()["index.html"]
    #expect(page?.contains("<h2 id=\"converttounitnamed\">convert<wbr>To<wbr>Unit(<wbr>named:)<a") == true)
    #expect(page?.contains("<a href=\"#converttounitnamed\">convert<wbr>To<wbr>Unit(<wbr>named:)</a>") == true)
    #expect(page?.contains("Two words</a>") == true)
  }

  @Test("each line of a message is an element, so that it can go on below its beginning")
  func messages() {
    let chapter = "# A\n\n```swift fails\nlet a: Int = \"\"\n```\n\n```error\n1:1: x\n2:1: y\n```\n"
    let html = SampleBook(["README.md": chapter]).article("index.html")
    #expect(html.contains("<samp><span class=\"line\">1:1: x\n</span><span class=\"line\">2:1: y\n</span></samp>"))
  }

  @Test("on paper a chapter has its number, and so has a link to another one")
  func numbersOnPaper() {
    let book = SampleBook([
      "SUMMARY.md": "# Summary\n\n[Intro](intro.md)\n\n- [A](a.md)\n  - [B](b.md)\n", "intro.md": "# Intro\n",
      "a.md": "# A\n\n[b](b.md#part) [intro](intro.md) [here](a.md#own)\n\n## Own\n", "b.md": "# B\n\n## Part\n",
    ])
    let pages = book.pages()
    let paper = pages["print.html"] ?? ""
    #expect(paper.contains("<article class=\"text chapter\" id=\"chapter.3\" data-number=\"1.1.\">"))
    #expect(paper.contains("<article class=\"text chapter\" id=\"chapter.1\">"))
    #expect(paper.contains("<a href=\"#chapter.3.part\" data-number=\"1.1\">b</a>"))
    #expect(paper.contains("<a href=\"#chapter.1\">intro</a> <a href=\"#chapter.2.own\">here</a>"))
    #expect(pages["a.html"]?.contains("data-number") == false)
  }

  @Test("all files are the same whenever they are made")
  func deterministic() {
    let files = Dictionary(
      uniqueKeysWithValues: (1...40).map { ("c\($0).md", "# C \($0)\n\n```swift quote\nlet a = \($0)\n```\n") })
    let book = SampleBook(files)
    #expect(book.pages() == book.pages())
  }

  @Test("a large book's pages do not have all of its chapters")
  func largeBook() {
    let files = Dictionary(uniqueKeysWithValues: (100..<700).map { ("c\($0).md", "# Chapter \($0)\n\ntext\n") })
    let pages = SampleBook(files).pages()
    #expect((pages["c400.html"]?.utf8.count ?? .max) < 20_000)
    #expect(pages["c400.html"]?.contains("href=\"c401.html\"") == true)
    #expect(pages["c400.html"]?.contains("href=\"contents.html\"") == true)
    #expect(pages["contents.html"]?.components(of: "href=\"c") ?? 0 > 599)
  }

  @Test("a task in a quotation is one, too, and its mark is no text")
  func quotedTasks() {
    let text = "> - [x] a *b*\n> - [ ] c\n> - [y] d\n>\n> 1. [X] e\n\n- [ ] f [y] g\n- [x]h\n"
    let article = SampleBook(["README.md": "# A\n\n" + text]).article("index.html")
    for task in [" is-done\">☑</span> a <em>b</em>", "\">☐</span> c", " is-done\">☑</span> e", "\">☐</span> f [y] g"] {
      #expect(article.contains("<li class=\"task\"><span class=\"box\(task)</li>"), "\(task)")
    }
    #expect(article.contains("<li>[y] d</li>"))
    #expect(article.contains("<li>[x]h</li>"))
  }

  @Test("a task with paragraphs has its box in the first of them")
  func looseTasks() {
    let article = SampleBook(["README.md": "# A\n\n- [ ] a\n\n  b\n- [x] c\n"]).article("index.html")
    #expect(article.contains("<li class=\"task\">\n<p><span class=\"box\">☐</span> a</p>\n<p>b</p>\n</li>"))
    #expect(article.contains("<li class=\"task\">\n<p><span class=\"box is-done\">☑</span> c</p>\n</li>"))
  }

  @Test("a title in HTML is the page's title and its heading")
  func titleInHTML() {
    let text = "<h1 align=\"center\"><img src=\"a.svg\"> Tide &amp;\n co</h1>\n\n## Quick start\n"
    let pages = SampleBook(["README.md": text, "a.svg": "<svg/>"]).pages()
    #expect(pages["index.html"]?.contains("<title>Tide &amp; co") == true)
    #expect(pages["index.html"]?.components(of: "<h1") == 1)
  }

  @Test("an answer is folded, with what is in it, and needs no script to be opened")
  func answers() throws {
    let text = """
      1. Why?

         > [!ANSWER]
         > Because.
         >
         > ```swift id=proof quote
         > print(1)
         > ```

      2. And?

      > [!answer]
      >
      > > quoted

      > [!ANSWER]
      """
    let article = SampleBook(["README.md": "# A\n\n" + text]).article("index.html")
    let answers = article.ranges(of: "<details class=\"answer\">\n<summary>Answer</summary>\n")
    let ends = article.ranges(of: "</details>")
    #expect(answers.count == 2)
    let first = try #require(answers.first)
    let end = try #require(
      ends.first { $0.lowerBound > first.upperBound && article[$0.upperBound...].hasPrefix("\n</li>") })
    #expect(article[first.upperBound...].hasPrefix("<p>Because.</p>"))
    #expect(article[first.upperBound..<end.lowerBound].contains("id=\"example.proof\""))
    #expect(article.contains("<summary>Answer</summary>\n<blockquote>\n<p>quoted</p>\n</blockquote>\n</details>"))
    // A mark alone is a quotation, and its text is not lost.
    #expect(article.contains("<blockquote>\n<p>[!ANSWER]</p>\n</blockquote>"))
    #expect(article.components(of: "[!") == 1)
  }

  @Test("the classes that a heading's author gave it are on the page")
  func headingClasses() {
    let article = SampleBook(["README.md": "# A {#b .c .d\"e}\n"]).article("index.html")
    #expect(article.hasPrefix("<h1 id=\"b\" class=\"c d&quot;e\">A<a "))
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }

  /// The names of all elements.
  fileprivate var names: [Substring] {
    ranges(of: " id=\"").map { self[$0.upperBound...].prefix { $0 != "\"" } }
  }

  @Test("events are counted where each run has as many, so not on the real clock", arguments: ["virtual", "real"])
  func steadyEvents(clock: String) throws {
    let text = "# One\n\n```swift id=a clock=\(clock)\nprint(1)\n```\n\n```output\n1\n```\n"
    let book = SampleBook(["loopbook.yml": "title: A book\n", "one.md": text], summary: "- [One](one.md)\n")
    let example = book.verified.chapters[0].examples[0]
    let verdict = Verdict(
      chapter: "one.md", id: "a", place: SourcePlace(path: "one.md"), kind: .run, outcome: .passed, eventCount: 51)
    let found = VerifiedExample(judgement: Judgement(example: example, problems: []), verdict: verdict)
    let site = Site(SampleBook(book, [example.name: found]).verified, theme: Theme(folder: nil))
    for page in ["one.html", "verification.html"] {
      let html = String(decoding: try #require(site.file(page)), as: UTF8.self)
      #expect(html.contains("51") == (clock == "virtual"), "\(page)")
    }
  }
}
