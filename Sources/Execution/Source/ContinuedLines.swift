internal import SwiftParser
internal import SwiftSyntax

/// The lines of a program that begin within a comment, or within the text of a string.
package struct ContinuedLines: Sendable {
  /// Those that begin within a comment, counted from 1.
  package fileprivate(set) var ofComments: Set<Int> = []
  /// Those that begin within a string.
  package fileprivate(set) var ofStrings: Set<Int> = []

  /// Looks through a program.
  package init(in text: String) {
    // Only these go on in the next line.
    guard text.contains("/*") || text.contains("\"\"\""), TextNesting(text).problem == nil else { return }
    let found = DeepStack.run(forText: text.utf8.count) { ContinuationSearch(Parser.parse(source: text)).lines }
    if let found { self = found }
  }

  fileprivate init() {}
}

/// Goes through a program's tokens, and what stands between them.
private final class ContinuationSearch: SyntaxVisitor {
  private(set) var lines = ContinuedLines()
  private let converter: SourceLocationConverter

  init(_ file: SourceFileSyntax) {
    converter = SourceLocationConverter(fileName: "", tree: file)
    super.init(viewMode: .sourceAccurate)
    walk(file)
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    lines.ofStrings.formUnion(
      following(node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia))
    return .visitChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    look(token.leadingTrivia, at: token.position)
    look(token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia)
    return .skipChildren
  }

  private func look(_ trivia: Trivia, at start: AbsolutePosition) {
    var position = start
    for piece in trivia {
      let end = position.advanced(by: piece.sourceLength.utf8Length)
      if case .blockComment = piece { lines.ofComments.formUnion(following(position, end)) }
      if case .docBlockComment = piece { lines.ofComments.formUnion(following(position, end)) }
      position = end
    }
  }

  /// The lines after that of a position, up to that of another.
  private func following(_ start: AbsolutePosition, _ end: AbsolutePosition) -> Range<Int> {
    let first = converter.location(for: start).line + 1
    return first..<max(first, converter.location(for: end).line + 1)
  }
}
