import Book
import Markdown
import Testing
import Text

@Suite("Links")
struct LinkTests {
  /// The messages about the links of a book with the given chapter `a.md`, and where its other links lead.
  private func check(_ chapter: String, _ files: [String: String] = [:], anchors: [String: Set<String>] = [:]) throws
    -> (messages: String, external: [String])
  {
    let standard = [
      "loopbook.yml": "", "a.md": chapter, "timers.md": "# Timers\n\n## Fire date\n\n## Fire date\n\n## 运行循环\n",
      "deep/modes.md": "# Modes\n<a id=\"old-name\"></a>\n", "deep/README.md": "# Deep", "img/loop.svg": "",
      "draft.md": "---\ndraft: true\n---\n",
      "two words.md": "# Two",
    ]
    let folder = try TemporaryBook(standard.merging(files) { _, second in second })
    let (loaded, diagnostics) = Book.load(folder.folder)
    #expect(folder.text(diagnostics) == "")
    let book = try #require(loaded)
    let check = LinkCheck(book, index: LinkIndex(book, anchors: anchors))
    return (folder.text(check.diagnostics), check.external.map(\.destination))
  }

  @Test(
    "what is there is found",
    arguments: [
      "[x](timers.md)", "[x](./timers.md#fire-date)", "[x](timers.md#fire-date-1 \"title\")", "[x](timers.html#timers)",
      "[x](deep/modes.md#old-name)", "![x](img/loop.svg)", "![x](img/loop.svg#part)", "[x](<two words.md#two>)",
      "[x](two%20words.md)", "[x](timers.md#运行循环)", "[x](timers.md#%E8%BF%90%E8%A1%8C%E5%BE%AA%E7%8E%AF)", "[x](deep/)",
      "[x](deep)", "[x](index.html)", "[x](index.md)", "[x](./)", "[x](index.html#here)\n\n# Here",
      "[x](deep/index.html)", "[x](deep/README.md)", "# Here\n[x](#here)", "[x](#)", "[x](timers.md?a=b#timers)",
      "[x][r]\n\n[r]: timers.md", "| [x](timers.md) |\n|---|\n", "- > [x](timers.md)",
      "Note[^1]\n\n[^1]: [x](timers.md)",
      "<img src=\"img/loop.svg\">", "<a href='timers.md#fire-date'>x</a>", "<!-- <a href=\"nowhere.md\"> -->",
      "`[x](nowhere.md)`",
      "```\n[x](nowhere.md)\n```", "<https://example.org/nowhere.md>", "a@example.org", "[x](#tick)",
      "\\[x](nowhere.md)",
    ])
  func found(chapter: String) throws {
    #expect(try check(chapter, anchors: ["a.md": ["tick"]]).messages == "")
  }

  @Test("links out of the book are listed and not looked at")
  func external() throws {
    let (messages, external) = try check(
      "[a](https://example.org/x) [b](mailto:a@example.org) <http://c.example> [a](https://example.org/x) d@example.org"
    )
    #expect(messages == "")
    #expect(external == ["https://example.org/x", "mailto:a@example.org", "http://c.example", "mailto:d@example.org"])
  }

  @Test("links out of the book have places, however they are written")
  func externalPlaces() throws {
    let text =
      "<https://a.example> https://b.example [c](https://c.example) www.d.example [https://e.example](https://f.example)\n"
    let folder = try TemporaryBook(["loopbook.yml": "", "a.md": text])
    let book = try #require(Book.load(folder.folder).0)
    let links = LinkCheck(book, index: LinkIndex(book), locating: true).external
    let columns = links.map { $0.place?.position?.column }
    #expect(columns == [2, 21, 43, 62, 96])
    #expect(links.map(\.destination.last) == ["e", "e", "e", "e", "e"])
  }

