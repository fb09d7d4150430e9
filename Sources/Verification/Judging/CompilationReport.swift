internal import Examples
internal import Execution
internal import Markdown
internal import Text

/// The compiler's messages about a program, where its author sees them.
struct CompilationReport {
  private let program: Program
  private let chapter: ChapterExamples
  private var file: SourceFile { chapter.file }
  private let offer: ModuleOffer
  private let lineCount: Int

  init(_ program: Program, _ chapter: ChapterExamples, _ offer: ModuleOffer) {
    self.program = program
    self.chapter = chapter
    self.offer = offer
    lineCount = (program.blocks.last?.lines.upperBound ?? 1) - 1
  }

  /// The errors, each with the number of the block that it is about.
  func problems(_ messages: [CompilerMessage]) -> [(block: Int, Diagnostic)] {
    messages.filter { $0.severity == .error }.map { message in
      let notes = message.notes.map { note in
        Diagnostic.Note(note.text + (Self.text(fixIt: note.fixIt).map { ": `\($0)`" } ?? ""), at: place(note))
      }
      let cure = cure(message)
      let block = block(of: message)
      let fallback = file.place(program.blocks[block].example.fence.opening)
      return (
        block,
        Diagnostic(
          id: "does-not-compile", message.text, at: place(message) ?? fallback, notes: notes, cure: cure)
      )
    }
  }

  private func cure(_ message: CompilerMessage) -> String? {
    if let module = message.missingModule, let cure = offer.cure(for: module) { return cure }
    return Self.text(fixIt: message.fixIt).map { "write `\($0)` there" }
  }

  /// A replacement without what only editors understand: `<#Mode#>` stands for something of the type `Mode`.
  ///
  /// What would have to be written; `nil` where there is nothing to write, since something would have to go.
  static func text(fixIt: String?) -> String? {
    let text = (fixIt ?? "").replacing("<#", with: "").replacing("#>", with: "").trimmedBlanks
    return text.isEmpty ? nil : text
  }

  /// The messages as an `error` recording holds them: the line and column within the example, and what is wrong.
  func text(_ messages: [CompilerMessage]) -> String {
    var lines: [String] = []
    for message in messages where message.severity == .error {
      lines.append(position(message) + "error: \(message.text)")
      for note in message.notes where isInside(note) { lines.append(position(note) + "note: \(note.text)") }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func position(_ message: CompilerMessage) -> String {
    isInside(message) ? "\(message.line):\(message.column): " : ""
  }

  private func isInside(_ message: CompilerMessage) -> Bool {
    message.file == "main.swift" && (1...max(lineCount, 1)).contains(message.line)
  }

  private func block(of message: CompilerMessage) -> Int {
    guard isInside(message) else { return 0 }
    return program.blocks.firstIndex { $0.lines.contains(message.line) } ?? 0
  }

  private func place(_ message: CompilerMessage) -> SourcePlace? {
    guard isInside(message) else { return nil }
    return program.place(line: message.line, column: message.column, length: message.length, in: file)
  }
}

extension String {
  fileprivate var trimmedBlanks: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
