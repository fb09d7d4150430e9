import CCmarkGFM

/// The extensions of GitHub Flavored Markdown, and the numbers that cmark gives their nodes.
///
/// Extensions are named by address: they live as long as the process, and after registration nothing is written to
/// them.
struct CmarkExtensions: Sendable {
  /// The extensions, registered when first asked for.
  static let registered = CmarkExtensions()

  private let addresses: [Int]
  private let taskListAddress: Int

  /// The node types that the table extension brings along.
  let table: cmark_node_type
  let tableRow: cmark_node_type
  let tableCell: cmark_node_type

  /// The extension that a list item with a box belongs to.
  var taskList: OpaquePointer? { OpaquePointer(bitPattern: taskListAddress) }

  private init() {
    cmark_gfm_core_extensions_ensure_registered()
    // The order of the cmark-gfm program's options in the specification's own tests.
    addresses = ["table", "strikethrough", "autolink", "tagfilter", "tasklist"].map { (name: String) in
      Int(bitPattern: cmark_find_syntax_extension(name))
    }
    taskListAddress = Int(bitPattern: cmark_find_syntax_extension("tasklist"))
    // The types are variables of the library, which Swift cannot read safely; a table shows them.
    let parser = cmark_parser_new(0)
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"))
    let sample = "|a|\n|-|\n|b|\n"
    cmark_parser_feed(parser, sample, sample.utf8.count)
    let document = cmark_parser_finish(parser)
    let node = cmark_node_first_child(document)
    let row = node.flatMap(cmark_node_last_child)
    table = cmark_node_get_type(node)
    tableRow = cmark_node_get_type(row)
    tableCell = cmark_node_get_type(row.flatMap(cmark_node_first_child))
    cmark_node_free(document)
    cmark_parser_free(parser)
  }

  /// Lets a parser use all of them.
  func attach(to parser: OpaquePointer?) {
    for address in addresses { cmark_parser_attach_syntax_extension(parser, OpaquePointer(bitPattern: address)) }
  }
}
