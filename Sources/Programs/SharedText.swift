internal import SwiftSyntax

/// A program divided into what may stand at the top of a file that shares its module, and the rest, which becomes the body
/// of a function.
///
/// Such a program behaves as it would in a file `main.swift` of its own: see `SharingRules`, which lets no other pass.
/// It costs a tenth of a module's compilation.
package struct SharedText: Sendable {
  /// The import declarations, as they were written.
  package var imports: String
  /// Types, functions and extensions, each made private to its file; see `RuntimeNames` for what they are called then.
  package var declarations: String
  /// The statements and variables, in order; the last one comes after a call that tells that it was reached.
  package var code: String
  /// Every name that it mentions.
  package var mentioned: Set<String>

  static func divide(
    _ file: SourceFileSyntax, items: [CodeBlockItemSyntax], imports: [String]
  ) -> Result<SharedText, AloneReason> {
    if file.hasError { return .failure(AloneReason("does not parse")) }
    if let engine = imports.first(where: ["LoopEngine", "LoopTracing"].contains) {
      return .failure(AloneReason("imports \(engine)"))
    }
    var rules = SharingRules()
    if let reason = rules.reason(against: items) { return .failure(reason) }
    var text = SharedText(
      imports: "", declarations: "", code: "", mentioned: Self.names(file))
    if text.mentioned.contains(where: { $0.hasPrefix("_loopbook_") }) {
      return .failure(AloneReason("uses the names that a shared module needs"))
    }
    let lastOfCode = items.last { SharingRules.isCode($0.item) }
    for item in items {
      if item.item.is(ImportDeclSyntax.self) {
        text.imports += item.trimmedDescription + "\n"
      } else if SharingRules.isCode(item.item) {
        if item == lastOfCode, item != items.first { text.code += "_loopbook_reached();" }
        text.code += item.description + "\n"
        // With a declaration gone from between, the next statement must not go on with this one.
        if item.semicolon == nil { text.code += ";\n" }
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

  /// Whether it mentions what takes closures or values over to other threads.
  ///
  /// Swift 6 lets a function give its own variables away where a script, whose variables are the main actor's, may not.
  var mayMeetThreads: Bool {
    let words: Set = [
      "Atomic", "FileHandle", "Mutex", "NotificationCenter", "Process", "Synchronization", "Timer", "URLSession",
      "sending",
    ]
    return !mentioned.isDisjoint(with: words)
      || mentioned.contains { name in ["Dispatch", "Operation", "NS", "pthread"].contains { name.hasPrefix($0) } }
  }

  private static func names(_ file: SourceFileSyntax) -> Set<String> {
    var names: Set<String> = []
    for token in file.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .identifier, .dollarIdentifier, .keyword: names.insert(token.text.withoutBackticks)
      default: break
      }
    }
    return names
  }
}

extension String {
  /// The name itself, where it stands in backticks.
  var withoutBackticks: String {
    hasPrefix("`") && hasSuffix("`") && count > 2 ? String(dropFirst().dropLast()) : self
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
