import Testing
import Text

@Suite("Times and sizes")
struct QuantityTests {
  @Test(
    "times have units",
    arguments: [
      ("2s", 2000), ("500ms", 500), ("1.5s", 1500), ("0.25s", 250), ("2m", 120_000), ("1h", 3_600_000), (" 3 s ", 3000),
      ("1.5min", 90_000),
      ("24h", 86_400_000),
    ])
  func times(text: String, milliseconds: Int) throws {
    #expect(try TimeSpan(parsing: text).milliseconds == milliseconds)
  }

  @Test(
    "what is not a time is refused",
    arguments: [
      "", "s", "-1s", "2", "1.s", "1.2345s", "0s", "0.1ms", "25h", "99999999999999999999s", "1s2", "１s",
      ".5s", "1.2.3s", "2S", "1e3s",
    ])
  func noTimes(text: String) {
    #expect(throws: TimeProblem.self) { try TimeSpan(parsing: text) }
  }

  @Test(
    "sizes have units",
    arguments: [("1B", 1), ("2k", 2048), ("512M", 512 << 20), ("1.5GiB", 3 << 29), ("64 KB", 65536)])
  func sizes(text: String, bytes: Int) throws {
    #expect(try ByteCount(parsing: text).bytes == bytes)
  }

  @Test("what is not a size is refused", arguments: ["", "M", "512", "1Q", "0B", "-1M", "999999999999G", "1e9B"])
  func noSizes(text: String) {
    #expect(throws: ByteCountProblem.self) { try ByteCount(parsing: text) }
  }

  @Test("a time or a size is written as it can be read")
  func written() throws {
    for text in ["1m", "90s", "1500ms", "2s"] { #expect(try TimeSpan(parsing: text).description == text) }
    for text in ["1G", "1536M", "1K", "1000B"] { #expect(try ByteCount(parsing: text).description == text) }
  }
}
