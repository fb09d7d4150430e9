import Foundation
import TestSupport
import Testing
import Text
import Verification

@testable import loopbook

/// A report on its way to files, to standard output and to a person, in a process of its own that ends as the program
/// would.
@Suite("Delivery of reports")
struct DeliveryTests {
  private struct Delivered {
    let output: String
    let errors: String

    init(_ result: ExitTest.Result?) throws {
      let result = try #require(result)
      output = String(decoding: result.standardOutputContent, as: UTF8.self)
      errors = String(decoding: result.standardErrorContent, as: UTF8.self)
    }
  }

  /// A book with an example that failed, or with none.
  private static func report(fails: Bool) -> VerificationReport {
    let place = SourcePlace(
      path: "content/a.md", position: SourcePosition(line: 3, column: 1), length: 8, lineText: "```swift")
    let outcome: Verdict.Outcome =
      fails ? .failed([Diagnostic(id: "output-differs", "it differs", at: place)]) : .passed
    let verdict = Verdict(chapter: "a.md", id: "x", place: place, kind: .run, outcome: outcome)
    return VerificationReport(verdicts: [verdict], duration: .milliseconds(12))
  }

  /// Delivers as `loopbook verify` with these arguments would, and exits.
  private static func deliver(_ arguments: [String], fails: Bool) -> Never {
    guard case .verb(let verb) = ArgumentReader<Verify>.read((arguments + ["--color", "never"])[...]) else { exit(99) }
    let console = Console(verb.presentation)
    let code = ReportDelivery(destinations: verb.reports).deliver(report(fails: fails), to: console)
    exit(console.finish(code).rawValue)
  }

  @Test("problems go to standard error, the summary to standard output")
  func person() async throws {
    let delivered = try Delivered(
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent, \.standardErrorContent]) {
        Self.deliver([], fails: true)
      })
    #expect(delivered.output.hasSuffix("1 example in 12 ms: 1 failed\n"))
    #expect(
      delivered.errors.hasSuffix(
        """
        content/a.md:3:1: error: it differs [output-differs]
         3 | ```swift
           | ^~~~~~~~

        """))
  }

  @Test("a fine book ends with 0, and a quiet one says nothing")
  func quiet() async throws {
    let delivered = try Delivered(
      await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent, \.standardErrorContent]) {
        Self.deliver(["--quiet"], fails: false)
      })
    #expect(!delivered.output.contains("example"))
    #expect(!delivered.errors.contains("example"))
  }

  @Test("a report on standard output is alone there: the summary goes to standard error")
  func standardOutput() async throws {
    let delivered = try Delivered(
      await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent, \.standardErrorContent]) {
        Self.deliver(["--report", "json=-"], fails: true)
      })
    #expect(delivered.output.hasSuffix(ReportFormat.json.text(Self.report(fails: true))))
    #expect(delivered.errors.hasSuffix("1 example in 12 ms: 1 failed\n"))
  }

  @Test("a report's folders are made, and an old report is replaced")
  func files() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a/b/report.xml")
    try FileManager.default.createDirectory(at: folder.url.appending(path: "a"), withIntermediateDirectories: true)
    let path = file.path
    for _ in 1...2 {
      await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
        Self.deliver(["--report", "junit=\(path)"], fails: false)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == ReportFormat.junit.text(Self.report(fails: false)))
      try Data(repeating: 0x78, count: 100_000).write(to: file)
    }
  }

  @Test("a report that cannot be written is told, and the others are written all the same")
  func unwritable() async throws {
    let delivered = try Delivered(
      await #expect(processExitsWith: .exitCode(2), observing: [\.standardOutputContent, \.standardErrorContent]) {
        Self.deliver(
          ["--report", "json=/dev/null/x", "--report", "sarif=/dev/full", "--report", "github"], fails: true)
      })
    #expect(
      delivered.errors.contains(
        "error: the report 'json=/dev/null/x' cannot be written: Not a directory [unwritten-report]\n"))
    #expect(
      delivered.errors.contains(
        "error: the report 'sarif=/dev/full' cannot be written: No space left on device [unwritten-report]\n"))
    #expect(delivered.output.contains("::error file=content/a.md,line=3,"))
  }
}
