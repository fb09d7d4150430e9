internal import SwiftSyntax

/// Gives errors of any type the one type that a program throws.
///
/// Embedded Swift has no values of a protocol's type, so none of `any Error`. Where all errors of a program have one
/// type, to say so changes nothing that it does, and the compiler refuses it where it is not so.
enum PageErrors {
  /// Stands for the type's name in an insertion: no program has it.
  static let name = "\0"

  /// The types that a program's errors may have: the engine's, and those that it declares itself.
  static func types(of file: SourceFileSyntax, usesEngine: Bool) -> [String] {
    let declared = DeclaredErrors(viewMode: .sourceAccurate)
    declared.walk(file)
    return (usesEngine ? ["SystemError", "LoopEnded"] : []) + declared.names
  }

  /// What has to be written into a program that throws, in the order of its text.
  static func insertions(into file: SourceFileSyntax) -> [PageText.Insertion] {
    let reader = ErrorReader(viewMode: .sourceAccurate)
    reader.walk(file)
    return reader.insertions
  }

  /// Whether something in it throws that it does not catch itself.
  static func throwsOut(of node: some SyntaxProtocol) -> Bool {
    let finder = ThrowFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.finds
  }

  /// The type that the compiler found where it expected another, if that is what it says.
  static func thrownType(in message: String) -> String? {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts[0] == "thrown expression type ", parts[2].hasPrefix(" cannot be converted to error")
    else { return nil }
    return String(parts[1])
  }
}

/// The names of the types that conform to `Error` where they are declared.
private final class DeclaredErrors: SyntaxVisitor {
  private(set) var names: [String] = []
  private var outer: [String] = []

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
  }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.name.text, node.inheritanceClause)
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node.extendedType.trimmedDescription, node.inheritanceClause)
  }
  override func visitPost(_ node: EnumDeclSyntax) { outer.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { outer.removeLast() }
  override func visitPost(_ node: ClassDeclSyntax) { outer.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { outer.removeLast() }

  private func enter(_ name: String, _ inherited: InheritanceClauseSyntax?) -> SyntaxVisitorContinueKind {
    outer.append(name)
    if inherited?.inheritedTypes.contains(where: { $0.type.trimmedDescription == "Error" }) == true {
      names.append(outer.joined(separator: "."))
    }
    return .visitChildren
  }
}

/// Finds where the type of errors has to be said: at `throws` without one, in closures that throw, and in place of
/// `any Error`.
private final class ErrorReader: SyntaxVisitor {
  private(set) var insertions: [PageText.Insertion] = []

  override func visit(_ node: ThrowsClauseSyntax) -> SyntaxVisitorContinueKind {
    if node.throwsSpecifier.tokenKind == .keyword(.throws), node.type == nil {
      add(at: node.throwsSpecifier.endPositionBeforeTrailingTrivia, "(\(PageErrors.name))")
    }
    return .visitChildren
  }

  override func visit(_ node: SomeOrAnyTypeSyntax) -> SyntaxVisitorContinueKind {
    guard node.someOrAnySpecifier.tokenKind == .keyword(.any), node.constraint.trimmedDescription == "Error" else {
      return .visitChildren
    }
    replace(node, with: PageErrors.name)
    return .skipChildren
  }

  /// Says it in closures, of whose errors the compiler takes any to come otherwise.
  ///
  /// Parameters without names get some, since a closure with those that have none cannot say it.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let effects = node.signature?.effectSpecifiers
    guard effects?.throwsClause == nil, PageErrors.throwsOut(of: node.statements) else { return .visitChildren }
    if let parameters = node.signature?.parameterClause {
      add(at: parameters.endPositionBeforeTrailingTrivia, " throws(\(PageErrors.name))")
      return .visitChildren
    }
    let finder = NamelessParameters(viewMode: .sourceAccurate)
    finder.walk(node.statements)
    let prefix = "_loopbook_\(node.position.utf8Offset)_"
    let count = (finder.found.map(\.number).max() ?? -1) + 1
    let names = count == 0 ? "()" : (0..<count).map { "\(prefix)\($0)" }.joined(separator: ", ")
    let words = " \(names) throws(\(PageErrors.name))"
    if let captures = node.signature?.capture {
      add(at: captures.endPositionBeforeTrailingTrivia, words)
    } else {
      add(at: node.leftBrace.endPositionBeforeTrailingTrivia, words + " in ")
    }
    for (token, number) in finder.found { replace(token, with: "\(prefix)\(number)") }
    return .visitChildren
  }

  private func add(at place: AbsolutePosition, _ text: String) {
    insertions.append(PageText.Insertion(offset: place.utf8Offset, text: text, literal: nil, closes: false))
  }

  private func replace(_ node: some SyntaxProtocol, with text: String) {
    insertions.append(PageText.Insertion(replacing: node, with: text))
  }
}

/// The parameters of a closure that have numbers for names.
private final class NamelessParameters: SyntaxVisitor {
  private(set) var found: [(token: TokenSyntax, number: Int)] = []

  // Those in a closure within it are that one's own.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .dollarIdentifier(let name) = token.tokenKind, let number = Int(name.dropFirst()) {
      found.append((token, number))
    }
    return .skipChildren
  }
}

/// Looks for what throws beyond the code that it stands in.
private final class ThrowFinder: SyntaxVisitor {
  private(set) var finds = false

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark != nil { return .skipChildren }
    finds = true
    return .skipChildren
  }

  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    finds = true
    return .skipChildren
  }

  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    let catchesAll = node.catchClauses.contains { clause in
      clause.catchItems.isEmpty || clause.catchItems.contains { $0.pattern == nil && $0.whereClause == nil }
    }
    if !catchesAll { return .visitChildren }
    for clause in node.catchClauses { walk(clause.body) }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
