import Markdown
import Testing
import Text

@testable import Reference

/// What awkward packages have, as pages.
@Suite("Pages of modules")
struct PageTests {
  /// The text between two headings of a page.
  private func section(_ name: String, of path: String, _ reference: Reference) throws -> String {
    let text = reference.text(path)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("## \(name)") || $0.hasPrefix("### \(name)") })
    let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("## ") || $0.hasPrefix("### ") } ?? lines.endIndex
    return lines[(start + 1)..<end].filter { !$0.isEmpty }.map { "\($0)\n" }.joined()
  }

  @Test("each type has a page below its module's, and what is no type has one for each kind")
  func pages() throws {
    let reference = try DescribedModule(
      """
      public protocol P {}
      public struct S { public struct Inner { public enum Deep {} } }
      public actor A {}
      public final class C {}
      public func f() {}
      public let constant = 1
      infix operator <=>
      public func <=> (a: Int, b: Int) -> Int { a }
      public typealias T = S
      @freestanding(expression) public macro m(_ x: Int) -> Int = #externalMacro(module: "X", type: "Y")
      extension String { public func shout() {}; public struct Nested {} }
      extension Dictionary.Keys { public func k() {} }
      """
    ).reference()
    #expect(
      reference.pages.map { "\($0.path) \($0.kind) \($0.title) < \($0.parent ?? "")" } == [
        "api/M.md Module M < ",
        "api/M/P.md Protocol P < api/M.md",
        "api/M/C.md Class C < api/M.md",
        "api/M/A.md Actor A < api/M.md",
        "api/M/S.md Structure S < api/M.md",
        "api/M/S.Inner.md Structure S.Inner < api/M/S.md",
        "api/M/S.Inner.Deep.md Enumeration S.Inner.Deep < api/M/S.Inner.md",
        "api/M-Macros.md Macros Macros < api/M.md",
        "api/M-Functions.md Functions Functions < api/M.md",
        "api/M-Operators.md Operators Operators < api/M.md",
        "api/M-Variables.md Variables Variables < api/M.md",
        "api/M-TypeAliases.md Type Aliases Type Aliases < api/M.md",
        "api/M/Swift-Dictionary.Keys.md Extended Structure Dictionary.Keys < api/M.md",
        "api/M/Swift-String.md Extended Structure String < api/M.md",
        "api/M/String.Nested.md Structure String.Nested < api/M/Swift-String.md",
      ])
    let module = reference.text("api/M.md")
    for link in [
      "[`P`](<M/P.md>)", "[`A`](<M/A.md>)", "[`f()`](<M-Functions.md#f()>)", "[`m(_:)`](<M-Macros.md#m(_:)>)",
      "[`Dictionary.Keys`](<M/Swift-Dictionary.Keys.md>), of `Swift`",
    ] { #expect(module.contains(link)) }
  }

  @Test("names that differ in case only, or that no file may have, make paths that any file system has")
  func paths() throws {
    let reference = try DescribedModule(
      """
      public struct URLThing {}
      public struct UrlThing {}
      public struct Aux {}
      public struct README {}
      public struct index { public struct Inner {} }
      public struct `two words` { public func `do it`() {} }
      public struct Größe {}
      public struct Functions {}
      public func f() {}
      """
    ).reference()
    let paths = reference.pages.map(\.path)
    #expect(Set(paths.map { $0.lowercased() }).count == paths.count)
    #expect(paths.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) } })
    #expect(paths.contains("api/M/Functions.md") && paths.contains("api/M-Functions.md"))
    #expect(!paths.contains("api/M/URLThing.md") && !paths.contains("api/M/Aux.md"))
    // A site makes both of them the page of their folder.
    #expect(!paths.contains("api/M/README.md") && !paths.contains("api/M/index.md"))
    #expect(reference.pages.map(\.title).contains("two words"))
    // They stay when more comes.
    let more = try DescribedModule(
      "public struct URLThing {}\npublic struct Other {}\npublic struct UrlThing {}\npublic struct Aux {}"
    ).reference()
    #expect(more.pages.first { $0.title == "URLThing" }?.path == reference.pages.first { $0.title == "URLThing" }?.path)
  }

  @Test("overloads by label, by type and by what they return have names of their own, the ones of DocC")
  func overloads() throws {
    let reference = try DescribedModule(
      """
      public struct S {
        public func go(to x: Int) {}
        public func go(_ x: Int) -> Int { x }
        public func go(_ x: String) -> Int { 0 }
        public func go(_ x: String) -> String { x }
        public subscript(i: Int) -> Int { i }
        public static func < (l: S, r: S) -> Bool { false }
        public static func > (l: S, r: S) -> Bool { false }
        public static func / (l: S, r: S) -> S { l }
      }
      """
    ).reference()
    let page = try #require(reference.pages.first { $0.path == "api/M/S.md" })
    let anchors = page.symbols.compactMap(\.anchor)
    #expect(Set(anchors).count == anchors.count)
    #expect(anchors.contains("go(to:)") && anchors.contains("subscript(_:)") && anchors.contains("/(_:_:)"))
    #expect(anchors.contains("go(_:)-\(StableHash.text("s:1M1SV2goyS2iF"))"))
    // The headings have them, whatever Markdown makes of the characters.
    let document = MarkdownDocument(page.file)
    let named = document.nodes.indices.filter { document.nodes[$0].kind == .heading }
      .compactMap { HeadingMark(of: $0, in: document)?.name }.filter { !$0.hasPrefix("section-") }
    #expect(named == anchors)
    let headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.map(document.headingText)
    #expect(page.symbols.allSatisfy { headings.contains($0.listedName ?? $0.name) })
    for anchor in anchors { #expect(anchor.allSatisfy { $0.isASCII && !"<>\"\\^`{|}% #[]".contains($0) }) }
  }

  @Test("a heading of words does not take the name of a symbol's")
  func headingNames() throws {
    let reference = try DescribedModule(
      """
      /// One.
      ///
      /// ## Overview
      ///
      /// ## Other
      ///
      /// Under
      /// -----
      ///
      /// ## Own {#mine}
      ///
      /// ## Topics
      ///
      /// ### Types
      ///
      /// - ``types``
      public struct S {
        public var s: Int { 1 }
        public var overview: Int { 1 }
        public var types: Int { 1 }
        public var under: Int { 1 }
        public var own: Int { 1 }
      }
      """
    ).reference()
    let document = MarkdownDocument(try #require(reference.pages.first { $0.path == "api/M/S.md" }).file)
    var ids = HeadingID()
    let names = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.map {
      HeadingMark(of: $0, in: document)?.name ?? ids.next(document.headingText(of: $0))
    }
    #expect(
      names == [
        "section-s", "section-overview", "other", "section-under", "mine", "section-types", "types",
        "section-instance-properties", "s", "overview", "under", "own",
      ])
  }

  @Test("long declarations have a line for each parameter, and say what the compiler says")
  func declarations() throws {
    let module = try DescribedModule(
      """
      public struct S<Element: Hashable> {}
      public func pack<each T, U: Collection>(_ x: repeat each T, u: U) -> (repeat each T) where U.Element == Int, U.Index: Hashable { (repeat each x) }
      public struct E: Error {}
      public func typed(_ work: @escaping @Sendable (Int, String) async throws -> Void, text: String = ",(\\"", rest: Int...) async throws(E) -> some Sequence<Int> { [1] }
      public func short(_ a: any Hashable, _ b: some Hashable) {}
      """)
    let reference = module.reference()
    let text = reference.text("api/M-Functions.md")
    for declaration in [
      """
      func pack<each T, U>(
        _ x: repeat each T,
        u: U
      ) -> (repeat each T)
      where U : Collection, U.Element == Int, U.Index : Hashable
      """,
      """
      func typed(
        _ work: @escaping @Sendable (Int, String) async throws -> Void,
        text: String = ",(\\"",
        rest: Int...
      ) async throws(E) -> some Sequence<Int>
      """,
      "func short(_ a: any Hashable, _ b: some Hashable)\n```",
    ] { #expect(text.contains(declaration)) }
    for symbol in module.graphs.flatMap(\.symbols) where !symbol.isInherited {
      let shown = try #require(reference.symbols[symbol.usr]?.declaration)
      let said = symbol.declaration.map(\.spelling).joined()
      #expect(shown.text.filter { !$0.isWhitespace } == said.filter { !$0.isWhitespace })
      #expect(shown.fragments.compactMap(\.usr) == symbol.declaration.compactMap(\.usr))
      #expect(
        text.contains("\n\(shown.text)\n```")
          || reference.pages.contains { $0.symbols.contains { $0.anchor == nil && $0.usr == symbol.usr } })
    }
  }

  @Test("conformances with their conditions, what is inherited, and what implements what")
  func relations() throws {
    let reference = try DescribedModule(
      """
      public protocol P { func f(); associatedtype Item: Sequence; associatedtype Other: Equatable = Int }
      extension P {
        public func f() {}
        public func more() {}
      }
      public struct Box<Element: Hashable> {}
      extension Box: Equatable where Element: Comparable {}
      extension Box: P where Element == Int { public typealias Item = [Int] }
      extension Box where Element: Comparable { public func sorted() {} }
      open class Base { open func m() {}; public init() {} }
      public final class Sub: Base { override public func m() {} }
      extension Array: P where Element: P { public typealias Item = [Int] }
      """
    ).reference()
    #expect(
      try section("Conforms To", of: "api/M/Box.md", reference)
        == "- [`P`](<P.md>), when `Element` is `Int`\n- `Equatable`, when `Element` conforms to `Comparable`\n")
    #expect(
      try section("Inherited Members", of: "api/M/Box.md", reference).contains(
        "- From `Equatable`, when `Element` conforms to `Comparable`: `!=(_:_:)`\n"))
    #expect(try section("Inherited Members", of: "api/M/Box.md", reference).contains("[`more()`](<P.md#more()>)"))
    #expect(
      try section("sorted()", of: "api/M/Box.md", reference).contains(
        "Available when `Element` conforms to `Comparable`."))
    #expect(try section("Inherits From", of: "api/M/Sub.md", reference) == "- [`Base`](<Base.md>)\n")
    #expect(try section("m()", of: "api/M/Sub.md", reference).contains("Overrides [`m()`](<Base.md#m()>)."))
    #expect(try section("Inherited By", of: "api/M/Base.md", reference) == "- [`Sub`](<Sub.md>)\n")
    let requirement = try section("f()", of: "api/M/P.md", reference)
    #expect(requirement.contains("**Required.** Default implementation: [`f()`](<#f()-"))
    #expect(reference.text("api/M/P.md").contains("### f() {#f()}\n"))
    #expect(try section("Item", of: "api/M/P.md", reference).contains("**Required.**"))
    #expect(try !section("Other", of: "api/M/P.md", reference).contains("**Required.**"))
    #expect(reference.text("api/M/P.md").contains("## Default Implementations"))
    #expect(
      try section("Conforming Types", of: "api/M/P.md", reference).contains(
        "- [`Array`](<Swift-Array.md>), when `Element` conforms to `P`\n- [`Box`](<Box.md>), when `Element` is `Int`\n")
    )
  }

  @Test("what is deprecated says so, and what clients do not see is not there")
  func visibility() throws {
    let reference = try DescribedModule(
      """
      @available(*, deprecated, message: "Use *New*.", renamed: "New") public struct Old {}
      @available(macOS 15, iOS 18.1, *) public struct New {}
      @available(macOS, introduced: 12, deprecated: 13) public func since() {}
      @available(*, unavailable) public func gone() {}
      @available(swift, deprecated: 5.0, obsoleted: 99.0, message: "Use the other.") public func both() {}
      @available(macOS, unavailable, message: "Use *it*.", renamed: "since()") public func nowhere() {}
      public func _hidden() {}
      public struct _Hidden {}
      @_spi(Secret) public func secret() {}
      @_documentation(visibility: internal) public func unseen() {}
      @_documentation(visibility: public) func seen() {}
      func own() {}
      @available(macOS 13, *) public struct Bed {
        @available(macOS, unavailable) public func dig() {}
        @available(macOS 14, *) public func water() {}
      }
      """
    ).reference()
    let dig = try section("dig()", of: "api/M/Bed.md", reference)
    #expect(dig.contains("**Not available on macOS.**") && !dig.contains("Available since"))
    #expect(try section("water()", of: "api/M/Bed.md", reference).contains("Available since macOS 14.\n"))
    #expect(
      reference.text("api/M/Old.md").contains(
        "> [!WARNING]\n> **Deprecated.** Use \\*New\\*. Renamed to [`New`](<New.md>).\n"))
    #expect(reference.text("api/M/New.md").contains("Available since macOS 15 and iOS 18.1.\n"))
    #expect(try section("since()", of: "api/M-Functions.md", reference).contains("**Deprecated since macOS 13.**"))
    #expect(
      try section("both()", of: "api/M-Functions.md", reference).contains(
        "**Deprecated since Swift 5.0.** **Not available on Swift from version 99.0 on.** Use the other.\n"))
    #expect(
      try section("nowhere()", of: "api/M-Functions.md", reference).contains(
        "**Not available on macOS.** Use \\*it\\*. Renamed to [`since()`](<#since()>).\n"))
    let all = reference.pages.flatMap { $0.symbols.map(\.name) }
    #expect(all.contains("seen()"))
    for hidden in ["gone()", "_hidden()", "_Hidden", "secret()", "unseen()", "own()"] { #expect(!all.contains(hidden)) }
  }

  @Test("what types have from a protocol without a page is told with the types, and its examples are there once")
  func hiddenProtocols() throws {
    let reference = try DescribedModule(
      """
      public protocol _Hidden {}
      extension _Hidden {
        /// Shared.
        ///
        /// ```swift
        /// example()
        /// ```
        public func shared() {}
      }
      public struct A: _Hidden {}
      public struct B: _Hidden {}
      """
    ).reference()
    #expect(try section("shared()", of: "api/M/A.md", reference).contains("Shared.\n```swift\nexample()\n```\n"))
    #expect(
      try section("shared()", of: "api/M/B.md", reference).contains("Documented at [`shared()`](<A.md#shared()>)."))
    let fences = reference.pages.flatMap { MarkdownDocument($0.file).fences.filter { $0.infoString == "swift" } }
    #expect(fences.count == 1)
  }

  @Test("a module that exports another's symbols links to where they are declared")
  func exported() throws {
    let module = try DescribedModule([
      ("Base", ["Base.swift": "/// A base.\npublic struct Plain { public init() {} }\n"]),
      (
        "Top",
        [
          "Top.swift":
            "@_exported import Base\n/// Uses ``Plain``.\npublic struct User { public var plain = Plain() }\n"
        ]
      ),
    ])
    let both = module.reference()
    #expect(both.pages.map(\.path) == ["api/Base.md", "api/Base/Plain.md", "api/Top.md", "api/Top/User.md"])
    #expect(both.text("api/Top/User.md").contains("Uses [`Plain`](<../Base/Plain.md>)."))
    let alone = module.reference(of: module.graphs.filter { $0.module == "Top" })
    #expect(alone.pages.map(\.path) == ["api/Top.md", "api/Top/Plain.md", "api/Top/User.md"])
    #expect(alone.text("api/Top/User.md").contains("Uses [`Plain`](<Plain.md>)."))
  }

  @Test("members stand as the comment's topics order them, then by kind")
  func topics() throws {
    let reference = try DescribedModule(
      """
      /// A type.
      ///
      /// ## Topics
      ///
      /// ### Chosen first
      ///
      /// Read ``z()`` first.
      ///
      /// - ``z()``
      /// - ``Inner``
      /// - ``missing``
      ///
      /// ## See Also
      ///
      /// Others.
      public struct S {
        public func a() {}
        public func z() {}
        /// What is inside.
        public struct Inner {}
      }
      """
    ).reference()
    let document = MarkdownDocument(try #require(reference.pages.first { $0.path == "api/M/S.md" }).file)
    let headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.map(document.headingText)
    #expect(headings == ["S", "Chosen first", "z()", "Instance Methods", "a()", "See Also"])
    #expect(reference.text("api/M/S.md").contains("- [`S.Inner`](<S.Inner.md>): What is inside.\n"))
    #expect(reference.diagnostics.map(\.message) == ["the symbol `missing` is unknown"])
    #expect(reference.diagnostics.first?.place?.position?.line == 11)
    #expect(reference.text("api/M/S.md").contains("## Chosen first\n\nRead [`z()`](<#z()>) first.\n"))
  }

  @Test("topics without headings stand below their own, and those of members stay in the comment")
  func plainTopics() throws {
    let reference = try DescribedModule(
      """
      /// A type.
      ///
      /// ## Topics
      ///
      /// First these:
      ///
      /// - ``z()``
      public struct S {
        public func a() {}
        /// Last.
        ///
        /// ## Topics
        ///
        /// - ``a()``
        public func z() {}
      }
      """
    ).reference()
    let document = MarkdownDocument(try #require(reference.pages.first { $0.path == "api/M/S.md" }).file)
    let headings = document.nodes.indices.filter { document.nodes[$0].kind == .heading }.map(document.headingText)
    #expect(headings == ["S", "Topics", "z()", "Topics", "Instance Methods", "a()"])
    #expect(reference.text("api/M/S.md").contains("## Topics\n\nFirst these:\n\n### z()"))
    #expect(reference.text("api/M/S.md").contains("#### Topics\n\n- [`a()`](<#a()>)\n"))
  }

  @Test("what has no comment is told with its place; what the compiler wrote itself is not")
  func undocumented() throws {
    let reference = try DescribedModule(
      """
      /// Documented.
      public enum E: String, CaseIterable {
        case a
        /// Documented.
        case b
      }
      extension String {
        public var c: Int { 1 }
      }
      """
    ).reference()
    #expect(reference.undocumented.map(\.path) == ["M/E/a", "M/String/c"])
    #expect(
      reference.undocumented.map { $0.place?.position } == [
        SourcePosition(line: 3, column: 8), SourcePosition(line: 8, column: 14),
      ])
    #expect(reference.undocumented.map { $0.place?.length } == [1, 1])
  }

  @Test("2,000 symbols take well under a second")
  func size() throws {
    var text = ""
    for type in 0..<100 {
      text += "/// Type \(type).\npublic struct Type\(type) {\n"
      for member in 0..<19 {
        text +=
          "  /// Does it, as ``other\(member)(_:)`` does.\n  ///\n  /// - Parameter x: Is ``Type\((type + 1) % 100)``.\n"
        text += "  public func \(member % 2 == 0 ? "m" : "other")\(member / 2 * 2)(_ x: Int) {}\n"
      }
      text += "  /// Last.\n  public func other1(_ x: Int) {}\n}\n"
    }
    let links = text.replacing(/``other(\d+)\(_:\)``/) { "``m\(Int($0.output.1).map { $0 / 2 * 2 } ?? 0)(_:)``" }
    let module = try DescribedModule(links)
    var reference: Reference?
    let time = ContinuousClock().measure { reference = module.reference() }
    #expect(reference?.diagnostics == [])
    #expect(reference?.pages.count == 101)
    #expect((reference?.pages.map(\.symbols.count).reduce(0, +) ?? 0) >= 2000)
    // Unoptimized, on a machine that does much else.
    #expect(time < .seconds(20))
  }
}
