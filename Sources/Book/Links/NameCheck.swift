internal import Markdown
internal import Text

/// Finds names that two elements of a page would have: a link could lead to one of them only.
enum NameCheck {
  /// What is wrong with the names of a chapter's headings and of its HTML.
  ///
  /// - Parameters:
  ///   - chapter: The chapter.
  ///   - taken: Names that its examples have.
  ///   - allowsHTML: Whether there is HTML on its page.
  ///   - limit: How many problems are told at most.
  static func diagnostics(of chapter: Chapter, taken: Set<String>, allowsHTML: Bool, limit: Int) -> [Diagnostic] {
    let document = chapter.document
    let places = LinkPlaces(document)
    var first: [String: () -> SourcePlace] = [:]
    var found: [Diagnostic] = []
    func take(_ name: String, _ place: @escaping () -> SourcePlace) {
      guard found.count < limit else { return }
      if let other = first[name] {
        found.append(
          Diagnostic(
            id: "duplicate-name", "'\(Excerpt.short(name))' already names something on this page", at: place(),
            notes: [Diagnostic.Note("it is first used here", at: other())], cure: "choose another name"))
      } else if taken.contains(name) {
        found.append(
          Diagnostic(
            id: "duplicate-name", "'\(Excerpt.short(name))' names an example of this page", at: place(),
            cure: "choose another name"))
      } else {
        first[name] = place
      }
    }
    // A heading cannot be called otherwise, HTML can; so it comes first.
    for heading in chapter.headings {
      take(heading.id) { document.file.place(line: document.lines(of: heading.node)?.lowerBound ?? 1) }
    }
    guard allowsHTML else { return found }
    for node in document.nodes.indices {
      guard document.nodes[node].kind == .htmlInline || document.nodes[node].kind == .htmlBlock else { continue }
      for name in HTMLLinks.names(in: document.bytes(document.nodes[node].text)) where name.kind == .identity {
        take(name.name) { places.place(ofHTML: node, name.range) }
      }
    }
    return found
  }
}
