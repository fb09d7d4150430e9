import Testing

@testable import Reference

@Suite("Names of pages and headings")
struct AnchorTests {
  @Test("hashes are the ones that DocC gives the same symbols")
  func hashes() {
    // FNV-1 of nothing is 0x811C9DC5.
    #expect(StableHash.text("") == String(0x1C9DC5 ^ 0x81, radix: 36))
  }

  @Test("an address of a symbol leads to one of its name when others come")
  func overloads() throws {
    let method = "public struct S {\n  public func add(_ a: Int) {}\n"
    let alone = try DescribedModule(method + "}\n").reference()
    let joined = try DescribedModule(
      method + "  public func add(_ a: String) {}\n  public func add(_ a: Bool) {}\n  public func go() {}\n}\n"
    ).reference()
    let old = try #require(alone.pages.first { $0.path == "api/M/S.md" }).symbols.compactMap(\.anchor)
    let symbols = try #require(joined.pages.first { $0.path == "api/M/S.md" }).symbols
    #expect(old == ["add(_:)"])
    #expect(symbols.compactMap(\.plainAnchor) == old)
    #expect(Set(symbols.compactMap(\.anchor)).isDisjoint(with: old))
    #expect(symbols.first { $0.plainAnchor != nil }?.name == "add(_:)")
    #expect(symbols.first { $0.name == "go()" }?.plainAnchor == nil)
  }
}
