internal import SwiftSyntax

/// Whether a program's own `private` and `fileprivate` mean the same where all that stands around them is private to
/// its file.
///
/// In a script the declarations around are internal, and the compiler objects to what must be as visible as they are
/// and is not: the witness of a requirement, an override, a type in a signature, what an attribute of the type asks
/// for. So only properties and methods that can be none of these may be less visible.
struct AccessRules {
  /// Why the program must be compiled alone, if it must.
  let reason: String?

  init(_ file: SourceFileSyntax) {
    let limited = LimitedDeclarations(file)
    guard !limited.found.isEmpty else {
      reason = nil
      return
    }
    let types = TypesOfProgram(file)
    reason = limited.found.first { !Self.isHarmless($0, types) }
      .map { "has something \($0.name.text) that may have to be as visible as what is around it" }
  }

  /// What else a type may be without asking for members by other names than these.
  private static let knownProtocols: Set = [
    "AnyObject", "CaseIterable", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Sendable",
  ]
  private static let knownRequirements: Set = [
    "AllCases", "CodingKeys", "ID", "_code", "_domain", "_rawHashValue", "_userInfo", "allCases", "debugDescription",
    "description", "encode", "hash", "hashValue", "id",
  ]

  private static func isHarmless(_ modifier: DeclModifierSyntax, _ types: TypesOfProgram) -> Bool {
    guard let declaration = modifier.parent?.parent, let type = types.around(declaration) else { return false }
    var names: [String] = []
    if let variable = declaration.as(VariableDeclSyntax.self) {
      guard variable.attributes.isEmpty, !variable.modifiers.contains(where: isOverride) else { return false }
      names = variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
      guard names.count == variable.bindings.count else { return false }
    } else if let function = declaration.as(FunctionDeclSyntax.self) {
      guard function.attributes.isEmpty, !function.modifiers.contains(where: isOverride),
        case .identifier = function.name.tokenKind
      else { return false }
      names = [function.name.text]
    } else {
      return false
    }
    guard let facts = types.facts[type], !facts.hasAttributes else { return false }
    let unknown = facts.inherited.subtracting(types.ownClassesAndProtocols).subtracting(knownProtocols)
    let asked = types.requirements.union(knownRequirements)
    return unknown.isEmpty && asked.isDisjoint(with: names.map(\.withoutBackticks))
  }

  private static func isOverride(_ modifier: DeclModifierSyntax) -> Bool {
    [.keyword(.override), .keyword(.required)].contains(modifier.name.tokenKind)
  }
}

/// The modifiers that make something less visible than what stands around it.
private final class LimitedDeclarations: SyntaxVisitor {
  private(set) var found: [DeclModifierSyntax] = []

  init(_ file: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(file)
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    if [.keyword(.private), .keyword(.fileprivate)].contains(node.name.tokenKind) { found.append(node) }
    return .skipChildren
  }
}

/// What a program says of its own types, wherever it says it.
private final class TypesOfProgram: SyntaxVisitor {
  struct Facts {
    var inherited: Set<String> = []
    var hasAttributes = false
  }

  /// By the type's name; types of the same name are taken together.
  private(set) var facts: [String: Facts] = [:]
  private(set) var ownClassesAndProtocols: Set<String> = []
  /// The names of all that the program's own protocols declare.
  private(set) var requirements: Set<String> = []

  init(_ file: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(file)
  }

  /// The name of the innermost type around a declaration.
  func around(_ node: Syntax) -> String? {
    var parent = node.parent
    while let current = parent {
      if let group = current.asProtocol((any DeclGroupSyntax).self) {
        return Self.name(of: group)
      }
      parent = current.parent
    }
    return nil
  }

  private static func name(of group: any DeclGroupSyntax) -> String? {
    if let extended = group.as(ExtensionDeclSyntax.self) { return extended.extendedType.trimmedDescription }
    return group.asProtocol((any NamedDeclSyntax).self)?.name.text
  }

  private func note(_ group: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    guard let name = Self.name(of: group) else { return .visitChildren }
    facts[name, default: Facts()].inherited.formUnion(
      group.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? [])
    if !group.attributes.isEmpty { facts[name]?.hasAttributes = true }
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { note(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { note(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { note(node) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { note(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    ownClassesAndProtocols.insert(node.name.text)
    return note(node)
  }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    ownClassesAndProtocols.insert(node.name.text)
    for token in node.memberBlock.tokens(viewMode: .sourceAccurate) {
      if case .identifier = token.tokenKind { requirements.insert(token.text.withoutBackticks) }
    }
    return note(node)
  }
}
