internal import SwiftSyntax

/// The function in which a program begins and ends that has no top-level code, where it has more than one statement.
struct MainFunction: Sendable {
  /// The offset behind the brace that begins its body.
  let start: Int
  /// The offset where its last statement begins.
  let last: Int

  /// The type that is marked `@main`.
  static func type(in items: [CodeBlockItemSyntax]) -> CodeBlockItemSyntax.Item? {
    items.lazy.map(\.item).first { item in
      item.asProtocol((any WithAttributesSyntax).self)?.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "main"
      } ?? false
    }
  }

  /// Looks for the function in a type and its extensions; one that comes from elsewhere is not found.
  init?(of type: CodeBlockItemSyntax.Item, in items: [CodeBlockItemSyntax]) {
    let name = type.asProtocol((any NamedDeclSyntax).self)?.name.text
    let extensions = items.lazy.compactMap { $0.item.as(ExtensionDeclSyntax.self) }
      .filter { $0.extendedType.trimmedDescription == name }
    let bodies =
      [type.asProtocol((any DeclGroupSyntax).self)?.memberBlock].compactMap(\.self)
      + extensions.map(\.memberBlock)
    let functions = bodies.flatMap(\.members).compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    let found = functions.filter { $0.name.text == "main" && $0.signature.parameterClause.parameters.isEmpty }
    guard found.count == 1, let body = found[0].body, let last = body.statements.last, body.statements.count > 1,
      // A directive has to stay at the beginning of its line.
      last.firstToken(viewMode: .sourceAccurate)?.tokenKind != .poundIf
    else { return nil }
    start = body.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset
    self.last = last.positionAfterSkippingLeadingTrivia.utf8Offset
  }
}
