internal import SwiftSyntax

extension ConditionElementListSyntax {
  /// The names that they give to what optionals hold.
  var boundNames: [String] {
    compactMap {
      $0.condition.as(OptionalBindingConditionSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
  }
}

extension VariableDeclSyntax {
  /// Whether its values are there when it is read.
  var isReadLater: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.lazy) || $0.name.tokenKind == .keyword(.async) }
  }

  /// What its only variable begins with, if nothing is done to that by others.
  var firstValue: ExprSyntax? {
    guard bindings.count == 1, let binding = bindings.first, binding.accessorBlock == nil, attributes.isEmpty,
      let value = binding.initializer?.value, value.canBeArgument
    else { return nil }
    return value
  }
}

extension FunctionCallExprSyntax {
  /// Whether a member of what it gives follows on another line, and it can be looked at by itself.
  var beginsChain: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == id,
      access.period.leadingTrivia.contains(where: \.isNewline),
      // What an optional chain leaves out depends on its beginning, and so does what a name without a type means.
      !tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .postfixQuestionMark }),
      firstToken(viewMode: .sourceAccurate)?.tokenKind != .period
    else { return false }
    return true
  }
}

extension CodeBlockItemSyntax {
  var list: CodeBlockItemListSyntax? { parent?.as(CodeBlockItemListSyntax.self) }

  /// The lists of statements that it stands in, the innermost first, each as where it begins.
  var lists: [Int] {
    sequence(first: Syntax(self), next: \.parent).compactMap {
      $0.as(CodeBlockItemListSyntax.self)?.position.utf8Offset
    }
  }

  /// Whether its list may build a result, so that another statement would become a part of that.
  var mayBeOfBuilder: Bool {
    for owner in sequence(first: Syntax(self), next: \.parent) {
      if owner.is(ClosureExprSyntax.self) || owner.is(AccessorDeclSyntax.self) || owner.is(AccessorBlockSyntax.self) {
        return true
      }
      if let function = owner.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause != nil && !function.attributes.isEmpty
      }
    }
    return false
  }

  /// Whether it is one of the program's own, and declares nothing that is done at another time.
  var isDoneOnce: Bool { list?.parent?.is(SourceFileSyntax.self) == true && laterCode != .declarations }

  /// Whether it has other statements inside, which may be left out.
  var isConditional: Bool {
    let expression = item.as(ExpressionStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    return item.is(GuardStmtSyntax.self) || item.is(WhileStmtSyntax.self) || item.is(ForStmtSyntax.self)
      || expression?.is(IfExprSyntax.self) == true || expression?.is(SwitchExprSyntax.self) == true
  }

  /// Whether nothing that follows it in its list is run, or nothing may follow it on its line.
  var endsItsList: Bool {
    switch item {
    case .stmt: leavesItsList
    case .decl(let declaration):
      [.ifConfigDecl, .macroExpansionDecl, .poundSourceLocation].contains(declaration.kind)
    case .expr(let expression): expression.is(MacroExpansionExprSyntax.self)
    @unknown default: true
    }
  }

  /// Whether it may be what a function or a closure gives, so that another statement would change its meaning.
  var isImplicitResult: Bool {
    guard let list, list.count == 1, let expression = item.as(ExprSyntax.self), !expression.isAssignment else {
      return false
    }
    return list.givesResult
  }

  /// The variables that it declares and gives values; none where that is done at another time.
  var declaredNames: [String] {
    if let guarding = item.as(GuardStmtSyntax.self) { return guarding.conditions.boundNames }
    // One that is read would be done at another time.
    guard let variable = item.as(VariableDeclSyntax.self), variable.attributes.isEmpty, !variable.isReadLater else {
      return []
    }
    var names: [String] = []
    for binding in variable.bindings {
      guard binding.initializer != nil, binding.accessorBlock == nil else { return [] }
      let patterns = binding.pattern.as(TuplePatternSyntax.self)?.elements.map(\.pattern) ?? [binding.pattern]
      for pattern in patterns {
        guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return [] }
        names.append(name)
      }
    }
    return names
  }

  /// The name of the only variable that it declares and gives a value, or the tuple of such names.
  var declared: String? {
    let names = declaredNames
    return names.count > 1 ? "(\(names.joined(separator: ", ")))" : names.first
  }

  /// The names in it that stand for something by themselves.
  var names: Set<String> { Syntax(self).ownNames }

  /// What the variable is given that it declares, where that is done at another time, and what has to stand before it
  /// where it is given to a function.
  var laterValue: (value: ExprSyntax, effects: String)? {
    guard let variable = item.as(VariableDeclSyntax.self), variable.isReadLater, variable.bindings.count == 1,
      let value = variable.bindings.first?.initializer?.value, value.canBeArgument
    else { return nil }
    return (value, variable.modifiers.contains { $0.name.tokenKind == .keyword(.async) } ? "try await " : "")
  }

  /// Whether it hands the program over to what is outside of its list.
  var leavesItsList: Bool {
    if case .stmt(let statement) = item {
      return [.returnStmt, .throwStmt, .breakStmt, .continueStmt, .fallThroughStmt].contains(statement.kind)
    }
    return false
  }

  /// Whether it declares variables that have values by then.
  var declaresValues: Bool {
    item.as(VariableDeclSyntax.self)?.bindings.contains { $0.initializer != nil && $0.accessorBlock == nil } == true
  }

  /// The name of the variable that it declares or changes.
  var changedName: String? {
    declared ?? item.as(ExprSyntax.self)?.assignmentTarget?.trimmedDescription
  }
}

extension CodeBlockItemListSyntax {
  /// Whether its only expression may be what something gives.
  var givesResult: Bool {
    guard let owner = parent?.is(CodeBlockSyntax.self) == true ? parent?.parent : parent else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
    // Branches give what the whole does, if that stands where something is given.
    var whole = owner.is(SwitchCaseSyntax.self) ? owner.parent?.parent : owner
    guard whole?.is(IfExprSyntax.self) == true || whole?.is(SwitchExprSyntax.self) == true else {
      return owner.is(ClosureExprSyntax.self) || owner.is(AccessorDeclSyntax.self)
        || owner.is(AccessorBlockSyntax.self)
    }
    while let outer = whole?.parent, outer.is(IfExprSyntax.self) || outer.is(ExpressionStmtSyntax.self) {
      whole = outer
    }
    guard let list = whole?.parent?.as(CodeBlockItemSyntax.self)?.list else { return true }
    return list.count == 1 && list.givesResult
  }
}

extension FunctionCallExprSyntax {
  /// Whether it may print words of a comment: its texts have one of these, or all that it prints are values.
  func mayPrint(wordsOf comment: CodeComments.Comment) -> Bool {
    let words = tokens(viewMode: .sourceAccurate).flatMap { token -> [Substring] in
      guard case .stringSegment(let text) = token.tokenKind else { return [] }
      return text.split(whereSeparator: \.isWhitespace)
    }
    return words.isEmpty || !Set(words).isDisjoint(with: comment.text.split(whereSeparator: \.isWhitespace))
      || arguments.contains { !$0.expression.is(StringLiteralExprSyntax.self) }
  }
}
