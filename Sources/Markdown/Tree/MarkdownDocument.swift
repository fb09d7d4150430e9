package import Text

/// A Markdown text as a tree of values, with its fences found in the file.
///
/// Nodes are numbered in the order in which they are rendered, a container before what it holds; node 0 is the
/// document.
package struct MarkdownDocument: Sendable {
  /// The file that holds the Markdown.
  package let file: SourceFile

  /// Where in the file the Markdown begins.
  package let offset: Int

  /// All nodes.
  package let nodes: [Node]

  /// The texts of all nodes, one after the other, as cmark gives them: escapes and entities are resolved.
  package let text: [UInt8]

  /// The numbers of the footnotes that are referred to, in the order of their own numbers.
  package let footnotes: [Int]

  /// The fenced code blocks, in the order of the file.
  package let fences: [Fence]

  /// Parses a file from `offset` on, such as from the line after its front matter; nothing in it is an error.
  package init(_ file: SourceFile, from offset: Int = 0, dialect: MarkdownDialect = .book) {
    self.file = file
    self.offset = offset
    (nodes, text) = TreeReader.parse(file.bytes, from: offset, dialect: dialect)
    // cmark moves footnotes to the end of the document.
    footnotes = nodes.indices.filter { [nodes] in nodes[$0].kind == .footnoteDefinition && nodes[$0].parent == 0 }
    var finder = FenceFinder(file: file, nodes: nodes, text: text, from: offset)
    fences = finder.fences()
  }

  /// A document of which nodes say something else.
  init(_ document: MarkdownDocument, nodes: [Node], text: [UInt8]) {
    file = document.file
    offset = document.offset
    footnotes = document.footnotes
    fences = document.fences
    self.nodes = nodes
    self.text = text
  }

  /// The bytes of a node's text.
  package func bytes(_ range: Node.TextRange) -> ArraySlice<UInt8> {
    text[range.offsets]
  }

  /// A node's text; what is not UTF-8 is replaced.
  package func string(_ range: Node.TextRange) -> String {
    String(decoding: text[range.offsets], as: UTF8.self)
  }

  /// The numbers of the nodes directly within a node.
  package func children(of node: Int) -> some Sequence<Int> {
    sequence(state: Int(nodes[node].firstChild)) { next -> Int? in
      guard next >= 0 else { return nil }
      defer { next = Int(nodes[next].nextSibling) }
      return next
    }
  }
}
