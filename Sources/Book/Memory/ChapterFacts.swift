internal import Markdown

/// What a book has to know of each of its chapters, shown or not.
///
/// It is found in the chapter's text, and depends on nothing else.
package struct ChapterFacts: Sendable {
  /// Something that leads somewhere.
  package struct Link: Hashable, Sendable {
    package var destination: String
    package var use: WebAddress.Use
    /// Whether the page loads it.
    package var isLoaded: Bool

    /// The destination, told from the same one that is used for something else.
    var destinationForUse: String { use == .link ? destination : "\(use) \(destination)" }
  }

  /// The headings, in the order in which they are rendered.
  package internal(set) var headings: [Chapter.Heading] = []

  /// What a heading in HTML says that stands before all others, where its level is the first.
  package internal(set) var htmlTitle: String?

  /// The links, pictures, and what HTML leads to: each once, in the order in which they first stand there.
  package internal(set) var links: [Link] = []

  /// The names of elements of HTML; those that would have to be the only ones of that name, apart.
  var htmlNames: Set<String> = []
  var htmlIdentities: [String] = []

  /// Whether the text names footnotes that are not there.
  var lacksDefinitions = false

  /// Whether a table leaves out cells of its rows.
  var losesCells = false

  /// Whether it may have directives, notes or formulas that are text here.
  var hasForeignText = false

  /// Whether text is taken for tags of HTML.
  var hasUnknownTags = false

  /// Whether there may be diagrams or formulas.
  package internal(set) var mayHaveFigures = false

  /// Facts that are not known are none.
  init() {}

  /// Finds the facts.
  ///
  /// - Parameters:
  ///   - document: The text as it was written.
  ///   - shown: The text as pages show it.
  init(of document: MarkdownDocument, shown: MarkdownDocument) {
    var ids = HeadingID()
    var known: Set<Link> = []
    func add(_ link: Link) {
      if known.insert(link).inserted { links.append(link) }
    }
    for number in document.nodes.indices {
      let node = document.nodes[number]
      switch node.kind {
      case .heading:
        // Addresses do not change with the marks.
        let id = HeadingMark(of: number, in: document)?.name ?? ids.next(document.headingText(of: number))
        headings.append(
          Chapter.Heading(
            node: number, level: Int(node.number), text: shown.headingText(of: number), id: id,
            mark: HeadingMark(of: number, in: shown)))
      case .link, .image:
        let isImage = node.kind == .image
        add(Link(destination: document.string(node.text), use: isImage ? .picture : .link, isLoaded: isImage))
      case .htmlInline, .htmlBlock:
        let html = document.bytes(node.text)
        if htmlTitle == nil, headings.isEmpty, node.kind == .htmlBlock { htmlTitle = HTMLHeading.title(in: html) }
        for link in HTMLLinks.links(in: html) {
          add(Link(destination: link.destination, use: .html, isLoaded: link.isLoaded))
        }
        for name in HTMLLinks.names(in: html) where name.kind != .use {
          htmlNames.insert(name.name)
          if name.kind == .identity { htmlIdentities.append(name.name) }
        }
      case .codeBlock:
        let info = document.string(node.detail)
        if info.contains("dot") || info.contains("math") { mayHaveFigures = true }
      case .code:
        // Code between dollar signs is a formula. What stands before it in the same parent is a text that is directly
        // before it in the order of rendering.
        if number > 0, document.nodes[number - 1].kind == .text,
          document.bytes(document.nodes[number - 1].text).last == UInt8(ascii: "$")
        {
          mayHaveFigures = true
        }
      default: break
      }
    }
    lacksDefinitions = !DefinitionCheck.diagnostics(of: document, limit: 1).isEmpty
    losesCells = !TableCheck.diagnostics(of: document, limit: 1).isEmpty
    hasForeignText = !ForeignTextCheck.diagnostics(of: document, hasMath: true, limit: 1).isEmpty
    hasUnknownTags = !TagCheck.diagnostics(of: document, limit: 1).isEmpty
  }

  /// Whether two elements would have the same name, or one that is taken.
  func namesCollide(taken: Set<String>, allowsHTML: Bool) -> Bool {
    var names = taken
    return !headings.allSatisfy { names.insert($0.id).inserted }
      || allowsHTML && !htmlIdentities.allSatisfy { names.insert($0).inserted }
  }
}
