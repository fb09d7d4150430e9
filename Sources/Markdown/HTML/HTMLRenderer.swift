internal import Text

/// Renders a document's tree as HTML, byte for byte as cmark does, where hooks do not say otherwise.
///
/// It walks without recursion: a text may nest as deep as it likes.
package struct HTMLRenderer<Hooks: HTMLHooks> {
  /// What renders nodes in other ways.
  package var hooks: Hooks

  /// What becomes of HTML in the text.
  package var rawHTML: RawHTML

  /// What stands before the names of footnotes and of the references to them.
  package var footnotePrefix = ""

  /// What the link from a footnote to its place in the text is called.
  package var footnoteReturn = "Back to content"

  private var output = HTMLOutput()
  private var openedByHooks: [Int] = []
  private var hasTableBody = false
  private var footnotes = 0
  private var footnotesWithReturn = 0

  package init(hooks: Hooks, rawHTML: RawHTML = .filtered) {
    self.hooks = hooks
    self.rawHTML = rawHTML
  }

  /// The HTML of a whole document.
  package mutating func render(_ document: MarkdownDocument) -> [UInt8] {
    output = HTMLOutput()
    output.reserve(document.text.count * 2)
    footnotes = 0
    footnotesWithReturn = 0
    renderNodes(below: 0, of: document)
    if footnotes > 0 { output.html("</ol>\n</section>\n") }
    return output.bytes
  }

  /// The HTML of one node and what is in it, such as a heading's text for a list of contents.
  package mutating func render(_ node: Int, of document: MarkdownDocument) -> [UInt8] {
    output = HTMLOutput()
    renderNodes(below: node, of: document)
    return output.bytes
  }

  private mutating func renderNodes(below root: Int, of document: MarkdownDocument) {
    var current = root
    while true {
      if enter(current, of: document), document.nodes[current].firstChild >= 0 {
        current = Int(document.nodes[current].firstChild)
        continue
      }
      leaveIfOpen(current, of: document)
      while current != root, document.nodes[current].nextSibling < 0 {
        current = Int(document.nodes[current].parent)
        leaveIfOpen(current, of: document)
      }
      if current == root { return }
      current = Int(document.nodes[current].nextSibling)
    }
  }

  /// Whether the node was entered, so that it has to be left.
  private var isEntered = true

  private mutating func enter(_ number: Int, of document: MarkdownDocument) -> Bool {
    switch hooks.enter(number, of: document, to: &output) {
    case .done:
      isEntered = false
      return false
    case .opened:
      openedByHooks.append(number)
      return true
    case .usual:
      return open(number, of: document)
    }
  }

  private mutating func leaveIfOpen(_ number: Int, of document: MarkdownDocument) {
    guard isEntered else {
      isEntered = true
      return
    }
    if openedByHooks.last == number {
      openedByHooks.removeLast()
      hooks.leave(number, of: document, to: &output)
    } else {
      close(number, of: document)
    }
  }
}

extension HTMLRenderer {
  /// Writes how a node begins; whether what is in it is to be rendered.
  private mutating func open(_ number: Int, of document: MarkdownDocument) -> Bool {
    let node = document.nodes[number]
    switch node.kind {
    case .text: output.text(document.bytes(node.text))
    case .softBreak: output.html("\n")
    case .lineBreak: output.html("<br />\n")
    case .code:
      output.html("<code>")
      output.text(document.bytes(node.text))
      output.html("</code>")
    case .htmlInline: rawHTML.writeInline(document.bytes(node.text), to: &output)
    case .emphasis: output.html("<em>")
    case .strong: output.html("<strong>")
    case .strikethrough: output.html("<del>")
    case .link:
      output.html("<a href=\"")
      output.url(document.bytes(node.text))
      writeTitle(node, of: document)
      output.html("\">")
    case .image:
      output.html("<img src=\"")
      output.url(document.bytes(node.text))
      output.html("\" alt=\"")
      document.eachPlainText(in: number) { output.text($0) }
      writeTitle(node, of: document)
      output.html("\" />")
      return false
    case .footnoteReference: writeFootnoteReference(node, of: document)
    case .document: break
    case .paragraph:
      guard !document.isTight(number) else { break }
      output.newLine()
      output.html("<p>")
    case .heading:
      output.newLine()
      output.html("<h\(node.number)>")
    case .blockQuote:
      output.newLine()
      output.html("<blockquote>\n")
    case .list:
      output.newLine()
      if !node.traits.contains(.ordered) {
        output.html("<ul>\n")
      } else {
        output.html(node.number == 1 ? "<ol>\n" : "<ol start=\"\(node.number)\">\n")
      }
    case .item:
      output.newLine()
      output.html("<li>")
      guard node.traits.contains(.task) else { break }
      output.html(
        node.traits.contains(.checked)
          ? "<input type=\"checkbox\" checked=\"\" disabled=\"\" /> " : "<input type=\"checkbox\" disabled=\"\" /> ")
    case .thematicBreak:
      output.newLine()
      output.html("<hr />\n")
    case .codeBlock: writeCodeBlock(node, of: document)
    case .htmlBlock:
      output.newLine()
      rawHTML.writeBlock(document.bytes(node.text), to: &output)
      output.newLine()
    case .table:
      output.newLine()
      output.html("<table>")
      hasTableBody = false
    case .tableRow:
      output.newLine()
      if node.traits.contains(.header) {
        output.html("<thead>\n")
      } else if !hasTableBody {
        output.html("<tbody>\n")
        hasTableBody = true
      }
      output.html("<tr>")
    case .tableCell: writeCellStart(node, of: document)
    case .footnoteDefinition: writeFootnoteStart(node, of: document)
    }
    return true
  }

