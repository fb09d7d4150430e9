internal import SwiftParser
internal import SwiftSyntax

/// Whether a text is a whole program, or one that a reader is to complete.
///
/// Swift accepts neither declarations without bodies nor a body that is an ellipsis, so that nothing that compiles as
/// it stands is taken for one of them.
package enum ProgramOutline: Hashable, Sendable {
  /// Nothing is left out, as far as one can see.
  case whole
  /// Declarations, those of functions and the like without bodies, and nothing else.
  case signatures
  /// Some bodies are `{ ... }` or `{ … }`. The text is the same with an expression of type `Never` in place of each
  /// ellipsis, or with blanks where members are left out: every line and column stays. The support declares that
  /// expression.
  case abridged(text: String, support: String)

  /// Looks at a text, for signatures if that is asked for.
  ///
  /// A text that the compiler's parser objects to for any other reason is whole, so that the compiler tells of it.
  package static func of(_ text: String, lookingForSignatures: Bool) -> Self {
    let mayBeAbridged = ElidedBodies.mayBe(in: text)
    guard lookingForSignatures || mayBeAbridged, TextNesting(text).problem == nil else { return .whole }
    return DeepStack.run(forText: text.utf8.count) {
      let file = Parser.parse(source: text)
      if mayBeAbridged, let code = ElidedBodies.replaced(in: text, file) {
        return .abridged(text: code.text, support: code.support)
      }
      return lookingForSignatures && SignatureRules.hold(for: file) ? .signatures : .whole
    } ?? .whole
  }
}

/// Bodies of which nothing is written but an ellipsis.
private enum ElidedBodies {
  private static let ellipses: Set = ["...", "…"]
  /// As long as an ellipsis, so that nothing moves: three bytes.
  private static let standIn = "ꙮ"

  /// The same for a closure, whose type may be inferred from what it returns: an operator can be of any type, and of
  /// `Never` where nothing asks for another.
  private static let closureStandIn = "%%0"
  private static let closureOperator = "%%"

  // Nonisolated, since it stands in bodies of any actor, and safe so: what is declared here holds no state and returns
  // nothing, and an outline is only compiled, so that none of it ever runs (the kind of such an example is `norun`).
  private static let support = "@usableFromInline nonisolated var \(standIn): Swift.Never { Swift.fatalError() }\n"
  // Safe for the same reasons; of `T` no value is ever made.
  private static let closureSupport = """
    prefix operator \(closureOperator)
    @usableFromInline nonisolated prefix func \(closureOperator)(_: Swift.Int) -> Swift.Never { Swift.fatalError() }
    @usableFromInline nonisolated prefix func \(closureOperator)<T>(_: Swift.Int) -> T { Swift.fatalError() }

    """

  /// Whether the bytes allow for it; nearly no program has an ellipsis before a closing brace.
  static func mayBe(in text: String) -> Bool {
    ellipses.contains { ellipsis in
      text.ranges(of: ellipsis).contains { range in
        text[range.upperBound...].first { !$0.isWhitespace } == "}"
      }
    }
  }

  /// The text with all of them replaced, and what declares the replacements; `nil` where there are none.
  static func replaced(in text: String, _ file: SourceFileSyntax) -> (text: String, support: String)? {
    guard !text.contains(standIn) else { return nil }
    // An operator of the text's own stays alone.
    let hasOperator = text.contains(closureOperator)
    let tokens = Array(file.tokens(viewMode: .sourceAccurate))
    var bytes = Array(text.utf8)
    var isFound = false
    for (index, token) in tokens.enumerated().dropFirst().dropLast() where ellipses.contains(token.text) {
      let (before, after) = (tokens[index - 1], tokens[index + 1])
      guard after.tokenKind == .rightBrace, opensBody(before), !isConditional(token) else { continue }
      let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
      bytes.replaceSubrange(
        start..<(start + 3), with: substitute(after: before, inClosures: hasOperator ? standIn : closureStandIn).utf8)
      isFound = true
    }
    guard isFound else { return nil }
    return (String(decoding: bytes, as: UTF8.self), hasOperator ? support : support + closureSupport)
  }

