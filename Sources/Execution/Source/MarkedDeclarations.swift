internal import Files
internal import SwiftParser
internal import SwiftSyntax

/// Declarations that the compiler warns of wherever they are used.
package struct MarkedDeclarations: Sendable {
  /// The text with the marks; its lines keep their numbers.
  package let text: String
  /// What each warning contains.
  private let mark: String

  /// Marks all that a text declares; `nil` where that cannot be done, as with what macros declare.
  package init?(_ declarations: String, mark: String) {
    guard TextNesting(declarations).problem == nil else { return nil }
    let offsets = DeepStack.run(forText: declarations.utf8.count) { () -> [Int]? in
      let file = Parser.parse(source: declarations)
      return file.hasError ? nil : Self.offsets(in: file.statements)
    }
    guard let offsets = offsets ?? nil, !offsets.isEmpty else { return nil }
    let bytes = Array(declarations.utf8)
    var text: [UInt8] = []
    var last = 0
    for offset in offsets {
      text += bytes[last..<offset]
      text += Array("@available(*, deprecated, message: \"\(mark)\") ".utf8)
      last = offset
    }
    text += bytes[last...]
    self.text = String(decoding: text, as: UTF8.self)
    self.mark = mark
  }

  /// Whether one of them is used in the first lines of a program, as the warnings about it tell.
  package func areUsed(inFirst lines: Int, _ warnings: [CompilerMessage]) -> Bool {
    warnings.contains { $0.line <= lines && $0.text.containsBytes(of: mark) }
  }

  /// Where the declarations begin, in bytes; `nil` where one cannot be marked.
  private static func offsets(in statements: CodeBlockItemListSyntax) -> [Int]? {
    var offsets: [Int] = []
    for statement in statements {
      guard let declaration = statement.item.as(DeclSyntax.self) else { continue }
      switch declaration.kind {
      case .importDecl, .operatorDecl, .precedenceGroupDecl: continue
      case .macroExpansionDecl: return nil
      case .ifConfigDecl:
        for clause in declaration.cast(IfConfigDeclSyntax.self).clauses {
          guard case .statements(let inner)? = clause.elements, let found = Self.offsets(in: inner) else { return nil }
          offsets += found
        }
      default: offsets.append(declaration.positionAfterSkippingLeadingTrivia.utf8Offset)
      }
    }
    return offsets
  }
}
