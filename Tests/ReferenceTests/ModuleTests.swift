import Testing
import Text

@testable import Reference

/// What stands on whose page, where protocols refine others and modules export others.
@Suite("Owners of members")
struct ModuleTests {
  /// The graph tells of a default implementation only which requirement it is for: all of these stood on `A`'s page.
  @Test("a default implementation stands on the page of the protocol whose extension it is in")
  func refinedDefaults() throws {
    let reference = try DescribedModule(
      """
      public protocol A { func fromA() }
      public protocol B: A {}
      extension B { public func fromA() {} }
      public enum Names { public protocol A: B {} }
      extension Names.A { public func fromA() {} }
      extension Names.A where Self: Sendable { public func fromA() {} }
      """
    ).reference()
    func defaults(_ page: String) -> Int {
      reference.text("api/M/\(page).md").matches(of: /\nDefault implementation of \[`fromA\(\)`\]\(<[^>]*#fromA\(\)>\)/)
        .count
    }
    #expect(defaults("A") == 0)
    #expect(defaults("B") == 1)
    #expect(defaults("Names.A") == 2)
    #expect(reference.text("api/M/A.md").contains("**Required.** Default implementation: [`fromA()`](<B.md#fromA()>)"))
  }

  /// They stood among the other module's own, whose import does not bring them.
  @Test("what a module adds to a type of another that it exports is on a page of its own", arguments: [false, true])
  func additions(isReversed: Bool) throws {
    let module = try DescribedModule([
      (
        "Base",
        [
          "Base.swift": """
          public struct Thing { public func own() {} }
          public protocol A { func required(); func other() }
          extension A { public func other() {} }
          public enum Color { case red }
          """
        ]
      ),
      (
        "Middle",
        [
          "Middle.swift": """
          @_exported import Base
          extension Thing {
            /// Added.
            ///
            /// ```swift
            /// Thing().added()
            /// ```
            public func added() {}
            public struct Inner { public func deep() {} }
          }
          extension Thing.Inner { public func more() {} }
          extension Thing: @retroactive Comparable {
            public static func < (left: Self, right: Self) -> Bool { false }
            public static func == (left: Self, right: Self) -> Bool { true }
          }
          extension A { public func required() {} }
          """
        ]
      ),
      (
        "Top",
        [
          "Top.swift": """
          @_exported import Middle
          extension Thing { public func last() {} }
          public struct User {}
          """
        ]
      ),
    ])
    let reference = module.reference(of: isReversed ? module.graphs.reversed() : module.graphs)
    #expect(
      Set(reference.pages.map(\.path)) == [
        "api/Base.md", "api/Base/A.md", "api/Base/Color.md", "api/Base/Thing.md", "api/Middle.md",
        "api/Middle/Base-A.md", "api/Middle/Base-Thing.md", "api/Middle/Thing.Inner.md", "api/Top.md",
        "api/Top/Base-Thing.md", "api/Top/User.md",
      ])
    func symbols(_ path: String) -> [String] {
      reference.pages.first { $0.path == path }?.symbols.filter { $0.anchor != nil }.map(\.name).sorted() ?? []
    }
    #expect(symbols("api/Base/Thing.md") == ["own()"])
    #expect(symbols("api/Base/A.md") == ["other()", "other()", "required()"])
    #expect(symbols("api/Middle/Base-Thing.md") == ["<(_:_:)", "==(_:_:)", "added()"])
    #expect(symbols("api/Middle/Thing.Inner.md") == ["deep()", "more()"])
    #expect(symbols("api/Middle/Base-A.md") == ["required()"])
    #expect(symbols("api/Top/Base-Thing.md") == ["last()"])
    #expect(reference.pages.first { $0.path == "api/Middle/Thing.Inner.md" }?.parent == "api/Middle/Base-Thing.md")
    let additions = reference.text("api/Middle/Base-Thing.md")
    #expect(additions.contains("`Base`") && additions.contains("`Middle`"))
    #expect(additions.contains("## Conforms To {#section-conforms-to}\n\n- `Comparable`\n- `Equatable`\n"))
    #expect(!reference.text("api/Base/Thing.md").contains("Comparable"))
    // Both graphs say this, in different words.
    #expect(reference.text("api/Base/A.md").ranges(of: "Default implementation of").count == 1)
    #expect(
      reference.text("api/Base/A.md").contains(
        "**Required.** Default implementation: [`required()`](<../Middle/Base-A.md#"))
    let link = try reference.symbols.resolve("Thing/added()", from: "api/Base/Thing.md").get()
    #expect(link.page == "api/Middle/Base-Thing.md")
  }

  @Test("a module has no page for a type to which it adds nothing; Foundation is called so")
  func importedMembers() throws {
    let reference = try DescribedModule([
      (
        "One",
        ["One.swift": "public enum Trouble: Error { case some }\npublic protocol Shape {}\npublic struct Box: Shape {}"]
      ),
      (
        "Two",
        [
          "Two.swift": """
          @_exported import One
          import Foundation
          extension Shape { public func twice() {} }
          extension Date { public func later() {} }
          """
        ]
      ),
    ]).reference()
    let paths = reference.pages.map(\.path).filter { $0.hasPrefix("api/Two") }
    #expect(paths == ["api/Two.md", "api/Two/Foundation-Date.md", "api/Two/One-Shape.md"])
    for link in ["Date", "Foundation/Date/later()", "FoundationEssentials/Date"] {
      #expect((try? reference.symbols.resolve(link, from: nil).get())?.page == "api/Two/Foundation-Date.md", "\(link)")
    }
    #expect(reference.text("api/Two/Foundation-Date.md").contains("`Foundation`"))
  }

  @Test("what is announced to be deprecated some day is not deprecated")
  func announcedDeprecation() throws {
    let reference = try DescribedModule(
      """
      @available(macOS, introduced: 10.15, deprecated: 100000, message: "some day")
      public func soft() {}
      """
    ).reference()
    let text = reference.text("api/M-Functions.md")
    #expect(text.contains("macOS 10.15") && !text.contains("WARNING"), "\(text)")
  }
}
