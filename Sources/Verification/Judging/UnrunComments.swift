internal import Examples
internal import Execution
internal import Files
internal import Text

/// Finds comments on values and on the output in a program that is only compiled, where nothing can check them.
enum UnrunComments {
  /// A warning for each block that has such comments, at the first of them.
  ///
  /// - Parameter uncompiled: By block, the lines, from 1, that were not compiled.
  static func warnings(
    of program: Program, in file: SourceFile, uncompiled: [[Int]]
  ) -> [(block: Int, warning: Diagnostic)] {
    // What may be nearly the line that is printed is a claim only beside that line.
    let asked = (ProbedComments(of: program, in: file)?.probed.probes ?? []).filter { $0.question != .line }
      .map(\.comment)
    let all = (PrintedClaims(of: program, in: file)?.comments ?? []) + asked
    guard !all.isEmpty else { return [] }
    return program.blocks.enumerated().compactMap { number, block in
      let comments = all.filter { comment in
        let line = comment.line - block.lines.lowerBound + 1
        return block.lines.contains(comment.line) && !uncompiled[number].contains(line)
      }
      guard let first = comments.min(by: { ($0.line, $0.column) < ($1.line, $1.column) }) else { return nil }
      let others = Set(comments.map { [$0.line, $0.column] }).count - 1
      let isAbridged = block.example.abridgement != .none
      return (
        number,
        Diagnostic(
          .warning, id: ProbedComments.notCheckedID,
          (others == 0
            ? "this comment was not checked"
            : "this comment and \(others == 1 ? "another" : "\(others) others") below it were not checked")
            + (isAbridged ? ", since an example that leaves bodies out never runs" : ", since the example never runs"),
          at: program.place(line: first.line, column: first.column, length: first.length, in: file),
          cure: (isAbridged ? "write the bodies, or show what leaves them out in an example of its own" : "have it run")
            + "; or say it in other words, such as `// would be 3` or `// Would print \"3\"`")
      )
    }
  }
}
