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
    for found in ParallelMap.of(book.chapters, { Self.links(of: $0, index) }) {
      external += found.external
      // Several uses of one definition are one mistake.
      diagnostics += Set(
        found.broken.map { link in
          let suggests = diagnostics.count < Self.suggestionLimit
          let problem =
            suggests ? Self.problem(of: link.destination, in: found.chapter, index) ?? link.problem : link.problem
          return Diagnostic(id: problem.id, problem.message, at: link.place, cure: problem.cure)
        })
    }
    diagnostics.sort()
  }

  /// The links of a chapter that have to be told.
  private struct Found: Sendable {
    var chapter: String
    var external: [External] = []
    var broken: [(destination: String, problem: LinkProblem, place: SourcePlace)] = []
  }

  private static func links(of chapter: Chapter, _ index: LinkIndex) -> Found {
    let document = chapter.document
    let places = LinkPlaces(document)
    var results: [String: Result<LinkTarget, LinkProblem>] = [:]
    var found = Found(chapter: chapter.path)
    func check(_ destination: String, _ place: () -> SourcePlace) {
      let isKnown = results[destination] != nil
      let result =
        results[destination]
        ?? Result { () throws(LinkProblem) in try index.target(of: destination, from: chapter.path, suggests: false) }
      results[destination] = result
      switch result {
      case .success(.external) where !isKnown:
        found.external.append(External(chapter: chapter.path, destination: destination))
      case .failure(let problem) where found.broken.count < limit: found.broken.append((destination, problem, place()))
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
    return found
  }

  /// What is wrong with a destination, with what may have been meant.
  private static func problem(of destination: String, in chapter: String, _ index: LinkIndex) -> LinkProblem? {
    do throws(LinkProblem) {
      _ = try index.target(of: destination, from: chapter)
      return nil
    } catch {
      return error
    }
  }
}
