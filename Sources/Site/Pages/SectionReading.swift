internal import Book
internal import Examples
internal import Markdown
internal import Reference

/// Collects what a search can find in a chapter.
struct SectionReading {
  private let chapter: Chapter
  private let parts: ChapterParts
  private let page: String
  /// What the page tells of symbols; `nil` for a page that is written.
  private let reference: ReferencePage?
  /// By the names of headings, the symbols that these are about.
  private let symbols: [String: PageSymbol]
  /// Where these are declared, as the page tells it: who looks for sources does not mean `Sources/Kit/Box.swift`.
  private let places: Set<String>
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
    reference = symbols
    let named = (symbols?.symbols ?? []).compactMap { symbol in symbol.anchor.map { ($0, symbol) } }
    self.symbols = Dictionary(named) { first, _ in first }
    places = Set((symbols?.symbols ?? []).compactMap(\.source).flatMap { [$0.told, $0.toldShortly] })
  }

  private mutating func read() {
    let document = chapter.shown
    begin(.page, chapter.title, "")
    // A page such as "Functions" is of one kind, which its title says: what else there is to tell is the module.
    sections[0].symbolKind = reference.map { $0.kind == $0.title ? $0.module : $0.kind }
    sections[0].caveat = reference?.caveat
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
          let symbol = symbols[found.id]
          // What tells overloads apart is shown by their declarations, and is not what they are asked for.
          begin(.heading, symbol?.name ?? found.text, found.id)
          current = sections.count - 1
          sections[current].symbolKind = symbol?.kind
          sections[current].caveat = symbol?.caveat
        }
        next = document.descendants(of: next).upperBound - 1
      case .codeBlock:
        if let example = parts.example(at: next) {
          begin(.example, example.id, ExampleBlock.anchor(of: example.id))
          sections[sections.count - 1].text +=
            example.varied.isEmpty
            ? Array(document.bytes(node.text)) : Array(example.lines.map { $0.text + "\n" }.joined().utf8)
        } else if document.bytes(node.detail).starts(with: Self.declarationMark) {
          sections[current].declaration = Self.inOneLine(document.bytes(node.text))
        } else {
          // What an example did is found with the example, and does not tear the text around it.
          let ofExample = parts.belongsToExample(next) ? sections.lastIndex { $0.kind == .example } : nil
          breakLine(ofExample ?? current)
          sections[ofExample ?? current].text += document.bytes(node.text)
        }
      case .paragraph where isPlace(next, in: document): next = document.descendants(of: next).upperBound - 1
      case .text, .code: sections[current].text += document.bytes(node.text)
      case .softBreak, .lineBreak: sections[current].text.append(UInt8(ascii: " "))
      case .paragraph, .tableCell, .item, .footnoteDefinition: breakLine(current)
      default: break
      }
    }
  }

  private static let declarationMark = Array("\(DeclarationFence.language) ".utf8)

  /// A declaration as it was before its parameters got lines of their own.
  private static func inOneLine(_ declaration: some Sequence<UInt8>) -> [UInt8] {
    var joined: [UInt8] = []
    for line in Array(declaration).split(separator: UInt8(ascii: "\n")) {
      let words = line.drop { $0 == UInt8(ascii: " ") }
      let isTight = joined.isEmpty || joined.last == UInt8(ascii: "(") || words.first == UInt8(ascii: ")")
      joined += (isTight ? [] : [UInt8(ascii: " ")]) + words
    }
    return joined
  }

  /// Whether a paragraph says nothing but where a symbol is declared.
  private func isPlace(_ paragraph: Int, in document: MarkdownDocument) -> Bool {
    var parts = document.descendants(of: paragraph)
    // It may lead to the source.
    if let first = parts.first, document.nodes[first].kind == .link {
      let inner = document.descendants(of: first)
      if inner.upperBound == parts.upperBound { parts = inner }
    }
    guard let only = parts.first, parts.count == 1, document.nodes[only].kind == .code else { return false }
    return places.contains(String(decoding: document.bytes(document.nodes[only].text), as: UTF8.self))
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
