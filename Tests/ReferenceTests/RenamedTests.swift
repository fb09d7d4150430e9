import Testing

@testable import Reference

/// What has a new name says it, and leads there.
@Suite("Renamed symbols")
struct RenamedTests {
  private let reference: Reference

  init() throws {
    reference = try DescribedModule(
      """
      @available(*, deprecated, renamed: "New") public struct Old { public struct New {} }
      public struct New {
        @available(*, deprecated, renamed: "size") public var length: Int { 0 }
        public var size: Int { 0 }
        @available(*, deprecated, renamed: "begin(_:)") public func start(_ a: Int) {}
        @available(*, deprecated, renamed: "begin(_:)") public func begin(_ a: Int) {}
        public func begin(_ a: String) {}
        @available(*, deprecated, renamed: "itself") public var itself: Int { 0 }
      }
      @available(*, deprecated, renamed: "New.begin(_:)") public func begin() {}
      @available(*, deprecated, renamed: "Swift.min(_:_:)") public func least() {}
      """
    ).reference()
  }

  /// Where notices lead that have a new name: the name, and the address, which is empty where it is no link.
  private func links(on path: String) -> [String] {
    reference.text(path).matches(of: /Renamed to (?:\[(?<link>.+?)\]\(<(?<address>.+?)>\)|(?<name>`.+?`))\.\n/).map {
      "\($0.link ?? $0.name ?? "") \($0.address ?? "")"
    }
  }

  @Test("the new name of a type is looked for beside the type, not in it")
  func types() {
    #expect(links(on: "api/M/Old.md") == ["`New` New.md"])
  }

  @Test("the new name of a member may be that of several: the one is meant that is not deprecated")
  func members() throws {
    let page = try #require(reference.pages.first { $0.path == "api/M/New.md" })
    let begin = try #require(page.symbols.first { $0.listedName == "begin(_: String)" }?.anchor)
    #expect(
      links(on: "api/M/New.md") == ["`size` #size", "`itself` ", "`begin(_:)` #\(begin)", "`begin(_:)` #\(begin)"])
    #expect(links(on: "api/M-Functions.md") == ["`New.begin(_:)` M/New.md#\(begin)", "`Swift.min(_:_:)` "])
  }
}
