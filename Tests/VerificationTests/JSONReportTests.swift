import Foundation
import Testing
import Verification

@Suite("Reports as JSON")
struct JSONReportTests {
  private func tree(_ report: VerificationReport) throws -> [String: Any] {
    try #require(try JSONTree.read(ReportFormat.json.text(report)) as? [String: Any])
  }

  private static func schema() throws -> [String: Any] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/report.schema.json")
    return try #require(try JSONTree.read(String(contentsOf: file, encoding: .utf8)) as? [String: Any])
  }

  @Test(
    "what is written is what the schema describes",
    arguments: [SampleReport.full, SampleReport.empty, SampleReport.fine])
  func schema(report: VerificationReport) throws {
    let schema = try Self.schema()
    #expect(JSONTree.problems(try tree(report), schema, root: schema) == [])
  }

  @Test("every key of the schema is written for a report that has everything")
  func everyKey() throws {
    let text = ReportFormat.json.text(SampleReport.full)
    let schema = try Self.schema()
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    for owner in [schema] + definitions.values {
      let properties = owner["properties"] as? [String: Any] ?? [:]
      for name in properties.keys { #expect(text.contains("\"\(name)\":"), "\(name)") }
    }
  }

  @Test("text comes back as it was")
  func strings() throws {
    let examples = try #require(try tree(SampleReport.full)["examples"] as? [[String: Any]])
    #expect(examples.first { $0["id"] as? String == "second" }?["output"] as? String == SampleReport.nasty)
  }

  @Test("an example has its kind, outcome, place and reasons")
  func examples() throws {
    let examples = try #require(try tree(SampleReport.full)["examples"] as? [[String: Any]])
    #expect(examples.map { $0["outcome"] as? String } == ["failed", "passed", "passed", "skipped", "failed"])
    #expect(examples[3]["reason"] as? String == "not in shard 1/2")
    #expect(examples[2]["compiledAlone"] as? String == "declares @main")
    #expect((examples[0]["place"] as? [String: Any])?["line"] as? Int == 10)
    let compared = "order of activities and callouts of each thread"
    #expect(
      (examples[1]["reference"] as? [String: String])
        == ["result": "different", "difference": "wake-up-order", "compared": compared])
    #expect((examples[0]["diagnostics"] as? [[String: Any]])?.first?["id"] as? String == "output-differs")
  }
}
