internal import SwiftSyntax

extension ExprSyntax {
  /// Whether it can be given to a function as it stands.
  var canBeArgument: Bool {
    ![.ifExpr, .switchExpr, .closureExpr, .macroExpansionExpr, .discardAssignmentExpr].contains(kind)
  }

  /// The parts of the sequence that it is.
  private var parts: [ExprSyntax] { self.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [self] }

  /// Whether it changes what stands left.
  var isAssignment: Bool { parts.count > 1 && parts[1].isAssignmentOperator }

  private var isAssignmentOperator: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    guard let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(name)
  }

  /// What it changes, if that can be read without doing more.
  var assignmentTarget: ExprSyntax? {
    guard isAssignment, let target = parts.first, target.isReadable else { return nil }
    return target
  }

  /// What it evaluates for nothing, as in `_ = value`.
  var discardedValue: ExprSyntax? {
    isAssignment && parts.count > 2 && parts[0].is(DiscardAssignmentExprSyntax.self) ? parts[2] : nil
  }

  /// The variables that it may change: the one whose method it calls, and those that it hands over to be changed.
  var changedVariables: [String] {
    guard let call = self.as(FunctionCallExprSyntax.self), !call.hasClosureWithEffects,
      // What is printed to a text is only the end of it.
      !["print", "debugPrint", "dump"].contains(call.calledExpression.trimmedDescription)
    else { return [] }
    let handedOver = call.arguments.compactMap { $0.expression.as(InOutExprSyntax.self)?.expression }
      .filter(\.isReadable)
    var base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    if let chain = base?.as(OptionalChainingExprSyntax.self) { base = chain.expression }
    guard let base, base.isPath || base.is(SubscriptCallExprSyntax.self) && base.isReadable,
      base.firstToken(viewMode: .sourceAccurate)?.text.first?.isLowercase == true
    else { return handedOver.map(\.trimmedDescription) }
    return (handedOver + [base]).map(\.trimmedDescription)
  }

  /// Whether it is a name, or names joined by dots.
  var isPath: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isPath == true }
    return self.is(DeclReferenceExprSyntax.self)
  }

  /// Whether it can be read once more: it consists of names and subscripts, and calls nothing.
  var isReadable: Bool {
    if let call = self.as(SubscriptCallExprSyntax.self) {
      return call.calledExpression.isReadable && call.trailingClosure == nil
        && call.arguments.allSatisfy { $0.expression.isReadable || $0.expression.isLiteral }
    }
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isReadable == true }
    if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression.isReadable }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.isReadable }
    if let tuple = self.as(TupleExprSyntax.self) { return tuple.elements.allSatisfy(\.expression.isReadable) }
    return self.is(DeclReferenceExprSyntax.self)
  }

  var isLiteral: Bool {
    if let prefixed = self.as(PrefixOperatorExprSyntax.self) { return prefixed.expression.isLiteral }
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.allSatisfy(\.expression.isLiteral) }
    return [
      .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr, .keyPathExpr, .stringLiteralExpr,
    ].contains(kind) && !trimmedDescription.contains("\\(")
  }

  /// What it is a part of, as `a.b` and `a` of `a.b[0]`.
  var owners: [String] {
    var owner =
      self.as(SubscriptCallExprSyntax.self)?.calledExpression ?? self.as(MemberAccessExprSyntax.self)?.base
      ?? self.as(ForceUnwrapExprSyntax.self)?.expression
    // `a?` alone is not an expression, a type is not a value, and `self` may not be initialized yet.
    if let chain = owner?.as(OptionalChainingExprSyntax.self) { owner = chain.expression }
    guard let owner, let last = owner.lastToken(viewMode: .sourceAccurate)?.text, last.first?.isUppercase != true,
      last != "self"
    else { return [] }
    return [owner.trimmedDescription] + owner.owners
  }
}

extension FunctionCallExprSyntax {
  /// Whether it has a closure that prints or changes something, which a comment may be about.
  var hasClosureWithEffects: Bool {
    let closures =
      arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) } + [trailingClosure].compactMap(\.self)
      + additionalTrailingClosures.map(\.closure)
    return closures.contains { closure in
      closure.statements.contains { statement in
        statement.printCall != nil || statement.item.as(ExprSyntax.self)?.isAssignment == true
      }
    }
  }
}
