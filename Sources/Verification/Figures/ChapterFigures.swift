package import Book
internal import Examples
internal import Markdown
internal import Recordings
internal import Text

/// The figures of a chapter, and what of its text belongs to them.
package struct ChapterFigures: Sendable {
  /// By the number of the node that holds its source.
  package private(set) var figures: [Int: PlacedFigure] = [:]

  /// By the number of a text beside formulas, how many of its first and last bytes are their marks.
  package private(set) var marks: [Int: (first: Int, last: Int)] = [:]

  /// What is wrong with how they are written.
  let diagnostics: [Diagnostic]

  /// The name of the attribute that makes a picture of a fence with a diagram.
  private static let attribute = "alt"

  /// Those of a chapter's text as pages show it.
  package init(shownIn chapter: Chapter, hasMath: Bool) {
    self.init(chapter.facts.mayHaveFigures ? chapter.shown : nil, hasMath: hasMath)
  }

  /// Those of a chapter's text as it was written.
  init(writtenIn chapter: Chapter, hasMath: Bool) {
    self.init(chapter.facts.mayHaveFigures ? chapter.document : nil, hasMath: hasMath)
  }

  /// - Parameters:
  ///   - document: The chapter's text; `nil` where it has no figures.
  ///   - hasMath: Whether the book has formulas: elsewhere a dollar sign is one.
  private init(_ document: MarkdownDocument?, hasMath: Bool) {
    var problems: [Diagnostic] = []
    guard let document else {
      diagnostics = []
      return
    }
    for fence in document.fences {
      if let figure = Self.figure(of: fence, document, hasMath: hasMath, &problems) { figures[fence.node] = figure }
    }
    diagnostics = problems
    if hasMath { findFormulas(in: document) }
  }

  private static func figure(
    of fence: Fence, _ document: MarkdownDocument, hasMath: Bool, _ problems: inout [Diagnostic]
  ) -> PlacedFigure? {
    let info = InfoString(document.file.bytes, fence.infoRange)
    let source = document.string(document.nodes[fence.node].text)
    if info.language == "math", hasMath {
      return PlacedFigure(figure: Figure(kind: .displayedFormula, source: source), alternative: "", node: fence.node)
    }
    guard info.language == "dot", let words = info.words.first(where: { $0.name == attribute }) else { return nil }
    if let other = info.words.first(where: { $0.name != attribute || $0.isMalformed }) {
      problems.append(
        Diagnostic(
          id: "unknown-attribute", "a diagram has no attribute `\(other.name)`", at: document.file.place(other.range),
          cure: "keep `alt` alone, with its text in quotation marks: `dot alt=\"…\"`"))
      return nil
    }
    guard let alternative = words.value, alternative.contains(where: { !$0.isWhitespace }) else {
      problems.append(
        Diagnostic(
          id: "no-alternative", "the diagram does not say in words what it shows",
          at: document.file.place(words.range),
          cure: "say it: `dot alt=\"…\"`; without `alt` the fence is shown as code"))
      return nil
    }
    return PlacedFigure(
      figure: Figure(kind: .diagram, source: source), alternative: alternative, node: fence.node)
  }

  /// Finds code between dollar signs that touch it, as GitHub writes formulas.
  private mutating func findFormulas(in document: MarkdownDocument) {
    let dollar = UInt8(ascii: "$")
    for (number, node) in document.nodes.enumerated() where node.kind == .text && node.nextSibling >= 0 {
      let code = Int(node.nextSibling)
      let after = Int(document.nodes[code].nextSibling)
      guard document.nodes[code].kind == .code, after >= 0, document.nodes[after].kind == .text,
        document.bytes(document.nodes[after].text).first == dollar
      else { continue }
      let text = document.bytes(node.text)
      // A dollar sign that closes a formula does not open the next.
      guard text.count > (marks[number]?.first ?? 0), text.last == dollar else { continue }
      marks[number, default: (0, 0)].last = 1
      marks[after, default: (0, 0)].first = 1
      let source = document.string(document.nodes[code].text)
      figures[code] = PlacedFigure(figure: Figure(kind: .formula, source: source), alternative: "", node: code)
    }
  }
}