  @Test(
    "what is not there is told at its place, with what is near",
    arguments: [
      (
        "See [timers](timer.md).\n",
        """
        a.md:1:14: error: there is no file 'timer.md' [broken-link]
         1 | See [timers](timer.md).
           |              ^~~~~~~~
        help: did you mean 'timers.md'?

        """
      ),
      (
        "[x](timers.md#fire-dat)\n",
        """
        a.md:1:5: error: there is no heading '#fire-dat' in timers.md [broken-link]
         1 | [x](timers.md#fire-dat)
           |     ^~~~~~~~~~~~~~~~~~
        help: did you mean 'timers.md#fire-date'?

        """
      ),
      (
        "![x](timer.png) <img src=\"timer.png\" alt=\"\">\n",
        """
        a.md:1:6: error: there is no file 'timer.png' [broken-link]
         1 | ![x](timer.png) <img src="timer.png" alt="">
           |      ^~~~~~~~~
        a.md:1:27: error: there is no file 'timer.png' [broken-link]
         1 | ![x](timer.png) <img src="timer.png" alt="">
           |                           ^~~~~~~~~

        """
      ),
      (
        "<doc:Guide> ![x](doc:Guide)\n",
        """
        a.md:1:2: error: 'doc:Guide' is for pages of doc comments, and the book has none [broken-link]
         1 | <doc:Guide> ![x](doc:Guide)
           |  ^~~~~~~~~
        help: link to a chapter's file, or add 'reference: {}' to loopbook.yml
        a.md:1:18: error: 'doc:Guide' works only as a link in Markdown [broken-link]
         1 | <doc:Guide> ![x](doc:Guide)
           |                  ^~~~~~~~~

        """
      ),
      (
        "# Top\n\n日本 [x](#topp)\n",
        """
        a.md:3:8: error: there is no heading '#topp' in this chapter [broken-link]
         3 | 日本 [x](#topp)
           |          ^~~~~
        help: did you mean '#top'?

        """
      ),
      (
        "[x](modes.md) ![y](<loop.svg>)\n",
        """
        a.md:1:5: error: there is no file 'modes.md' [broken-link]
         1 | [x](modes.md) ![y](<loop.svg>)
           |     ^~~~~~~~
        help: did you mean 'deep/modes.md'?
        a.md:1:21: error: there is no file 'loop.svg' [broken-link]
         1 | [x](modes.md) ![y](<loop.svg>)
           |                     ^~~~~~~~
        help: did you mean 'img/loop.svg'?

        """
      ),
      (
        "[![no.md](no.png)](no.md) and `(no.md)` and [no.md](no.md)\n",
        """
        a.md:1:11: error: there is no file 'no.png' [broken-link]
         1 | [![no.md](no.png)](no.md) and `(no.md)` and [no.md](no.md)
           |           ^~~~~~
        a.md:1:20: error: there is no file 'no.md' [broken-link]
         1 | [![no.md](no.png)](no.md) and `(no.md)` and [no.md](no.md)
           |                    ^~~~~
        a.md:1:53: error: there is no file 'no.md' [broken-link]
         1 | [![no.md](no.png)](no.md) and `(no.md)` and [no.md](no.md)
           |                                                     ^~~~~

        """
      ),
      (
        "---\ntitle: A\n---\n- > [x][r] and [r]\n\n[r]: <qqqqqqqqqq.md> 'title'\n",
        """
        a.md:6:7: error: there is no file 'qqqqqqqqqq.md' [broken-link]
         6 | [r]: <qqqqqqqqqq.md> 'title'
           |       ^~~~~~~~~~~~~

        """
      ),
      (
        "| a | b |\n|---|---|\n| 1 | [x](qqqqqqqqqq.md) |\n",
        """
        a.md:3:11: error: there is no file 'qqqqqqqqqq.md' [broken-link]
         3 | | 1 | [x](qqqqqqqqqq.md) |
           |           ^~~~~~~~~~~~~

        """
      ),
      (
        "Note[^1]\n\n[^1]: see\n    [x](qqqqqqqqqq.md)\n",
        """
        a.md:4:9: error: there is no file 'qqqqqqqqqq.md' [broken-link]
         4 |     [x](qqqqqqqqqq.md)
           |         ^~~~~~~~~~~~~

        """
      ),
      (
        "<p>\n<img alt=x src=\"qqqqqqqqqq.png\">\n</p>\n",
        """
        a.md:2:17: error: there is no file 'qqqqqqqqqq.png' [broken-link]
         2 | <img alt=x src="qqqqqqqqqq.png">
           |                 ^~~~~~~~~~~~~~

        """
      ),
      (
        "[x](../../etc/passwd) [y](/timers.md)\n",
        """
        a.md:1:5: error: '../../etc/passwd' leads out of the book [broken-link]
         1 | [x](../../etc/passwd) [y](/timers.md)
           |     ^~~~~~~~~~~~~~~~
        help: link to the web, or put the file itself into the book
        a.md:1:27: error: '/timers.md' is an absolute path, which does not work from disk [broken-link]
         1 | [x](../../etc/passwd) [y](/timers.md)
           |                           ^~~~~~~~~~
        help: write 'timers.md'

        """
      ),
      (
        "[x](draft.md) [y]()\n",
        """
        a.md:1:1: error: this link has no destination [empty-link]
         1 | [x](draft.md) [y]()
           | ^~~~~~~~~~~~~~~~~~~
        a.md:1:5: error: 'draft.md' is a draft and left out of the book [link-to-draft]
         1 | [x](draft.md) [y]()
           |     ^~~~~~~~
        help: remove the link, or 'draft: true' from that chapter

        """
      ),
      (
        "[x](Timers.md)\n",
        """
        a.md:1:5: error: there is no file 'Timers.md' [broken-link]
         1 | [x](Timers.md)
           |     ^~~~~~~~~
        help: did you mean 'timers.md'?

        """
      ),
      (
        "[a](file:///etc/passwd) [b](JavaScript:x) [c](data:text/html,x) [d](//e.example) <file:///x>\n",
        """
        a.md:1:5: error: 'file:///etc/passwd' is a file on this machine, which readers do not have [broken-link]
         1 | [a](file:///etc/passwd) [b](JavaScript:x) [c](data:text/html,x) [d](//e.example) <file:///x>
           |     ^~~~~~~~~~~~~~~~~~
        help: put the file itself into the book
        a.md:1:29: error: this link runs a script [script-link]
         1 | [a](file:///etc/passwd) [b](JavaScript:x) [c](data:text/html,x) [d](//e.example) <file:///x>
           |                             ^~~~~~~~~~~~
        help: link to a page; if you need a script, write HTML
        a.md:1:47: error: browsers do not open a link that holds its own data [broken-link]
         1 | [a](file:///etc/passwd) [b](JavaScript:x) [c](data:text/html,x) [d](//e.example) <file:///x>
           |                                               ^~~~~~~~~~~~~~~~
        help: put the data into the book as a file
        a.md:1:69: error: '//e.example' has no scheme, so it does not work from disk [broken-link]
         1 | [a](file:///etc/passwd) [b](JavaScript:x) [c](data:text/html,x) [d](//e.example) <file:///x>
           |                                                                     ^~~~~~~~~~~
        help: write 'https://e.example'
        a.md:1:83: error: 'file:///x' is a file on this machine, which readers do not have [broken-link]
         1 | [a](file:///etc/passwd) [b](JavaScript:x) [c](data:text/html,x) [d](//e.example) <file:///x>
           |                                                                                   ^~~~~~~~~
        help: put the file itself into the book

        """
      ),
      (
        "<img srcset='img/loop.svg 1x, b.png 2x'>\n",
        """
        a.md:1:31: error: there is no file 'b.png' [broken-link]
         1 | <img srcset='img/loop.svg 1x, b.png 2x'>
           |                               ^~~~~

        """
      ),
      (
        "![x](https://example.org/x.png)\n",
        """
        a.md:1:6: warning: this is loaded from the web, so readers without a network do not see it [needs-network]
         1 | ![x](https://example.org/x.png)
           |      ^~~~~~~~~~~~~~~~~~~~~~~~~
        help: put the file itself into the book, or if it shows the state of the day, as badges do, write a link

        """
      ),
      (
        "# Top\n\n<p id=top>x</p>\n\n> ## Other {#top}\n",
        """
        a.md:3:7: error: 'top' already names something on this page [duplicate-name]
         3 | <p id=top>x</p>
           |       ^~~
        a.md:1:1: note: it is first used here
         1 | # Top
           | ^~~~~
        help: choose another name
        a.md:5:1: error: 'top' already names something on this page [duplicate-name]
         5 | > ## Other {#top}
           | ^~~~~~~~~~~~~~~~~
        a.md:1:1: note: it is first used here
         1 | # Top
           | ^~~~~
        help: choose another name

        """
      ),
      (
        "See[^tow], [^x] and \\[^y] `[^z]`.\n\n[^two]: T\n",
        """
        a.md:1:4: error: there is no footnote 'tow' in this chapter [broken-footnote]
         1 | See[^tow], [^x] and \\[^y] `[^z]`.
           |    ^~~~~~
        help: did you mean '[^two]'?
        a.md:1:12: error: there is no footnote 'x' in this chapter [broken-footnote]
         1 | See[^tow], [^x] and \\[^y] `[^z]`.
           |            ^~~~
        help: define it with '[^x]: …', or write '\\[^' if you mean no footnote

        """
      ),
      (
        """
        [u][u], [`c`][Docs], [a][one], a[i][j], [1][2], \\[e\\]\\[e\\], `[c][c]`, ![p][no pic].

        [docs]: https://example.org
        [ONE]: https://example.org

        """,
        """
        a.md:1:3: warning: no address is defined for 'u', so this is not a link [undefined-link]
         1 | [u][u], [`c`][Docs], [a][one], a[i][j], [1][2], \\[e\\]\\[e\\], `[c][c]`, ![p][no pic].
           |   ^~~~
        help: define it with '[u]: …' on a line of its own, or write ']\\[' if you mean no link
        a.md:1:74: warning: no address is defined for 'no pic', so this is not a link [undefined-link]
         1 | [u][u], [`c`][Docs], [a][one], a[i][j], [1][2], \\[e\\]\\[e\\], `[c][c]`, ![p][no pic].
           |                                                                          ^~~~~~~~~
        help: define it with '[no pic]: …' on a line of its own, or write ']\\[' if you mean no link

        """
      ),
      (
        """
        An Array<Int> of Array<Set<Int>>, Set<Data>, <name>.
        `Set<Int>`, Set\\<Int>, Result<Int, Error>, a<br>b, H<SUB>2</SUB>O, <my-part>, <svg><Path d=""/></svg>.

        > <p>
        > A<Int> <!-- Set<Int> -->
        > </p>

        """,
        """
        a.md:1:9: warning: `<Int>` is taken for an HTML tag, so the page does not show it [unknown-tag]
         1 | An Array<Int> of Array<Set<Int>>, Set<Data>, <name>.
           |         ^~~~~
        help: write it as code: `Array<Int>`
        a.md:1:27: warning: `<Int>` is taken for an HTML tag, so the page does not show it [unknown-tag]
         1 | An Array<Int> of Array<Set<Int>>, Set<Data>, <name>.
           |                           ^~~~~
        help: write it as code: `Array<Set<Int>>`
        a.md:1:38: warning: `<Data>` is taken for an HTML tag, so the page does not show it [unknown-tag]
         1 | An Array<Int> of Array<Set<Int>>, Set<Data>, <name>.
           |                                      ^~~~~~
        help: write it as code: `Set<Data>`
        a.md:1:46: warning: `<name>` is taken for an HTML tag, so the page does not show it [unknown-tag]
         1 | An Array<Int> of Array<Set<Int>>, Set<Data>, <name>.
           |                                              ^~~~~~
        help: write it as code: `<name>`
        a.md:5:4: warning: `<Int>` is taken for an HTML tag, so the page does not show it [unknown-tag]
         5 | > A<Int> <!-- Set<Int> -->
           |    ^~~~~
        help: write `&lt;` in place of `<`

        """
      ),
      (
        "[a](htps://example.org), <mailot:a@b.c> and <gopher://example.org>\n",
        """
        a.md:1:5: error: 'htps://example.org' begins with 'htps:', which browsers do not know [broken-link]
         1 | [a](htps://example.org), <mailot:a@b.c> and <gopher://example.org>
           |     ^~~~~~~~~~~~~~~~~~
        help: did you mean 'https:'?
        a.md:1:27: error: 'mailot:a@b.c' begins with 'mailot:', which browsers do not know [broken-link]
         1 | [a](htps://example.org), <mailot:a@b.c> and <gopher://example.org>
           |                           ^~~~~~~~~~~~
        help: did you mean 'mailto:'?

        """
      ),
    ])
  func broken(chapter: String, expected: String) throws {
    #expect(try check(chapter).messages == expected)
  }

