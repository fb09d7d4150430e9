package import Text

/// What a hook has done with a node.
package enum HTMLHandling: Sendable {
  /// Nothing; the node is rendered as ever.
  case usual

  /// It wrote how the node begins; what is in it follows, and the hook is asked to write how it ends.
  case opened

  /// It wrote all of the node, or leaves it out.
  case done
}

/// How a page's nodes are rendered where that differs from GitHub's specification.
package protocol HTMLHooks {
  /// Called before a node is rendered.
  mutating func enter(_ node: Int, of document: MarkdownDocument, to output: inout HTMLOutput) -> HTMLHandling

  /// Called after what is in a node has been rendered, if the hook has opened the node.
  mutating func leave(_ node: Int, of document: MarkdownDocument, to output: inout HTMLOutput)
}

/// Renders everything as GitHub's specification has it.
package struct PlainHooks: HTMLHooks {
  package init() {}

  package mutating func enter(
    _ node: Int, of document: MarkdownDocument, to output: inout HTMLOutput
  ) -> HTMLHandling {
    .usual
  }

  package mutating func leave(_ node: Int, of document: MarkdownDocument, to output: inout HTMLOutput) {}
}
