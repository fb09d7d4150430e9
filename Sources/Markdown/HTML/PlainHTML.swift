package import Text

/// GitHub's own HTML for a Markdown text: what `cmark-gfm` gives with its extensions.
///
/// As in the tests of GitHub's specification, raw HTML and all URLs are kept, but for the tags that GitHub filters, and
/// footnotes do not belong to the language.
package enum PlainHTML {
  /// The HTML of a file.
  package static func render(_ file: SourceFile) -> [UInt8] {
    var renderer = HTMLRenderer(hooks: PlainHooks(), rawHTML: .filtered)
    return renderer.render(MarkdownDocument(file, dialect: .github))
  }
}