  @Test("HTML that a book does not allow is text: it has no links and no names")
  func withoutHTML() throws {
    let files = ["loopbook.yml": "html: false\n"]
    #expect(try check("<a href='gone.md' id='x'>x</a> <img src='https://example.org'> A<Int>", files).messages == "")
    #expect(try check("<a id='x'>x</a> [y](#x)", files).messages.contains("there is no heading '#x'"))
  }

  @Test("a heading may be named as mdBook lets it be, and keeps its text")
  func namedHeadings() throws {
    let text = "# A *b* {#one_two .wide}\n## C {.x}\n## D {e}\n## F{#g}\n## {#h}\n"
    let folder = try TemporaryBook(["loopbook.yml": "", "a.md": text, "b.md": "[x](a.md#one_two) [y](a.md#h)"])
    let book = try #require(Book.load(folder.folder).0)
    let headings = try #require(book.chapters.first).headings
    #expect(headings.map(\.id) == ["one_two", "c", "d-e", "fg", "h"])
    #expect(headings.map(\.text) == ["A b", "C", "D {e}", "F{#g}", ""])
    #expect(LinkCheck(book, index: LinkIndex(book)).diagnostics.isEmpty)
  }

  @Test("a suggestion is a path as seen from the chapter that links")
  func relativeSuggestions() throws {
    let (messages, _) = try check("", ["deep/b.md": "[x](timers.md)\n\n[y](../img/lop.svg)\n"])
    #expect(messages.contains("help: did you mean '../timers.md'?"))
    #expect(messages.contains("help: did you mean '../img/loop.svg'?"))
  }

