internal import SwiftSyntax

/// A program divided into what may stand at the top of a file that shares its module, and the rest, which becomes the body
/// of a function.
///
/// Such a program behaves as it would in a file `main.swift` of its own: see `SharingRules`, which lets no other pass.
/// It costs a tenth of a module's compilation.
package struct SharedText: Sendable {
  /// The import declarations, as they were written.
  package var imports: String
  /// Types, functions and extensions, each made private to its file.
  package var declarations: String
  /// The statements and variables, in order; the last one comes after a call that tells that it was reached.
  package var code: String

  static func divide(
    _ file: SourceFileSyntax, items: [CodeBlockItemSyntax], imports: [String]
  ) -> Result<SharedText, AloneReason> {
    if file.hasError { return .failure(AloneReason("does not parse")) }
    if let engine = imports.first(where: ["LoopEngine", "LoopTracing"].contains) {
      return .failure(AloneReason("imports \(engine)"))
    }
    var rules = SharingRules()
    if let reason = rules.reason(against: items) { return .failure(reason) }
    var text = SharedText(imports: "", declarations: "", code: "")
    let lastOfCode = items.last { SharingRules.isCode($0.item) }
    for item in items {
      if item.item.is(ImportDeclSyntax.self) {
        text.imports += item.trimmedDescription + "\n"
      } else if SharingRules.isCode(item.item) {
        if item == lastOfCode, item != items.first { text.code += "_loopbook_reached();" }
        text.code += item.description + "\n"
      } else {
        text.declarations += privateToFile(item) + "\n"
      }
    }
    return .success(text)
  }

  /// The declaration with `fileprivate` before its introducer, unless it has an access level or must not have one.
  private static func privateToFile(_ item: CodeBlockItemSyntax) -> String {
    guard let declaration = item.item.asProtocol((any WithModifiersSyntax).self),
      !item.item.is(ExtensionDeclSyntax.self), !declaration.modifiers.contains(where: \.isAccessLevel)
    else { return item.description }
    let start = declaration.modifiers.first?.positionAfterSkippingLeadingTrivia ?? introducer(item.item)
    guard let start else { return item.description }
    var bytes = Array(item.description.utf8)
    bytes.insert(contentsOf: Array("fileprivate ".utf8), at: start.utf8Offset - item.position.utf8Offset)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func introducer(_ item: CodeBlockItemSyntax.Item) -> AbsolutePosition? {
    if let group = item.asProtocol((any DeclGroupSyntax).self) {
      return group.introducer.positionAfterSkippingLeadingTrivia
    }
    if let function = item.as(FunctionDeclSyntax.self) {
      return function.funcKeyword.positionAfterSkippingLeadingTrivia
    }
    return item.as(TypeAliasDeclSyntax.self)?.typealiasKeyword.positionAfterSkippingLeadingTrivia
  }
}

extension DeclModifierSyntax {
  /// Whether the modifier says who may use the declaration.
  var isAccessLevel: Bool {
    switch name.tokenKind {
    case .keyword(.private), .keyword(.fileprivate), .keyword(.internal), .keyword(.package), .keyword(.public),
      .keyword(.open):
      true
    default: false
    }
  }
}