  /// What stands in for an ellipsis: members may be none.
  private static func substitute(after token: TokenSyntax, inClosures: String) -> String {
    guard let parent = token.parent else { return standIn }
    if parent.is(MemberBlockSyntax.self) { return "   " }
    return parent.is(ClosureExprSyntax.self) || parent.is(ClosureSignatureSyntax.self) ? inClosures : standIn
  }

  /// Whether it stands under a condition: what holds for other compilers is not even parsed by this one.
  private static func isConditional(_ token: TokenSyntax) -> Bool {
    var parent = token.parent
    while let node = parent {
      if node.is(IfConfigClauseSyntax.self) { return true }
      parent = node.parent
    }
    return false
  }

  /// A brace, or the end of what a closure says of its parameters.
  private static func opensBody(_ token: TokenSyntax) -> Bool {
    token.tokenKind == .leftBrace
      || token.tokenKind == .keyword(.in) && token.parent?.is(ClosureSignatureSyntax.self) ?? false
  }
}

/// What a text must be that only shows what can be called.
private enum SignatureRules {
  static func hold(for file: SourceFileSyntax) -> Bool {
    let items = file.statements.map(\.item)
    guard !file.hasError, !items.isEmpty, !CodeSearch.isAny(in: file) else { return false }
    var lacking = 0
    for item in items {
      guard case .decl(let declaration) = item, isSignature(declaration, isRequirement: false, &lacking) else {
        return false
      }
    }
    // Without one that lacks its body it compiles, and should.
    return lacking > 0
  }

  private static func isSignature(_ declaration: DeclSyntax, isRequirement: Bool, _ lacking: inout Int) -> Bool {
    var isBare = false
    if let function = declaration.as(FunctionDeclSyntax.self) {
      isBare = function.body == nil
    } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
      isBare = initializer.body == nil
    } else if let subscripted = declaration.as(SubscriptDeclSyntax.self) {
      isBare = lacksBodies(subscripted.accessorBlock)
    } else if let variable = declaration.as(VariableDeclSyntax.self) {
      let areTyped = variable.bindings.allSatisfy { $0.initializer == nil && $0.typeAnnotation != nil }
      guard areTyped, variable.bindings.allSatisfy({ lacksBodies($0.accessorBlock) }) else { return false }
      // A stored property has no body to lack.
      guard variable.bindings.contains(where: { $0.accessorBlock != nil }) else { return true }
      isBare = true
    } else if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
      let areRequirements = declaration.is(ProtocolDeclSyntax.self)
      for member in group.memberBlock.members
      where !isSignature(member.decl, isRequirement: areRequirements, &lacking) { return false }
      return true
    } else {
      return declaration.is(TypeAliasDeclSyntax.self) || declaration.is(AssociatedTypeDeclSyntax.self)
        || declaration.is(EnumCaseDeclSyntax.self) || declaration.is(ImportDeclSyntax.self)
    }
    if isBare, !isRequirement { lacking += 1 }
    return isBare
  }

  private static func lacksBodies(_ block: AccessorBlockSyntax?) -> Bool {
    guard let block else { return true }
    guard case .accessors(let accessors) = block.accessors else { return false }
    return accessors.allSatisfy { $0.body == nil }
  }
}

/// Looks for what would run, or be expanded, and so has to be compiled.
private final class CodeSearch: SyntaxVisitor {
  private var isFound = false

  static func isAny(in file: SourceFileSyntax) -> Bool {
    let search = CodeSearch(viewMode: .sourceAccurate)
    search.walk(file)
    return search.isFound
  }

  private func found() -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { found() }
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { found() }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { found() }
  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind { found() }
}
