import CCmarkGFM
import Synchronization

/// Runs cmark's parser, from any thread.
enum CmarkParser {
  /// cmark keeps the characters that its extensions look for in a table of the whole process while it parses inlines.
  ///
  /// Blocks are parsed by the call that feeds, inlines by the one that finishes, so only the latter needs the lock.
  private static let inlineParsing = Mutex(())

  /// Lends cmark's tree of `bytes` from `offset` on to `body`, with the extensions that its renderer needs.
  static func withTree<Result>(
    _ bytes: [UInt8], from offset: Int, dialect: MarkdownDialect,
    _ body: (_ root: OpaquePointer, _ extensions: UnsafeMutablePointer<cmark_llist>?) -> Result
  ) -> Result {
    let extensions = CmarkExtensions.registered
    guard let parser = cmark_parser_new(CMARK_OPT_SOURCEPOS | (dialect == .book ? CMARK_OPT_FOOTNOTES : 0)) else {
      preconditionFailure("cmark's allocator ends the process instead of giving no parser")
    }
    defer { cmark_parser_free(parser) }
    extensions.attach(to: parser)
    bytes.withUnsafeBytes { buffer in
      let markdown = UnsafeRawBufferPointer(rebasing: buffer[min(offset, buffer.count)...])
      guard let start = markdown.baseAddress else { return }
      cmark_parser_feed(parser, start, markdown.count)
    }
    let address = inlineParsing.withLock { _ in Int(bitPattern: cmark_parser_finish(parser)) }
    guard let root = OpaquePointer(bitPattern: address) else {
      preconditionFailure("a parser that was not finished before has a document")
    }
    defer { cmark_node_free(root) }
    return body(root, cmark_parser_get_syntax_extensions(parser))
  }
}
