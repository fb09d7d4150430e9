internal import Examples
internal import Execution
internal import Files
internal import Text

/// What the compiler passes over in the blocks of a program, since it is for other systems.
///
/// The compiler has no objection to any of it, so nothing is known of it.
struct UncompiledCode {
  private let program: Program
  private let text: String
  private let code: InactiveCode

  /// Looks through a program; `nil` where nothing is passed over.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - conditions: What is known of its conditions.
  init?(of program: Program, knowing conditions: KnownConditions) {
    text = program.text
    guard text.containsBytes(of: "#if"), let code = InactiveCode(in: text, knowing: conditions) else { return nil }
    self.program = program
    self.code = code
  }

  /// The lines of a block that are passed over, counted from 1 in it.
  func lines(ofBlock block: Int) -> [Int] {
    let lines = program.blocks[block].lines
    return lines.filter { code.directives[$0] != nil || code.importLines.contains($0) }.map {
      $0 - lines.lowerBound + 1
    }
  }

  /// What is wrong with blocks of which nothing is compiled, or not what varies: they would pass, whatever they say.
  func problems(in file: SourceFile) -> [(block: Int, diagnostic: Diagnostic)] {
    let bytes = Array(text.utf8)
    let empty = program.blocks.indices.compactMap { block -> (block: Int, diagnostic: Diagnostic)? in
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
          cure: "mark it `quote`, or add what is compiled here")
      )
    }
    return empty.isEmpty ? varied(bytes, in: file) : empty
  }

  /// What is wrong with values that vary where nothing is compiled: all of them would do the same.
  private func varied(_ bytes: [UInt8], in file: SourceFile) -> [(block: Int, diagnostic: Diagnostic)] {
    program.blocks.enumerated().flatMap { block, part in
      part.example.varied.compactMap { value in
        guard let directive = code.directives[part.lines.lowerBound + value.line] else { return nil }
        let words = String(decoding: bytes[directive], as: UTF8.self)
        return (
          block,
          Diagnostic(
            id: "vary-mark", "this value cannot vary: it is not compiled here, because it stands under `\(words)`",
            at: file.place(value.mark), cure: "remove the mark `// vary:`")
        )
      }
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
