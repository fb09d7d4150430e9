internal import Markdown
internal import Text

/// The names of a chapter's examples: those that authors chose, and those made from headings.
struct ExampleNames {
  private let chapter: String
  private let document: MarkdownDocument
  private let headings: [Int]
  private var chosen: [String: SourcePlace] = [:]
  private var made: Set<String> = []
  private var counts: [String: Int] = [:]

  init(chapter: String, document: MarkdownDocument) {
    self.chapter = chapter
    self.document = document
    headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }
  }

  /// Notes a name that its author chose; returns what is wrong when it is taken already.
  mutating func take(_ name: String, at place: SourcePlace) -> Diagnostic? {
    guard let first = chosen[name] else {
      chosen[name] = place
      return nil
    }
    return Diagnostic(
      id: "duplicate-id", "another example of this chapter has the name `\(name)`", at: place,
      notes: [Diagnostic.Note("it is first used here", at: first)])
  }

  /// Makes a name for the example that is a node of the document: that of the nearest heading before it and a number.
  ///
  /// Before any heading it is the chapter's. The first has a number too, so that a second one does not change its name.
  mutating func make(before node: Int) -> String {
    let title = heading(before: node).map { document.headingText(of: $0) }
    let slug = HeadingID.slug(title ?? String(chapter.split(separator: "/").last ?? ""))
    while true {
      counts[slug, default: 0] += 1
      let name = "\(slug)-\(counts[slug, default: 1])"
      // A heading may itself end in a number.
      if chosen[name] == nil, made.insert(name).inserted { return name }
    }
  }

  private func heading(before node: Int) -> Int? {
    var low = 0
    var high = headings.count
    while low < high {
      let middle = (low + high) / 2
      if headings[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? headings[low - 1] : nil
  }
}
