internal import Examples
internal import Execution
internal import Files
internal import Text

/// Compares comments that say that the compiler finds an error in their line with what it found.
enum ErrorComments {
  /// What such a comment begins with.
  private static let words = [
    "error: ", "Compile error", "compile error", "Compiler error", "compiler error", "Compile-time error",
    "compile-time error", "Does not compile", "does not compile", "Doesn't compile", "doesn't compile",
    "Won't compile", "won't compile", "Will not compile", "will not compile",
  ]

  /// What is wrong, each with its block.
  ///
  /// - Parameter errors: What the compiler found, if it does not compile.
  static func problems(
    of program: Program, in file: SourceFile, besides errors: [CompilerMessage]
  ) -> [(block: Int, problem: Diagnostic)] {
    let text = program.text
    guard text.containsBytes(of: "//"), ["error", "ompile"].contains(where: text.containsBytes) else { return [] }
    let lines = Set(errors.lazy.filter { $0.severity == .error }.map(\.line))
    return CodeComments(in: text).all.compactMap { comment in
      guard comment.line == comment.lineOfCode, words.contains(where: comment.text[...].trimmed.hasPrefix),
        !lines.contains(comment.line),
        let block = program.blocks.firstIndex(where: { $0.lines.contains(comment.line) })
      else { return nil }
      return (
        block,
        Diagnostic(
          id: PrintedClaims.problemID,
          "this comment says that its line does not compile, but "
            + (errors.isEmpty ? "it does" : "the compiler finds no error in it"),
          at: program.place(line: comment.line, column: comment.column, length: comment.length, in: file),
          cure: errors.isEmpty
            ? "correct the comment; if the line should not compile, write `swift fails` on the fence"
            : "put it behind the line in which the compiler finds the error")
      )
    }
  }
}
