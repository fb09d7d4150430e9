internal import Files
internal import SwiftParser
internal import SwiftSyntax

/// Finds the comments that raise questions, and where the calls belong that answer them.
struct ProbeSearch {
  private(set) var probes: [ProbedProgram.Probe] = []
  private(set) var edits: [ProbedProgram.Edit] = []
  private let prefix: String
  private var lines: SourceLocationConverter?

  init(_ prefix: String) {
    self.prefix = prefix
  }

  mutating func look(through file: SourceFileSyntax, isAsked: (ProbedProgram.Question, String) -> Bool) {
    lines = SourceLocationConverter(fileName: "", tree: file)
    let hasMainType = MainFunction.type(in: Array(file.statements)) != nil
    for place in CommentSearch(file).places {
      let isInFile = (place.before ?? place.after)?.parent?.parent?.is(SourceFileSyntax.self) == true
      if isInFile, hasMainType { continue }
      if place.comment.followsPrint, let call = place.before?.printCall {
        if isAsked(.print, place.comment.text) { askPrint(call, place.comment) }
      } else if let comparison = StatedComparison(place.comment.text) {
        ask(comparison, at: place)
      } else if place.isBehindCode || isListBelowCode(place), let statement = place.before,
        isAsked(.value, place.comment.text)
      {
        askValue(of: statement, place.comment)
      }
    }
    // Those at one place stay in their order.
    edits = edits.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
  }

  /// Whether a comment is on the line below the code, and begins like a list; shorter ones may be numbers of steps.
  private func isListBelowCode(_ place: CommentSearch.Place) -> Bool {
    place.comment.line == place.comment.lineOfCode + 1 && place.comment.text.first { !$0.isWhitespace } == "["
  }

  // MARK: Questions

  private mutating func askPrint(_ call: FunctionCallExprSyntax, _ comment: CodeComments.Comment) {
    guard let parenthesis = call.leftParen, call.trailingClosure == nil else { return }
    let name = call.calledExpression.trimmedDescription.hasSuffix("debugPrint") ? "debugPrint" : "print"
    let start = call.positionAfterSkippingLeadingTrivia.utf8Offset
    let number = add(.print, comment)
    put(
      "\(prefix)_\(name)(\(number)\(call.arguments.isEmpty ? "" : ", ")", at: start,
      removing: parenthesis.endPositionBeforeTrailingTrivia.utf8Offset - start, for: number)
  }

  private mutating func ask(_ comparison: StatedComparison, at place: CommentSearch.Place) {
    let number = probes.count
    let left = comparison.left.map { ", [\($0)]" } ?? ""
    func add() {
      probes.append(
        ProbedProgram.Probe(
          question: .comparison, comment: place.comment, left: comparison.left, mayChange: comparison.callsSomething))
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
    if let name = statement.declaredName {
      add(.value, comment)
      put("\(prefix)_value(\(number), \(name))", behind: statement, for: number)
    } else if let expression = statement.item.as(ExprSyntax.self), expression.canBeArgument {
      if let target = expression.assignmentTarget {
        add(.value, comment)
        put("\(prefix)_value(\(number), \(target))", behind: statement, for: number)
      } else if !expression.isAssignment {
        add(.value, comment)
        put(
          "\(prefix)_value(\(number), ", at: expression.positionAfterSkippingLeadingTrivia.utf8Offset, for: number)
        put(")", at: expression.endPositionBeforeTrailingTrivia.utf8Offset, for: number)
        if let changed = expression.changedVariable {
          put("\(prefix)_changed(\(number), \(changed))", behind: statement, for: number)
        }
      }
    }
  }

  // MARK: Edits

  @discardableResult
  private mutating func add(_ question: ProbedProgram.Question, _ comment: CodeComments.Comment) -> Int {
    probes.append(ProbedProgram.Probe(question: question, comment: comment))
    return probes.count - 1
  }

  private mutating func put(_ text: String, at offset: Int, removing removed: Int = 0, for probe: Int) {
    let line = lines?.location(for: AbsolutePosition(utf8Offset: offset)).line ?? 0
    edits.append(ProbedProgram.Edit(offset: offset, removed: removed, text: text, probe: probe, line: line))
  }

  private mutating func put(_ call: String, behind statement: CodeBlockItemSyntax, for probe: Int) {
    let text = statement.semicolon == nil ? "; \(call)" : " \(call);"
    put(text, at: statement.endPositionBeforeTrailingTrivia.utf8Offset, for: probe)
  }
}

/// A comparison that a comment consists of, as `// count == 3`.
private struct StatedComparison {
  let text: String
  /// What stands left of its operator, if it has only one.
  let left: String?
  let callsSomething: Bool

