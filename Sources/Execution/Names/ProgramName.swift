internal import SwiftParser
internal import SwiftSyntax

/// A name in a program's text, as the compiler's own parser sees it.
package struct ProgramName: Hashable, Sendable {
  /// Where it stands in the text, in bytes.
  package var range: Range<Int>
  /// What it says, without the backticks that it may stand in.
  package var text: String
  /// Whether it may be the label of an argument or of a parameter.
  package var isLabel = false

  /// The names in a text, in order; none where it cannot be parsed.
  package static func all(in text: String) -> [ProgramName] {
    guard TextNesting(text).problem == nil else { return [] }
    return DeepStack.run(forText: text.utf8.count) { parsed(text) } ?? []
  }

  private static func parsed(_ text: String) -> [ProgramName] {
    Parser.parse(source: text).tokens(viewMode: .sourceAccurate).compactMap { token in
      switch token.tokenKind {
      case .identifier, .dollarIdentifier: break
      // These mean something of the program's own.
      case .keyword(.self), .keyword(.Self), .keyword(.`init`), .keyword(.super): break
      default: return nil
      }
      let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
      let written = token.text
      let isQuoted = written.utf8.count > 2 && written.hasPrefix("`") && written.hasSuffix("`")
      let gap = isQuoted ? 1 : 0
      let next = token.nextToken(viewMode: .sourceAccurate)?.tokenKind
      let isFirstName = token.parent?.as(FunctionParameterSyntax.self).map { $0.firstName == token } ?? false
      let name = isQuoted ? String(written.dropFirst().dropLast()) : written
      return ProgramName(
        range: start + gap..<start + written.utf8.count - gap, text: name, isLabel: next == .colon || isFirstName)
    }
  }
}
