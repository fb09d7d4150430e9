import CCmarkGFM
import Glibc

/// The HTML of cmark's own renderer: what ours is compared with.
package enum CmarkHTML {
  /// Parses and renders with the library alone, raw HTML kept but for the tags that GitHub filters.
  package static func render(_ markdown: [UInt8], dialect: MarkdownDialect) -> [UInt8] {
    CmarkParser.withTree(markdown, from: 0, dialect: dialect) { root, extensions in
      guard let html = cmark_render_html(root, CMARK_OPT_UNSAFE, extensions) else { return [] }
      defer { cmark_get_default_mem_allocator().pointee.free(html) }
      return Array(UnsafeRawBufferPointer(start: html, count: strlen(html)))
    }
  }
}
