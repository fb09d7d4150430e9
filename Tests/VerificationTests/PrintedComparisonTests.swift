import Execution
import Testing

@testable import Verification

@Suite("What is printed on both loops")
struct PrintedComparisonTests {
  private func record(_ text: String) -> ProgramRecord {
    var record = ProgramRecord()
    record.execution = ProgramRecord.Execution(
      ending: .process(.exited(0)), stage: .returned, blocks: [Array(text.utf8)], errors: [])
    return record
  }

  private func isSame(_ ours: String, _ theirs: String) -> Bool {
    PrintedComparison(engine: record(ours), reference: record(theirs)).isSame
  }

  @Test(
    "times may differ by as much as a machine is late",
    arguments: [
      ("0.8 seconds\n", "0.798926937 seconds\n"), ("0.0 seconds\n", "4.645e-05 seconds\n"),
      ("took 50 ms, then 2 s\n", "took 61 ms, then 2 s\n"), ("0.5\n", "0.5003\n"), ("", ""),
      ("at 0.100000000s\nat 0.200000000s\n", "at 44250.634290192s\nat 44250.735290192s\n"),
    ])
  func times(ours: String, theirs: String) {
    #expect(isSame(ours, theirs))
  }

  @Test(
    "nothing else may",
    arguments: [
      ("true\n", "false\n"), ("a\nb\n", "b\na\n"), ("a\n", "a\na\n"), ("a", "a\n"), ("3 fires\n", "4 fires\n"),
      // Two threads that write to one variable.
      ("200000\n", "199990\n"), ("150\n", "140\n"), ("0.05 seconds\n", "0.15 seconds\n"), ("1.0 seconds\n", "1.0 s\n"),
      ("100 ms\n", "150 ms\n"), ("1.5\n", "none\n"), ("at 1.0 s\n", "for 1.0 s\n"),
      ("at 0.100000000s\nat 0.200000000s\n", "at 44250.634290192s\nat 44250.934290192s\n"),
    ])
  func others(ours: String, theirs: String) {
    #expect(!isSame(ours, theirs))
  }
}
