internal import Examples
internal import Execution
internal import Markdown
internal import Text

/// Finds blocks of a session that begin inside a comment or a string of an earlier block.
///
/// What readers take for code is not code there, and the compiler has no objection to it.
enum SplitText {
  static func problems(_ program: Program, in file: SourceFile) -> [(block: Int, diagnostic: Diagnostic)] {
    guard program.blocks.count > 1 else { return [] }
    let lines = ContinuedLines(in: program.text)
    return program.blocks.indices.dropFirst().compactMap { block in
      let first = program.blocks[block].lines.lowerBound
      let isComment = lines.ofComments.contains(first)
      guard isComment || lines.ofStrings.contains(first) else { return nil }
      let kind = isComment ? "comment" : "string"
      return (
        block,
        Diagnostic(
          id: "split-text", "this block begins inside a \(kind) that an earlier block of its session opens",
          at: file.place(program.blocks[block].example.fence.opening),
          cure: "close the \(kind) in the block that opens it")
      )
    }
  }
}
