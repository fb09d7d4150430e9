internal import Examples
internal import Execution
internal import Files
internal import Text

/// Finds comments about the compiler's errors that are wrong: their line compiles, or the compiler says something else.
enum ErrorComments {
  /// What such a comment consists of, or begins with before a sign.
  private static let words = [
    "compile error", "compiler error", "compile-time error", "does not compile", "doesn't compile", "won't compile",
    "will not compile",
  ]
  /// And what else it may begin with where it is known that the example has an error.
  private static let otherWords = [
    "error", "compilation error", "compile time error", "compiler-error", "does not build", "doesn't build",
    "fails to compile", "cannot compile", "can't compile",
  ]
  /// What may stand between such words and the reason.
  private static let reasons = ["because", "since", "here", "anymore", "any more", "-", "–", "—", "→"]
  /// What the compiler's own messages begin with; other words behind `error:` may be the program's.
  private static let messages = [
    "cannot assign", "cannot convert", "cannot find", "cannot use", "cannot call", "use of ", "value of type", "type '",
    "missing ", "left side", "'", "expected '", "no exact matches", "instance member", "argument ", "extra argument",
  ]
  /// The beginnings of messages that are not written in other words.
  private static let fullMessages = [
    "cannot assign to", "cannot convert", "cannot find", "cannot use", "cannot call", "cannot pass", "cannot infer",
    "use of unresolved", "use of undeclared", "use of local", "value of type", "type '", "type of expression",
    "missing return", "missing argument", "left side of", "no exact matches", "instance member", "argument type",
    "extra argument", "incorrect argument", "invalid redeclaration", "binary operator", "ambiguous use", "call to ",
    "call can throw", "expression is 'async'", "main actor-isolated", "actor-isolated", "switch must be exhaustive",
    "variable '", "constant '", "overlapping accesses", "no such module", "initializer for", "unable to infer",
  ]

  /// What is wrong in a program that compiles, each with its block.
  ///
  /// - Parameter uncompiled: By block, the lines, from 1, that were not compiled.
  static func problems(
    of program: Program, in file: SourceFile, uncompiled: [[Int]]
  ) -> [(block: Int, problem: Diagnostic)] {
    comments(of: program, uncompiled: uncompiled).compactMap { block, comment in
      guard !comment.followsPrint, saysSo(comment.text) else { return nil }
      return (
        block,
        differs(
          "this comment says that its line does not compile, but it does",
          at: program.place(line: comment.line, column: comment.column, length: comment.length, in: file),
          cure: "correct the comment; if the line should not compile, write `swift fails` on the fence")
      )
    }
  }

  /// What is wrong in a program that does not compile, each with its block.
  ///
  /// - Parameters:
  ///   - errors: The compiler's messages.
  ///   - uncompiled: By block, the lines, from 1, that were not compiled.
  static func problems(
    of program: Program, in file: SourceFile, with errors: [CompilerMessage], uncompiled: [[Int]]
  ) -> [(block: Int, problem: Diagnostic)] {
    let errors = errors.filter { $0.severity == .error }
    guard !program.renumbersLines, !errors.isEmpty else { return [] }
    // What is found in the expansion of a macro, or by the linker, may be about any line.
    let placed = errors.filter(isPlaced)
    let others = errors.filter { !isPlaced($0) }
    let lines = program.text.split(separator: "\n", omittingEmptySubsequences: false)
    return comments(of: program, uncompiled: uncompiled).compactMap { block, comment in
      guard let stated = statedError(comment.text),
        stated.isCompilers || !tellsOfErrors(lines[comment.line - 1])
      else { return nil }
      let near = placed.filter { error in
        // A note with a replacement is about what could be written elsewhere.
        ([error] + error.notes.filter { $0.fixIt == nil }).contains { message in
          isPlaced(message) && comment.linesOfCode.contains(message.line)
        }
      }
      let place = program.place(line: comment.line, column: comment.column, length: comment.length, in: file)
      if near.isEmpty {
        guard others.isEmpty else { return nil }
        let notes = placed.prefix(mostErrors).map { error in
          Diagnostic.Note(
            "it finds this: \(error.text)",
            at: program.place(line: error.line, column: error.column, length: error.length, in: file))
        }
        return (
          block,
          differs(
            "this comment says that its line does not compile, but the compiler finds no error there", at: place,
            notes: notes,
            cure: "correct the comment; if the compiler only gets there once the other mistakes are mended, show this "
              + "one in an example of its own")
        )
      }
      let (found, message) = (near + others, stated.message)
      guard isWordedLikeCompilers(message), !found.contains(where: { fits(message, $0) }) else { return nil }
      return (
        block,
        differs(
          "this comment says that the error is `\(message)`, but the compiler says something else", at: place,
          notes: found.prefix(mostErrors).map { Diagnostic.Note("it says: \($0.text)") },
          cure: "write `error: \(found[0].text)`, or say it in your own words")
      )
    }
  }

