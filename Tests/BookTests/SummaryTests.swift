import Book
import Markdown
import Testing
import Text

@Suite("Summary")
struct SummaryTests {
  private func read(_ source: String, files: [String] = [], others: [String] = []) -> Summary {
    let file = SourceFile(path: "SUMMARY.md", text: source)
    return Summary(MarkdownDocument(file), files: files + ["SUMMARY.md"], others: others)
  }

  /// The items, a line each.
  private func form(_ items: [OutlineItem]) -> [String] {
    func lines(_ chapter: OutlineChapter, _ indent: String) -> [String] {
      let number = chapter.numberText.isEmpty ? "" : chapter.numberText + " "
      return ["\(indent)\(number)\(chapter.title) -> \(chapter.path ?? "draft")"]
        + chapter.nested.flatMap { lines($0, indent + "  ") }
    }
    return items.flatMap { item -> [String] in
      switch item {
      case .part(let title): ["# \(title)"]
      case .separator: ["---"]
      case .chapter(let chapter): lines(chapter, "")
      }
    }
  }

  @Test("title, chapters before and after, parts, nesting, separators and drafts are read as mdBook does")
  func complete() {
    let summary = read(
      """
      <!-- written by hand -->
      # The *Loop* Book

      [Preface](preface.md)
      [Thanks](<to all.md>)

      ---

      # First `part`

      - [One](one.md)
          - [One and](one/and.md)
              * [Deep](one/deep.md)
          - [Soon]()
      - [Two](./two.md)

      ---
      1. [Three](a%20b.md "with a title")

      # 第二部

      * [Four](日本.md)

      [Afterword](after.md)

      ---

      [Index](index.md)
      """,
      files: [
        "preface.md", "to all.md", "one.md", "one/and.md", "one/deep.md", "two.md", "a b.md", "日本.md", "after.md",
        "index.md",
      ])
    #expect(text(summary.diagnostics) == "")
    #expect(summary.title == "The Loop Book")
    #expect(
      form(summary.items) == [
        "Preface -> preface.md", "Thanks -> to all.md", "---", "# First part", "1. One -> one.md",
        "  1.1. One and -> one/and.md", "    1.1.1. Deep -> one/deep.md", "  1.2. Soon -> draft", "2. Two -> two.md",
        "---",
        "3. Three -> a b.md", "# 第二部", "4. Four -> 日本.md", "Afterword -> after.md", "---", "Index -> index.md",
      ])
  }

  @Test(
    "a summary may begin with its list, and may have loose items",
    arguments: ["- [A](a.md)\n- [B](b.md)\n", "- [A](a.md)\n\n- [B](b.md)\n"])
  func bare(source: String) {
    let summary = read(source, files: ["a.md", "b.md"])
    #expect(summary.title == nil)
    #expect(form(summary.items) == ["1. A -> a.md", "2. B -> b.md"])
    #expect(summary.diagnostics == [])
  }

  @Test("an empty summary has no chapters", arguments: ["", "# Summary\n", "Words.\n", "<!-- nothing -->\n"])
  func empty(source: String) {
    #expect(read(source).items == [])
    #expect(read(source).diagnostics == [])
  }

  @Test("other headings and quotes between numbered chapters are passed over, as mdBook does")
  func passedOver() {
    let summary = read("- [A](a.md)\n\n## Note\n\n> [no](no.md)\n\n- [B](b.md)\n", files: ["a.md", "b.md"])
    #expect(form(summary.items) == ["1. A -> a.md", "2. B -> b.md"])
    #expect(summary.diagnostics == [])
  }

  @Test("a file whose name has a percent sign is found as it is written, too")
  func percentNames() {
    let summary = read("- [A](100%.md)\n- [B](a%20b.md)\n", files: ["100%.md", "a%20b.md"])
    #expect(form(summary.items) == ["1. A -> 100%.md", "2. B -> a%20b.md"])
  }

  @Test(
    "what is wrong is told at its place",
    arguments: [
      (
        "- [Timers](timer.md)\n",
        """
        SUMMARY.md:1:12: error: there is no file 'timer.md' in the book [summary-chapter]
         1 | - [Timers](timer.md)
           |            ^~~~~~~~
        help: did you mean 'timers.md'?

        """
      ),
      (
        "- [日本](timers.md)\n  - [Again](<timers.md>)\n",
        """
        SUMMARY.md:2:14: error: 'timers.md' is listed twice [duplicate-chapter]
         2 |   - [Again](<timers.md>)
           |              ^~~~~~~~~
        SUMMARY.md:1:8: note: it is first listed here
         1 | - [日本](timers.md)
           |          ^~~~~~~~~

        """
      ),
      (
        "- [Out](../README.md)\n",
        """
        SUMMARY.md:1:9: error: '../README.md' leads out of the book [summary-chapter]
         1 | - [Out](../README.md)
           |         ^~~~~~~~~~~~
        help: put the file itself into the book

        """
      ),
      (
        "- [Out](/etc/passwd)\n",
        """
        SUMMARY.md:1:9: error: '/etc/passwd' is an absolute path [summary-chapter]
         1 | - [Out](/etc/passwd)
           |         ^~~~~~~~~~~
        help: write the path as seen from the book's folder

        """
      ),
      (
        "- [Web](https://example.org/a.md)\n",
        """
        SUMMARY.md:1:9: error: 'https://example.org/a.md' is not a file of the book [summary-chapter]
         1 | - [Web](https://example.org/a.md)
           |         ^~~~~~~~~~~~~~~~~~~~~~~~
        help: link to web pages in the chapters

        """
      ),
      (
        "[Picture](loop.svg)\n",
        """
        SUMMARY.md:1:11: error: 'loop.svg' is not a Markdown file, and chapters are [summary-chapter]
         1 | [Picture](loop.svg)
           |           ^~~~~~~~
        help: name a file that ends in .md

        """
      ),
      (
        "- [Me](SUMMARY.md)\n",
        """
        SUMMARY.md:1:8: error: the summary itself is not a chapter [summary-chapter]
         1 | - [Me](SUMMARY.md)
           |        ^~~~~~~~~~

        """
      ),
      (
        "# S\n\n- [Timers](timers.md)\n- Sources\n",
        """
        SUMMARY.md:4:1: error: this item does not begin with a link to a chapter [summary-item]
         4 | - Sources
           | ^~~~~~~~~
        help: write '- [Title](chapter.md)', or '- [Title]()' for a chapter that is not written yet

        """
      ),
      (
        "- [Timers](timers.md) and [More](more.md)\n",
        """
        SUMMARY.md:1:34: error: an item can name only one chapter, and this is a second one [summary-item]
         1 | - [Timers](timers.md) and [More](more.md)
           |                                  ^~~~~~~

        """
      ),
      (
        "[Timers](timers.md)\n  - [More](more.md)\n",
        """
        SUMMARY.md:2:3: error: a chapter without a number cannot have chapters below it [summary-order]
         2 |   - [More](more.md)
           |   ^~~~~~~~~~~~~~~~~
        help: make the chapter above an item of the list, or separate the two with an empty line

        """
      ),
      (
        "- [Timers](timers.md)\n\n[After](more.md)\n\n- [Late](a/late.md)\n",
        """
        SUMMARY.md:5:1: error: numbered chapters cannot come after the chapter without a number above [summary-order]
         5 | - [Late](a/late.md)
           | ^~~~~~~~~~~~~~~~~~~
        help: put chapters without a number before all lists or after them

        """
      ),
      (
        "- [Late](late.md)\n",
        """
        SUMMARY.md:1:10: error: there is no file 'late.md' in the book [summary-chapter]
         1 | - [Late](late.md)
           |          ^~~~~~~
        help: did you mean 'a/late.md'?

        """
      ),
    ])
  func problems(source: String, expected: String) {
    let summary = read(source, files: ["timers.md", "more.md", "a/late.md"], others: ["loop.svg"])
    #expect(text(summary.diagnostics) == expected)
  }

  @Test("a chapter that is missing leaves the numbers of the others as they are")
  func numbersStay() {
    let summary = read("- [A](nowhere-at-all.md)\n  - [B](b.md)\n- [C](c.md)\n", files: ["b.md", "c.md"])
    #expect(form(summary.items) == ["1. A -> draft", "  1.1. B -> b.md", "2. C -> c.md"])
    #expect(summary.diagnostics.count == 1)
  }

  @Test("lists nested without end, and thousands of mistakes, end soon with a bounded number of messages")
  func hostile() {
    let deep = (0..<200).map { String(repeating: "  ", count: $0) + "- [A](a.md)\n" }.joined()
    #expect(read(deep).diagnostics.count <= 100)
    let wide = String(repeating: "[A](nowhere.md) ", count: 4000)
    let time = ContinuousClock().measure { #expect(read(wide).diagnostics.count == 100) }
    #expect(time < .seconds(20))
    let long = String(repeating: "長", count: 300)
    #expect(
      text(read("- [A](\(long).md)\n").diagnostics).contains("there is no file '\(String(repeating: "長", count: 60))…'")
    )
  }
}
