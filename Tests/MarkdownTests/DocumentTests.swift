import Markdown
import Testing
import Text

/// The tree, its places, and what hooks make of it.
@Suite("Documents")
struct DocumentTests {
  private func document(_ text: String) -> MarkdownDocument {
    MarkdownDocument(SourceFile(path: "page.md", text: text))
  }

  private func sources(of kinds: [NodeKind], in document: MarkdownDocument) -> [String] {
    document.nodes.indices.filter { kinds.contains(document.nodes[$0].kind) }.map { node in
      document.range(of: node).map { String(decoding: document.file.bytes[$0], as: UTF8.self) } ?? "nowhere"
    }
  }

  @Test("links are found after code spans and titles of several lines, in lazy lines, and after definitions")
  func links() {
    let document = document(
      """
      [d]: /url "of two
      lines"
      First `code
      span` [k](l) <http://m.n> www.o.pq
      > quote [a](b 'x
      > y') [c][d]
      lazy ![e](f)

      - [x] task [g](h)
          [i](j)
      """)
    #expect(
      sources(of: [.link, .image], in: document) == [
        "[k](l)", "<http://m.n>", "www.o.pq", "[a](b 'x\n> y')", "[c][d]", "![e](f)", "[g](h)", "[i](j)",
      ])
  }

  @Test("links in tables are found in their cells")
  func linksInTables() {
    let document = document("> | [a](b) | x \\| [c](d) |\n> |---|---|\n> `e \\| f` | [g](h)\n")
    #expect(sources(of: [.link], in: document) == ["[a](b)", "[c](d)", "[g](h)"])
  }

  @Test("blocks have the place of their own text")
  func blocks() {
    let document = document("\u{FEFF}# One\n\n- > two\n  > more\n\n|a|\n|-|\n|b|\n")
    #expect(sources(of: [.heading, .paragraph, .tableRow], in: document) == ["# One", "two\n  > more", "|a|", "|b|"])
    let heading = document.nodes.firstIndex { $0.kind == .heading }
    #expect(heading.map { document.place(of: $0).position } == SourcePosition(line: 1, column: 1))
  }

  @Test("lists, tasks, tables and headings tell their facts")
  func facts() throws {
    let document = document("7) a\n8) b\n\n- [x] c\n\n- [ ] d\n\n### e\n\n|f|g|\n|:-|-:|\n")
    let lists = document.nodes.filter { $0.kind == .list }
    #expect(lists.map(\.number) == [7, 0])
    #expect(lists.map(\.traits) == [[.ordered, .parenthesis, .tight], []])
    #expect(document.nodes.filter { $0.kind == .item }.map(\.traits) == [[], [], [.task, .checked], [.task]])
    #expect(document.nodes.first { $0.kind == .heading }?.number == 3)
    let table = try #require(document.nodes.first { $0.kind == .table })
    #expect(document.string(table.detail) == "lr")
    #expect(document.plainText(of: 0) == "abcdefg")
  }

  @Test("a quote's mark makes it a callout")
  func callouts() {
    let document = document("> [!NOTE]\n> a\n\n> [!Tip]\n>\n> b\n\n> [!NOTE] c\n\n> [!NOPE]\n> d\n\n> [!NOTE]\n")
    let quotes = document.nodes.indices.filter { document.nodes[$0].kind == .blockQuote }
    #expect(quotes.map { document.callout(of: $0)?.kind } == [.note, .tip, nil, nil, nil])
  }

  /// Shows notes as asides, and leaves out their mark; writes code in its own way.
  private struct BookHooks: HTMLHooks {
    var mark = 0..<0

    mutating func enter(_ node: Int, of document: MarkdownDocument, to output: inout HTMLOutput) -> HTMLHandling {
      if mark.contains(node) { return .done }
      switch document.nodes[node].kind {
      case .blockQuote:
        guard let callout = document.callout(of: node) else { return .usual }
        mark = callout.mark
        output.html("<aside>\n")
        return .opened
      case .codeBlock:
        output.html("<code-block>")
        output.text(document.bytes(document.nodes[node].text))
        output.html("</code-block>\n")
        return .done
      default: return .usual
      }
    }

    mutating func leave(_ node: Int, of document: MarkdownDocument, to output: inout HTMLOutput) {
      output.html("</aside>\n")
    }
  }

  @Test("hooks take over nodes, and what is in them is rendered as ever")
  func hooks() {
    var renderer = HTMLRenderer(hooks: BookHooks())
    let html = renderer.render(document("> [!NOTE]\n> a *b*\n> > c\n\n```\n<x>\n```\n\nd\n"))
    #expect(
      String(decoding: html, as: UTF8.self) == """
        <aside>
        <p>a <em>b</em></p>
        <blockquote>
        <p>c</p>
        </blockquote>
        </aside>
        <code-block>&lt;x&gt;
        </code-block>
        <p>d</p>

        """)
  }
}
