internal import Book
internal import Examples
internal import Files
internal import Markdown
internal import Text
internal import Verification

/// What programs read in place of pages: chapters as Markdown, and lists of all pages.
struct MachineFiles: Sendable {
  private let site: SiteContext

  init(_ site: SiteContext) { self.site = site }

  /// A chapter as Markdown: with what it includes, and with the recordings that were verified.
  func markdown(of chapter: Int) -> [UInt8] {
    // What tells the build which values readers can choose is nothing to be read.
    let marks = site.examples[chapter].examples.flatMap(\.varied).map { (range: $0.mark, text: "") }
    let chapter = site.book.chapters[chapter]
    var text: [UInt8] = []
    var start = chapter.offset
    for edit in (marks + declarations(in: chapter)).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      text += chapter.file.bytes[start..<edit.range.lowerBound] + Array(edit.text.utf8)
      start = edit.range.upperBound
    }
    text += chapter.file.bytes[start...]
    return PageData.hasHeading(chapter, site) ? text : Array("# \(Self.line(chapter.title))\n\n".utf8) + text
  }

  /// The languages of declarations, as other programs know them: what the compiler calls each is for the build alone.
  private func declarations(in chapter: Chapter) -> [(range: Range<Int>, text: String)] {
    guard site.reference.pages[chapter.path] != nil else { return [] }
    return chapter.document.fences.filter { $0.infoString.hasPrefix("\(DeclarationFence.language) ") }
      .map { ($0.infoRange, "swift") }
  }

  /// The whole address of a page of the site; `nil` where the book does not say where its site is.
  static func address(of path: String, _ configuration: Configuration) -> String? {
    // A server shows a folder's first page at the address of the folder.
    let isFirst = BookPath.name(of: path) == SiteMap.first
    return configuration.url.map {
      $0 + WebPath.encoded(isFirst ? String(path.dropLast(SiteMap.first.count)) : path)
    }
  }

  /// The list of all pages for search engines; `nil` where the book does not say where its site is.
  var sitemap: [UInt8]? {
    let addresses = site.map.pages.compactMap { Self.address(of: $0, site.book.configuration) }
    guard site.book.configuration.url != nil else { return nil }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    for address in addresses { text += "<url><loc>\(Self.escaped(address))</loc></url>\n" }
    return Array((text + "</urlset>\n").utf8)
  }

  /// The list of all chapters for language models, in the form that llmstxt.org describes.
  var index: [UInt8] {
    var text = "# \(Self.line(site.book.title))\n"
    if let description = site.book.configuration.description { text += "\n> \(Self.line(description))\n" }
    var part = -1
    for (number, chapter) in site.book.chapters.enumerated() {
      let entry = site.outline.entries[site.outline.entryOfChapter[number]]
      if entry.part != part {
        part = entry.part
        text += "\n## \(Self.line(site.outline.parts[part].title ?? site.book.title))\n\n"
      }
      let address = (site.book.configuration.url ?? "") + WebPath.encoded(chapter.path)
      let title = Self.linked(Self.line(chapter.title))
      let about = chapter.frontMatter.description.map { ": " + Self.line($0) } ?? ""
      text += "- [\(title)](\(address))\(about)\n"
    }
    return Array(text.utf8)
  }

  /// A text as a link in Markdown has it.
  private static func linked(_ text: String) -> String {
    // Few have brackets, and to look for a character takes many times as long as to look for its byte.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else { return text }
    return text.replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  /// A text on one line.
  private static func line(_ text: String) -> String {
    // Nearly all are ASCII without control characters; to look for the ends of lines among characters takes long.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func escaped(_ address: String) -> String {
    address.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&apos;")
  }
}
