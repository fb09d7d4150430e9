internal import Examples
internal import Execution
internal import Files
internal import Text

/// Finds comments that say that the compiler finds an error in their line, though it compiles.
enum ErrorComments {
  /// What such a comment consists of, or begins with before a sign.
  private static let words = [
    "compile error", "compiler error", "compile-time error", "does not compile", "doesn't compile", "won't compile",
    "will not compile",
  ]
  /// What the compiler's own messages begin with; other words behind `error:` may be the program's.
  private static let messages = [
    "cannot assign", "cannot convert", "cannot find", "cannot use", "cannot call", "use of ", "value of type", "type '",
    "missing ", "left side", "'", "expected '", "no exact matches", "instance member", "argument ", "extra argument",
  ]

  /// What is wrong, each with its block.
  ///
  /// - Parameter uncompiled: By block, the lines, from 1, that were not compiled.
  static func problems(
    of program: Program, in file: SourceFile, uncompiled: [[Int]]
  ) -> [(block: Int, problem: Diagnostic)] {
    let text = program.text
    guard text.containsBytes(of: "//"), ["error", "ompile"].contains(where: text.containsBytes) else { return [] }
    return CodeComments(in: text).all.compactMap { comment in
      guard comment.line == comment.lineOfCode, !comment.followsPrint, saysSo(comment.text),
        let block = program.blocks.firstIndex(where: { $0.lines.contains(comment.line) }),
        !uncompiled[block].contains(comment.line - program.blocks[block].lines.lowerBound + 1)
      else { return nil }
      return (
        block,
        Diagnostic(
          id: PrintedClaims.problemID, "this comment says that its line does not compile, but it does",
          at: program.place(line: comment.line, column: comment.column, length: comment.length, in: file),
          cure: "correct the comment; if the line should not compile, write `swift fails` on the fence")
      )
    }
  }

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
}
