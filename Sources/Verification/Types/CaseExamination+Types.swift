internal import Book
internal import Examples
internal import Execution
internal import Text

extension CaseExamination {
  /// Whether its program is one that the compiler has understood.
  var isCompiled: Bool {
    let findings = self.findings
    guard findings.skipped == nil, let record = findings.record else { return false }
    return subject.program.kind == .fails || !record.messages.contains { $0.severity == .error }
  }

  /// Compares what lines say of names with what the compiler says.
  func compareTypes(of example: Example, with types: ExampleTypes) {
    for query in example.typeQueries {
      let name = query.target.flatMap { line in query.offset.flatMap { types.name(atByte: $0, ofLine: line) } }
      guard let declaration = name?.symbols.first?.declaration else {
        let mark = query.mark(in: example.lines)
        report(
          mark.map { .unaskedMark($0, at: place(query, of: example)) } ?? .unknownType(at: place(query, of: example)),
          at: example.id)
        continue
      }
      note { findings in
        for index in findings.judgements.indices where findings.judgements[index].example.id == example.id {
          findings.judgements[index].types[query.line] = declaration
        }
      }
      if query.written != declaration {
        let cure =
          subject.chapter.cure(ofUnrecordable: declaration, of: query, in: example)
          ?? "if this is right, record it: \(acceptCommand)"
        report(.otherType(query, declaration, at: place(query, of: example), cure: cure), at: example.id)
      }
    }
  }

  /// Tells that the compiler's library crashed over the program, where a line asks for a type.
  func reportUnknownTypes() {
    for example in subject.program.blocks.map(\.example) {
      for query in example.typeQueries { report(.unknownType(at: place(query, of: example)), at: example.id) }
    }
  }

  private var acceptCommand: String { "loopbook accept \(ShellWord.quoted(subject.commandName))" }

  private func place(_ query: TypeQuery, of example: Example) -> SourcePlace {
    let line = example.lines[query.line]
    let caret = max(0, query.range.lowerBound - 2)
    return subject.chapter.file.place(line.fileOffset(ofByte: caret)..<line.range.upperBound)
  }
}

extension TypeQuery {
  /// The character of an operator, or the bracket, that the caret points at; `nil` where it points at something else.
  fileprivate func mark(in lines: [SourceLine]) -> Character? {
    guard let target, let offset, case let bytes = Array(lines[target].text.utf8), offset < bytes.count else {
      return nil
    }
    return String(decoding: bytes[offset...], as: UTF8.self).first.flatMap {
      "+-*/%=<>!&|^~?[]".contains($0) ? $0 : nil
    }
  }
}

extension Diagnostic {
  /// A caret points at something that the compiler is not asked about.
  fileprivate static func unaskedMark(_ mark: Character, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      id: "unknown-type", "this caret points at `\(mark)`, but operators and subscripts have no answer", at: place,
      cure: "name the result, as in `let sum = a + b`, and put the `^` below that name")
  }

  /// A caret points at nothing whose type the compiler knows.
  fileprivate static func unknownType(at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      id: "unknown-type", "there is no name above this caret whose declaration the compiler knows", at: place,
      cure: "put the `^` below a name of the line above")
  }

  /// What is written of a name is not what the compiler says.
  fileprivate static func otherType(
    _ query: TypeQuery, _ declaration: String, at place: SourcePlace, cure: String
  ) -> Diagnostic {
    guard !query.written.isEmpty else {
      return Diagnostic(
        id: "missing-type", "the declaration of this name is not recorded yet: \(declaration)", at: place, cure: cure)
    }
    let difference = LineDifference(from: [query.written], to: [declaration])
    let firstLine = place.position?.line ?? 1
    let lines = DifferenceText(DiagnosticText(isColored: false)).text(difference, firstLine: firstLine)
    return Diagnostic(
      id: "type-differs", "the declaration of this name is not the one that is written", at: place,
      notes: [Diagnostic.Note("written (-), and the compiler's (+)\n" + lines.dropLast())], cure: cure)
  }
}
