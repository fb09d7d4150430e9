internal import SwiftSyntax

extension CommentSearch.Place {
  /// What the comment says as comparisons.
  ///
  /// - Parameter known: The names in the program.
  func comparison(known: Set<String>) -> StatedComparison? {
    let isBehind = isBehindCode && before != nil
    if let comparison = StatedComparison(comment.text, known: known) {
      if !isBehindCode, let after, Self.asks(after, comparison.text) { return nil }
      // What stands in the code says how it is done.
      return isBehind && before?.trimmedDescription.contains(comparison.text) == true && comparison.restates
        ? nil : comparison
    }
    guard isBehind, let before else { return nil }
    return StatedComparison(comment.text, of: before.changedName)
      ?? (before.printCall == nil ? StatedComparison(comment.text, ofAll: before.names) : nil)
  }

  /// Whether a statement begins with a condition in which a comparison stands, which a comment above it may tell.
  private static func asks(_ statement: CodeBlockItemSyntax, _ comparison: String) -> Bool {
    let head = statement.trimmedDescription.prefix { $0 != "{" }
    return ["if ", "guard ", "while ", "switch "].contains(where: head.hasPrefix) && head.contains(comparison)
  }

  /// What the comment says of a value that it does not name.
  ///
  /// - Parameter known: The names in the program.
  func relation(known: Set<String>) -> String? {
    guard isBehindCode, before != nil || givenValue != nil else { return nil }
    return StatedRelation.code(comment.text, known: known)
      ?? (subject?.isCallForType == true ? StatedRelation.code(ofType: comment.text) : nil)
  }

  /// The expression before it that gives the value which the comment may be about.
  var subject: ExprSyntax? {
    if let givenValue { return givenValue }
    guard let before else { return nil }
    if let call = before.printCall {
      guard call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil,
        !argument.expression.is(StringLiteralExprSyntax.self)
      else { return nil }
      return argument.expression
    }
    if let variable = before.item.as(VariableDeclSyntax.self) {
      return variable.bindings.count == 1 ? variable.bindings.first?.initializer?.value : nil
    }
    return before.item.as(ExprSyntax.self).flatMap { $0.discardedValue ?? $0 }
  }

  /// The expression right before it whose value it may tell, where no call can stand behind that: what is returned or
  /// given, what a member begins with, or the beginning of a chain of calls.
  var givenValue: ExprSyntax? {
    guard isBehindCode, let code else { return nil }
    if let before {
      let given = before.item.as(ReturnStmtSyntax.self)?.expression ?? before.item.as(ExprSyntax.self)
      guard before.endsItsList || before.isImplicitResult, let given, given.canBeArgument else { return nil }
      return given
    }
    for node in sequence(first: Syntax(code), next: \.parent) {
      guard node.lastToken(viewMode: .sourceAccurate) == code else { return nil }
      if let variable = node.as(VariableDeclSyntax.self) {
        return variable.parent?.is(MemberBlockItemSyntax.self) == true ? variable.firstValue : nil
      }
      if let call = node.as(FunctionCallExprSyntax.self), call.beginsChain { return ExprSyntax(call) }
    }
    return nil
  }

  /// What a comment behind an opening brace can be about.
  enum Opening {
    /// What is evaluated before it.
    case value(ExprSyntax)
    /// What has these names behind it; or what they come from, if that is a list.
    case names([String], ofEach: Bool)
    /// What cannot be looked at there.
    case other
  }

  /// What stands before the opening brace that it is behind; `nil` where it is behind something else, or behind words
  /// that give no value.
  var opening: Opening? {
    guard isBehindCode, before == nil, let code else { return nil }
    if code.parent?.is(ClosureSignatureSyntax.self) == true || code.parent?.is(ClosureExprSyntax.self) == true {
      return .other
    }
    guard code.tokenKind == .leftBrace, let body = code.parent else { return nil }
    if let choice = body.as(SwitchExprSyntax.self) { return .value(choice.subject) }
    if let loop = body.parent?.as(ForStmtSyntax.self) {
      return loop.pattern.names.map { .names($0, ofEach: true) } ?? .other
    }
    if let condition = body.parent?.as(IfExprSyntax.self) {
      return condition.body.id == body.id ? Self.opening(behind: condition.conditions) : nil
    }
    if let loop = body.parent?.as(WhileStmtSyntax.self) { return Self.opening(behind: loop.conditions) }
    if let guarding = body.parent?.as(GuardStmtSyntax.self), guarding.conditions.count == 1,
      case .expression = guarding.conditions.first?.condition
    {
      return Self.opening(behind: guarding.conditions)
    }
    return nil
  }

  private static func opening(behind conditions: ConditionElementListSyntax) -> Opening {
    if conditions.count == 1, case .expression(let expression) = conditions.first?.condition {
      return expression.canBeArgument ? .value(expression) : .other
    }
    let names = conditions.boundNames
    return names.isEmpty ? .other : .names(names, ofEach: false)
  }

  /// What is tried in the statement before it; empty where nothing is, or where the comment stands at a declaration.
  var attempts: [Attempt] {
    guard isBehindCode, let before, let whole, whole.item.as(DeclSyntax.self)?.is(VariableDeclSyntax.self) != false
    else {
      return []
    }
    let search = AttemptSearch(viewMode: .sourceAccurate)
    search.walk(before)
    return search.found
  }
}

/// Code that may throw, behind `try`.
struct Attempt {
  let range: Range<Int>
  /// Whether it may wait.
  let waits: Bool
}

private final class AttemptSearch: SyntaxVisitor {
  private(set) var found: [Attempt] = []

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    // All that follows in the sequence is tried, too.
    let whole = node.parent?.parent?.as(SequenceExprSyntax.self).map { Syntax($0) } ?? Syntax(node)
    let start = node.expression.positionAfterSkippingLeadingTrivia
    let waits = whole.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .keyword(.await) && $0.positionAfterSkippingLeadingTrivia >= start
    }
    found.append(Attempt(range: start.utf8Offset..<whole.endPositionBeforeTrailingTrivia.utf8Offset, waits: waits))
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension ExprSyntax {
  /// Whether it asks for the type of something.
  var isCallForType: Bool {
    self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription == "type"
      && self.as(FunctionCallExprSyntax.self)?.arguments.first?.label?.text == "of"
  }
}

extension PatternSyntax {
  /// The names that it consists of; `nil` for any other pattern.
  fileprivate var names: [String]? {
    if let name = self.as(IdentifierPatternSyntax.self) { return [name.identifier.text] }
    let parts = self.as(TuplePatternSyntax.self)?.elements.map { $0.pattern.as(IdentifierPatternSyntax.self) } ?? []
    let names = parts.compactMap { $0?.identifier.text }
    return names.isEmpty || names.count < parts.count ? nil : names
  }
}
