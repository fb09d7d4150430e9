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

  /// A warning for each block of text after an example, or after what is recorded of it, that words introduce as its
  /// output, or that stands directly below its output.
  static func problems(after examples: [Example], in document: MarkdownDocument) -> [Found] {
    examples.enumerated().compactMap { number, example in
      guard [.runs, .crashes].contains(example.attributes.kind), example.attributes.recordsOutput else { return nil }
      let last = example.lastFence.node
      let hasOutput = example.recordings.contains { $0.kind == .output }
      var next = Int(document.nodes[last].nextSibling)
      let isIntroduced = next >= 0 && introducesOutput(next, in: document)
      if isIntroduced { next = Int(document.nodes[next].nextSibling) }
      guard next >= 0, isIntroduced || hasOutput, isOutput(next, needsFence: !isIntroduced, in: document) else {
        return nil
      }
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
            : node.traits.contains(.fenced)
              ? "write `output` after the backticks, and put it directly below the example, before any text"
              : "put it between '```output' and '```', directly below the example, before any text"))
    }
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

  /// Whether a code block may be what a program prints: no other language, and no commands.
  private static func isOutput(_ number: Int, needsFence: Bool, in document: MarkdownDocument) -> Bool {
    let node = document.nodes[number]
    guard node.kind == .codeBlock, node.traits.contains(.fenced) || !needsFence else { return false }
    let language = document.string(node.detail).prefix { $0 != " " }.lowercased()
    guard needsFence ? language.isEmpty : plainLanguages.contains(language) else { return false }
    let first = document.string(node.text).drop(while: \.isWhitespace)
    return !first.isEmpty && !["$ ", "% ", "> "].contains(where: first.hasPrefix)
  }

  /// So long is a paragraph at most that only introduces what stands below it.
  private static let mostCharacters = 80

  /// Whether a paragraph or heading announces what an example prints: `Output:`, or `This prints:`.
  private static func introducesOutput(_ number: Int, in document: MarkdownDocument) -> Bool {
    guard [.paragraph, .heading].contains(document.nodes[number].kind) else { return false }
    let text = document.plainText(of: number).lowercased()
    guard text.count <= mostCharacters else { return false }
    let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }
    guard words.contains(where: { announcing.contains(String($0)) }) else { return false }
    let isAnotherProgram = words.contains { elsewhere.contains(String($0)) }
    let last = text.last { !$0.isWhitespace }
    return !isAnotherProgram && (words.count <= 2 || last == ":" || last == "：")
  }

  /// What announces an output, in English and in the other languages that a book can be written in.
  private static let announcing: Set = [
    "output", "outputs", "print", "prints", "printed", "printing", "result", "displays", "gives", "shows", "see", "get",
    "console",
    "ausgabe", "ergebnis", "sortie", "affiche", "résultat", "salida", "imprime", "resultado", "输出", "结果", "出力", "実行結果",
    "المخرجات", "الناتج",
  ]

  /// What says that another program is meant, or the same one elsewhere.
  private static let elsewhere: Set = [
    "macos", "ios", "apple", "mac", "iphone", "ipad", "windows", "android", "not", "never", "instead", "would", "could",
    "might", "without", "compiler", "command", "shell", "build", "package", "nothing", "server", "different",
  ]
}
