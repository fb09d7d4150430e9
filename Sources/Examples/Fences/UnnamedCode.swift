internal import Markdown
internal import Text

/// Finds code of doc comments that names no language: other tools show it as Swift, and nothing verifies it.
enum UnnamedCode {
  /// A warning for each block of such code, at its place in the Swift file, but for blocks that are told of already.
  static func problems(in document: MarkdownDocument, besides told: Set<Int>) -> [Diagnostic] {
    // Only what is made of comments is put together of pieces of Swift files.
    guard document.file.pieces.contains(where: { $0.file.path.hasSuffix(".swift") }) else { return [] }
    return document.nodes.indices.compactMap { number in
      let node = document.nodes[number]
      guard node.kind == .codeBlock, document.string(node.detail).isEmpty, !told.contains(number),
        let range = document.range(of: number),
        case let place = document.file.place(line: document.file.line(at: range.lowerBound)),
        place.path.hasSuffix(".swift")
      else { return nil }
      return Diagnostic(
        .warning, id: "unverified-code", "this code in a doc comment names no language, so it is not verified",
        at: place,
        cure: node.traits.contains(.fenced)
          ? "write `swift` after the backticks, or `text` if it is something else"
          : "put it between '```swift' and '```', or '```text' if it is something else")
    }
  }
}
