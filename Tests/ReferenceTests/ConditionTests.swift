import Testing
import Words

@testable import Reference

/// When something is there: what is told of extensions with conditions.
@Suite("Conditions on pages")
struct ConditionTests {
  /// What a page says below a heading, up to the next.
  private func section(_ name: String, of path: String, _ reference: Reference) throws -> String {
    let lines = reference.text(path).split(separator: "\n")
    let start = try #require(
      lines.firstIndex { $0.hasPrefix("## \(name)") || $0.hasPrefix("### \(name)") },
      Comment(rawValue: "\(name): \(reference.text(path))"))
    return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("### ") }.map { "\($0)\n" }.joined()
  }

  private static let classes = """
    public protocol Grows { func grow() }
    public protocol Plain {}
    public protocol Other {}
    public protocol Holder { associatedtype Item }
    public struct Box<T> { public struct Inner {} }
    public struct Two<A, B> {}
    extension Box where T: AnyObject {
      public func weakly() {}
      public var /* a: { */ kept: Int { 1 }
      public struct Nested { public func inside() {} }
    }
    extension Box where T: AnyObject & Sendable { public func both() {} }
    extension Box.Inner where T: Swift.AnyObject { public func deep() {} }
    extension Box where T: Sendable { public func free() {} }
    extension Box: Equatable where T: AnyObject { public static func == (l: Box, r: Box) -> Bool { true } }
    extension Box: Codable where T: AnyObject {
      public init(from decoder: any Decoder) throws {}
      public func encode(to encoder: any Encoder) throws {}
    }
    extension Two: Other, Plain where A: Collection, A.Element: AnyObject {}
    extension Two where B: AnyObject { public func second(_ x: (AnyObject) -> Void) {} }
    extension Two where A: Collection<AnyObject> { public func objects() {} }
    extension Array where Element: AnyObject { public func list() {} }
    extension Dictionary: Plain where Value: AnyObject {}
    extension Grows where Self: AnyObject { public func grow() {} }
    extension Holder where Item: AnyObject { public func hold() {} }
    public struct Owner<T: AnyObject> { public func own() {} }
    extension Owner where T: Sendable { public func share() {} }
    extension Owner: Plain where T: AnyObject {}
    extension Owner where T: AnyObject { public func known() {} }
    public protocol Reference: AnyObject {}
    extension Reference where Self: AnyObject { public func sure() {} }
    #if true
      extension Two where A == Array<AnyObject> { public func none() {} }
      @available(*, deprecated)
      extension Two /* : AnyObject */ where A: Plain, B: Plain & AnyObject { public func last() {} }
    #endif
    extension Box where T == Int { public func f() {} }
    extension Box where T: AnyObject { public func f() {} }
    """

  @Test("what is there for classes alone says so: members, types, conformances and default implementations")
  func classes() throws {
    let reference = try DescribedModule(Self.classes).reference()
    func condition(_ name: String, of page: String) throws -> String {
      let text = page.hasSuffix(".Nested.md") ? reference.text(page) : try section(name, of: page, reference)
      return text.split(separator: "\n").filter { $0.hasPrefix("Available when") }.joined(separator: "\n")
    }
    let isClass = "Available when `T` is a class."
    #expect(try condition("weakly()", of: "api/M/Box.md") == isClass)
    #expect(try condition("kept", of: "api/M/Box.md") == isClass)
    #expect(try condition("Box.Nested", of: "api/M/Box.Nested.md") == isClass)
    #expect(
      try condition("both()", of: "api/M/Box.md") == "Available when `T` is a class and `T` conforms to `Sendable`.")
    #expect(try condition("deep()", of: "api/M/Box.Inner.md") == isClass)
    #expect(try condition("free()", of: "api/M/Box.md") == "Available when `T` conforms to `Sendable`.")
    #expect(try condition("second(\\_:)", of: "api/M/Two.md") == "Available when `B` is a class.")
    #expect(try !condition("objects()", of: "api/M/Two.md").contains("class"))
    #expect(try condition("list()", of: "api/M/Swift-Array.md") == "Available when `Element` is a class.")
    #expect(
      try condition("grow() where Self: AnyObject {", of: "api/M/Grows.md") == "Available when `Self` is a class.")
    #expect(try condition("hold()", of: "api/M/Holder.md") == "Available when `Self.Item` is a class.")
    #expect(try condition("own()", of: "api/M/Owner.md") == "")
    #expect(try condition("known()", of: "api/M/Owner.md") == "")
    #expect(try condition("sure()", of: "api/M/Reference.md") == "")
    #expect(try !condition("none()", of: "api/M/Two.md").contains("class"))
    #expect(
      try condition("last()", of: "api/M/Two.md")
        == "Available when `B` is a class and `A` conforms to `Plain` and `B` conforms to `Plain`.")
    #expect(try condition("share()", of: "api/M/Owner.md") == "Available when `T` conforms to `Sendable`.")
    #expect(reference.text("api/M/Box.md").contains("### f() where T: AnyObject {#f()-"))
  }

  @Test("conformances of classes alone say so")
  func conformancesOfClasses() throws {
    let reference = try DescribedModule(Self.classes).reference()
    #expect(
      try section("Conforms To", of: "api/M/Box.md", reference) == """
        - `Decodable`, when `T` is a class
        - `Encodable`, when `T` is a class
        - `Equatable`, when `T` is a class

        """)
    #expect(
      try section("Conforms To", of: "api/M/Two.md", reference).contains(
        "- [`Plain`](<Plain.md>), when `A.Element` is a class and `A` conforms to `Collection`\n"))
    #expect(try section("Conforms To", of: "api/M/Owner.md", reference) == "- [`Plain`](<Plain.md>)\n")
    #expect(
      try section("Conforming Types", of: "api/M/Plain.md", reference).contains(
        "- [`Dictionary`](<Swift-Dictionary.md>), when `Value` is a class and `Key` conforms to `Hashable`\n"))
  }

  @Test("only what can be called is inherited, with the condition of the conformance that it comes from")
  func inherited() throws {
    let reference = try DescribedModule(
      """
      public protocol Grows { func grow() }
      extension Grows {
        public func more() {}
        @available(*, unavailable) public func nobody() {}
        @available(macOS, unavailable) public func elsewhere() {}
      }
      public protocol Deep: Grows {}
      extension Deep { public func deeper() {} }
      public struct Plain: Grows { public func grow() {} }
      public struct Shy {
        public func grow() {}
        public static func == (a: Shy, b: Shy) -> Bool { true }
      }
      @available(*, unavailable) extension Shy: Grows {}
      @available(*, unavailable) extension Shy: Equatable {}
      public struct Half: Grows { public func grow() {} }
      @available(*, unavailable) extension Half: Deep {}
      public struct Cond<T> {}
      extension Cond: Grows where T == Int { public func grow() {} }
      public struct Two<T> {}
      extension Two: Grows where T: Equatable { public func grow() {} }
      extension Two: Deep where T: Hashable {}
      public struct Owner<T> {}
      extension Owner: Grows where T: AnyObject { public func grow() {} }
      public actor Worker: Grows { public nonisolated func grow() {} }
      extension Array: Grows where Element: Equatable { public func grow() {} }
      """
    ).reference()
    func inherited(_ page: String) -> [Substring] {
      reference.text("api/M/\(page).md").split(separator: "\n").filter { $0.hasPrefix("- From ") }
    }
    let members = "[`more()`](<Grows.md#more()>), [`elsewhere()`](<Grows.md#elsewhere()>)"
    #expect(inherited("Plain") == ["- From `Grows`: \(members)"])
    #expect(inherited("Shy") == [])
    #expect(!reference.text("api/M/Shy.md").contains("Inherited Members"))
    #expect(inherited("Half") == ["- From `Grows`: \(members)"])
    #expect(inherited("Cond") == ["- From `Grows`, when `T` is `Int`: \(members)"])
    #expect(
      inherited("Two") == [
        "- From `Deep`, when `T` conforms to `Hashable`: [`deeper()`](<Deep.md#deeper()>)",
        "- From `Grows`, when `T` conforms to `Equatable`: \(members)",
      ])
    #expect(inherited("Owner") == ["- From `Grows`, when `T` is a class: \(members)"])
    #expect(inherited("Worker").first?.hasPrefix("- From `Actor`: ") == true && inherited("Worker").count == 2)
    #expect(inherited("Swift-Array") == ["- From `Grows`, when `Element` conforms to `Equatable`: \(members)"])
  }

  @Test("what a module adds to the type of another by a conformance is inherited there")
  func inheritedElsewhere() throws {
    let reference = try DescribedModule(
      [
        ("N", ["N.swift": "public protocol Grows {}\nextension Grows { public func more() {} }\npublic struct S {}"]),
        (
          "M",
          [
            "M.swift": """
            @_exported import N
            extension S: Grows {}
            extension S: @retroactive Equatable { public static func == (a: S, b: S) -> Bool { true } }
            """
          ]
        ),
      ]
    ).reference()
    let all = reference.pages.map { reference.text($0.path) }.joined()
    #expect(all.contains("- From `Grows`: [`more()`]"))
    #expect(all.contains("- From `Equatable`: `!=(_:_:)`"))
  }
}
