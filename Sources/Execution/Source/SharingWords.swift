internal import SwiftSyntax

/// Looks through a top-level item for what means something else, or may, in a module that is shared.
final class SharingWords: SyntaxVisitor {
  /// The first reason that was found.
  private(set) var reason: String?
  private let hidden: [String: Int]
  private let declared: Set<String>
  private let isCode: Bool
  private let hasLocals: Bool

  /// `hidden` are the variables, each with the offset before which the item must not mention it, `declared` the
  /// program's own types and functions; `isCode` tells whether the item becomes part of a function, `hasLocals` whether
  /// that has variables of its own.
  init(hidden: [String: Int], declared: Set<String>, isCode: Bool, hasLocals: Bool) {
    self.hidden = hidden
    self.declared = declared
    self.isCode = isCode
    self.hasLocals = hasLocals
    super.init(viewMode: .sourceAccurate)
  }

  /// Attributes that concern only the declaration they stand at.
  private static let harmlessAttributes: Set = [
    "discardableResult", "escaping", "autoclosure", "available", "dynamicMemberLookup", "propertyWrapper",
    "resultBuilder", "unknown", "inlinable", "inline", "frozen",
  ]

  /// What finds declarations by name, belongs to the process, or may run at the same time.
  private static let tellingNames: Set = [
    "CommandLine", "MainActor", "Task", "TaskGroup", "_typeByName", "withTaskGroup", "withThrowingTaskGroup",
    "withCheckedContinuation", "withUnsafeContinuation", "NSClassFromString", "loopbook_finish", "Thread",
    "AsyncStream", "AsyncThrowingStream",
    // Only a program by itself has a network.
    "Host", "URLSession", "getaddrinfo", "getifaddrs", "gethostbyname", "if_nameindex", "if_nametoindex",
    "if_indextoname",
    "socket", "socketpair",
  ]

  /// How the names of the standard library's types end that cannot be copied, or may hold what cannot.
  private static let noncopyableTypes = ["Span", "InlineArray", "Mutex", "Atomic"]

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
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { type(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { type(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { type(node) }

  /// The runtime knows a type inside of statements by the function that they belong to.
  private func type(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    isCode ? found("has a type inside a statement") : .visitChildren
  }

  /// An operator is looked for in all types of a module.
  ///
  /// One whose operands are of a type that only the program itself can name, and that no literal makes, belongs to no
  /// other program.
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard case .binaryOperator = node.name.tokenKind else {
      if case .identifier = node.name.tokenKind { return .visitChildren }
      return found("declares the operator \(node.name.text)")
    }
    var parent = node.parent
    while let current = parent, current.asProtocol((any DeclGroupSyntax).self) == nil { parent = current.parent }
    let owner =
      parent?.as(StructDeclSyntax.self)?.name.text ?? parent?.as(ClassDeclSyntax.self)?.name.text
      ?? parent?.as(EnumDeclSyntax.self)?.name.text
      ?? parent?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    let isOwn = node.signature.parameterClause.parameters.allSatisfy { parameter in
      let type = parameter.type.trimmedDescription
      return owner != nil && (type == "Self" || type == owner)
    }
    return isOwn ? .visitChildren : found("declares the operator \(node.name.text)")
  }

  override func visit(_ node: InheritedTypeSyntax) -> SyntaxVisitorContinueKind {
    let name = node.type.trimmedDescription
    let makesLiterals = name.hasPrefix("ExpressibleBy") || Self.literalProtocols.contains(name)
    return makesLiterals ? found("makes a type from literals") : .visitChildren
  }

  private static let literalProtocols: Set = [
    "Numeric", "SignedNumeric", "BinaryInteger", "FixedWidthInteger", "SignedInteger", "UnsignedInteger",
    "FloatingPoint",
    "BinaryFloatingPoint", "StringProtocol", "SetAlgebra", "OptionSet", "SIMD", "SIMDScalar",
    "StringInterpolationProtocol",
  ]

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { found("declares an actor") }
  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind { found("declares a macro") }
  override func visit(_ node: OperatorDeclSyntax) -> SyntaxVisitorContinueKind { found("declares an operator") }
  override func visit(_ node: PrecedenceGroupDeclSyntax) -> SyntaxVisitorContinueKind {
    found("declares a precedence group")
  }
  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind { found("awaits") }
  override func visit(_ node: ConsumeExprSyntax) -> SyntaxVisitorContinueKind { found("consumes a value") }
  override func visit(_ node: SuppressedTypeSyntax) -> SyntaxVisitorContinueKind {
    hasLocals ? found("has a type that cannot be copied, and a variable that cannot be a global") : .visitChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    switch token.tokenKind {
    case .keyword(.async), .keyword(.isolated), .keyword(.nonisolated), .keyword(.sending), .keyword(.consuming),
      .keyword(.borrowing), .keyword(.unowned):
      return found("uses '\(token.text)'")
    case .identifier(let text), .dollarIdentifier(let text):
      let name = text.withoutBackticks
      if Self.tellingNames.contains(name) { return found("uses \(name)") }
      // The address of a global stays what it is, that of a local variable may be a copy's; and a value that cannot be
      // copied may be moved out of a local variable.
      if hasLocals, name.hasPrefix("Unsafe") || Self.noncopyableTypes.contains(where: name.hasSuffix) {
        return found("uses \(name), and has a variable that cannot be a global")
      }
      if let offset = hidden[name], token.position.utf8Offset < offset, !isOnlyLabel(token) {
        return found(
          offset == Int.max
            ? "has a declaration that mentions '\(name)', a variable that cannot be a global"
            : "mentions '\(name)' before that variable")
      }
    default: break
    }
    return .visitChildren
  }

  /// Whether a name is that of a member, an argument, or of something new, and so cannot mean a variable.
  private func isOnlyLabel(_ token: TokenSyntax) -> Bool {
    if isCode, let pattern = token.parent?.as(IdentifierPatternSyntax.self) {
      // `if let x` means an x that is there already.
      return pattern.parent?.as(OptionalBindingConditionSyntax.self).map { $0.initializer != nil } ?? true
    }
    if let labeled = token.parent?.as(LabeledExprSyntax.self) { return labeled.label == token }
    if let reference = token.parent?.as(DeclReferenceExprSyntax.self),
      let access = reference.parent?.as(MemberAccessExprSyntax.self)
    {
      return access.declName == reference && access.base != nil
    }
    return false
  }
}