  /// The comments behind code, each with its block.
  private static func comments(
    of program: Program, uncompiled: [[Int]]
  ) -> [(block: Int, comment: CodeComments.Comment)] {
    let text = program.text
    guard text.containsBytes(of: "//") || text.containsBytes(of: "/*"),
      ["rror", "RROR", "ompile", "build"].contains(where: text.containsBytes)
    else { return [] }
    return CodeComments(in: text).all.compactMap { comment in
      guard comment.line == comment.lineOfCode, !comment.hasLines,
        let block = program.blocks.firstIndex(where: { $0.lines.contains(comment.line) }),
        !uncompiled[block].contains(comment.line - program.blocks[block].lines.lowerBound + 1)
      else { return nil }
      return (block, comment)
    }
  }

  private static func differs(
    _ message: String, at place: SourcePlace, notes: [Diagnostic.Note] = [], cure: String
  ) -> Diagnostic {
    Diagnostic(id: PrintedClaims.problemID, message, at: place, notes: notes, cure: cure)
  }

  /// How many errors are told beside a comment.
  private static let mostErrors = 3

  private static func isPlaced(_ message: CompilerMessage) -> Bool { message.file == "main.swift" && message.line > 0 }

  // MARK: Words

  private static func saysSo(_ comment: String) -> Bool {
    let said = comment[...].trimmed
    if said.hasPrefix("error: ") {
      let message = said.dropFirst("error: ".count)
      return messages.contains(where: message.hasPrefix)
    }
    let lower = said.lowercased()
    return words.contains { word in
      guard lower.hasPrefix(word) else { return false }
      return lower.dropFirst(word.count).first.map { ".:!,;(".contains($0) } ?? true
    }
  }

  /// What a comment says of the error in its line.
  private struct StatedError {
    /// What the compiler is to say; empty where it only says that there is an error.
    var message: String
    /// Whether it can only be about the compiler.
    var isCompilers: Bool
  }

  /// What a comment in an example with errors says of the one in its line; `nil` where it says nothing of one.
  private static func statedError(_ comment: String) -> StatedError? {
    // Signs such as ❌ may stand before it, and the place as compilers write it.
    let said = comment.replacing("’", with: "'").drop { !$0.isLetter }
    let lower = said.lowercased()
    guard let begun = (words + otherWords).filter(lower.hasPrefix).max(by: { $0.count < $1.count }) else { return nil }
    let behind = said.dropFirst(begun.count)
    let rest = behind.trimmed
    let isClosed = behind.first.map { ".:!,;(…".contains($0) } ?? true
    guard isClosed || rest.isEmpty || reasons.contains(where: rest.lowercased().hasPrefix) else { return nil }
    let message = rest.first == ":" ? String(rest.dropFirst().trimmed) : ""
    return StatedError(message: message, isCompilers: begun != "error" || isWordedLikeCompilers(message))
  }

  /// Whether a line may tell what an error of the program means.
  private static func tellsOfErrors(_ line: Substring) -> Bool {
    ["throw", "rror(", "case ", "catch", "precondition", "assert"].contains(where: line.contains)
  }

  private static func isWordedLikeCompilers(_ message: String) -> Bool {
    let lower = message.lowercased()
    return fullMessages.contains(where: lower.hasPrefix) || lower.contains("is a 'let' constant")
      || lower.contains("is inaccessible due to")
  }

  /// Whether a comment gives one of the compiler's messages, in full or as a part: words may be left out, and the
  /// comment may go on with the reason.
  private static func fits(_ said: String, _ error: CompilerMessage) -> Bool {
    ([error] + error.notes).contains { StatedMessage(said).fits($0.text) }
  }
}
