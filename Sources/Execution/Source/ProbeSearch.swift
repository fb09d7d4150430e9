internal import SwiftParser
internal import SwiftSyntax

/// Finds the comments that raise questions, and where the calls belong that answer them.
struct ProbeSearch {
  private(set) var probes: [ProbedProgram.Probe] = []
  private(set) var edits: [ProbedProgram.Edit] = []
  private let prefix: String
  /// Where calls of `print` are replaced by calls that answer: which probe's each is.
  private var replaced: [Int: Int] = [:]
  private var lines: SourceLocationConverter?
  /// The names that are declared with `let` alone: what a method of theirs gives does not change them.
  private var constants: Set<String> = []
  /// What the comment that is looked at says a value is, as code.
  private var stated: String?

  init(_ prefix: String) {
    self.prefix = prefix
  }

  mutating func look(
    through file: SourceFileSyntax, isAsked: (ProbedProgram.Question, CodeComments.Comment) -> Bool,
    code: (CodeComments.Comment) -> String?
  ) {
    lines = SourceLocationConverter(fileName: "", tree: file)
    constants = Self.constants(of: file)
    let isLibrary =
      MainFunction.type(in: Array(file.statements)) != nil
      || TestSyntax(file, imports: ScriptSyntax.imports(file.statements)).areRun
    for place in CommentSearch(file).places {
      let isInFile = (place.before ?? place.after)?.parent?.parent?.is(SourceFileSyntax.self) == true
      if isInFile, isLibrary { continue }
      stated = code(place.comment).flatMap(Self.expression)
      if place.isBehindCode, isAsked(.passing, place.comment) {
        askWhetherItPasses(.passing, place)
      } else if place.isBehindCode || place.comment.isBelowCode && !place.comment.isAboveCode,
        isAsked(.silence, place.comment)
      {
        askWhetherItPasses(.silence, place)
      } else if place.comment.hasLines {
        if isAsked(.place, place.comment) { askWhatIsPrinted(at: place) }
      } else if place.comment.followsPrint, let call = place.before?.printCall {
        if isAsked(.print, place.comment) {
          askPrint(call, place)
        } else if place.whole != place.before, isAsked(.place, place.comment) {
          askWhatIsPrinted(at: place)
        }
      } else if let comparison = place.comparison, isAsked(.comparison, place.comment) {
        ask(comparison, at: place)
      } else if let given = place.givenValue, isAsked(.value, place.comment) {
        wrap(given, for: add(.value, place.comment))
      } else if place.isBehindCode || place.comment.line == place.comment.lineOfCode + 1, let statement = place.before,
        isAsked(.value, place.comment)
      {
        askValue(of: statement, place.comment)
      } else if isAsked(.place, place.comment) {
        askWhatIsPrinted(at: place)
      }
    }
    // Of calls that begin at one place the longest begins first; the others stay in their order.
    edits = edits.enumerated().sorted {
      ($0.element.offset, -$0.element.end, $0.offset) < ($1.element.offset, -$1.element.end, $1.offset)
    }.map(\.element)
  }

  /// A text that is one expression; `nil` for any other.
  private static func expression(_ text: String) -> String? {
    guard TextNesting(text).problem == nil else { return nil }
    let file = Parser.parse(source: "_ = (\(text))")
    return !file.hasError && file.statements.count == 1 ? text : nil
  }

  private static func constants(of file: SourceFileSyntax) -> Set<String> {
    var (constants, others): (Set<String>, Set<String>) = ([], [])
    var last: TokenSyntax?
    for token in file.tokens(viewMode: .sourceAccurate) {
      switch last?.tokenKind {
      case .keyword(.let): constants.insert(token.text)
      case .keyword(.var), .keyword(.inout): others.insert(token.text)
      default: break
      }
      last = token
    }
    return constants.subtracting(others)
  }

  // MARK: Questions

