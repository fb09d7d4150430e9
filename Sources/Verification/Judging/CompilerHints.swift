internal import Examples
internal import Execution
internal import Files
internal import Markdown
internal import Text

/// What the compiler cannot know about an error: that a book has other fences, sessions, and ways to show code.
struct CompilerHints {
  /// What is to be told of an error.
  struct Hint {
    var notes: [Diagnostic.Note] = []
    var cure: String?
  }

  let program: Program
  private let chapter: ChapterExamples
  let offer: ModuleOffer

  init(_ program: Program, _ chapter: ChapterExamples, _ offer: ModuleOffer) {
    self.program = program
    self.chapter = chapter
    self.offer = offer
  }

  /// What helps with an error in a block of the program; `nil` where only the compiler knows.
  func hint(_ message: CompilerMessage, block: Int) -> Hint? {
    if let module = message.missingModule { return missing(module, in: program.blocks[block].example) }
    if let module = message.unlinkedModule { return offer.linkCure(for: module).map { Hint(cure: $0) } }
    if let hint = wholeFence(message, block: block) { return hint }
    if let name = message.missingName { return earlierFence(declaring: name, before: block) }
    if message.lacksBody {
      return quoting(program.blocks[block].example, "to show a declaration without its body, do not compile it")
    }
    if needsBody(message, in: program.blocks[block].example) {
      return Hint(cure: "the compiler has to see such bodies: write them, or mark the example 'quote'")
    }
    if let literal = slashedLiteral(message) {
      return Hint(cure: "write the regular expression as #\(literal)#, or say 'swift: 6' in loopbook.yml")
    }
    return usualMistake(message, in: program.blocks[block].example)
  }

  // MARK: A regular expression in the language mode 5

  /// The regular expression between slashes that an error is about, where the language mode has none; the compiler
  /// takes it for operators, and names without a meaning.
  func slashedLiteral(_ message: CompilerMessage) -> String? {
    guard message.text == "'/' is not a prefix unary operator" else { return nil }
    let block = program.block(ofLine: message.line)
    let index = message.line - block.lines.lowerBound
    guard block.example.lines.indices.contains(index) else { return nil }
    let bytes = block.example.lines[index].compiled.utf8.dropFirst(message.column - 1)
    var end = bytes.dropFirst().startIndex
    while end < bytes.endIndex, bytes[end] != UInt8(ascii: "/") {
      if bytes[end] == UInt8(ascii: "\\") { bytes.formIndex(after: &end) }
      if end < bytes.endIndex { bytes.formIndex(after: &end) }
    }
    guard end < bytes.endIndex else { return nil }
    return String(bytes[bytes.startIndex...end])
  }

  // MARK: A name of a fence before

  private func earlierFence(declaring name: String, before block: Int) -> Hint? {
    let example = program.blocks[block].example
    let own = Set(program.blocks.map(\.example.id))
    let before = chapter.examples.prefix { $0.number < example.number }.filter { !own.contains($0.id) }
    for other in before.reversed() where [.runs, .norun, .crashes].contains(other.attributes.kind) {
      let text = other.lines.map(\.text).joined(separator: "\n")
      guard text.containsBytes(of: name), let range = DeclaredNames(text).ranges[name] else { continue }
      let note = Diagnostic.Note("it is declared in another program", at: place(range, in: other, text))
      if other.attributes.kind == .crashes {
        return Hint(
          notes: [note],
          cure: "that program crashes, so it cannot go on here: declare it here, too, between `// snippet.hide` and "
            + "`// snippet.show`")
      }
      let catching = uncaughtTry(in: other).map {
        "catch what `try` throws in line \($0), with `do` and `catch`; then "
      }
      return Hint(notes: [note], cure: (catching ?? "") + sessionCure(other, example))
    }
    return nil
  }

  /// The line of the chapter in which an example may end with an error that it throws itself.
  private func uncaughtTry(in example: Example) -> Int? {
    guard example.attributes.kind == .runs, example.lines.contains(where: { $0.text.containsBytes(of: "throw ") }),
      let line = example.lines.first(where: { $0.text.hasPrefix("try ") })
    else { return nil }
    return chapter.file.writtenLine(at: line.fileOffset(ofByte: 0))
  }

