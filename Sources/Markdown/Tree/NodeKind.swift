/// What a node of a Markdown document is.
package enum NodeKind: UInt8, Sendable {
  // Blocks.
  case document
  case blockQuote
  case list
  case item
  case codeBlock
  case htmlBlock
  case paragraph
  case heading
  case thematicBreak
  case footnoteDefinition
  case table
  case tableRow
  case tableCell

  // Inlines.
  case text
  case softBreak
  case lineBreak
  case code
  case htmlInline
  case emphasis
  case strong
  case strikethrough
  case link
  case image
  case footnoteReference

  /// Whether the node stands in a line of text.
  package var isInline: Bool { rawValue >= NodeKind.text.rawValue }
}
