internal import Examples
internal import Recordings
internal import Text
package import Verification

extension LiveExamples {
  /// The examples of a book that was verified, with the scripts that `live.js` loads.
  package init(_ verified: VerifiedBook, theme: Theme) {
    let live = verified.live
    // What draws runs there can ask for nothing that only the build knows.
    guard theme.drawingProblems.isEmpty else {
      self = .none
      return
    }
    // Where neither a value nor the order of threads can be another, readers have nothing to change.
    let changeable = live.examples.filter { name, example in
      example.literals.contains { $0.line >= 0 } || verified.examples[name]?.hasSeveralThreads == true
    }
    var chapters: [String: Chapter] = [:]
    // To read what is only quoted takes longer than all the rest of a build after one change.
    for chapter in verified.chapters where chapter.quotes == nil {
      let examples = chapter.examples.compactMap { example in changeable[example.name].map { (example, $0) } }
      guard let module = examples.first?.1.module else { continue }
      let members = examples.map { ($0.id, Self.json($0, $1)) }
      let script = ScriptsOnDemand.call(
        "loopbookLive", .string(chapter.chapter), .object([("examples", .object(members))]))
      chapters[chapter.chapter] = Chapter(script: script, module: module)
    }
    let modules = live.modules.map { module in
      Array("loopbookPrograms(\"".utf8) + module.text + Array("\",\(module.size))\n".utf8)
    }
    self.init(
      names: Set(changeable.keys), chapters: chapters, modules: modules,
      pictures: Array("loopbookPictures(\"".utf8) + live.pictures + Array("\",".utf8) + theme.drawingFacts
        + Array(")\n".utf8))
  }

  /// An example's program; the literals that can be changed, in the order of their numbers, where one that is not shown
  /// as it is compiled has no line; and what is told of it to what draws: see `DrawingRequest`.
  private static func json(_ example: Example, _ live: LiveExample) -> JSONValue {
    let literals = live.literals.map { literal in
      JSONValue.array([
        .integer(literal.line + 1), .integer(literal.columns.lowerBound), .integer(literal.columns.upperBound),
        .string(literal.kind), .string(literal.text),
      ])
    }
    let recordings = example.recordings.map { recording in
      JSONValue.string(recording.kind.rawValue + (recording.filterText.map { " \($0)" } ?? ""))
    }
    return .object([
      ("program", .integer(live.program)), ("literals", .array(literals)), ("recordings", .array(recordings)),
      ("lines", .integer(example.lines.count)), ("stack", .bool(example.attributes.draws == .stack)),
      ("showsOutput", .bool(example.attributes.recordsOutput)), ("pictured", .bool(example.attributes.compares != nil)),
    ])
  }
}
