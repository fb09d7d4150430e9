internal import Markdown
internal import Text

/// Makes links that are defined elsewhere in a comment lead where they do by themselves.
///
/// Comments that share a page may define one label each in their own way, and number their footnotes alike.
struct LinkDefinitions {
  private let document: MarkdownDocument
  private(set) var edits: [(range: Range<Int>, text: String)] = []

  private let picture: (String) -> String?

  /// `mark` tells the footnotes of a comment from those of others; `picture` has the address of what an author calls
  /// so.
  init(_ document: MarkdownDocument, mark: String, picture: @escaping (String) -> String?) {
    self.document = document
    self.picture = picture
    let definitions = definitions()
    if !definitions.isEmpty {
      edits += definitions.map { ($0, "") }
      for node in document.nodes.indices where [.link, .image].contains(document.nodes[node].kind) { inline(node) }
    }
    for node in document.nodes.indices {
      switch document.nodes[node].kind {
      case .footnoteReference, .footnoteDefinition:
        guard let range = document.range(of: node), let end = endOfLabel(range) else { continue }
        edits.append((end..<end, "-\(mark)"))
      default: break
      }
    }
  }

  private var file: SourceFile { document.file }

  /// The lines that only define where a link leads, with their ends.
  private func definitions() -> [Range<Int>] {
    // Most comments have none, and need not be read line by line.
    let mark = UInt8(ascii: "]")
    guard zip(file.bytes, file.bytes.dropFirst()).contains(where: { $0 == mark && $1 == UInt8(ascii: ":") }) else {
      return []
    }
    var code: [Range<Int>] = []
    for node in document.nodes.indices where [.codeBlock, .htmlBlock].contains(document.nodes[node].kind) {
      if let lines = document.lines(of: node) {
        code.append(file.lineStarts[lines.lowerBound - 1]..<file.lineRange(lines.upperBound).upperBound + 1)
      }
    }
    var definitions: [Range<Int>] = []
    // Such a line does not interrupt a paragraph.
    var mayBegin = true
    for line in 1...max(1, file.lineCount) {
      let range = file.lineRange(line)
      let text = String(decoding: file.bytes[range], as: UTF8.self)
      let isDefinition =
        mayBegin && text.contains(/^ {0,3}\[[^\]^][^\]]*\]:\s*\S/)
        && !code.contains { $0.contains(range.lowerBound) }
      if isDefinition {
        let end = line < file.lineStarts.count ? file.lineStarts[line] : range.upperBound
        definitions.append(range.lowerBound..<end)
      }
      mayBegin = isDefinition || text.allSatisfy { $0 == " " || $0 == "\t" }
    }
    return definitions
  }

  /// Writes the destination behind the words of a link, in place of a label.
  private mutating func inline(_ node: Int) {
    guard let range = document.range(of: node), file.bytes[range].last == UInt8(ascii: "]") else { return }
    let bytes = file.bytes[range]
    // `[words][label]` and `[words][]`, or the words alone.
    var start = range.upperBound
    if let open = bytes.lastIndex(of: UInt8(ascii: "[")), open > range.lowerBound + 1,
      file.bytes[open - 1] == UInt8(ascii: "]")
    {
      start = open
    }
    var address = document.string(document.nodes[node].text)
    if document.nodes[node].kind == .image { address = picture(address) ?? address }
    let title = document.string(document.nodes[node].detail).replacing("\"", with: "\\\"")
    edits.append((start..<range.upperBound, "(<\(address)>\(title.isEmpty ? "" : " \"\(title)\""))"))
  }

  private func endOfLabel(_ range: Range<Int>) -> Int? {
    guard file.bytes[range].starts(with: "[^".utf8) else { return nil }
    return file.bytes[range].firstIndex(of: UInt8(ascii: "]"))
  }
}