  private mutating func askPrint(_ call: FunctionCallExprSyntax, _ place: CommentSearch.Place) {
    guard let parenthesis = call.leftParen, call.trailingClosure == nil else { return }
    let name = call.calledExpression.trimmedDescription.hasSuffix("debugPrint") ? "debugPrint" : "print"
    let start = call.positionAfterSkippingLeadingTrivia.utf8Offset
    let number = add(.print, place.comment)
    probes[number].lists = place.before?.lists ?? []
    probes[number].sharesLine = place.before.map { firstOnLine(of: $0).id != $0.id } ?? false
    if let first = replaced[start] {
      probes[number].answersOf = first
      return
    }
    replaced[start] = number
    put(
      "\(prefix)_\(name)(\(number)\(call.arguments.isEmpty ? "" : ", ")", at: start,
      removing: parenthesis.endPositionBeforeTrailingTrivia.utf8Offset - start, for: number)
  }

  private mutating func askWhatIsPrinted(at place: CommentSearch.Place) {
    // Below an empty line and right above code it is about what is below, which can be known where nothing is above.
    let isAboutNext = place.comment.isAboveCode && (place.whole == nil || !place.comment.isBelowCode)
    guard let statement = place.whole ?? (isAboutNext ? place.after : nil),
      !(isAboutNext && place.whole != nil), !statement.endsItsList, !statement.isImplicitResult,
      !statement.mayBeOfBuilder
    else { return }
    let number = add(.place, place.comment)
    probes[number].lists = statement.lists
    probes[number].isAboveLaterCode = place.after.map { $0.laterCode != .none } ?? false
    if place.whole == nil {
      put("\(prefix)_place(\(number)); ", at: statement.positionAfterSkippingLeadingTrivia.utf8Offset, for: number)
    } else {
      probes[number].laterCode = statement.laterCode
      put("\(prefix)_place(\(number))", behind: statement, for: number)
    }
  }

  /// Puts a call before a statement that is done once, where it stands, and one behind it.
  private mutating func askWhetherItPasses(_ question: ProbedProgram.Question, _ place: CommentSearch.Place) {
    guard let statement = place.whole, place.comment.isInOrder || question == .silence && statement.isDoneOnce else {
      return
    }
    let number = add(question, place.comment)
    probes[number].laterCode = statement.laterCode
    probes[number].isConditional = statement.isConditional
    put(
      "\(prefix)_place(\(number)); ", at: firstOnLine(of: statement).positionAfterSkippingLeadingTrivia.utf8Offset,
      for: number)
    put("\(prefix)_place(\(number))", behind: statement, for: number)
  }

  /// The first statement of its list that stands on the line on which a statement begins.
  private func firstOnLine(of statement: CodeBlockItemSyntax) -> CodeBlockItemSyntax {
    guard let lines, let list = statement.parent?.as(CodeBlockItemListSyntax.self) else { return statement }
    let line = lines.location(for: statement.positionAfterSkippingLeadingTrivia).line
    return list.first { lines.location(for: $0.positionAfterSkippingLeadingTrivia).line == line } ?? statement
  }

  private mutating func ask(_ comparison: StatedComparison, at place: CommentSearch.Place) {
    let number = probes.count
    let left = comparison.left.map { ", [\($0)]" } ?? ""
    func add() {
      probes.append(
        ProbedProgram.Probe(
          question: .comparison, comment: place.comment, left: comparison.left, isOfVariable: comparison.isOfVariable,
          mayChange: comparison.callsSomething))
    }
    let call = "\(prefix)_compared(\(number), (\(comparison.text))\(left))"
    if let before = place.before {
      guard !before.endsItsList, !before.isImplicitResult else { return }
      add()
      put(call, behind: before, for: number)
    } else if let after = place.after, !after.isImplicitResult {
      add()
      put("\(call); ", at: after.positionAfterSkippingLeadingTrivia.utf8Offset, for: number)
    }
  }

