internal import Markdown
internal import Text

/// Finds what other generators read as a directive, and is text here: examples that belong to it may not be verified.
enum ForeignDirectives {
  private struct Kind {
    /// What a line begins with.
    var marks: [String]
    /// The generator that reads it.
    var owner: String
    var cure: String
    /// Whether what belongs to it is indented.
    var isIndented = false
  }

  private static let kinds = [
    Kind(marks: ["!!! ", "???+ ", "??? "], owner: "MkDocs", cure: note, isIndented: true),
    Kind(
      marks: ["=== \""], owner: "MkDocs",
      cure: "write a heading in place of the tab, and what is in it without indentation",
      isIndented: true),
    Kind(marks: [":::"], owner: "Docusaurus or VitePress", cure: note),
    Kind(marks: ["{%"], owner: "Jekyll", cure: text("write code between '```swift' and '```', and leave out the rest")),
    Kind(marks: ["{{<", "{{%"], owner: "Hugo", cure: text("write what is to stand in its place")),
  ]

  private static let note = "write a note as a quotation: '> [!NOTE]', and its text in lines that begin with '> '"

  private static func text(_ cure: String) -> String { cure + "; with a backslash before it, it is meant as text" }

  /// A warning at the first place of each kind, and at the first example that is lost with one.
  static func problems(in document: MarkdownDocument) -> [Diagnostic] {
    let bytes = document.file.bytes
    // Most chapters have none, and where things stand takes time to find out.
    guard bytes.split(separator: UInt8(ascii: "\n")).contains(where: { kind(of: $0) != nil }) else { return [] }
    var told: Set<Int> = []
    var hasLostExample = false
    var problems: [Diagnostic] = []
    for number in document.nodes.indices where document.nodes[number].kind == .paragraph {
      guard let range = document.range(of: number) else { continue }
      let lines = bytes[range].split(separator: UInt8(ascii: "\n"))
      var isIndented = false
      for line in lines {
        guard let kind = kind(of: line), !isInCode(line, in: number, of: document) else { continue }
        if kinds[kind].isIndented { isIndented = true }
        guard told.insert(kind).inserted else { continue }
        let mark = content(line)
        problems.append(
          Diagnostic(
            .warning, id: "foreign-directive",
            "this is a directive for \(kinds[kind].owner), which is not read here: it stands as text on the page",
            at: document.file.place(mark.startIndex..<mark.endIndex), cure: kinds[kind].cure))
      }
      guard isIndented, !hasLostExample, let example = example(below: number, in: document) else { continue }
      hasLostExample = true
      problems.append(
        Diagnostic(
          .warning, id: "unverified-code",
          "this example is indented four columns, so it is shown as plain text, and not verified",
          at: document.file.place(example), cure: "write it without the indentation"))
    }
    return problems
  }

  /// Which kind of directive a line begins with, also in a quotation.
  private static func kind(of line: ArraySlice<UInt8>) -> Int? {
    let content = content(line)
    return kinds.firstIndex { kind in
      kind.marks.contains { content.starts(with: $0.utf8) && (kind.owner != "MkDocs" || isTitled(content, $0)) }
    }
  }

  private static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.drop { " \t>".utf8.contains($0) }
  }

  /// Whether nothing but small letters stands before the line's end or the first quotation mark: else it may be a
  /// sentence.
  private static func isTitled(_ line: ArraySlice<UInt8>, _ mark: String) -> Bool {
    if mark.hasSuffix("\"") { return true }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let rest = line.dropFirst(mark.utf8.count)
    let end = rest.drop { letters.contains($0) || " -\r".utf8.contains($0) }
    return end.startIndex > rest.startIndex && (end.isEmpty || end.first == UInt8(ascii: "\""))
  }

  /// Whether a line of a paragraph begins within code that began in a line above.
  private static func isInCode(_ line: ArraySlice<UInt8>, in paragraph: Int, of document: MarkdownDocument) -> Bool {
    let begin = content(line).prefix(3)
    return document.descendants(of: paragraph).contains { number in
      document.nodes[number].kind == .code && document.bytes(document.nodes[number].text).firstRange(of: begin) != nil
    }
  }

  /// The first line of an example in indented code right below a paragraph.
  private static func example(below paragraph: Int, in document: MarkdownDocument) -> Range<Int>? {
    let next = Int(document.nodes[paragraph].nextSibling)
    guard next >= 0, document.nodes[next].kind == .codeBlock, !document.nodes[next].traits.contains(.fenced),
      let range = document.range(of: next)
    else { return nil }
    let lines = document.file.bytes[range].split(separator: UInt8(ascii: "\n"))
    return lines.first { LostFences.begins(String(decoding: $0, as: UTF8.self)) }.map {
      content($0).startIndex..<$0.endIndex
    }
  }
}
