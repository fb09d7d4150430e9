internal import SwiftSyntax

/// Finds literals, what is printed, key paths, and tasks.
final class PageReader: SyntaxVisitor {
  private(set) var literals: [PageText.Literal] = []
  private(set) var insertions: [PageText.Insertion] = []
  private(set) var hasTasks = false
  private let lines: LineTable

  init(_ lines: LineTable) {
    self.lines = lines
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if node.attributeName.trimmedDescription == "MainActor" { hasTasks = true }
    return .skipChildren
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    hasTasks = true
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if ["Task", "withTaskGroup", "MainActor"].contains(node.baseName.text) { hasTasks = true }
    return .visitChildren
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    hasTasks = true
    return .visitChildren
  }

  // MARK: What is printed

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "print" {
      for argument in node.arguments where argument.label == nil {
        open(argument.expression, "loopbookText(", nil)
        dropAny(argument.expression)
      }
    }
    return .visitChildren
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    if node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "print" {
      for argument in node.arguments where argument.label == nil { close(argument.expression, nil) }
    }
  }

  override func visit(_ node: ExpressionSegmentSyntax) -> SyntaxVisitorContinueKind {
    if let only = Self.only(node) {
      open(only, "loopbookText(", nil)
      dropAny(only)
    }
    return .visitChildren
  }

  override func visitPost(_ node: ExpressionSegmentSyntax) {
    if let only = Self.only(node) { close(only, nil) }
  }

  private static func only(_ node: ExpressionSegmentSyntax) -> ExprSyntax? {
    guard node.expressions.count == 1, let only = node.expressions.first, only.label == nil else { return nil }
    return only.expression
  }

  /// `value as Any` is printed like the value; authors write it to silence a warning of the compiler.
  private func dropAny(_ node: ExprSyntax) {
    guard let parts = node.as(SequenceExprSyntax.self)?.elements.map(\.self), parts.count == 3,
      let cast = parts[1].as(UnresolvedAsExprSyntax.self), cast.questionOrExclamationMark == nil,
      parts[2].as(TypeExprSyntax.self)?.type.trimmedDescription == "Any"
    else { return }
    let start = parts[0].endPositionBeforeTrailingTrivia.utf8Offset
    insertions.append(
      PageText.Insertion(
        offset: start, text: "", literal: nil, closes: false,
        removed: node.endPositionBeforeTrailingTrivia.utf8Offset - start))
  }

  // MARK: Key paths

  /// Embedded Swift has none; those that stand for a closure become one.
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    let isPlain =
      node.root == nil && node.components.allSatisfy { $0.component.is(KeyPathPropertyComponentSyntax.self) }
    guard isPlain else { return .visitChildren }
    let start = node.backslash.positionAfterSkippingLeadingTrivia.utf8Offset
    insertions.append(PageText.Insertion(offset: start, text: "{ $0", literal: nil, closes: false, removed: 1))
    insertions.append(
      PageText.Insertion(
        offset: node.endPositionBeforeTrailingTrivia.utf8Offset, text: " }", literal: nil, closes: true))
    return .skipChildren
  }

  // MARK: A name that the compiler knows

  /// Puts `DispatchQueue.main` in brackets, in which the compiler does not know it.
  ///
  /// It takes what is called of that to run on Swift's main actor, also where the program declares the type itself, and
  /// crashes in Embedded Swift, which has no main actor.
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.isMainQueue(node) { open(node, "(", nil) }
    return .visitChildren
  }

  override func visitPost(_ node: MemberAccessExprSyntax) {
    if Self.isMainQueue(node) { close(node, nil) }
  }

  private static func isMainQueue(_ node: MemberAccessExprSyntax) -> Bool {
    node.declName.baseName.text == "main" && node.parent?.is(MemberAccessExprSyntax.self) == true
      && node.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "DispatchQueue"
  }

  // MARK: Literals

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    mark(node, .integer, "loopbookNumber(")
  }

  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    mark(node, .decimal, "loopbookDecimal(")
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    // The compiler knows of `while true` that nothing comes behind it.
    let isEndless = node.parent?.parent?.parent?.is(WhileStmtSyntax.self) == true
    return isEndless ? .skipChildren : mark(node, .flag, "loopbookFlag(")
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let isPlain =
      node.openingPounds == nil && node.openingQuote.tokenKind == .stringQuote && node.segments.count == 1
      && node.segments.allSatisfy { $0.as(StringSegmentSyntax.self).map { !$0.content.text.contains("\\") } ?? false }
    return isPlain ? mark(node, .text, "loopbookString(") : .visitChildren
  }

  private func mark(
    _ node: some ExprSyntaxProtocol, _ kind: PageText.Literal.Kind, _ call: String
  ) -> SyntaxVisitorContinueKind {
    let (start, end) = (node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia)
    let line = lines.line(at: start.utf8Offset)
    let column = lines.column(at: start.utf8Offset)
    literals.append(
      PageText.Literal(
        kind: kind, line: line, columns: column..<column + end.utf8Offset - start.utf8Offset,
        text: node.trimmedDescription))
    open(node, call, literals.count - 1)
    close(node, literals.count - 1)
    return .skipChildren
  }

  private func open(_ node: some ExprSyntaxProtocol, _ text: String, _ literal: Int?) {
    insertions.append(
      PageText.Insertion(
        offset: node.positionAfterSkippingLeadingTrivia.utf8Offset, text: text, literal: literal, closes: false))
  }

  private func close(_ node: some ExprSyntaxProtocol, _ literal: Int?) {
    insertions.append(
      PageText.Insertion(
        offset: node.endPositionBeforeTrailingTrivia.utf8Offset, text: ")", literal: literal, closes: true))
  }
}

/// Where the lines of a text begin.
struct LineTable {
  private let starts: [Int]

  init(_ text: String) {
    var starts = [0]
    for (offset, byte) in text.utf8.enumerated() where byte == 10 { starts.append(offset + 1) }
    self.starts = starts
  }

  /// The number of the line that an offset is on, from 1.
  func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Where in its line an offset is.
  func column(at offset: Int) -> Int { offset - starts[line(at: offset) - 1] }
}
