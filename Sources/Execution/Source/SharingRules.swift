internal import SwiftSyntax

/// Which programs behave the same when their statements become a function's body, and their declarations and variables
/// become private to a file of a module that others share.
///
/// What the rules rely on:
/// - **Variables** stay globals (`ScriptVariables`), so exclusive access, isolation, copies and lifetimes are the same
///   by construction. A global of such a module gets its value when it is first used; the function touches each where
///   it stood, and nothing can use it before that (`EarlyUse`). The few variables that cannot be globals are the
///   function's own, where no closure and no `&` meets one that changes.
/// - **Declarations** are the module's, as in a script, so that the runtime knows them by the same names. All of them
///   go from internal to private for the file, so that two levels that were the same still are; where a program itself
///   makes something less visible, that must not matter (`AccessRules`).
/// - **Lines** are told to the compiler, so that what asks for them hears the same.
///
/// Everything else, and everything doubtful, is compiled alone; so is what does not compile here.
struct SharingRules {
  /// What becomes of the program's variables.
  private(set) var variables: ScriptVariables
  /// What the program's own declarations are called.
  private var declared: Set<String> = []
  /// The declarations that an extension may extend without being seen by others.
  private var types: Set<String> = []
  private let access: AccessRules
  private let imports: [String]

  init(_ file: SourceFileSyntax, imports: [String]) {
    access = AccessRules(file)
    variables = ScriptVariables(imports: imports)
    self.imports = imports
  }

  /// Whether a top-level item is a statement, an expression or a variable.
  static func isCode(_ item: CodeBlockItemSyntax.Item) -> Bool {
    guard case .decl(let declaration) = item else { return true }
    return declaration.is(VariableDeclSyntax.self)
  }

  /// Why the program may not share its module; `nil`: it may.
  mutating func reason(against items: [CodeBlockItemSyntax]) -> AloneReason? {
    for item in items {
      if let reason = reason(against: item.item) ?? variables.add(item) { return AloneReason(reason) }
    }
    if let name = variables.repeated ?? declared.intersection(variables.ends.keys).min() {
      return AloneReason("has two declarations called '\(name)'")
    }
    // The compiler looks these up by name to find the types of literals, whoever declares them.
    if let name = declared.union(variables.ends.keys).filter({
      $0.hasSuffix("LiteralType") || $0.hasSuffix("ClusterType") || $0.hasSuffix("ScalarType")
    }).min() {
      return AloneReason("declares \(name)")
    }
    if let reason = access.reason { return AloneReason(reason) }
    for item in items {
      if let reason = reason(inside: item) { return AloneReason(reason) }
    }
    return EarlyUse(items, variables).reason.map { AloneReason($0) }
  }

  private func reason(inside item: CodeBlockItemSyntax) -> String? {
    let isCode = Self.isCode(item.item)
    // Where such a thing may stand depends on what stands before it.
    if isCode, [.leftBrace, .period].contains(item.firstToken(viewMode: .sourceAccurate)?.tokenKind) {
      return "has a statement that begins with '{' or '.'"
    }
    let isDeclaration = !isCode && !item.item.is(ImportDeclSyntax.self)
    let own = variables.constants.union(variables.changing)
    let words = SharingWords(
      hidden: isDeclaration
        ? Dictionary(uniqueKeysWithValues: own.map { ($0, Int.max) }) : variables.ends,
      declared: declared, isCode: isCode, hasLocals: variables.hasLocals)
    words.walk(item)
    if let reason = words.reason { return reason }
    guard variables.hasLocals else { return nil }
    // A function may move a value that cannot be copied out of its variable; a script may not.
    if let module = imports.first(where: { !Self.modulesOfCopyableTypes.contains($0) }) {
      return "has a variable that cannot be a global, and imports \(module)"
    }
    return LocalUses(item, changing: variables.changing).reason
  }

  /// Modules none of whose types is known to be noncopyable.
  private static let modulesOfCopyableTypes: Set = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "LoopEngine", "LoopTracing",
  ]

  private mutating func reason(against item: CodeBlockItemSyntax.Item) -> String? {
    switch item {
    case .decl(let declaration): return reason(againstDeclaration: declaration)
    case .stmt(let statement): return statement.is(DeferStmtSyntax.self) ? "has a 'defer' at its top level" : nil
    default: return nil
    }
  }

  private mutating func reason(againstDeclaration declaration: DeclSyntax) -> String? {
    if declaration.is(VariableDeclSyntax.self) { return nil }
    if let imported = declaration.as(ImportDeclSyntax.self) {
      let isPlain = imported.attributes.isEmpty && imported.modifiers.isEmpty && imported.importKindSpecifier == nil
      return isPlain ? nil : "has an import with attributes"
    }
    if let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers,
      let modifier = modifiers.first(where: \.isAccessLevel)
    {
      return "declares something \(modifier.name.text)"
    }
    // The shape of an existential like `any P<Int>` holds mangled names, which have the file of a private declaration.
    if declaration.as(ProtocolDeclSyntax.self)?.primaryAssociatedTypeClause != nil {
      return "declares a protocol with primary associated types"
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
}

/// Looks for uses of the function's own variables that could tell them from globals.
///
/// The compiler proves accesses to a variable of a function apart that it would check at run time, and forbid, in a
/// global. That takes two accesses at once, one of which lasts: an argument with `&`, or one that a closure has a part
/// in.
private final class LocalUses: SyntaxVisitor {
  private(set) var reason: String?
  private let changing: Set<String>

  init(_ item: CodeBlockItemSyntax, changing: Set<String>) {
    self.changing = changing
    super.init(viewMode: .sourceAccurate)
    if !changing.isEmpty { walk(item) }
  }

  private func look(at node: some SyntaxProtocol, _ what: String) -> SyntaxVisitorContinueKind {
    let names = node.tokens(viewMode: .sourceAccurate).map(\.text.withoutBackticks)
    if let name = names.first(where: changing.contains), reason == nil {
      reason = "has a variable, '\(name)', that cannot be a global, and \(what)"
    }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind { look(at: node, "passes it with '&'") }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    look(at: node, "mentions it in a closure")
  }
}
