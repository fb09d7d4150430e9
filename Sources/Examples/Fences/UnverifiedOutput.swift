internal import Markdown
internal import Recordings
package import Text

/// Finds what a chapter shows as the output of an example, and does not record: pages show it beside what is recorded,
/// and nothing verifies it.
package enum UnverifiedOutput {
  /// What was found.
  struct Found {
    /// The code block.
    var node: Int
    /// The number of the example.
    var example: Int
    var problem: Diagnostic
  }

  /// The languages of fences that are only text.
  static let plainLanguages: Set = ["", "text", "txt", "plain", "plaintext", "console", "log", "stdout"]

  /// The languages of data, in which programs print.
  static let dataLanguages: Set = [
    "json", "jsonc", "json5", "jsonl", "ndjson", "xml", "plist", "svg", "html", "css", "yaml", "yml", "toml", "ini",
    "properties", "csv", "tsv", "markdown", "md", "diff", "http",
  ]

  /// The languages of what is drawn, which is not text.
  static let drawnLanguages: Set = [
    "dot", "graphviz", "mermaid", "plantuml", "d2", "ditaa", "svgbob", "math", "latex", "tex",
  ]

  static let shellLanguages: Set = ["sh", "bash", "zsh", "fish", "shell", "powershell", "bat", "cmd"]

  /// A warning for each block of text after an example, or after what is recorded of it, that words introduce as its
  /// output, or that stands directly below its output.
  static func problems(after examples: [Example], in document: MarkdownDocument) -> [Found] {
    // Code that is only quoted may show what an example prints; what is compiled does not.
    let compiled = Set(examples.filter { $0.attributes.kind != .quote }.map(\.fence.node))
    return examples.enumerated().compactMap { number, example -> Found? in
      guard [.runs, .crashes].contains(example.attributes.kind), example.attributes.recordsOutput else { return nil }
      let last = example.lastFence.node
      let hasOutput = example.recordings.contains { $0.kind == .output }
      let below = Int(document.nodes[last].nextSibling)
      let first = first(in: below, of: document)
      guard first >= 0 else { return nil }
      let introduction = OutputIntroduction(first, in: document)
      let next = introduction == nil ? first : self.first(in: Int(document.nodes[first].nextSibling), of: document)
      let isBlock =
        next >= 0 && (introduction != nil || next == below && hasOutput) && !compiled.contains(next)
        && isOutput(next, behind: introduction, in: document)
      guard isBlock || ShownValue(first, behind: introduction, in: document)?.isOf(example) == false else { return nil }
      let node = isBlock ? next : first
      return Found(
        node: node, example: number,
        problem: warning(
          of: example, in: document.file,
          at: document.range(of: node).map {
            document.file.place(line: document.file.line(at: $0.lowerBound))
          } ?? document.place(of: node),
          saying: introduction?.kind ?? .result,
          cure: cure(for: example, node, behind: introduction, in: document)))
    }
  }

  private static func cure(
    for example: Example, _ number: Int, behind introduction: OutputIntroduction?, in document: MarkdownDocument
  ) -> String {
    let node = document.nodes[number]
    let kind = introduction?.kind ?? .result
    if kind == .compiler {
      return "say it in your own words, or show it by an example with `fails` and an `error` below it"
    }
    let recorded = kind == .crash ? RecordingKind.error : .output
    if example.recordings.contains(where: { $0.kind == recorded }) {
      return "remove it: what the example \(kind == .crash ? "says" : "prints") is recorded above"
        + (introduction == nil ? "; if it is something else, put words between the two" : "")
    }
    let isMarked = kind == .crash && example.attributes.kind != .crashes
    let mark = isMarked ? "write `swift crashes` on the fence of the example; " : ""
    if node.kind == .codeBlock, node.traits.contains(.fenced) {
      let way = wayOfWriting(language(of: node, in: document))
      return "\(mark)write `\(recorded)` \(way), and put it directly below the example, before any text"
    }
    return "\(mark)put it between '```\(recorded)' and '```', directly below the example, before any text"
  }

  /// A block, or what a quotation or a list begins with.
  static func first(in block: Int, of document: MarkdownDocument) -> Int {
    var block = block
    while block >= 0, [.blockQuote, .list, .item].contains(document.nodes[block].kind) {
      block = Int(document.nodes[block].firstChild)
    }
    return block
  }

  /// What is told of text directly below an example whose comments tell what it prints; `nil` where there is none.
  package static func besideComments(of example: Example, in file: SourceFile) -> Diagnostic? {
    guard let fence = example.plainFence, !fence.lines.isEmpty, example.lastFence.isDirectlyBefore(fence) else {
      return nil
    }
    return warning(
      of: example, in: file, at: file.place(fence.opening), saying: .result,
      cure: "write `output` after the backticks; if it is something else, put words between the two")
  }

  private static func warning(
    of example: Example, in file: SourceFile, at place: SourcePlace, saying kind: OutputIntroduction.Kind, cure: String
  ) -> Diagnostic {
    let what =
      switch kind {
      case .result: "as the output of an example"
      case .crash: "as the message of a crash"
      case .compiler: "as what the compiler says of an example"
      }
    return Diagnostic(
      .warning, id: "unverified-output", "this text stands \(what), and nothing verifies it",
      at: place, notes: [Diagnostic.Note("the example is here", at: file.place(example.fence.opening))], cure: cure)
  }

  private static func wayOfWriting(_ language: String) -> String {
    plainLanguages.contains(language) ? "after the backticks" : "in the place of `\(language)`"
  }

  private static func language(of node: Node, in document: MarkdownDocument) -> String {
    document.string(node.detail).prefix { $0 != " " }.lowercased()
  }

  /// Whether a code block may be what a program prints: text or data that is not commands or, if words introduce it,
  /// anything that they can mean.
  private static func isOutput(
    _ number: Int, behind introduction: OutputIntroduction?, in document: MarkdownDocument
  ) -> Bool {
    let node = document.nodes[number]
    if node.kind == .htmlBlock {
      let html = document.string(node.text)
      // A class tells of code, or of a diagram.
      return html.contains(introduction == nil ? /^<pre\s*>/ : /^<pre[\s>]/)
    }
    guard node.kind == .codeBlock else { return false }
    let language = language(of: node, in: document)
    let isText = plainLanguages.contains(language) || dataLanguages.contains(language)
    guard introduction?.canMean(language) ?? isText else { return false }
    let first = document.string(node.text).drop(while: \.isWhitespace)
    return !first.isEmpty && !["$ ", "% ", "> "].contains(where: first.hasPrefix)
  }
}
