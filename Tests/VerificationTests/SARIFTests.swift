import Foundation
import Testing
import Text

@testable import Verification

@Suite("Reports as SARIF")
struct SARIFTests {
  private func run(_ report: VerificationReport) throws -> [String: Any] {
    let log = try #require(try JSONTree.read(ReportFormat.sarif.text(report)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  private func results(_ report: VerificationReport) throws -> [[String: Any]] {
    try #require(try run(report)["results"] as? [[String: Any]])
  }

  private func location(_ result: [String: Any]) throws -> [String: Any] {
    let locations = try #require(result["locations"] as? [[String: Any]])
    return try #require(locations.first?["physicalLocation"] as? [String: Any])
  }

  @Test("every result names a rule, and its index is that rule's")
  func rules() throws {
    let run = try run(SampleReport.full)
    let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
    let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(rules == ["failed", "output-differs", "unknown-key", "unused-page"])
    for result in try results(SampleReport.full) {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index] == result["ruleId"] as? String)
    }
    #expect(try results(SampleReport.full).map { $0["level"] as? String } == ["error", "warning", "error", "error"])
  }

  @Test("a region counts Unicode scalars, says so, and holds its own text")
  func regions() throws {
    #expect(try run(SampleReport.full)["columnKind"] as? String == "unicodeCodePoints")
    let region = try #require(try location(results(SampleReport.full)[0])["region"] as? [String: Any])
    #expect(region["startLine"] as? Int == 12)
    #expect(region["startColumn"] as? Int == 5)
    #expect(region["endLine"] as? Int == 12)
    #expect(region["endColumn"] as? Int == 9)
    #expect((region["snippet"] as? [String: String]) == ["text": " = 1"])
    #expect(try location(results(SampleReport.full)[1])["region"] == nil)
  }

  @Test("a path is a relative reference that any reader of URIs decodes to the path")
  func paths() throws {
    let artifact = try #require(try location(results(SampleReport.full)[0])["artifactLocation"] as? [String: String])
    #expect(artifact == ["uri": "content/a%20b%2Cc%3Ad/%C3%A9.md", "uriBaseId": "%SRCROOT%"])
    #expect(artifact["uri"]?.removingPercentEncoding == "content/a b,c:d/é.md")
    #expect(RelativeReference.text("./a//b/./c") == "a/b/c")
    #expect(RelativeReference.text("../a") == "../a")
    #expect(RelativeReference.text("/a/%#?") == "/a/%25%23%3F")
  }

  @Test("notes with a place are related locations, the others stand in the message")
  func notes() throws {
    let result = try results(SampleReport.full)[0]
    let related = try #require(result["relatedLocations"] as? [[String: Any]])
    #expect(related.count == 1)
    #expect((related[0]["message"] as? [String: String]) == ["text": "it is set up here"])
    #expect(
      (result["message"] as? [String: String])?["text"] == """
        the output is not what the chapter says, 100%: a, b
        line 2 differs
        loopbook accept 'content/a b,c:d/é.md'
        """)
  }

  @Test("a book without problems has a list of results that is empty, not missing")
  func nothing() throws {
    #expect(try results(SampleReport.empty).isEmpty)
  }
}
