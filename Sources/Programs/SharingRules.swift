internal import SwiftSyntax

/// Which programs behave the same when their statements become a function's body and their declarations become private to
/// a file of a module that others share.
///
/// What the rules rely on: variables of a script are globals that are initialised in order where they stand, are never
/// destroyed, and shadow imported names, even before they stand. Local variables of a function that never returns do the same,
/// as long as no declaration mentions them, and nothing does before they stand. Declarations are the module's, as in a
/// script, so that the runtime knows them by the same names; a program that mentions a name that another one declares
/// goes to a different module (`SharingParts`). Everything else, and everything doubtful, is compiled alone; so is what does not
/// compile here.
struct SharingRules {
  /// What the program's own declarations are called.
  private(set) var declared: Set<String> = []
  /// The declarations that an extension may extend without being seen by others.
  private var types: Set<String> = []
  /// The offset from which each of its variables may be mentioned.
  private var variables: [String: Int] = [:]
  /// A name that is bound twice.
  private var repeated: String?

  /// Whether a top-level item is a statement, an expression or a variable.
  static func isCode(_ item: CodeBlockItemSyntax.Item) -> Bool {
    guard case .decl(let declaration) = item else { return true }
    return declaration.is(VariableDeclSyntax.self)
  }

  /// Why the program may not share its module; `nil`: it may.
  mutating func reason(against items: [CodeBlockItemSyntax]) -> AloneReason? {
    for item in items {
      if let reason = reason(against: item.item) { return AloneReason(reason) }
    }
    if let name = repeated ?? declared.intersection(variables.keys).min() {
      return AloneReason("has two declarations called '\(name)'")
    }
    // The compiler looks these up by name to find the types of literals, whoever declares them.
    if let name = declared.union(variables.keys).filter({
      $0.hasSuffix("LiteralType") || $0.hasSuffix("ClusterType") || $0.hasSuffix("ScalarType")
    }).min() {
      return AloneReason("declares \(name)")
    }
    for item in items {
      let isCode = Self.isCode(item.item)
      // Where such a thing may stand depends on what stands before it.
      if isCode, [.leftBrace, .period].contains(item.firstToken(viewMode: .sourceAccurate)?.tokenKind) {
        return AloneReason("has a statement that begins with '{' or '.'")
      }
      let isDeclaration = !isCode && !item.item.is(ImportDeclSyntax.self)
      let words = SharingWords(
        hidden: isDeclaration ? variables.mapValues { _ in Int.max } : variables, declared: declared, isCode: isCode)
      words.walk(item)
      if let reason = words.reason { return AloneReason(reason) }
    }
    return nil
  }

  private mutating func reason(against item: CodeBlockItemSyntax.Item) -> String? {
    switch item {
    case .decl(let declaration): return reason(againstDeclaration: declaration)
    case .stmt(let statement):
      if statement.is(DeferStmtSyntax.self) { return "has a 'defer' at its top level" }
      if let guarded = statement.as(GuardStmtSyntax.self) {
        for condition in guarded.conditions { bind(condition, until: condition.endPosition) }
      }
      return nil
    default: return nil
    }
  }

  private mutating func reason(againstDeclaration declaration: DeclSyntax) -> String? {
    if let variable = declaration.as(VariableDeclSyntax.self) { return reason(againstVariable: variable) }
    if let imported = declaration.as(ImportDeclSyntax.self) {
      let isPlain = imported.attributes.isEmpty && imported.modifiers.isEmpty && imported.importKindSpecifier == nil
      return isPlain ? nil : "has an import with attributes"
    }
    if let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers,
      let modifier = modifiers.first(where: \.isAccessLevel)
    {
      return "declares something \(modifier.name.text)"
    }
    if let extended = declaration.as(ExtensionDeclSyntax.self) {
      return types.contains(extended.extendedType.trimmedDescription)
        ? nil : "extends \(extended.extendedType.trimmedDescription), which it does not declare before"
    }
    guard
      declaration.is(StructDeclSyntax.self) || declaration.is(ClassDeclSyntax.self)
        || declaration.is(EnumDeclSyntax.self) || declaration.is(ProtocolDeclSyntax.self)
        || declaration.is(FunctionDeclSyntax.self) || declaration.is(TypeAliasDeclSyntax.self),
      let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
    else { return "has a top-level \(declaration.kind)" }
    declared.insert(name.withoutBackticks)
    // An alias could be that of anybody's type.
    if !declaration.is(FunctionDeclSyntax.self), !declaration.is(TypeAliasDeclSyntax.self) { types.insert(name) }
    return nil
  }

  /// Notes the names that a pattern or a condition binds.
  private mutating func bind(_ node: some SyntaxProtocol, until end: AbsolutePosition) {
    let names = BoundNames(viewMode: .sourceAccurate)
    names.walk(node)
    for name in names.names {
      if variables.updateValue(end.utf8Offset, forKey: name) != nil { repeated = name }
    }
  }

  private mutating func reason(againstVariable variable: VariableDeclSyntax) -> String? {
    if !variable.attributes.isEmpty || !variable.modifiers.isEmpty {
      return "has a variable with attributes or modifiers"
    }
    for binding in variable.bindings {
      if binding.initializer == nil { return "has a variable without an initial value" }
      if binding.accessorBlock != nil { return "has a variable with observers or accessors" }
      bind(binding.pattern, until: binding.endPosition)
    }
    return nil
  }
}

/// The names that patterns bind.
private final class BoundNames: SyntaxVisitor {
  var names: [String] = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.identifier.text.withoutBackticks)
    return .skipChildren
  }
}
