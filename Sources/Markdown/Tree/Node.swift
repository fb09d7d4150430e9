/// One node of a Markdown document: its kind, its neighbors, and what it holds.
///
/// Texts are ranges of the document's `text`; ask the document for their bytes or strings.
package struct Node: Sendable {
  /// A range of a document's `text`.
  package struct TextRange: Hashable, Sendable {
    var start: Int32
    var count: Int32

    /// No text.
    package static let empty = TextRange(start: 0, count: 0)

    /// Whether there is no byte in it.
    package var isEmpty: Bool { count == 0 }

    /// The range as offsets into the document's `text`.
    package var offsets: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// Facts that are true or false of a node.
  package struct Traits: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A list whose paragraphs are shown without space between them.
    package static let tight = Traits(rawValue: 1)
    /// A numbered list.
    package static let ordered = Traits(rawValue: 2)
    /// A numbered list that says `1)`, not `1.`.
    package static let parenthesis = Traits(rawValue: 4)
    /// An item with a box to tick.
    package static let task = Traits(rawValue: 8)
    /// A ticked box.
    package static let checked = Traits(rawValue: 16)
    /// A code block between fences.
    package static let fenced = Traits(rawValue: 32)
    /// The first row of a table.
    package static let header = Traits(rawValue: 64)
  }

  package var kind: NodeKind
  package var traits: Traits = []

  /// The number of the containing node; -1 for the document.
  package var parent: Int32 = -1

  /// The number of the first node within; -1 where there is none.
  package var firstChild: Int32 = -1

  /// The number of the next node in the same parent; -1 where there is none.
  package var nextSibling: Int32 = -1

  /// How many nodes of the same parent stand before this one.
  package var siblingIndex: Int32 = 0

  /// A heading's level, a list's first number, a table's columns, a cell's column, the number of
  /// a footnote that is referred to, a fence's length.
  package var number: Int32 = 0

  /// How often a footnote is referred to, or which of these references this is; a fence's indentation.
  package var count: Int32 = 0

  /// What a code block, text, or HTML says; where a link or image leads; a footnote's label as it stands in anchors.
  package var text = TextRange.empty

  /// A fence's info string, a link's or image's title, a table's alignments (`l`, `c`, `r` or NUL, one byte a column).
  package var detail = TextRange.empty

  /// Lines and byte columns as cmark gives them, from 1; lines count from where the Markdown begins.
  var startLine: Int32 = 0
  var startColumn: Int32 = 0
  var endLine: Int32 = 0
  var endColumn: Int32 = 0

  init(_ kind: NodeKind) {
    self.kind = kind
  }
}
