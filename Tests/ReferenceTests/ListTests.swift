import Markdown
import Testing
import Text

@testable import Reference

/// What lists of symbols say of them, and in which order they stand.
@Suite("Lists of symbols")
struct ListTests {
  @Test("pages follow their module's in the order of its lists, each with the heading that it stands below")
  func order() throws {
    let module = try DescribedModule(
      """
      public struct A { public struct Inner {} }
      public struct B {}
      public class C {}
      public func f() {}
      extension Array { public func g() {} }
      """)
    let catalog = DocumentationCatalog(
      module: "M",
      articles: [
        SourceFile(
          path: "M.docc/M.md", text: "# ``M``\n\n## Topics\n\n### First\n\n- ``B``\n- <doc:Guide>\n- ``f()``\n"),
        SourceFile(path: "M.docc/Guide.md", text: "# Guide\n"), SourceFile(path: "M.docc/Other.md", text: "# Other\n"),
      ])
    let pages = module.reference(catalogs: [catalog]).pages
    #expect(
      pages.map { "\($0.title): \($0.group ?? "-")" } == [
        "M: -", "B: First", "Guide: First", "Other: Articles", "C: Classes", "A: Structures", "A.Inner: -",
        "Array: Extended Types", "Functions: -",
      ])
    #expect(
      module.reference().pages.map { "\($0.title): \($0.group ?? "-")" } == [
        "M: -", "C: Classes", "A: Structures", "A.Inner: -", "B: Structures", "Functions: -", "Array: Extended Types",
      ])
  }

  @Test("what should not be used is marked in lists, with words")
  func deprecated() throws {
    let reference = try DescribedModule(
      """
      /// One.
      @available(*, deprecated, renamed: "B") public struct A {}
      public struct B {
        @available(*, deprecated) public var old: Int { 0 }
        @available(macOS, deprecated: 13) public var elsewhere: Int { 0 }
      }
      @available(*, deprecated) public func f() {}
      """
    ).reference()
    let text = reference.text("api/M.md")
    #expect(text.contains("- [~~`A`~~](<M/A.md>): **Deprecated.** One.\n- [`B`](<M/B.md>)\n"))
    #expect(text.contains("- [~~`f()`~~](<M-Functions.md#f()>): **Deprecated.**\n"))
    #expect(reference.pages.filter { $0.caveat == "Deprecated." }.map(\.title) == ["A"])
    let members = reference.pages.first { $0.title == "B" }?.symbols.filter { $0.caveat != nil }
    #expect(members?.map(\.name) == ["old"])
  }

  @Test("overloads have what tells them apart: parameters, results, conditions, and no more than that")
  func overloads() throws {
    let reference = try DescribedModule(
      """
      public func f(_ a: Int, to b: [String: Int]) {}
      public func f(_ a: String, to b: [String: Int]) {}
      public func g() -> Int { 0 }
      public func g() -> String { "" }
      public func h(_ a: Int) -> Int { 0 }
      public func h(_ a: Int) -> String { "" }
      public func h(_ a: String) -> Int { 0 }
      public func single(_ a: Int) {}
      public struct S<T> {}
      extension S where T == Int { public func k() {} }
      extension S where T: Hashable { public func k() {} }
      public protocol P { func same() }
      extension P { public func same() {} }
      """
    ).reference()
    let text = reference.text("api/M.md")
    for name in [
      "f(_: Int, to: [String : Int])", "f(_: String, to: [String : Int])", "g() -> Int", "g() -> String",
      "h(_: Int) -> Int", "h(_: Int) -> String", "h(_: String) -> Int", "single(_:)",
    ] {
      #expect(text.contains("- [`\(name)`](<"), "\(name)")
    }
    func listed(_ page: String) -> Set<String> {
      Set(reference.pages.first { $0.title == page }?.symbols.compactMap(\.listedName) ?? [])
    }
    #expect(listed("S") == ["k() where T == Int", "k() where T: Hashable"])
    // A requirement and its default implementation differ in nothing that a name could say.
    #expect(listed("P").isEmpty)
  }

  @Test("overloads that differ in the words around their names have these, in lists and headings")
  func words() throws {
    let reference = try DescribedModule(
      """
      public struct Trouble: Error {}
      public func load() throws(Trouble) {}
      public func load() async throws {}
      public func begin(_ a: Int, work: () async throws -> Void) {}
      public func begin(_ a: Int, work: () async throws -> Void) async -> Void {}
      public func begin(_ a: String, work: () async throws -> Void) {}
      prefix operator +++
      postfix operator +++
      public struct S {
        public init(_ a: Int) {}
        public init(_ a: Int) async {}
        public func make() {}
        public static func make() {}
        public subscript(a: Int) -> Int { a }
        public static subscript(a: Int) -> Int { a }
        public static prefix func +++ (a: S) -> S { a }
        public static postfix func +++ (a: S) -> S { a }
      }
      public class C {
        public func same() {}
        public class func same() {}
      }
      public protocol P { mutating func change() }
      extension P { public func change() {} }
      """
    ).reference()
    func listed(_ page: String) throws -> Set<String> {
      let page = try #require(reference.pages.first { $0.title == page })
      let document = MarkdownDocument(page.file)
      let headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.map(document.headingText)
      let names = page.symbols.compactMap(\.listedName)
      #expect(names.allSatisfy(headings.contains), "\(headings)")
      return Set(names)
    }
    #expect(
      try listed("Functions") == [
        "load() throws(Trouble)", "load() async throws", "begin(_: Int, work: () async throws -> Void)",
        "begin(_: Int, work: () async throws -> Void) async", "begin(_: String, work: () async throws -> Void)",
      ])
    #expect(
      try listed("S") == [
        "init(_:)", "init(_:) async", "make()", "static make()", "subscript(_:)", "static subscript(_:)",
        "static prefix +++(_:)", "static postfix +++(_:)",
      ])
    #expect(try listed("C") == ["same()", "class same()"])
    #expect(try listed("P") == ["change()", "mutating change()"])
    #expect(reference.text("api/M.md").contains("- [`load() async throws`](<M-Functions.md#load()-"))
  }
}
