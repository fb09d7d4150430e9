internal import SwiftSyntax

/// Looks through a top-level item for what means something else, or may, in a module that is shared.
final class SharingWords: SyntaxVisitor {
  /// The first reason that was found.
  private(set) var reason: String?
  private let variables: Set<String>
  private let declared: Set<String>

  /// `variables` are those that the item must not mention, `declared` the program's own types and functions.
  init(variables: Set<String>, declared: Set<String>) {
    self.variables = variables
    self.declared = declared
    super.init(viewMode: .sourceAccurate)
  }

  /// Attributes that concern only the declaration they stand at.
  private static let harmlessAttributes: Set = [
    "discardableResult", "escaping", "autoclosure", "available", "dynamicMemberLookup", "propertyWrapper",
    "resultBuilder", "unknown", "inlinable", "inline", "frozen", "ViewBuilder",
  ]

  /// What names the module, the function, or the types as the runtime knows them, and what may run at the same time.
  private static let tellingNames: Set = [
    "CommandLine", "Mirror", "MainActor", "Task", "TaskGroup", "_typeName", "_typeByName", "debugDescription",
    "debugPrint", "dump", "reflecting", "withTaskGroup", "withThrowingTaskGroup", "withCheckedContinuation",
    "withUnsafeContinuation", "NSClassFromString", "NSStringFromClass", "loopbook_finish", "Thread",
  ]

  private func found(_ text: String) -> SyntaxVisitorContinueKind {
    if reason == nil { reason = text }
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.attributeName.trimmedDescription
    let isKnown = Self.harmlessAttributes.contains(name) || declared.contains(name)
    return isKnown ? .visitChildren : found("uses @\(name)")
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    var parent = node.parent
    while let current = parent {
      let encloses =
        current.is(FunctionDeclSyntax.self) || current.is(ClosureExprSyntax.self) || current.is(AccessorDeclSyntax.self)
        || current.is(InitializerDeclSyntax.self) || current.is(SubscriptDeclSyntax.self)
        || current.is(AccessorBlockSyntax.self) || current.is(DeinitializerDeclSyntax.self)
      if encloses { return .visitChildren }
      parent = current.parent
    }
    return found("returns from its top level")
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    found("uses #\(node.macroName.text)")
  }
  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    found("uses #\(node.macroName.text)")
  }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { found("uses #if") }
  override func visit(_ node: PoundSourceLocationSyntax) -> SyntaxVisitorContinueKind { found("uses #sourceLocation") }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { found("declares an actor") }
  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind { found("declares a macro") }
  override func visit(_ node: OperatorDeclSyntax) -> SyntaxVisitorContinueKind { found("declares an operator") }
  override func visit(_ node: PrecedenceGroupDeclSyntax) -> SyntaxVisitorContinueKind {
    found("declares a precedence group")
  }
  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind { found("awaits") }
  override func visit(_ node: ConsumeExprSyntax) -> SyntaxVisitorContinueKind { found("consumes a value") }
  override func visit(_ node: SuppressedTypeSyntax) -> SyntaxVisitorContinueKind {
    found("has a type that cannot be copied")
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    switch token.tokenKind {
    case .keyword(.async), .keyword(.isolated), .keyword(.nonisolated), .keyword(.sending), .keyword(.consuming),
      .keyword(.borrowing), .keyword(.unowned):
      return found("uses '\(token.text)'")
    case .identifier(let name), .dollarIdentifier(let name):
      if Self.tellingNames.contains(name) { return found("uses \(name)") }
      if variables.contains(name), !isOnlyLabel(token) {
        return found("has a declaration that mentions '\(name)', the name of a top-level variable")
      }
    default: break
    }
    return .visitChildren
  }

  /// Whether a name is that of a member or an argument, and so cannot mean a variable.
  private func isOnlyLabel(_ token: TokenSyntax) -> Bool {
    if let labeled = token.parent?.as(LabeledExprSyntax.self) { return labeled.label == token }
    if let reference = token.parent?.as(DeclReferenceExprSyntax.self),
      let access = reference.parent?.as(MemberAccessExprSyntax.self)
    {
      return access.declName == reference && access.base != nil
    }
    return false
  }
}
