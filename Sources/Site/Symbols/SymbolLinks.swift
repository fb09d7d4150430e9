internal import Book
internal import Files
internal import Markdown
internal import Reference
internal import Text
internal import Verification

/// The names of symbols between double backquotes in chapters that were written, such as ``` ``Loop/run(until:)`` ```.
///
/// In a book without pages about symbols these are code like any other.
struct SymbolLinks: Sendable {
  /// By chapter of the book and node of its document, what is named.
  private let links: [[Int: SymbolTarget]]

  /// What is wrong: names of symbols that there are not.
  let diagnostics: [Diagnostic]

  init(_ book: Book, _ symbols: SymbolIndex?) {
    guard let symbols else {
      links = []
      diagnostics = []
      return
    }
    let found = ParallelMap.of(book.chapters) { chapter -> ([Int: SymbolTarget], [Diagnostic]) in
      // In pages that are made, these are links already.
      if chapter.isGenerated || !Self.mayName(chapter.file.bytes) { return ([:], []) }
      return Self.links(of: chapter.document, symbols)
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
    of document: MarkdownDocument, _ symbols: SymbolIndex
  ) -> ([Int: SymbolTarget], [Diagnostic]) {
    var links: [Int: SymbolTarget] = [:]
    var diagnostics: [Diagnostic] = []
    for node in document.nodes.indices where document.nodes[node].kind == .code {
      let name = document.string(document.nodes[node].text)
      guard isName(name), let range = document.range(of: node), isDouble(document.file.bytes[range]) else { continue }
      switch symbols.resolve(name, from: nil) {
      case .success(let target): links[node] = target
      case .failure(let problem):
        let cure =
          problem.suggestions.count > 1
          ? "write one of " + problem.suggestions.prefix(5).map { "``\($0)``" }.joined(separator: ", ")
          : problem.suggestions.first.map { "did you mean ``\($0)``?" }
            ?? "between single backquotes it is code, and no link"
        diagnostics.append(
          Diagnostic(id: "unknown-symbol", problem.message, at: document.file.place(range), cure: cure))
      }
    }
    return (links, diagnostics)
  }

  /// Whether a text may be meant for the name of a symbol.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "`" }
  }

  private static func isDouble(_ code: ArraySlice<UInt8>) -> Bool {
    code.prefix { $0 == UInt8(ascii: "`") }.count == 2
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
