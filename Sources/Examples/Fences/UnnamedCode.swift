internal import Markdown
internal import Text

/// Finds Swift that names no language, or is written as HTML: readers take it for Swift, and nothing verifies it.
///
/// In a doc comment, other tools show all code without a language as Swift; in a chapter it has to look like Swift.
enum UnnamedCode {
  /// A warning for each block of such code, at its place, but for blocks that are told of already.
  static func problems(in document: MarkdownDocument, besides told: Set<Int>) -> [Diagnostic] {
    // What is made of comments is put together of pieces of Swift files.
    let hasComments = document.file.pieces.contains { $0.file.path.hasSuffix(".swift") }
    return document.nodes.indices.compactMap { number in
      let node = document.nodes[number]
      guard !told.contains(number) else { return nil }
      if node.kind == .htmlBlock { return problem(inHTML: number, of: document) }
      guard node.kind == .codeBlock, document.string(node.detail).isEmpty else { return nil }
      let isFenced = node.traits.contains(.fenced)
      let isLikely = isFenced && looksLikeSwift(document.string(node.text))
      guard isLikely || hasComments, let place = place(of: number, in: document) else { return nil }
      let isComment = place.path.hasSuffix(".swift")
      guard isLikely || isComment else { return nil }
      return Diagnostic(
        .warning, id: "unverified-code",
        isComment
          ? "this code in a doc comment names no language, so it is not verified"
          : "this looks like Swift and names no language, so it is not verified",
        at: place,
        cure: isFenced
          ? "write `swift` after the backticks, or `text` if it is something else"
          : "put it between '```swift' and '```', or '```text' if it is something else")
    }
  }

  /// Where a block begins; finding this out takes time.
  private static func place(of number: Int, in document: MarkdownDocument) -> SourcePlace? {
    document.range(of: number).map { document.file.place(line: document.file.line(at: $0.lowerBound)) }
  }

  private static func problem(inHTML number: Int, of document: MarkdownDocument) -> Diagnostic? {
    let html = document.string(document.nodes[number].text)
    guard !html.hasPrefix("<!"),
      html.contains(/<(?:pre|code)\b[^>]*\b(?:class|lang|language)\s*=\s*["']?[^"'>]*\bswift\b/),
      let place = place(of: number, in: document)
    else { return nil }
    return Diagnostic(
      .warning, id: "unverified-code", "this Swift is written as HTML, so it is not verified", at: place,
      cure: "put it between '```swift' and '```'; if it is only to be shown, write '```swift quote'")
  }

  /// Whether code has a line that hardly any other language has.
  private static func looksLikeSwift(_ code: String) -> Bool {
    // What is typed, and what a tool prints, may quote Swift.
    guard let first = code.first(where: { !$0.isWhitespace }), !"$%>".contains(first) else { return false }
    let signs: [Regex<Substring>] = [
      /^(?:@testable )?import (?:Foundation|Dispatch|Glibc|SwiftUI|UIKit|Testing|XCTest|Loop(?:Engine|Tracing))\s*$/,
      /^\s*(?:guard|if) (?:let|var) \w+(?:: \w+)? = .*\{\s*$/,
      /^\s*guard .* else \{/,
      /^\s*(?:[a-z]+ )*(?:let|var) \w+: [\[(]?[A-Z]\w*[^;]*$/,
      /^\s*(?:@?[a-z]+ )*(?:extension|protocol|actor) [A-Z]\w*[^;]*\{/,
      /^\s*(?:@?[a-z]+ )*func \w+(?:<[^>]*>)?\((?:_ )?\w+(?: \w+)?: .*\)[^;]*\{/,
      /^\s*(?:@?[a-z]+ )*func \w+\(\)(?: async)?(?: throws)? -> [\[(]?[A-Z]/,
      /^\s*print\(".*\\\(.*\)"\)/,
    ]
    return code.split(separator: "\n").contains { line in
      line.utf8.count < 200 && signs.contains { line.contains($0) }
    }
  }
}
