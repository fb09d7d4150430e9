import CCmarkGFM
import Glibc

/// A footnote's label and numbers, which cmark tells only in its HTML.
///
/// The numbers cannot be counted from the tree: cmark counts references in footnotes that it then drops, too.
struct FootnoteFacts {
  /// The label as it stands in anchors: what may not stand in a URL is escaped.
  var label: [UInt8] = []

  /// How many references to a footnote there are, or which of them this one is, from 1.
  var count: Int32 = 1

  /// Reads a footnote.
  init(definition node: OpaquePointer) {
    Self.withHTML(of: node) { html in
      label = Self.value(after: "<li id=\"fn-", in: html)
      // Text cannot hold this mark: its quotation marks are escaped, and raw HTML is left out.
      let mark = "class=\"footnote-backref\""
      var references: Int32 = 0
      var rest = strstr(html, mark)
      while let found = rest {
        references += 1
        rest = strstr(found + 1, mark)
      }
      count = max(references, 1)
    }
  }

  /// Reads a reference.
  init(reference node: OpaquePointer) {
    Self.withHTML(of: node) { html in
      label = Self.value(after: "href=\"#fn-", in: html)
      let anchor = Self.value(after: "id=\"fnref-", in: html)
      let number = anchor.dropFirst(label.count + 1)
      count = number.isEmpty ? 1 : Int32(String(decoding: number, as: UTF8.self)) ?? 1
    }
  }

  private static func withHTML(of node: OpaquePointer, _ body: (UnsafePointer<CChar>) -> Void) {
    guard let html = cmark_render_html(node, 0, nil) else { return }
    body(html)
    cmark_get_default_mem_allocator().pointee.free(html)
  }

  private static func value(after start: String, in html: UnsafePointer<CChar>) -> [UInt8] {
    guard let found = strstr(html, start) else { return [] }
    let value = found + strlen(start)
    return Array(UnsafeRawBufferPointer(start: value, count: strcspn(value, "\"")))
  }
}
