import CCmarkGFM
import Glibc

/// Lets cmark parse, and copies its tree into values.
struct TreeReader {
  private var nodes: [Node] = []
  private var text: [UInt8] = []
  private let extensions = CmarkExtensions.registered

  private init(capacity: Int) {
    nodes.reserveCapacity(capacity / 16 + 8)
    text.reserveCapacity(capacity)
  }

  /// Parses `bytes` from `offset` on.
  static func parse(_ bytes: [UInt8], from offset: Int, dialect: MarkdownDialect) -> (nodes: [Node], text: [UInt8]) {
    CmarkParser.withTree(bytes, from: offset, dialect: dialect) { root, _ in
      var reader = TreeReader(capacity: max(bytes.count - offset, 0))
      reader.read(root)
      // Without the room that was made for more: a large book has many documents.
      return (Array(reader.nodes[...]), Array(reader.text[...]))
    }
  }

  /// Copies the tree below `root`, without recursion: a text may nest as deep as it likes.
  private mutating func read(_ root: OpaquePointer) {
    var source = root
    append(source, to: -1, after: -1)
    var current: Int32 = 0
    while true {
      if let child = cmark_node_first_child(source) {
        append(child, to: current, after: -1)
        (source, current) = (child, Int32(nodes.count - 1))
        continue
      }
      while true {
        if source == root { return }
        if let next = cmark_node_next(source) {
          append(next, to: nodes[Int(current)].parent, after: current)
          (source, current) = (next, Int32(nodes.count - 1))
          break
        }
        guard let parent = cmark_node_parent(source) else { return }
        (source, current) = (parent, nodes[Int(current)].parent)
      }
    }
  }

  private mutating func append(_ source: OpaquePointer, to parent: Int32, after previous: Int32) {
    let number = Int32(nodes.count)
    var node = Node(kind(of: source))
    node.parent = parent
    if previous >= 0 {
      nodes[Int(previous)].nextSibling = number
      node.siblingIndex = nodes[Int(previous)].siblingIndex + 1
    } else if parent >= 0 {
      nodes[Int(parent)].firstChild = number
    }
    node.startLine = cmark_node_get_start_line(source)
    node.startColumn = cmark_node_get_start_column(source)
    node.endLine = cmark_node_get_end_line(source)
    node.endColumn = cmark_node_get_end_column(source)
    fill(&node, from: source)
    nodes.append(node)
  }

  private func kind(of source: OpaquePointer) -> NodeKind {
    switch cmark_node_get_type(source) {
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition
    case extensions.table: .table
    case extensions.tableRow: .tableRow
    case extensions.tableCell: .tableCell
    default: .strikethrough
    }
  }

  private mutating func fill(_ node: inout Node, from source: OpaquePointer) {
    switch node.kind {
    case .text, .code, .htmlInline, .htmlBlock:
      node.text = keep(cmark_node_get_literal(source))
    case .codeBlock:
      node.text = keep(cmark_node_get_literal(source))
      node.detail = keep(cmark_node_get_fence_info(source))
      var length: Int32 = 0
      var offset: Int32 = 0
      var character: CChar = 0
      if cmark_node_get_fenced(source, &length, &offset, &character) != 0 {
        node.traits.insert(.fenced)
        node.number = length
        node.count = offset
      }
    case .heading:
      node.number = cmark_node_get_heading_level(source)
    case .list:
      if cmark_node_get_list_tight(source) != 0 { node.traits.insert(.tight) }
      if cmark_node_get_list_type(source) == CMARK_ORDERED_LIST { node.traits.insert(.ordered) }
      if cmark_node_get_list_delim(source) == CMARK_PAREN_DELIM { node.traits.insert(.parenthesis) }
      node.number = cmark_node_get_list_start(source)
    case .item:
      if cmark_node_get_syntax_extension(source) == extensions.taskList {
        node.traits.insert(.task)
        if cmark_gfm_extensions_get_tasklist_item_checked(source) { node.traits.insert(.checked) }
      }
    case .link, .image:
      node.text = keep(cmark_node_get_url(source))
      node.detail = keep(cmark_node_get_title(source))
    case .table:
      node.number = Int32(cmark_gfm_extensions_get_table_columns(source))
      let alignments = cmark_gfm_extensions_get_table_alignments(source)
      node.detail = keep(UnsafeBufferPointer(start: alignments, count: Int(node.number)))
    case .tableRow:
      if cmark_gfm_extensions_get_table_row_is_header(source) != 0 { node.traits.insert(.header) }
    case .tableCell:
      node.number = node.siblingIndex
    case .footnoteDefinition:
      let facts = FootnoteFacts(definition: source)
      node.text = keep(facts.label)
      node.count = facts.count
    case .footnoteReference:
      let facts = FootnoteFacts(reference: source)
      node.text = keep(facts.label)
      node.count = facts.count
      node.number = cmark_node_get_literal(source).map { atoi($0) } ?? 0
    case .document, .blockQuote, .paragraph, .thematicBreak, .softBreak, .lineBreak, .emphasis, .strong, .strikethrough:
      break
    }
  }

  private mutating func keep(_ string: UnsafePointer<CChar>?) -> Node.TextRange {
    guard let string else { return .empty }
    return string.withMemoryRebound(to: UInt8.self, capacity: 1) {
      keep(UnsafeBufferPointer(start: $0, count: strlen(string)))
    }
  }

  private mutating func keep(_ bytes: some Collection<UInt8>) -> Node.TextRange {
    guard !bytes.isEmpty else { return .empty }
    defer { text.append(contentsOf: bytes) }
    return Node.TextRange(start: Int32(text.count), count: Int32(bytes.count))
  }
}
