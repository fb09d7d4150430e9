internal import SwiftParser
internal import SwiftSyntax

/// The lines of a program that the compiler passes over, since a condition says that they are for other systems.
///
/// Nothing is known of them when a program has compiled. A condition of which it is not known whether it holds is taken
/// for one that does.
package struct InactiveCode: Sendable {
  /// The lines, counted from 1, with code that is compiled; what is only imported does not count.
  package fileprivate(set) var compiledLines: Set<Int> = []
  /// By the lines with code that is passed over, the bytes of the directive that says so; without imports, too.
  package fileprivate(set) var directives: [Int: Range<Int>] = [:]
  /// The lines with imports that are passed over.
  package fileprivate(set) var importLines: Set<Int> = []

  /// Looks through a program.
  ///
  /// `nil` where nothing is passed over.
  ///
  /// - Parameters:
  ///   - text: The program.
  ///   - conditions: What is known of its conditions.
  package init?(in text: String, knowing conditions: KnownConditions) {
    // Nearly no program has a condition.
    guard text.contains("#if"), TextNesting(text).problem == nil else { return nil }
    let found = DeepStack.run(forText: text.utf8.count) {
      let search = InactiveSearch(Parser.parse(source: text), conditions)
      return search.code
    }
    guard let found, !found.directives.isEmpty || !found.importLines.isEmpty else { return nil }
    self = found
  }

  fileprivate init() {}
}

/// Goes through a program's tokens, and knows under which condition each stands.
private final class InactiveSearch: SyntaxVisitor {
  private(set) var code = InactiveCode()
  private let lines: SourceLocationConverter
  private let conditions: KnownConditions
  /// The directive under which the tokens stand that are passed over.
  private var directive: Range<Int>?

  init(_ file: SourceFileSyntax, _ conditions: KnownConditions) {
    lines = SourceLocationConverter(fileName: "", tree: file)
    self.conditions = conditions
    super.init(viewMode: .sourceAccurate)
    walk(file.statements)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if directive != nil { code.importLines.insert(line(of: node.positionAfterSkippingLeadingTrivia)) }
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    let outer = directive
    var mayHold = true
    for clause in node.clauses {
      let holds = clause.condition.map(conditions.holds) ?? true
      let isPassedOver = !mayHold || holds == false
      if holds == true { mayHold = false }
      if outer == nil { directive = isPassedOver ? Self.range(of: clause) : nil }
      if let elements = clause.elements { walk(elements) }
    }
    directive = outer
    return .skipChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    let line = line(of: token.positionAfterSkippingLeadingTrivia)
    if let directive { code.directives[line] = directive } else { code.compiledLines.insert(line) }
    return .skipChildren
  }

  private func line(of position: AbsolutePosition) -> Int { lines.location(for: position).line }

  private static func range(of clause: IfConfigClauseSyntax) -> Range<Int> {
    let end = clause.condition?.endPositionBeforeTrailingTrivia ?? clause.poundKeyword.endPositionBeforeTrailingTrivia
    return clause.poundKeyword.positionAfterSkippingLeadingTrivia.utf8Offset..<end.utf8Offset
  }
}
