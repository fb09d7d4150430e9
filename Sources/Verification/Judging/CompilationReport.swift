internal import Examples
internal import Execution
internal import Markdown
internal import Text

/// The compiler's messages about a program, where its author sees them.
struct CompilationReport {
  /// What its problems are called.
  static let id = "does-not-compile"

  private let program: Program
  private let chapter: ChapterExamples
  private var file: SourceFile { chapter.file }
  private let offer: ModuleOffer
  private let lineCount: Int
  private let renumbersLines: Bool

  init(_ program: Program, _ chapter: ChapterExamples, _ offer: ModuleOffer) {
    self.program = program
    self.chapter = chapter
    self.offer = offer
    renumbersLines = program.renumbersLines
    lineCount = (program.blocks.last?.lines.upperBound ?? 1) - 1
  }

  /// The errors, each with the number of the block that it is about; without those that only follow from another.
  func problems(_ messages: [CompilerMessage]) -> [(block: Int, Diagnostic)] {
    let hints = CompilerHints(program, chapter, offer)
    let errors = messages.filter { $0.severity == .error }.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    let bodyless = Set(
      errors.filter(\.lacksBody).map { (block(of: $0), $0) }.filter { hints.hint($1, block: $0) != nil }.map(\.0))
    let causes = errors.map { (block(of: $0), $0) }.filter { hints.wholeFence($0.1, block: $0.0) != nil }
    let wholeFences = Dictionary(causes, uniquingKeysWith: { first, _ in first })
    let mistaken = Set(errors.filter { $0.meantCharacter != nil }.map(\.line))
    var told: Set<String> = []
    var slashed: CompilerMessage?
    return errors.compactMap { message in
      let block = block(of: message)
      // Text that is not a program has one cause, and so does a line with a character that Swift does not have.
      if let cause = wholeFences[block], cause != message { return nil }
      if mistaken.contains(message.line), message.meantCharacter == nil { return nil }
      // What is between the slashes of a regular expression is not code.
      if let slashed, slashed.line == message.line, slashed.column < message.column { return nil }
      if hints.slashedLiteral(message) != nil { slashed = message }
      // Declarations that are only shown may name types that the reader knows from elsewhere.
      if message.text.hasPrefix("cannot find type '"), bodyless.contains(block) { return nil }
      let hint = hints.hint(message, block: block)
      // What one cure mends is told where it is met first.
      if let cure = hint?.cure, !told.insert("\(block) \(cure)").inserted { return nil }
      return (block, diagnostic(message, block, hint))
    }
  }

  /// What warnings are called.
  static let warningID = "compiler-warning"

  /// The warnings, each with the number of the block that it is about.
  func warnings(_ messages: [CompilerMessage], areErrors: Bool) -> [(block: Int, Diagnostic)] {
    messages.map { message in
      let block = block(of: message)
      var diagnostic = diagnostic(message, block, nil)
      diagnostic.id = Self.warningID
      diagnostic.severity = areErrors ? .error : .warning
      return (block, diagnostic)
    }
  }

  /// What is told of an example's errors where its readers see none of the lines with them; `nil` where they do.
  func hiddenErrors(_ messages: [CompilerMessage]) -> Diagnostic? {
    let errors = messages.filter { $0.severity == .error }
    let block = program.blocks[0]
    let code = block.example.hiddenLines
    // What is wholly hidden shows nothing that could be taken for wrong.
    let showsCode = block.example.lines.indices.contains { line in
      code.shows(line) && !block.example.lines[line].text.allSatisfy(\.isWhitespace)
    }
    guard let first = errors.first, showsCode, !renumbersLines,
      errors.allSatisfy({ error in
        // A note may be about a line that has its part in it.
        isInside(error)
          && !([error] + error.notes).contains { message in
            isInside(message) && code.shows(message.line - block.lines.lowerBound)
          }
      })
    else { return nil }
    return Diagnostic(
      .warning, id: "hidden-error",
      "the compiler finds errors only on hidden lines: readers see code that compiles, marked as not compiling",
      at: place(first), notes: [Diagnostic.Note("it finds this: \(first.text)")],
      cure: "show the lines with the mistake, or correct the hidden ones")
  }

  private func diagnostic(_ message: CompilerMessage, _ block: Int, _ hint: CompilerHints.Hint?) -> Diagnostic {
    let notes = message.notes.map { note in
      Diagnostic.Note(note.text + (Self.text(fixIt: note.fixIt).map { ": `\($0)`" } ?? ""), at: place(note))
    }
    let fallback = file.place(program.blocks[block].example.fence.opening)
    return Diagnostic(
      id: Self.id, message.text, at: place(message) ?? fallback, notes: notes + (hint?.notes ?? []),
      cure: hint?.cure ?? Self.text(fixIt: message.fixIt).map { "write `\($0)` there" })
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
    guard isInside(message), !renumbersLines else { return 0 }
    return program.blocks.firstIndex { $0.lines.contains(message.line) } ?? 0
  }

  private func place(_ message: CompilerMessage) -> SourcePlace? {
    guard isInside(message), !renumbersLines else { return nil }
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
