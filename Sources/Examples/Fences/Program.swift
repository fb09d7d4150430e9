internal import Markdown
package import Text

/// What is compiled and run as one: the blocks of a session, or a single example.
package struct Program: Sendable {
  /// One example's part of a program.
  package struct Block: Sendable {
    /// The example.
    package var example: Example

    /// The lines of the program, counted from 1, that are the example's.
    package var lines: Range<Int>
  }

  /// Its name among all programs of the book: that of its only example, or chapter and session, as in `timers@counter`.
  package let name: String

  /// The session; nil for a single example.
  package let session: String?

  /// Its parts, first to last; at least one.
  package let blocks: [Block]

  /// Whether it runs, and how it is to end.
  package let kind: ExampleAttributes.Kind

  /// The clock that it asks for; nil: the usual one.
  package let clock: ExampleAttributes.Clock?

  /// How long it may run; nil: as long as the book says.
  package let timeout: Duration?

  /// How many interleavings are tried; nil: as many as is usual.
  package let schedules: Int?

  /// What is done with the compiler's warnings; nil: what is usual.
  package let warnings: WarningUse?

  /// Why it is not compared with the reference; nil where it is.
  package let referenceOffReason: String?

  /// The documented difference from the reference that it shows by what it prints.
  package let referenceDifference: String?

  /// Whether its threads may use something at the same time.
  package var allowsRaces: Bool { blocks.contains { $0.example.attributes.races == .allowed } }

  /// Whether it has imports besides those that it says itself.
  package var hasImplicitImports: Bool { blocks.allSatisfy(\.example.attributes.hasImplicitImports) }

  /// Whether one of its examples has errors, or they contradict each other.
  package let hasErrors: Bool

  /// What the compiler is given: the blocks one after the other, each line ended by a line feed.
  ///
  /// After them stands what compiles in the place of bodies that are left out.
  package var text: String {
    var text = ""
    for block in blocks {
      for line in block.example.lines {
        text += line.compiled
        text += "\n"
      }
    }
    for case .bodies(let support) in Set(blocks.map(\.example.abridgement)) { text += support }
    return text
  }

  /// Whether it gives its lines other numbers or another file, so that a message does not say where it is about.
  package var renumbersLines: Bool { text.contains("#sourceLocation") }

  /// The block that a line of the program, counted from 1, belongs to; lines past the end belong to the last.
  package func block(ofLine line: Int) -> Block {
    blocks.first { line < $0.lines.upperBound } ?? blocks[blocks.count - 1]
  }

  /// Where the byte at `column` of a line of the program stands in the chapter; both count from 1.
  ///
  /// Compilers count columns in bytes. Past the end of a line it is the line's end, past the program's the end of its
  /// last line.
  package func fileOffset(line: Int, column: Int) -> Int {
    let block = block(ofLine: line)
    let lines = block.example.lines
    guard let last = lines.last else { return block.example.fence.opening.lowerBound }
    let index = max(0, line - block.lines.lowerBound)
    return index < lines.count ? lines[index].fileOffset(ofByte: max(0, column - 1)) : last.range.upperBound
  }

  /// The place in the chapter of `length` bytes from a line and column of the program.
  package func place(line: Int, column: Int, length: Int = 0, in file: SourceFile) -> SourcePlace {
    let start = fileOffset(line: line, column: column)
    return file.place(start..<max(start, fileOffset(line: line, column: column + max(length, 0))))
  }
}
