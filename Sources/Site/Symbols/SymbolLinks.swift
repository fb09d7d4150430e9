internal import Book
internal import Files
internal import Markdown
internal import Reference
internal import Text
internal import Verification

/// The names of symbols between double backquotes in chapters that were written, such as ``` ``Loop/run(until:)`` ```,
/// and links such as `<doc:Name>`.
///
/// In a book without pages about symbols, the names are code like any other.
struct SymbolLinks: Sendable {
  /// By chapter of the book and node of its document, what is named.
  private let links: [[Int: SymbolTarget]]

  /// What is wrong: names of symbols that there are not.
  let diagnostics: [Diagnostic]

  init(_ book: Book, _ symbols: SymbolIndex?, _ index: LinkIndex) {
    guard let symbols else {
      links = []
      diagnostics = []
      return
    }
    let found = ParallelMap.of(book.chapters) { chapter -> ([Int: SymbolTarget], [Diagnostic]) in
      // In pages that are made, these are links already.
      let links = chapter.isGenerated ? [] : chapter.facts.links
      let mayName =
        links.contains { $0.destination.hasPrefix("doc:") } || Self.mayName(chapter.file.bytes)
        || chapter.file.bytes.containsBytes(of: "doc:")
      if chapter.isGenerated || !mayName { return ([:], []) }
      return Self.links(of: chapter.document, symbols, index)
    }
    links = found.map(\.0)
    diagnostics = found.flatMap(\.1).sorted()
  }

  /// Whether two backquotes stand somewhere, and no third beside them.
  private static func mayName(_ bytes: [UInt8]) -> Bool {
    let quote = UInt8(ascii: "`")
    var index = 0
    while let start = bytes[index...].firstIndex(of: quote) {
      let run = bytes[start...].prefix { $0 == quote }.count
      if run == 2 { return true }
      index = start + run
    }
    return false
  }

  private static func links(
    of document: MarkdownDocument, _ symbols: SymbolIndex, _ index: LinkIndex
  ) -> ([Int: SymbolTarget], [Diagnostic]) {
    var links: [Int: SymbolTarget] = [:]
    var diagnostics = LostDocumentLink.all(in: document).map(\.diagnostic)
    for node in document.nodes.indices {
      guard let link = SymbolLink(node, in: document) else { continue }
      switch symbols.resolve(link, from: nil).flatMap({ heading(link, $0, index) }) {
      case .success(let target): links[node] = target
      case .failure(let problem):
        var diagnostic = problem.diagnostic(for: link, at: document.file.place(link.range))
        if link.form == .symbol {
          diagnostic.cure = diagnostic.cure ?? "between single backquotes it is code, and not a link"
        } else if link.name.hasPrefix("#") {
          diagnostic.message = "'doc:#…' leads to headings of pages of doc comments, and this is a chapter"
          let words = if case .words(let words) = link.form { words } else { "words" }
          diagnostic.cure = "write [\(words)](#\(HeadingID.slug(link.name)))"
        }
        diagnostics.append(diagnostic)
      }
    }
    return (links, diagnostics)
  }

  /// What a link names, if the heading is on that page that it may name besides.
  private static func heading(
    _ link: SymbolLink, _ target: SymbolTarget, _ index: LinkIndex
  ) -> Result<SymbolTarget, UnknownSymbol> {
    guard link.form != .symbol, let mark = link.name.firstIndex(of: "#"), let anchor = target.anchor,
      !index.names(anchor, in: target.page)
    else { return .success(target) }
    let nearest = index.name(nearest: anchor, in: target.page)
    return .failure(
      UnknownSymbol(
        message: "there is no heading '#\(Excerpt.short(anchor))' on the page of `\(target.name)`",
        suggestions: nearest.map { ["\(link.name[..<mark])#\($0)"] } ?? []))
  }

  /// What a node of a chapter names.
  func target(of node: Int, in chapter: Int) -> SymbolTarget? { links.isEmpty ? nil : links[chapter][node] }

  /// What a chapter names, as one hash.
  func hash(of chapter: Int) -> ContentHash {
    var hash = ContentHash()
    for (node, target) in (links.isEmpty ? [:] : links[chapter]).sorted(by: { $0.key < $1.key }) {
      hash.add(node)
      hash.add(target.page)
      hash.add(target.anchor ?? "")
      hash.add(target.name)
    }
    return hash
  }
}

/// What a chapter shows in the place of the name of a symbol or an article, and where that leads.
struct NamedSymbolLink {
  var name: String
  /// Whether it is the name of a symbol; an article's is text.
  var isCode: Bool
  var address: String
}

extension NamedSymbolLink {
  /// Goes on behind the address and title of a link: with the name, where that is shown, or with what the chapter says.
  func finishLink(showingName: Bool, to output: inout HTMLOutput) -> HTMLHandling {
    output.html("\">")
    guard showingName else { return .opened }
    if isCode {
      output.html("<code>")
      BreakableName.write(Array(name.utf8)[...], to: &output)
      output.html("</code>")
    } else {
      output.text(name)
    }
    output.html("</a>")
    return .done
  }
}
