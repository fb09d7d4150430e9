internal import Text
package import Verification

extension LiveExamples {
  /// The examples of a book that was verified, with the scripts that `live.js` loads.
  package init(_ live: LiveBook) {
    guard !live.examples.isEmpty else {
      self = .none
      return
    }
    let described = Dictionary(grouping: live.examples) {
      String($0.key[..<($0.key.lastIndex(of: "#") ?? $0.key.endIndex)])
    }
    var chapters: [String: [UInt8]] = [:]
    for (chapter, examples) in described {
      let sorted = examples.sorted { $0.value.program < $1.value.program }
      let members = sorted.map { name, example in
        (String(name[name.index(name.startIndex, offsetBy: chapter.count + 1)...]), Self.json(example))
      }
      let json = JSONValue.object([("module", .integer(sorted[0].value.module)), ("examples", .object(members))])
      let name = JSONValue.string(chapter)
      chapters[chapter] =
        Array("loopbookLive(".utf8) + name.onOneLine + Array(",".utf8) + json.onOneLine + Array(")\n".utf8)
    }
    let modules = live.modules.enumerated().map { number, module in
      Array("loopbookPrograms(\(number),\"".utf8) + module.text + Array("\",\(module.size))\n".utf8)
    }
    self.init(
      names: Set(live.examples.keys), chapters: chapters, modules: modules,
      pictures: Array("loopbookPictures(\"".utf8) + live.pictures + Array("\")\n".utf8))
  }

  /// An example's program, and the literals that can be changed, in the order of their numbers; one that is not shown
  /// as it is compiled has no line.
  private static func json(_ example: LiveExample) -> JSONValue {
    let literals = example.literals.map { literal in
      JSONValue.array([
        .integer(literal.line + 1), .integer(literal.columns.lowerBound), .integer(literal.columns.upperBound),
        .string(literal.kind), .string(literal.text),
      ])
    }
    return .object([("program", .integer(example.program)), ("literals", .array(literals))])
  }
}