  @Test("where a link leads is told for the pages")
  func targets() throws {
    let folder = try TemporaryBook(["loopbook.yml": "", "p/a.md": "# A\n", "b c.md": "# B\n", "i.png": ""])
    let book = try #require(Book.load(folder.folder).0)
    let index = LinkIndex(book)
    #expect(try index.target(of: "../b%20c.md#b", from: "p/a.md") == .chapter("b c.md", fragment: "b"))
    #expect(try index.target(of: "#a", from: "p/a.md") == .chapter("p/a.md", fragment: "a"))
    #expect(try index.target(of: "../i.png?v=1#x", from: "p/a.md") == .asset("i.png", suffix: "?v=1#x"))
    #expect(try index.target(of: "https://example.org", from: "p/a.md") == .external)
    #expect(throws: LinkProblem.self) { try index.target(of: "c.md", from: "p/a.md") }
  }

  /// Whatever stood behind `#` was taken for right there.
  @Test("pages that are made have none of a chapter's headings")
  func madePages() throws {
    let folder = try TemporaryBook(["loopbook.yml": "", "p/a.md": "# A\n"])
    let book = try #require(Book.load(folder.folder).0)
    let index = LinkIndex(book, files: ["assets/a.js"], pages: ["print.html"])
    for right in ["../print.html", "../print.html#", "../print.html#page.content", "../assets/a.js#nope"] {
      #expect(throws: Never.self) { try index.target(of: right, from: "p/a.md") }
    }
    let problem = #expect(throws: LinkProblem.self) { try index.target(of: "../print.html#nope", from: "p/a.md") }
    #expect(problem?.message == "there is no heading '#nope' in print.html")
  }

