internal import SwiftParser
internal import SwiftSyntax

/// What the compiler's own parser sees in a program: what it imports, where it ends, and whether it can share a module.
package struct ScriptSyntax: Sendable {
  /// The modules it imports, sorted, each once.
  package let imports: [String]

  /// Whether a declaration is marked `@main`, so that there is no top-level code.
  package let hasMainType: Bool

  /// Where something may be put between two top-level items: the end of the earlier one, by UTF-8 offset, for each item but the
  /// first.
  ///
  /// `nil` where it may not.
  let seams: [Seam]

  /// How the program's text is divided for a module that it shares with others, or why it cannot be.
  package let sharing: Result<SharedText, AloneReason>

  /// Whether its text is divided for a shared module.
  var canShare: Bool {
    if case .success = sharing { true } else { false }
  }

  /// A place between two top-level items.
  struct Seam: Sendable {
    /// The offset where the item before it ends.
    var offset: Int
    /// The offset where the item after it begins.
    var next: Int
  }

  /// Parses a program.
  package init(_ text: String) {
    let file = Parser.parse(source: text)
    let items = Array(file.statements)
    imports = Set(
      items.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text }
    ).sorted()
    hasMainType = items.contains { item in
      item.item.asProtocol((any WithAttributesSyntax).self)?.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "main"
      } ?? false
    }
    seams = hasMainType || file.hasError ? [] : Self.seams(items)
    sharing = SharedText.divide(file, items: items, imports: imports)
  }

  private static func seams(_ items: [CodeBlockItemSyntax]) -> [Seam] {
    var seams: [Seam] = []
    for (before, after) in zip(items, items.dropFirst()) {
      // Nothing may follow #endif on its line, nor a statement a semicolon of its own.
      if before.item.is(IfConfigDeclSyntax.self) || before.semicolon != nil { continue }
      if before.item.is(MacroExpansionDeclSyntax.self) || before.item.is(PoundSourceLocationSyntax.self) { continue }
      if case .decl(let declaration) = before.item, declaration.is(PoundSourceLocationSyntax.self) { continue }
      let end = before.endPositionBeforeTrailingTrivia.utf8Offset
      seams.append(Seam(offset: end, next: after.positionAfterSkippingLeadingTrivia.utf8Offset))
    }
    return seams
  }

  /// The program's text for a module of its own, with calls that say how far it has come.
  ///
  /// `blocks` are the offsets where the blocks of a session begin, the first left out. No line of the text moves.
  package func text(_ text: String, blocks: [Int]) -> String {
    guard !seams.isEmpty else { return text }
    var prefix = "_loopbook"
    while text.contains(prefix + "_") { prefix += "0" }
    var calls: [(offset: Int, call: String)] = []
    for (index, block) in blocks.enumerated() {
      // Before the first item that begins in the block.
      guard let seam = seams.first(where: { $0.next >= block && $0.offset <= block }) else { continue }
      calls.append((seam.offset, "; \(prefix)_block(\(index + 1))"))
    }
    if let last = seams.last { calls.append((last.offset, "; \(prefix)_reached()")) }
    var bytes = Array(text.utf8)
    for call in calls.sorted(by: { ($0.offset, $0.call) > ($1.offset, $1.call) }) {
      bytes.insert(contentsOf: Array(call.call.utf8), at: call.offset)
    }
    return String(decoding: bytes, as: UTF8.self) + Self.callDeclarations(prefix)
  }

  /// The host's functions, as a program sees them.
  private static func callDeclarations(_ prefix: String) -> String {
    """

    @_silgen_name("loopbook_reached") fileprivate func \(prefix)_reached()
    @_silgen_name("loopbook_block") fileprivate func \(prefix)_block(_: Swift.Int32)

    """
  }
}

/// Why a program is compiled as a module of its own, in words that fit after "because it".
package struct AloneReason: Error, Hashable, Sendable {
  package var text: String

  package init(_ text: String) {
    self.text = text
  }
}
