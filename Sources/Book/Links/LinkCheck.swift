internal import Markdown
package import SourceText

/// Looks at every link and image of a book.
package struct LinkCheck: Sendable {
  /// A link out of the book, which is listed and not looked at.
  package struct External: Hashable, Sendable {
    /// The path in the book of the chapter that has it.
    package var chapter: String
    package var destination: String
  }

  /// The links out of the book, in reading order; each once for a chapter.
  package private(set) var external: [External] = []

  /// Links that lead nowhere, sorted.
  package private(set) var diagnostics: [Diagnostic] = []

  /// How many problems are told of one chapter at most.
  private static let limit = 100

  /// For how many broken links of a book what was meant is looked for.
  private static let suggestionLimit = 200

  /// Checks a book.
  package init(_ book: Book, index: LinkIndex) {
    for chapter in book.chapters { check(chapter, index) }
    diagnostics.sort()
  }

  private mutating func check(_ chapter: Chapter, _ index: LinkIndex) {
    let document = chapter.document
    let places = LinkPlaces(document)
    var results: [String: Result<LinkTarget, LinkProblem>] = [:]
    var found: [Diagnostic] = []
    func check(_ destination: String, _ place: () -> SourcePlace) {
      let isKnown = results[destination] != nil
      let result =
        results[destination]
        ?? Result { () throws(LinkProblem) in
          try index.target(
            of: destination, from: chapter.path, suggests: diagnostics.count + found.count < Self.suggestionLimit)
        }
      results[destination] = result
      switch result {
      case .success(.external) where !isKnown:
        external.append(External(chapter: chapter.path, destination: destination))
      case .failure(let problem) where found.count < Self.limit:
        found.append(Diagnostic(id: problem.id, problem.message, at: place(), cure: problem.cure))
      default: break
      }
    }
    for node in document.nodes.indices {
      switch document.nodes[node].kind {
      case .link, .image:
        check(document.string(document.nodes[node].text)) { places.place(of: node) }
      case .htmlInline, .htmlBlock:
        for link in HTMLLinks.links(in: document.bytes(document.nodes[node].text)) {
          check(link) { places.place(ofHTML: node, value: link) }
        }
      default: break
      }
    }
    // Several uses of one definition are one mistake.
    diagnostics += Set(found)
  }
}