  private mutating func askValue(of statement: CodeBlockItemSyntax, _ comment: CodeComments.Comment) {
    guard !statement.isImplicitResult else { return }
    let number = probes.count
    if let declared = statement.declared {
      add(.value, comment)
      put("\(prefix)_value(\(number), \(declared))", behind: statement, for: number)
      compare(declared, behind: statement, for: number)
      // Of several variables, a comment may tell only one.
      for name in statement.declaredNames where statement.declaredNames.count > 1 {
        put(change(name, number), behind: statement, for: number)
      }
    } else if let expression = statement.item.as(ExprSyntax.self), expression.canBeArgument {
      if let target = expression.assignmentTarget {
        add(.value, comment)
        // `k?` alone is not an expression.
        let value = target.as(OptionalChainingExprSyntax.self)?.expression ?? target
        put("\(prefix)_value(\(number), \(value.trimmedDescription))", behind: statement, for: number)
        compare(value.trimmedDescription, behind: statement, for: number)
        // Behind a change of a part a comment may tell what the whole is then.
        for owner in target.isPath ? target.owners.filter({ !$0.contains(".") }) : target.owners {
          put(change(owner, number), behind: statement, for: number)
          compare(owner, behind: statement, for: number)
        }
      } else if let value = expression.discardedValue {
        wrap(value, upTo: expression, for: add(.value, comment))
      } else if !expression.isAssignment {
        wrap(expression, for: add(.value, comment))
        for changed in expression.changedVariables where !constants.contains(changed) {
          put(change(changed, number), behind: statement, for: number)
          compare(changed, behind: statement, for: number)
        }
      }
    }
  }

  private func change(_ variable: String, _ number: Int) -> String { "\(prefix)_changed(\(number), \(variable))" }

  /// Puts an expression, or all from it to the end of another, into a call that tells its value and gives it on.
  private mutating func wrap(_ expression: ExprSyntax, upTo whole: ExprSyntax? = nil, for probe: Int) {
    let start = expression.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = (whole ?? expression).endPositionBeforeTrailingTrivia.utf8Offset
    put("\(prefix)_value(\(probe), ", at: start, upTo: end, for: probe)
    // It ends before anything stands behind the statement.
    if let (comparison, equality) = addEquality(for: probe) {
      put("\(prefix)_equal(\(equality), ", at: start, upTo: end, for: equality)
      put(", \(comparison))", at: end, upTo: .max, for: equality)
    }
    put(")", at: end, upTo: .max, for: probe)
  }

  /// Compares what a name stands for with what the comment says.
  private mutating func compare(_ name: String, behind statement: CodeBlockItemSyntax, for probe: Int) {
    guard let (comparison, equality) = addEquality(for: probe) else { return }
    put("\(prefix)_equal(\(equality), \(name), \(comparison))", behind: statement, for: equality)
  }

  /// A closure that compares its value with what the comment says, and the new probe that it answers.
  private mutating func addEquality(for probe: Int) -> (comparison: String, probe: Int)? {
    guard let stated else { return nil }
    let number = add(.equality, probes[probe].comment)
    probes[number].equalityOf = probe
    // To make a value may do more.
    probes[number].mayChange = stated.contains(/\w\(/)
    return ("{ $0 == (\(stated)) }", number)
  }

  // MARK: Edits

  @discardableResult
  private mutating func add(_ question: ProbedProgram.Question, _ comment: CodeComments.Comment) -> Int {
    probes.append(ProbedProgram.Probe(question: question, comment: comment))
    return probes.count - 1
  }

  private mutating func put(
    _ text: String, at offset: Int, removing removed: Int = 0, upTo end: Int = 0, for probe: Int
  ) {
    let line = lines?.location(for: AbsolutePosition(utf8Offset: offset)).line ?? 0
    edits.append(
      ProbedProgram.Edit(offset: offset, removed: removed, text: text, probe: probe, line: line, end: end))
  }

  private mutating func put(_ call: String, behind statement: CodeBlockItemSyntax, for probe: Int) {
    let text = statement.semicolon == nil ? "; \(call)" : " \(call);"
    put(text, at: statement.endPositionBeforeTrailingTrivia.utf8Offset, for: probe)
  }
}

extension CommentSearch.Place {
  /// What the comment says as comparisons.
  fileprivate var comparison: StatedComparison? {
    if let comparison = StatedComparison(comment.text) { return comparison }
    guard isBehindCode, let before else { return nil }
    return StatedComparison(comment.text, of: before.changedName)
      ?? (before.printCall == nil ? StatedComparison(comment.text, ofAll: before.names) : nil)
  }

