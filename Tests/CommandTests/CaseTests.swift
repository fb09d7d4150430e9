import TestSupport
import Testing

/// The program as a whole, as its users meet it.
@Suite("The command")
struct CaseTests {
  @Test("does what its case says", arguments: CommandCase.all)
  func holds(command: CommandCase) throws {
    let findings = try command.findings()
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
  }

  @Test("has cases, and is not being given new ones")
  func cases() {
    #expect(!CommandCase.all.isEmpty)
    #expect(!CommandCase.updatesExpectations, "expectations were written anew: look at them, and run again")
  }

  @Test("a difference shows what is gone, what is new, and a missing end of line")
  func difference() {
    #expect(LineDifference.text("a\nb\nc\n", "a\nx\nc\n") == "    a\n  - b\n  + x\n    c\n")
    #expect(LineDifference.text("a\n", "a") == "  - a\n  + a\u{23CE} is missing\n")
    #expect(LineDifference.text("", "a\n") == "  + a\n")
  }
}
