import Foundation
import LoopDifferences
import Testing

/// The appendix that lists the differences shows each of them.
@Suite("Runs of the differences")
struct DifferenceRunsTests {
  /// What the appendix has below the heading of an entry.
  private static func section(_ id: String) throws -> String? {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let file = repository.appending(path: "content/c-where-loopengine-differs.md")
    let chapter = try String(contentsOf: file, encoding: .utf8)
    return chapter.components(separatedBy: "\n## ").first { $0.hasPrefix("\(id)\n") }
  }

  @Test("each entry of the table has a run that is compared", arguments: Difference.all.map(\.id))
  func run(_ id: String) throws {
    let section = try #require(try Self.section(id), "the appendix has no '\(id)': run scripts/list-differences")
    let fence = section.split(separator: "\n").first { $0.hasPrefix("```swift") }
    // What it prints there is something else, or the order is.
    let compared = ["```swift id=\(id)", "```swift id=\(id) reference=\(id)"]
    #expect(
      compared.contains { $0 == fence ?? "" },
      "'\(id)' needs an example of its name, run and compared with CoreFoundation")
    #expect(section.contains("```output\n") || section.contains("```trace"), "what it does is recorded")
  }
}
