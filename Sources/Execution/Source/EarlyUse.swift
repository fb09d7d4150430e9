internal import SwiftSyntax

/// Whether a declaration could use a global before the statement that gives it its value.
///
/// A script that does so reads memory without a value; in a shared module the value would be made at once. A
/// declaration is used when something mentions its name, so it is enough that what mentions a variable, through however
/// many declarations, is mentioned only after the variable stands there.
struct EarlyUse {
  /// Why the program must be compiled alone, if it must.
  let reason: String?

  /// A declaration, and every name in it that is not only a label.
  private struct Declaration {
    /// What code has to mention to use it; `nil` where anything could, as with a member of somebody else's type.
    var name: String
    var mentioned: Set<String>
  }

  init(_ items: [CodeBlockItemSyntax], _ variables: ScriptVariables) {
    guard !variables.globals.isEmpty else {
      reason = nil
      return
    }
    let declarations = items.compactMap(Self.declaration)
    let globals = Set(variables.globals)
    guard declarations.contains(where: { !$0.mentioned.isDisjoint(with: globals) }) else {
      reason = nil
      return
    }
    let code = items.filter { SharingRules.isCode($0.item) }
      .map { (start: $0.position.utf8Offset, names: Self.names($0)) }
    reason = globals.sorted().first { name in
      let users = Self.users(of: name, declarations)
      guard !users.isEmpty, let end = variables.ends[name] else { return false }
      return code.contains { $0.start < end && !$0.names.isDisjoint(with: users) }
    }.map { "may use '\($0)' before it has a value" }
  }

  /// The names of the declarations that lead to one that mentions the variable.
  private static func users(of variable: String, _ declarations: [Declaration]) -> Set<String> {
    var users: Set<String> = []
    var wanted: Set = [variable]
    while true {
      let found = Set(declarations.filter { !$0.mentioned.isDisjoint(with: wanted) }.map(\.name))
      if found.isSubset(of: users) { return users }
      users.formUnion(found)
      wanted = users
    }
  }

  private static func declaration(_ item: CodeBlockItemSyntax) -> Declaration? {
    guard case .decl(let declaration) = item.item, !SharingRules.isCode(item.item) else { return nil }
    if let extended = declaration.as(ExtensionDeclSyntax.self) {
      return Declaration(name: extended.extendedType.trimmedDescription.withoutBackticks, mentioned: names(item))
    }
    guard let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text else { return nil }
    return Declaration(name: name.withoutBackticks, mentioned: names(item))
  }

  private static func names(_ item: CodeBlockItemSyntax) -> Set<String> {
    var names: Set<String> = []
    for token in item.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .identifier, .dollarIdentifier: names.insert(token.text.withoutBackticks)
      default: break
      }
    }
    return names
  }
}
