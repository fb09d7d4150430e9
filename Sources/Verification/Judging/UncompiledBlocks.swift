internal import Examples
internal import Execution
internal import Files
internal import Text

/// Finds examples of which nothing is compiled: all that they have is for other systems.
///
/// The compiler has no objection to what it passes over, so they would pass, whatever they say.
enum UncompiledBlocks {
  /// The blocks of a program of which nothing is compiled; `modules` are those of the book's own.
  static func problems(
    _ program: Program, modules: Set<String>, _ file: SourceFile
  ) -> [(block: Int, diagnostic: Diagnostic)] {
    let text = program.text
    guard text.containsBytes(of: "#if"), let code = InactiveCode(in: text, modules: modules) else { return [] }
    let bytes = Array(text.utf8)
    return program.blocks.indices.compactMap { block in
      let lines = program.blocks[block].lines
      guard let directive = lines.lazy.compactMap({ code.directives[$0] }).first,
        code.compiledLines.isDisjoint(with: lines)
      else { return nil }
      let words = String(decoding: bytes[directive], as: UTF8.self)
      return (
        block,
        Diagnostic(
          id: "uncompiled-example", "nothing of this example is compiled here, because it stands under `\(words)`",
          at: program.location(of: directive, in: bytes, of: file).place,
          cure: "mark it `quote`, or say what is compiled on Linux")
      )
    }
  }
}

extension Program {
  /// Where bytes of the program's text stand, and in which of its blocks.
  func location(of range: Range<Int>, in text: [UInt8], of file: SourceFile) -> (block: Int, place: SourcePlace) {
    let before = text[..<range.lowerBound]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (
      blocks.firstIndex { $0.lines.contains(line) } ?? 0,
      place(line: line, column: range.lowerBound - start + 1, length: range.count, in: file)
    )
  }
}