  /// The expression right before it whose value it may tell, where no call can stand behind that: what is returned or
  /// given, what a member begins with, or the beginning of a chain of calls.
  fileprivate var givenValue: ExprSyntax? {
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
}

extension GuardStmtSyntax {
  /// The names that it gives to what optionals hold.
  fileprivate var boundNames: [String] {
    conditions.compactMap {
      $0.condition.as(OptionalBindingConditionSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
  }
}

extension VariableDeclSyntax {
  /// What its only variable begins with, if nothing is done to that by others.
  fileprivate var firstValue: ExprSyntax? {
    guard bindings.count == 1, let binding = bindings.first, binding.accessorBlock == nil, attributes.isEmpty,
      let value = binding.initializer?.value, value.canBeArgument
    else { return nil }
    return value
  }
}

extension FunctionCallExprSyntax {
  /// Whether a member of what it gives follows on another line, and it can be looked at by itself.
  fileprivate var beginsChain: Bool {
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
  fileprivate var list: CodeBlockItemListSyntax? { parent?.as(CodeBlockItemListSyntax.self) }

  /// The lists of statements that it stands in, the innermost first, each as where it begins.
  fileprivate var lists: [Int] {
    sequence(first: Syntax(self), next: \.parent).compactMap {
      $0.as(CodeBlockItemListSyntax.self)?.position.utf8Offset
    }
  }

  /// Whether its list may build a result, so that another statement would become a part of that.
  fileprivate var mayBeOfBuilder: Bool {
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
  fileprivate var isDoneOnce: Bool { list?.parent?.is(SourceFileSyntax.self) == true && laterCode != .declarations }

  /// Whether it has other statements inside, which may be left out.
  fileprivate var isConditional: Bool {
    let expression = item.as(ExpressionStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
    return item.is(GuardStmtSyntax.self) || item.is(WhileStmtSyntax.self) || item.is(ForStmtSyntax.self)
      || expression?.is(IfExprSyntax.self) == true || expression?.is(SwitchExprSyntax.self) == true
  }

  /// Whether nothing that follows it in its list is run, or nothing may follow it on its line.
  fileprivate var endsItsList: Bool {
    switch item {
    case .stmt(let statement):
      [.returnStmt, .throwStmt, .breakStmt, .continueStmt, .fallThroughStmt].contains(statement.kind)
    case .decl(let declaration):
      [.ifConfigDecl, .macroExpansionDecl, .poundSourceLocation].contains(declaration.kind)
    case .expr(let expression): expression.is(MacroExpansionExprSyntax.self)
    @unknown default: true
    }
  }

  /// Whether it may be what a function or a closure gives, so that another statement would change its meaning.
  fileprivate var isImplicitResult: Bool {
    guard let list, list.count == 1, let expression = item.as(ExprSyntax.self), !expression.isAssignment else {
      return false
    }
    return list.givesResult
  }

  /// The variables that it declares and gives values; none where that is done at another time.
  fileprivate var declaredNames: [String] {
    if let guarding = item.as(GuardStmtSyntax.self) { return guarding.boundNames }
    guard let variable = item.as(VariableDeclSyntax.self), variable.attributes.isEmpty,
      // One that is read would be done at another time.
      !variable.modifiers.contains(where: {
        $0.name.tokenKind == .keyword(.lazy) || $0.name.tokenKind == .keyword(.async)
      })
    else { return [] }
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
  fileprivate var declared: String? {
    let names = declaredNames
    return names.count > 1 ? "(\(names.joined(separator: ", ")))" : names.first
  }

  /// The names in it that are not in a text.
  fileprivate var names: Set<String> {
    var names: Set<String> = []
    for token in tokens(viewMode: .sourceAccurate) {
      guard case .identifier(let name) = token.tokenKind else { continue }
      let isInText = sequence(first: Syntax(token), next: \.parent).contains { $0.is(StringLiteralExprSyntax.self) }
      if !isInText { names.insert(name) }
    }
    return names
  }

  /// The name of the variable that it declares or changes.
  fileprivate var changedName: String? {
    declared ?? item.as(ExprSyntax.self)?.assignmentTarget?.trimmedDescription
  }
}

extension CodeBlockItemListSyntax {
  /// Whether its only expression may be what something gives.
  fileprivate var givesResult: Bool {
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
