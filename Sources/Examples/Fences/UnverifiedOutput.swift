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
  private static let dataLanguages: Set = [
    "json", "jsonc", "json5", "jsonl", "ndjson", "xml", "plist", "svg", "html", "css", "yaml", "yml", "toml", "ini",
    "properties", "csv", "tsv", "markdown", "md", "diff", "http",
  ]

  /// The languages of what is drawn, which is not text.
  private static let drawnLanguages: Set = [
    "dot", "graphviz", "mermaid", "plantuml", "d2", "ditaa", "svgbob", "math", "latex", "tex",
  ]

  private static let shellLanguages: Set = ["sh", "bash", "zsh", "fish", "shell", "powershell", "bat", "cmd"]

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
      var next = first(in: below, of: document)
      let introduction = next >= 0 ? Introduction(next, in: document) : nil
      if introduction != nil { next = first(in: Int(document.nodes[next].nextSibling), of: document) }
      guard next >= 0, introduction != nil || next == below, introduction != nil || hasOutput, !compiled.contains(next),
        isOutput(next, behind: introduction, in: document)
      else { return nil }
      let node = document.nodes[next]
      return Found(
        node: next, example: number,
        problem: warning(
          of: example, in: document.file,
          at: document.range(of: next).map {
            document.file.place(line: document.file.line(at: $0.lowerBound))
          } ?? document.place(of: next),
          cure: hasOutput
            ? "remove it: what the example prints is recorded above"
              + (introduction == nil ? "; if it is something else, put words between the two" : "")
            : node.traits.contains(.fenced)
              ? "write `output` \(wayOfWriting(language(of: node, in: document))), and put it directly below the example, "
                + "before any text"
              : "put it between '```output' and '```', directly below the example, before any text"))
    }
  }

  /// A block, or what a quotation or a list begins with.
  private static func first(in block: Int, of document: MarkdownDocument) -> Int {
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
      of: example, in: file, at: file.place(fence.opening),
      cure: "write `output` after the backticks; if it is something else, put words between the two")
  }

  private static func warning(
    of example: Example, in file: SourceFile, at place: SourcePlace, cure: String
  ) -> Diagnostic {
    Diagnostic(
      .warning, id: "unverified-output", "this text stands as the output of an example, and nothing verifies it",
      at: place, notes: [Diagnostic.Note("the example is here", at: file.place(example.fence.opening))], cure: cure)
  }

  private static func wayOfWriting(_ language: String) -> String {
    plainLanguages.contains(language) ? "after the backticks" : "in the place of `\(language)`"
  }

  private static func language(of node: Node, in document: MarkdownDocument) -> String {
    document.string(node.detail).prefix { $0 != " " }.lowercased()
  }

  /// Whether a code block may be what a program prints: text that is not commands or, if words introduce it, anything
  /// that they can mean.
  private static func isOutput(
    _ number: Int, behind introduction: Introduction?, in document: MarkdownDocument
  ) -> Bool {
    let node = document.nodes[number]
    if node.kind == .htmlBlock {
      let html = document.string(node.text)
      return introduction != nil && html.hasPrefix("<pre") && html.contains(/<pre[\s>]/)
    }
    guard node.kind == .codeBlock, node.traits.contains(.fenced) || introduction != nil else { return false }
    let language = language(of: node, in: document)
    guard introduction?.canMean(language) ?? plainLanguages.contains(language) else { return false }
    let first = document.string(node.text).drop(while: \.isWhitespace)
    return !first.isEmpty && !["$ ", "% ", "> "].contains(where: first.hasPrefix)
  }

  /// A paragraph or heading that announces what an example prints: `Output:`, or `This prints:`.
  private struct Introduction {
    private let words: Set<String>

    init?(_ number: Int, in document: MarkdownDocument) {
      let text: String
      let kind = document.nodes[number].kind
      switch kind {
      case .paragraph, .heading: text = document.plainText(of: number).lowercased()
      case .htmlBlock: text = Self.words(ofHTML: document.string(document.nodes[number].text)).lowercased()
      default: return nil
      }
      guard text.count <= Self.mostCharacters else { return nil }
      let list = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
      let last = text.last { !$0.isWhitespace }
      // Headings have no colons, and may end with any word.
      let isUnfinished =
        kind == .paragraph && list.count <= Self.mostUnfinished && last?.isLetter == true
        && Self.verbs.contains(list[list.count - 1])
      guard list.count <= 2 || last == ":" || last == "：" || isUnfinished else { return nil }
      words = Set(list)
      // What is named behind these words is what is made: "It writes the file:", "It yields control here:".
      let ending = list.suffix(2) == ["the", "following"] ? list.dropLast(2).last : list.last
      guard words.isDisjoint(with: Self.elsewhere),
        !words.isDisjoint(with: Self.printing.union(Self.showing)) || ending.map(Self.making.contains) == true
      else { return nil }
    }

    /// What HTML says, such as a summary of what it folds.
    private static func words(ofHTML html: String) -> String {
      // More than this is not only an announcement.
      html.utf8.count > 4 * mostCharacters ? "" : html.replacing(/<[^>]*>/, with: " ")
    }

    /// Whether a block of this language can be what it announces.
    func canMean(_ language: String) -> Bool {
      if drawnLanguages.contains(language) || language == InputFence.language { return false }
      // What is recorded stands in the wrong place, which is told elsewhere.
      if RecordingKind(rawValue: language) != nil { return false }
      if plainLanguages.contains(language) || dataLanguages.contains(language) { return true }
      if shellLanguages.contains(language), !words.isDisjoint(with: Self.running) { return false }
      // "The result:" may be a file, and "In Python this prints:" is about another program.
      return !words.isDisjoint(with: Self.printing) && (language == "swift" || !words.contains(language))
    }

    /// So long is a paragraph at most that only introduces what stands below it.
    private static let mostCharacters = 80

    /// What announces an output, in English and in the other languages that a book can be written in.
    private static let printing: Set = [
      "output", "outputs", "print", "prints", "printed", "printing", "console", "stdout",
      "ausgabe", "sortie", "affiche", "salida", "imprime", "输出", "出力", "実行結果", "المخرجات",
    ]

    /// What announces an output, or something else that comes of an example.
    private static let showing: Set = [
      "result", "displays", "gives", "shows", "see", "get", "ergebnis", "résultat", "resultado", "结果", "الناتج",
    ]

    /// What announces an output as the last word.
    private static let making: Set = ["produces", "writes", "yields", "logs"]

    /// With what a sentence breaks off that the text below it ends, as in "Running it gives".
    private static let verbs = making.union(["print", "prints", "outputs", "gives", "shows", "displays"])
    /// And how many words it has at most.
    private static let mostUnfinished = 4

    /// What introduces commands that readers type.
    private static let running: Set = [
      "run", "running", "type", "enter", "execute", "try", "call", "start", "use", "with", "script",
    ]

    /// What says that another program is meant, or the same one elsewhere.
    private static let elsewhere: Set = [
      "macos", "ios", "apple", "mac", "iphone", "ipad", "windows", "android", "not", "never", "instead", "would",
      "could", "might", "without", "compiler", "command", "shell", "build", "package", "nothing", "server", "different",
    ]
  }
}
