internal import Book
internal import Examples
internal import Markdown
internal import Reference

/// Collects what a search can find in a chapter.
struct SectionReading {
  private let chapter: Chapter
  private let parts: ChapterParts
  private let page: String
  /// By the names of headings, what kinds of symbols these are about.
  private let kinds: [String: String]
  /// The same of the page.
  private let kind: String?
  private var sections: [SearchableSection] = []

  /// Reads a chapter whose page has an address; `symbols` are those that the page is made for.
  static func sections(
    of chapter: Chapter, _ examples: ChapterExamples, page: String, symbols: ReferencePage? = nil
  ) -> [SearchableSection] {
    var reading = SectionReading(chapter: chapter, parts: ChapterParts(examples), page: page, symbols: symbols)
    reading.read()
    return reading.sections
  }

  private init(chapter: Chapter, parts: ChapterParts, page: String, symbols: ReferencePage?) {
    self.chapter = chapter
    self.parts = parts
    self.page = page
    let anchors = (symbols?.symbols ?? []).compactMap { symbol in symbol.anchor.map { ($0, symbol.kind) } }
    kinds = Dictionary(anchors) { first, _ in first }
    kind = symbols?.kind
  }

  private mutating func read() {
    let document = chapter.shown
    begin(.page, chapter.title, "")
    sections[0].symbolKind = kind
    // A sentence about the page, which is found by it and shown with it.
    if let description = chapter.frontMatter.description {
      sections[0].summary = description
      sections[0].text = Array("\(description)\n".utf8)
    }
    sections[0].keywords = chapter.frontMatter.keywords
    let beginning = sections[0].text.count
    /// The section that text belongs to; an example's text is a section of its own, and the one around it goes on
    /// after.
    var current = 0
    var heading = 0
    /// The mark of a callout, which no page shows.
    var mark = 0..<0
    var next = 0
    while next < document.nodes.count {
      let node = document.nodes[next]
      defer { next += 1 }
      if mark.contains(next) { continue }
      switch node.kind {
      case .blockQuote: mark = document.callout(of: next)?.mark ?? mark
      case .heading:
        let found = chapter.headings[heading]
        heading += 1
        // The page's title stands for the page.
        if heading == 1, found.level == 1, sections.count == 1, sections[0].text.count == beginning {
          sections[0].heading = found.text
        } else {
          begin(.heading, found.text, found.id)
          current = sections.count - 1
          sections[current].symbolKind = kinds[found.id]
        }
        next = document.descendants(of: next).upperBound - 1
      case .codeBlock:
        if let example = parts.example(at: next) {
          begin(.example, example.id, ExampleBlock.anchor(of: example.id))
          sections[sections.count - 1].text +=
            example.varied.isEmpty
            ? Array(document.bytes(node.text)) : Array(example.lines.map { $0.text + "\n" }.joined().utf8)
        } else {
          breakLine(current)
          sections[current].text += document.bytes(node.text)
        }
      case .text, .code: sections[current].text += document.bytes(node.text)
      case .softBreak, .lineBreak: sections[current].text.append(UInt8(ascii: " "))
      case .paragraph, .tableCell, .item, .footnoteDefinition: breakLine(current)
      default: break
      }
    }
  }

  private mutating func begin(_ kind: SearchableSection.Kind, _ heading: String, _ anchor: String) {
    sections.append(
      SearchableSection(kind: kind, page: page, title: chapter.title, heading: heading, anchor: anchor, text: []))
  }

  private mutating func breakLine(_ section: Int) {
    if let last = sections[section].text.last, last != UInt8(ascii: "\n") {
      sections[section].text.append(UInt8(ascii: "\n"))
    }
  }
}