  @Test("a chapter full of broken links is told a hundred times, soon")
  func hostile() throws {
    let references = String(repeating: "[x][r] ", count: 2000) + "\n\n[r]: nowhere-at-all.md\n"
    let links = (0..<2000).map { "[x](n\($0).md) " }.joined()
    let pictures = String(repeating: "![a](", count: 2000) + String(repeating: ")", count: 2000)
    let long = "[x](" + String(repeating: "a", count: 200_000) + ")"
    let html = "<p " + String(repeating: "<!-- <a href=x", count: 50_000)
    let script = String(repeating: "<script ", count: 50_000) + String(repeating: "<title>", count: 50_000)
    let footnotes = (0..<50_000).map { "\\[^n\($0)] " }.joined()
    let names = (0..<20_000).map { "<b id=n\($0 % 3)>" }.joined()
    let tags = String(repeating: "A<Int> ", count: 50_000) + "\n\n<p>\n" + String(repeating: "A<Int> ", count: 50_000)
    for text in [references, links, pictures, long, html, script, footnotes, names, tags] {
      let time = try ContinuousClock().measure { _ = try check(text) }
      #expect(time < .seconds(20))
    }
    let lines = try check(links).messages.split(separator: "\n").filter { $0.contains("error:") }
    #expect(lines.count == 100)
  }
}
