import Testing

@testable import Verification

@Suite("Reports of data races")
struct RaceReportTests {
  private static let race = """
    ==================
    WARNING: ThreadSanitizer: data race (pid=2)
      Write of size 8 at 0x7fffe81d1d80 by thread T2:
        #0 /lib/libFoundation.so+0x1234
        main.swift:12:7

      Previous read of size 8 at 0x7fffe81d1d80 by main thread:
        main.swift:3:1
        main.swift:40:2

      Thread T2 'b' (tid=5, running) created by main thread at:
        #0 /lib/libclang_rt.tsan-x86_64.so+0x99
        main.swift:5:5

    SUMMARY: ThreadSanitizer: data race (/run/loopbook/program+0x1)
    ==================
    """

  @Test("both accesses are found, each at the innermost line of the program")
  func accesses() throws {
    let report = try #require(RaceReport(Array(("hello\n" + Self.race).utf8)))
    #expect(report.accesses.map { $0.line?.number } == [12, 3])
    #expect(report.accesses.map { $0.line?.column } == [7, 1])
    #expect(report.accesses.map(\.writes) == [true, false])
  }

  @Test("an access whose line is not known is one")
  func unknownLines() throws {
    let text = """
      WARNING: ThreadSanitizer: Swift access race (pid=2)
        Modifying access of Swift variable at 0x7 by thread T2:
          #0 /run/loopbook/program+0x1234

        Previous write of size 1 at 0x7 by thread T1:
          #0 /run/loopbook/program+0x1299
      """
    let report = try #require(RaceReport(Array(text.utf8)))
    #expect(report.accesses.map { $0.line == nil } == [true, true])
    #expect(report.accesses.map(\.writes) == [true, true])
  }

  @Test(
    "what is no race is none",
    arguments: [
      "", "two threads", "WARNING: ThreadSanitizer: thread leak (pid=1)", "x WARNING: ThreadSanitizer: data race",
    ])
  func none(text: String) { #expect(RaceReport(Array(text.utf8)) == nil) }
}
