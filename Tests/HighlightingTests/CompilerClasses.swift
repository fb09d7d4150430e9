import Highlighting
import SwiftIDEUtils
import SwiftParser
import SwiftSyntax

/// What the compiler's parser says about each byte of a text, in the words of the highlighter.
///
/// Classes are those of SwiftIDEUtils. What the highlighter marks beyond them follows from the tokens: names with a
/// capital letter as types, names before a bracket as functions, and all that begins with `#` as directives.
struct CompilerClasses {
  /// The kind of each byte; nothing for what is plain.
  private(set) var kinds: [HighlightKind?]

  /// Keywords that may stand before a colon.
  private static let values: Set<Keyword> = [.nil, .true, .false, .self, .Self, .Any, .super]

  init(_ text: [UInt8]) {
    kinds = Array(repeating: nil, count: text.count)
    let tree = text.withUnsafeBufferPointer { Parser.parse(source: $0) }
    for piece in tree.classifications {
      let kind = Self.kind(piece.kind)
      for index in piece.range.lowerBound.utf8Offset..<piece.range.upperBound.utf8Offset { kinds[index] = kind }
    }
    for token in tree.tokens(viewMode: .sourceAccurate) { refine(token, text) }
  }

  private static func kind(_ classification: SyntaxClassification) -> HighlightKind? {
    switch classification {
    case .keyword: .keyword
    case .type: .type
    case .stringLiteral, .regexLiteral: .string
    case .integerLiteral, .floatLiteral: .number
    case .lineComment, .blockComment, .docLineComment, .docBlockComment: .comment
    case .attribute: .attribute
    case .ifConfigDirective: .directive
    case .dollarIdentifier: .variable
    case .none, .identifier, .operator, .editorPlaceholder, .argumentLabel: nil
    @unknown default: nil
    }
  }

  private mutating func refine(_ token: TokenSyntax, _ text: [UInt8]) {
    let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = token.endPositionBeforeTrailingTrivia.utf8Offset
    guard start < end else { return }
    let range = start..<end
    if kinds[start] == .directive, token.tokenKind != .poundIf, token.tokenKind != .poundElseif { return }
    let isMacroName =
      token.parent?.as(MacroExpansionExprSyntax.self)?.macroName == token
      || token.parent?.as(MacroExpansionDeclSyntax.self)?.macroName == token
    switch token.tokenKind {
    case .rawStringPoundDelimiter, .regexPoundDelimiter:
      for index in range { kinds[index] = .string }
    case .period where token.parent?.is(VersionComponentSyntax.self) == true:
      for index in range { kinds[index] = .number }
    case .stringSegment:
      // A backslash at the end of a line is trivia.
      for index in end..<token.endPosition.utf8Offset { kinds[index] = .string }
    case .keyword(let keyword)
    where isFirstInList(token) && end < text.count && text[end] == UInt8(ascii: ":") && !Self.values.contains(keyword):
      for index in range { kinds[index] = nil }
    case .poundIf, .poundElseif:
      guard let clause = token.parent?.as(IfConfigClauseSyntax.self) else { break }
      let conditionEnd = clause.condition?.endPositionBeforeTrailingTrivia.utf8Offset ?? end
      for index in start..<conditionEnd { kinds[index] = .directive }
    case .pound, .poundAvailable, .poundUnavailable, .poundSourceLocation, .poundElse, .poundEndif:
      for index in range { kinds[index] = .directive }
    case _ where isMacroName:
      for index in range { kinds[index] = .directive }
    case .shebang:
      for index in range { kinds[index] = .comment }
    case .identifier where kinds[start] != .attribute:
      let name = text[range].drop { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "`") }
      let isLabel = end < text.count && text[end] == UInt8(ascii: ":") && kinds[start] != .type && isFirstInList(token)
      if isLabel {
        for index in range { kinds[index] = nil }
      } else if text[start] == UInt8(ascii: "`"), end < text.count, text[end] == UInt8(ascii: "(") {
        for index in range { kinds[index] = .function }
      } else if let first = name.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) {
        for index in range { kinds[index] = .type }
      } else if kinds[start] == nil, end < text.count, text[end] == UInt8(ascii: "(") {
        for index in range { kinds[index] = .function }
      }
    default: break
    }
  }

  private func isFirstInList(_ token: TokenSyntax) -> Bool {
    switch token.previousToken(viewMode: .sourceAccurate)?.tokenKind {
    case .leftParen, .comma: true
    default: false
    }
  }

  /// Where a highlighter's tokens say something else, as words of the text with both kinds.
  func differences(_ text: [UInt8], _ tokens: [HighlightToken]) -> [String] {
    var own: [HighlightKind?] = Array(repeating: nil, count: text.count)
    for token in tokens {
      for index in token.range { own[index] = token.kind }
    }
    var found: [String] = []
    var index = 0
    while index < text.count {
      guard own[index] != kinds[index], !isSpace(text[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < text.count, own[index] == own[start], kinds[index] == kinds[start], !isSpace(text[index]) {
        index += 1
      }
      let lineStart = text[..<start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let lineEnd = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      func name(_ kind: HighlightKind?) -> String { kind.map { "\($0)" } ?? "plain" }
      found.append(
        "\(String(decoding: text[start..<index], as: UTF8.self)): \(name(own[start])), not \(name(kinds[start])), in "
          + String(decoding: text[lineStart..<lineEnd], as: UTF8.self))
    }
    return found
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }
}
