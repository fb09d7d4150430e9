import Foundation
import Testing

/// The appendix *API map* of the book lists what clients can use, and nothing else.
@Suite("API map")
struct APIMapTests {
  /// What the appendix has in code style: all of it, and in the columns that LoopEngine heads.
  private struct Map {
    var words: Set<String> = []
    var names: [String] = []

    init(_ text: String) {
      var column: Int?
      for line in text.split(separator: "\n") {
        for code in line.matches(of: #/`+([^`]+)`+/#) {
          words.formUnion(code.1.matches(of: #/[A-Za-z_]+/#).map { String($0.0) })
        }
        guard line.hasPrefix("|") else {
          column = nil
          continue
        }
        let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).map(\.trimming)
        if let column, column < cells.count {
          names += cells[column].matches(of: #/`+([^`]+)`+/#).map { String($0.1) }
        } else {
          // The table of mach ports has kernel calls in its column, not names of the API.
          column = cells.first == "with mach ports" ? nil : cells.firstIndex(of: "LoopEngine")
        }
      }
    }
  }

  /// The types whose members all have to be in the map.
  private static let types: Set = [
    "DescriptorSource", "Loop", "LoopActivity", "LoopHandle", "LoopObserver", "LoopThread", "LoopTimer", "MessagePort",
    "Mode", "PermanentThread", "RunResult", "SignalSource",
  ]

  /// Members that are there because of a protocol.
  private static let derived: Set = ["rawValue", "description", "hash", "hashValue"]

  private func map() throws -> Map {
    let repository = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    return Map(try String(contentsOfFile: "\(repository)/content/a-api-map.md", encoding: .utf8))
  }

  private func surface() throws -> [String] {
    let lines = try BuiltModule(name: "LoopEngine").surface().lines
    #expect(lines.count > 200)
    return lines
  }

  @Test("every public type, and every member of those that programs use, is in it")
  func complete() throws {
    let words = try map().words
    var missing: Set<String> = []
    for line in try surface() {
      if let type = line.wholeMatch(of: #/.*\b(?:struct|class|enum|actor|protocol) ([A-Za-z]+)/#) {
        if !words.contains(String(type.1)) { missing.insert(String(type.1)) }
      } else if let member = line.firstMatch(
        of: #/^([A-Za-z]+)(?: where [^:]*)?: (?:.* )?(?:func|var|let|case) ([A-Za-z]+)/#),
        Self.types.contains(String(member.1)), !Self.derived.contains(String(member.2)),
        !words.contains(String(member.2))
      {
        missing.insert("\(member.1).\(member.2)")
      }
    }
    #expect(missing == [])
  }

  @Test("nothing is in it that the module does not have")
  func sound() throws {
    let text = try surface().joined(separator: "\n")
    let declared = Set(text.matches(of: #/[A-Za-z_]+/#).map { String($0.0) })
    let names = try map().names
    #expect(names.count > 60)
    var unknown: Set<String> = []
    for name in names {
      // Texts are values, and labels stand before colons as they do in declarations.
      let words = name.replacing(#/"[^"]*"/#, with: "").matches(of: #/[A-Za-z_]+/#).map { String($0.0) }
      for word in words where word != "_" && word != "true" && !declared.contains(word) { unknown.insert(name) }
    }
    #expect(unknown == [])
  }
}