  /// Writes how a node ends.
  private mutating func close(_ number: Int, of document: MarkdownDocument) {
    let node = document.nodes[number]
    switch node.kind {
    case .emphasis: output.html("</em>")
    case .strong: output.html("</strong>")
    case .strikethrough: output.html("</del>")
    case .link: output.html("</a>")
    case .paragraph:
      guard !document.isTight(number) else { break }
      let parent = document.nodes[Int(node.parent)]
      if parent.kind == .footnoteDefinition, node.nextSibling < 0 {
        output.html(" ")
        _ = writeFootnoteReturns(parent, of: document)
      }
      output.html("</p>\n")
    case .heading: output.html("</h\(node.number)>\n")
    case .blockQuote:
      output.newLine()
      output.html("</blockquote>\n")
    case .list: output.html(node.traits.contains(.ordered) ? "</ol>\n" : "</ul>\n")
    case .item: output.html("</li>\n")
    case .table:
      output.newLine()
      if hasTableBody { output.html("</tbody>\n") }
      hasTableBody = false
      output.html("</table>\n")
    case .tableRow:
      output.newLine()
      output.html("</tr>")
      if node.traits.contains(.header) { output.html("\n</thead>") }
    case .tableCell:
      output.html(document.nodes[Int(node.parent)].traits.contains(.header) ? "</th>" : "</td>")
    case .footnoteDefinition:
      if writeFootnoteReturns(node, of: document) { output.html("\n") }
      output.html("</li>\n")
    case .document, .codeBlock, .htmlBlock, .thematicBreak, .text, .softBreak, .lineBreak, .code, .htmlInline, .image,
      .footnoteReference:
      break
    }
  }

  private mutating func writeTitle(_ node: Node, of document: MarkdownDocument) {
    guard !node.detail.isEmpty else { return }
    output.html("\" title=\"")
    output.text(document.bytes(node.detail))
  }

  private mutating func writeCodeBlock(_ node: Node, of document: MarkdownDocument) {
    output.newLine()
    if node.detail.isEmpty {
      output.html("<pre><code>")
    } else {
      output.html("<pre><code class=\"language-")
      output.text(document.bytes(node.detail).prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") })
      output.html("\">")
    }
    output.text(document.bytes(node.text))
    output.html("</code></pre>\n")
  }

  private mutating func writeCellStart(_ cell: Node, of document: MarkdownDocument) {
    let row = document.nodes[Int(cell.parent)]
    output.newLine()
    output.html(row.traits.contains(.header) ? "<th" : "<td")
    let alignments = document.bytes(document.nodes[Int(row.parent)].detail)
    switch alignments.dropFirst(Int(cell.number)).first {
    case UInt8(ascii: "l"): output.html(" align=\"left\">")
    case UInt8(ascii: "c"): output.html(" align=\"center\">")
    case UInt8(ascii: "r"): output.html(" align=\"right\">")
    default: output.html(">")
    }
  }

  private mutating func writeFootnoteReference(_ node: Node, of document: MarkdownDocument) {
    let label = document.bytes(node.text)
    output.html("<sup class=\"footnote-ref\"><a href=\"#\(footnotePrefix)fn-")
    output.html(label)
    output.html("\" id=\"\(footnotePrefix)fnref-")
    output.html(label)
    if node.count > 1 { output.html("-\(node.count)") }
    output.html("\" data-footnote-ref>\(node.number)</a></sup>")
  }

  private mutating func writeFootnoteStart(_ node: Node, of document: MarkdownDocument) {
    if footnotes == 0 { output.html("<section class=\"footnotes\" data-footnotes>\n<ol>\n") }
    footnotes += 1
    output.html("<li id=\"\(footnotePrefix)fn-")
    output.html(document.bytes(node.text))
    output.html("\">\n")
  }

  /// Writes the ways back to where a footnote is referred to, unless its last paragraph has them.
  private mutating func writeFootnoteReturns(_ node: Node, of document: MarkdownDocument) -> Bool {
    guard footnotesWithReturn < footnotes else { return false }
    footnotesWithReturn = footnotes
    for index in 1...max(node.count, 1) {
      output.html(index == 1 ? "<a href=\"#\(footnotePrefix)fnref-" : " <a href=\"#\(footnotePrefix)fnref-")
      output.html(document.bytes(node.text))
      if index > 1 { output.html("-\(index)") }
      output.html("\" class=\"footnote-backref\" data-footnote-backref aria-label=\"")
      output.text(footnoteReturn)
      output.html("\">↩")
      if index > 1 { output.html("<sup class=\"footnote-ref\">\(index)</sup>") }
      output.html("</a>")
    }
    return true
  }
}
