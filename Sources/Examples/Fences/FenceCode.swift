internal import Highlighting
internal import Markdown

/// The lines of a fence of Swift: what is shown of them, and what is compiled.
struct FenceCode {
  private(set) var lines: [SourceLine]
  let hiddenLines: HiddenLines
  /// What is done with it where its info string says nothing.
  private(set) var usual: ExampleAttributes.Kind
  /// The marks of values that readers can choose; the lines no longer contain them.
  let vary: VaryReader
  /// What is compiled of it, where that is not all that it shows.
  private(set) var abridgement = Example.Abridgement.none

  /// Whether no line says anything but what is shown.
  var isEmpty: Bool {
    lines.indices.allSatisfy { hiddenLines.marks.contains($0) || lines[$0].text.allSatisfy(\.isWhitespace) }
  }

  /// Whether its lines say something, and nothing of it is compiled.
  var hasOnlyComments: Bool {
    // Nearly no example begins with a comment.
    guard let first = lines.lazy.map({ $0.text.drop(while: \.isWhitespace) }).first(where: { !$0.isEmpty }),
      first.hasPrefix("//") || first.hasPrefix("/*")
    else { return false }
    var bytes = lines.flatMap { Array($0.text.utf8) + [UInt8(ascii: "\n")] }
    for token in Highlighter.tokens(bytes, language: .swift) where token.kind == .comment {
      for offset in token.range { bytes[offset] = UInt8(ascii: " ") }
    }
    return bytes.allSatisfy { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }
  }

  /// Reads a fence; `kind` is what its info string says is done with it.
  init(_ fence: Fence, _ rules: FenceRules, kind: ExampleAttributes.Kind?, isPartOfSession: Bool) {
    var hidden: Set<Int> = []
    lines = fence.lines.enumerated().map { number, line in
      let found = rules.hiddenPrefix?.line(line.text)
      if found?.isHidden == true { hidden.insert(number) }
      return SourceLine(
        text: found?.text ?? line.text, range: line.range, splitSpaces: line.splitSpaces, gap: found?.gap ?? 0..<0)
    }
    hiddenLines = HiddenLines(lines.map(\.text), besides: hidden)
    // What is only quoted is shown as it is written.
    vary = VaryReader(lines, isRead: (kind ?? rules.usual) != .quote)
    lines = vary.lines
    usual = rules.usual
    // An example that is said to run, to crash or to fail is meant as it stands.
    guard [.runs, .norun].contains(kind ?? usual), kind != .runs else { return }
    let looksForSignatures = rules.quotesSignatures && kind == nil && !isPartOfSession
    switch rules.completeness(lines.map { $0.text + "\n" }.joined(), looksForSignatures) {
    case .whole: break
    case .signatures:
      guard looksForSignatures else { break }
      usual = .quote
      abridgement = .signatures
    case .abridged(let text, let support):
      usual = .norun
      abridgement = .bodies(support: support)
      let codes = text.split(separator: "\n", omittingEmptySubsequences: false)
      for index in lines.indices where codes[index] != lines[index].text { lines[index].code = String(codes[index]) }
    }
  }
}
