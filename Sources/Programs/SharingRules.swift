internal import SwiftSyntax

/// Which programs behave the same when their statements become a function's body and their declarations become private to
/// a file of a module that others share.
///
/// What the rules rely on: variables of a script are globals that are initialised in order where they stand, are never
/// destroyed, and shadow imported names. Local variables of a function that never returns do the same, as long as no
/// declaration mentions them; a use before the declaration does not compile there. Declarations private to a file are found by
/// that file alone. Everything else, and everything doubtful, is compiled alone; so is what does not compile here.
struct SharingRules {
  /// What the program's own declarations are called.
  private var declared: Set<String> = []
  /// What its variables are called.
  private var variables: Set<String> = []

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
    if let name = declared.intersection(variables).min() {
      return AloneReason("has a variable and a declaration called '\(name)'")
    }
    for item in items {
      let declaration = !Self.isCode(item.item) && !item.item.is(ImportDeclSyntax.self)
      let words = SharingWords(variables: declaration ? variables : [], declared: declared)
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
        let names = BoundNames(viewMode: .sourceAccurate)
        names.walk(guarded.conditions)
        variables.formUnion(names.names)
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
      let modifier = modifiers.first(where: \.isAccessLevel),
      ![.keyword(.private), .keyword(.fileprivate)].contains(modifier.name.tokenKind)
    {
      return "declares something \(modifier.name.text)"
    }
    if let extended = declaration.as(ExtensionDeclSyntax.self) {
      return declared.contains(extended.extendedType.trimmedDescription)
        ? nil : "extends \(extended.extendedType.trimmedDescription), which it does not declare before"
    }
    guard
      declaration.is(StructDeclSyntax.self) || declaration.is(ClassDeclSyntax.self)
        || declaration.is(EnumDeclSyntax.self) || declaration.is(ProtocolDeclSyntax.self)
        || declaration.is(FunctionDeclSyntax.self) || declaration.is(TypeAliasDeclSyntax.self),
      let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
    else { return "has a top-level \(declaration.kind)" }
    declared.insert(name)
    return nil
  }

  private mutating func reason(againstVariable variable: VariableDeclSyntax) -> String? {
    if !variable.attributes.isEmpty || !variable.modifiers.isEmpty {
      return "has a variable with attributes or modifiers"
    }
    for binding in variable.bindings {
      if binding.initializer == nil { return "has a variable without an initial value" }
      if binding.accessorBlock != nil { return "has a variable with observers or accessors" }
      let names = BoundNames(viewMode: .sourceAccurate)
      names.walk(binding.pattern)
      variables.formUnion(names.names)
    }
    return nil
  }
}

/// The names that patterns bind.
private final class BoundNames: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.identifier.text)
    return .skipChildren
  }
}
