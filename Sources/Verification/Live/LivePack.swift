internal import Execution
internal import Files

/// What was found out about programs that share a module for readers' pages.
struct LivePack: Sendable {
  /// What became of one program.
  struct Program: Sendable, Hashable {
    /// Its number in the module; `nil` where it cannot be run in a page.
    var number: Int?
    /// The literals that can be changed, in the program.
    var literals: [PageText.Literal] = []
    /// Why it cannot be run there, or what it did that it did not do here.
    var problem: String?

    /// Whether it did there what it did here.
    var isSame: Bool { number != nil && problem == nil }
  }

  var programs: [Program]
  var module: LiveModule

  private static let version = 1

  init(programs: [Program], module: LiveModule) {
    self.programs = programs
    self.module = module
  }

  /// The pack as bytes for the cache.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(programs) { writer, program in
      writer.write(program.number) { $0.write($1) }
      writer.write(program.literals) { writer, literal in
        writer.write(literal.kind.rawValue)
        writer.write(literal.line)
        writer.write(literal.columns.lowerBound)
        writer.write(literal.columns.upperBound)
        writer.write(literal.text)
      }
      writer.write(program.problem) { $0.write($1) }
    }
    writer.write(module.text)
    writer.write(module.size)
    return writer.bytes
  }

  /// Reads what `encoded` gave, for so many programs.
  init?(_ bytes: [UInt8], count: Int) {
    var reader = ByteReader(bytes)
    do throws(ByteReader.Damage) {
      guard try reader.number() == Self.version else { return nil }
      programs = try reader.list { reader throws(ByteReader.Damage) in
        var program = Program(number: try reader.optional { reader throws(ByteReader.Damage) in try reader.number() })
        program.literals = try reader.list { reader throws(ByteReader.Damage) in
          guard let kind = PageText.Literal.Kind(rawValue: try reader.text()) else { throw ByteReader.Damage() }
          let line = try reader.number()
          let (start, end) = (try reader.number(), try reader.number())
          guard start <= end else { throw ByteReader.Damage() }
          return PageText.Literal(kind: kind, line: line, columns: start..<end, text: try reader.text())
        }
        program.problem = try reader.optional { reader throws(ByteReader.Damage) in try reader.text() }
        return program
      }
      module = LiveModule(text: try reader.content(), size: try reader.number())
    } catch {
      return nil
    }
    guard reader.isAtEnd, programs.count == count else { return nil }
  }
}