  init?(_ comment: String) {
    guard ["==", "!="].contains(where: comment.containsBytes) else { return nil }
    var words = comment[...]
    while words.first == "/" || words.first?.isWhitespace == true { words.removeFirst() }
    while words.last?.isWhitespace == true { words.removeLast() }
    if words.last == ".", !words.hasSuffix("..") { words.removeLast() }
    let source = Self.withoutQuotes(words)
    guard TextNesting(source).problem == nil else { return nil }
    let file = Parser.parse(source: source)
    guard !file.hasError, file.statements.count == 1,
      let sequence = file.statements.first?.item.as(SequenceExprSyntax.self)
    else { return nil }
    let parts = Array(sequence.elements)
    let operators = parts.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    guard operators.contains(where: { ["==", "!=", "===", "!=="].contains($0) }),
      !parts.contains(where: { $0.is(AssignmentExprSyntax.self) || $0.is(UnresolvedTernaryExprSyntax.self) })
    else { return nil }
    text = source
    left = parts.count == 3 ? parts[0].trimmedDescription : nil
    callsSomething = source.contains("(") || source.contains("{")
  }
}

extension StatedComparison {
  /// The words without the quotation marks around the name that they begin with, as in `'count' == 3`.
  private static func withoutQuotes(_ words: Substring) -> String {
    guard let mark = words.first, mark == "'" || mark == "`",
      let end = words.dropFirst().firstIndex(of: mark),
      words.dropFirst()[..<end].allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) })
    else { return String(words) }
    return String(words.dropFirst()[..<end] + words[end...].dropFirst())
  }
}

extension CodeBlockItemSyntax {
  fileprivate var list: CodeBlockItemListSyntax? { parent?.as(CodeBlockItemListSyntax.self) }

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

  /// The name of the only variable that it declares and gives a value.
  fileprivate var declaredName: String? {
    guard let variable = item.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, binding.initializer != nil, binding.accessorBlock == nil,
      variable.attributes.isEmpty, variable.modifiers.isEmpty
    else { return nil }
    return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
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

extension ExprSyntax {
  /// Whether it can be given to a function as it stands.
  fileprivate var canBeArgument: Bool {
    ![.ifExpr, .switchExpr, .closureExpr, .macroExpansionExpr, .discardAssignmentExpr].contains(kind)
  }

  /// The parts of the sequence that it is.
  private var parts: [ExprSyntax] { self.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [self] }

  /// Whether it changes what stands left.
  fileprivate var isAssignment: Bool { parts.count > 1 && parts[1].isAssignmentOperator }

  private var isAssignmentOperator: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    guard let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(name)
  }

  /// What it changes, if that can be read without doing more.
  fileprivate var assignmentTarget: String? {
    guard isAssignment, let target = parts.first, target.isPath else { return nil }
    return target.trimmedDescription
  }

  /// The variable whose method it calls.
  fileprivate var changedVariable: String? {
    guard let call = self.as(FunctionCallExprSyntax.self),
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base, base.isPath,
      base.firstToken(viewMode: .sourceAccurate)?.text.first?.isLowercase == true
    else { return nil }
    return base.trimmedDescription
  }

  /// Whether it is a name, or names joined by dots.
  private var isPath: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isPath == true }
    return self.is(DeclReferenceExprSyntax.self)
  }
}
