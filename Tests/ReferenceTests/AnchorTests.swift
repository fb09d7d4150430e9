import Testing

@testable import Reference

@Suite("Names of pages and headings")
struct AnchorTests {
  @Test("hashes are the ones that DocC gives the same symbols")
  func hashes() {
    // FNV-1 of nothing is 0x811C9DC5.
    #expect(StableHash.text("") == String(0x1C9DC5 ^ 0x81, radix: 36))
  }
}