  private func place(_ range: Range<Int>, in example: Example, _ text: String) -> SourcePlace {
    let before = Array(text.utf8)[..<range.lowerBound]
    let number = before.count { $0 == UInt8(ascii: "\n") }
    let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    let line = example.lines[number]
    let start = line.fileOffset(ofByte: column)
    return chapter.file.place(start..<line.fileOffset(ofByte: column + range.count))
  }

  /// What makes one program of two examples.
  private func sessionCure(_ other: Example, _ example: Example) -> String {
    let names = (other.attributes.session, example.attributes.session)
    switch names {
    case (let name?, nil): return "continue its program: \(opening(example, session: name))"
    case (nil, let name?):
      return "write line \(other.line) as: \(opening(other, session: name))"
    case (let name?, .some): return "give both the same session, such as the first one's: session=\(quoted(name))"
    case (nil, nil):
      let name = freshName
      return "make one program of both: \(opening(other, session: name)) in line \(other.line), "
        + "and \(opening(example, session: name)) in line \(example.line)"
    }
  }

  /// The line that begins an example, if it were a part of a session.
  private func opening(_ example: Example, session name: String) -> String {
    opening(example, adding: "session=\(quoted(name))")
  }

  private func opening(_ example: Example, adding word: String) -> String {
    let line = String(decoding: chapter.file.bytes[example.fence.opening], as: UTF8.self)
    return (line.last == " " ? line : line + " ") + word
  }

  private func quoted(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) } ? name : "\"\(name)\""
  }

  /// A name that no session of the chapter has: the chapter's own.
  private var freshName: String {
    let taken = Set(chapter.examples.compactMap(\.attributes.session))
    let base = chapter.chapter.split(separator: "/").last.map(String.init) ?? "all"
    return taken.contains(base) ? (2...).lazy.map { "\(base)-\($0)" }.first { !taken.contains($0) } ?? base : base
  }

  // MARK: What no program can have

  /// What to write for an example that is only shown, after the reason.
  func quoting(_ example: Example, _ reason: String) -> Hint? {
    // What shows what it did is meant to be whole.
    guard example.recordings.isEmpty, example.attributes.kind == .runs else { return nil }
    var line = opening(example, adding: "quote")
    if let name = example.attributes.session {
      // A declaration that is only shown has no part in a program.
      let words = [name, "\"\(name)\""].map { " session=\($0)" }
      guard let word = words.first(where: { line.contains($0 + " ") }) else { return nil }
      line.replace(word, with: "", maxReplacements: 1)
    }
    return Hint(cure: "\(reason): \(line)")
  }
}

extension CompilerHints {
  /// Whether an error is about what stands in for a body that is left out: a `Never` that the example does not have, or
  /// one that tells nothing of the type that `some P` is.
  private func needsBody(_ message: CompilerMessage, in example: Example) -> Bool {
    guard case .bodies = example.abridgement else { return false }
    if message.text.hasPrefix("underlying type for opaque result type ") { return true }
    return message.text.containsBytes(of: "'Never'") && !example.lines.contains { $0.text.containsBytes(of: "Never") }
  }
}

extension CompilerMessage {
  /// The module whose code the linker did not find.
  var unlinkedModule: String? {
    guard file == Self.linker, let mark = text.firstRange(of: "' of the module '") else { return nil }
    return String(text[mark.upperBound...].prefix { $0 != "'" })
  }

  /// The name that the compiler did not find.
  var missingName: String? { Self.missingName(in: text) }

  /// The name that an error says was not found.
  static func missingName(in text: String) -> String? {
    for start in ["cannot find '", "cannot find type '"] where text.hasPrefix(start) {
      guard let end = text.firstRange(of: "' in scope") else { continue }
      return String(text[..<end.lowerBound].dropFirst(start.count))
    }
    return nil
  }

  /// Whether it is said of a declaration that stands alone, as manuals show them: without its body, or its type.
  var lacksBody: Bool {
    let beginnings = [
      "expected '{' in ", "expected '{' to start ", "expected '{' for ",
      "associated types can only be defined in a protocol",
    ]
    let ends = [
      " requires a body", " may only be declared within a type", " may only be declared on a type",
      " is only valid on methods", " is not allowed outside of an enum", " can only be specified on class members",
    ]
    return beginnings.contains { text.hasPrefix($0) } || ends.contains { text.hasSuffix($0) }
  }
}
