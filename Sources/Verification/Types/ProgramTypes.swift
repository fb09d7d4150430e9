internal import Examples
internal import Execution
internal import Files

/// What the names in a program mean, as it is kept in the cache.
struct ProgramTypes: Sendable, Hashable {
  /// A name that the compiler knows.
  struct Name: Sendable, Hashable {
    /// Where it stands in the program's text, in bytes.
    var range: Range<Int>
    /// What it means, as places in the table.
    var symbols: [Int]
  }

  private(set) var symbols: [NamedSymbol] = []
  private(set) var names: [Name] = []

  private static let version = 2

  /// Takes what the compiler said of the names of a program.
  init(_ names: [ProgramName], _ answer: NameReader.Answer) {
    var places: [NamedSymbol: Int] = [:]
    // Most names of a program are there several times, and a comment takes long to read.
    var known: [NameMeaning: Int] = [:]
    for (name, meanings) in zip(names, answer) where !meanings.isEmpty {
      let numbers = meanings.map { meaning in
        if let place = known[meaning] { return place }
        let symbol = NamedSymbol(meaning)
        let place = places[symbol, default: symbols.count]
        if place == symbols.count { symbols.append(symbol) }
        places[symbol] = place
        known[meaning] = place
        return place
      }
      self.names.append(Name(range: name.range, symbols: numbers))
    }
  }

  /// The types as bytes for the cache.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(Self.version)
    writer.write(symbols) { writer, symbol in
      for text in [symbol.usr, symbol.kind, symbol.name, symbol.module, symbol.declaration, symbol.sentence] {
        writer.write(text)
      }
      writer.write(symbol.otherNames) { writer, other in
        writer.write(other.caller)
        writer.write(other.name)
      }
    }
    writer.write(names) { writer, name in
      writer.write(name.range.lowerBound)
      writer.write(name.range.upperBound)
      writer.write(name.symbols) { $0.write($1) }
    }
    return writer.bytes
  }

  /// Reads what `encoded` gave; `nil` for anything else.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    do throws(ByteReader.Damage) {
      guard try reader.number() == Self.version else { return nil }
      let symbols = try reader.list { reader throws(ByteReader.Damage) in
        NamedSymbol(
          usr: try reader.text(), kind: try reader.text(), name: try reader.text(), module: try reader.text(),
          declaration: try reader.text(), sentence: try reader.text(),
          otherNames: try reader.list { reader throws(ByteReader.Damage) in
            NamedSymbol.OtherName(caller: try reader.text(), name: try reader.text())
          })
      }
      names = try reader.list { reader throws(ByteReader.Damage) in
        let (start, end) = (try reader.number(), try reader.number())
        guard start >= 0, start <= end else { throw ByteReader.Damage() }
        let numbers = try reader.list { reader throws(ByteReader.Damage) in try reader.number() }
        guard !numbers.isEmpty, numbers.allSatisfy(symbols.indices.contains) else { throw ByteReader.Damage() }
        return Name(range: start..<end, symbols: numbers)
      }
      self.symbols = symbols
    } catch {
      return nil
    }
    guard reader.isAtEnd else { return nil }
  }

  /// What of it stands in each block of the program.
  func examples(of program: Program) -> [(Example, ExampleTypes)] {
    var names = names[...]
    var start = 0
    return program.blocks.map { block in
      var found: [ExampleTypes.Name] = []
      for (number, line) in block.example.lines.enumerated() {
        let end = start + line.compiled.utf8.count
        while let name = names.first, name.range.lowerBound < end {
          names.removeFirst()
          // What is compiled in the place of a body that is left out is shown nowhere.
          guard line.compiled == line.text, name.range.lowerBound >= start, name.range.upperBound <= end else {
            continue
          }
          found.append(
            ExampleTypes.Name(
              line: number, range: name.range.lowerBound - start..<name.range.upperBound - start,
              symbols: name.symbols.map { symbols[$0] }))
        }
        start = end + 1
      }
      return (block.example, ExampleTypes(found))
    }
  }
}
