import Testing
import Text

@testable import Reference

/// What only the file says of a declaration.
@Suite("Declarations as they are written")
struct WrittenTests {
  private func declarations(_ text: String) throws -> [String] {
    let reference = try DescribedModule(text).reference()
    return reference.symbols.all.compactMap { $0.declaration?.text }.sorted()
  }

  /// The graph has `(Int) -> Void` and `some Collection`.
  @Test("types of which the graph leaves something out stand as they are written")
  func types() throws {
    let found = try declarations(
      #"""
      public protocol P {}
      public typealias F = @convention(c) (Int) -> Void
      public enum E { case a(@convention(c) () -> Void, x: (Int) -> Void = { _ in }), b(x: Int) }
      public struct S: P {
        public func one(_ x: some Collection<some P>, /* y: */ y: [some Sequence<[some Hashable]>]) {}
        public func two(with f: @escaping
          @convention(c) (Int32) -> Void, a: Range<Int> = 0..<3, g: (@convention(c) () -> Void)?) -> S { self }
        public func three<T>(_ x: borrowing some Sequence<T>, y: String = "a, (\("b" + ")"))") -> some Collection<[any P]> { [] }
        public func four() throws(Failure) -> (@convention(c) () -> Void)? { nil }
        public subscript(f: @convention(c) () -> Void, y: some Collection<some P>)
          -> @convention(c) () -> Void { {} }
        public var v: @convention(c) () -> Void { {} }
        public nonisolated(unsafe) static var w = 1, x, y: (@convention(c) () -> Void)?
        public init?(`in` f: @convention(c) () -> Void) {}
        public func five(_ f: (_ index: Int, _ s: inout [S]) -> (x: Int, String), g: @escaping (_ `in`: S) async -> Void) {}
        public var u: ((_ x: Int) -> Void)? { nil }
        public static func <<T>(l: S, r: (T, some Collection< some P >)) -> S { l }
      }
      public struct Failure: Error {}
      public typealias G<T> = (_ x: T) -> [Int: (y: T, Int)]
      """#)
    #expect(
      found == [
        "case a(@convention(c) () -> Void, x: (Int) -> Void = { _ in })", "case b(x: Int)", "enum E",
        "func five(\n  _ f: (_ index: Int, _ s: inout [S]) -> (x: Int, String),\n  g: @escaping (_ `in`: S) async -> Void\n)",
        "func four() throws(Failure) -> (@convention(c) () -> Void)?",
        "func one(_ x: some Collection<some P>, y: [some Sequence<[some Hashable]>])",
        "func three<T>(\n  _ x: borrowing some Sequence<T>,\n  y: String = \"a, (\\(\"b\" + \")\"))\"\n) -> some Collection<Array<any P>>",
        "func two(\n  with f: @escaping @convention(c) (Int32) -> Void,\n  a: Range<Int> = 0..<3,\n  g: (@convention(c) () -> Void)?\n) -> S",
        "init?(in f: @convention(c) () -> Void)", "nonisolated(unsafe) static var w: Int",
        "nonisolated(unsafe) static var x: (@convention(c) () -> Void)?",
        "nonisolated(unsafe) static var y: (@convention(c) () -> Void)?", "protocol P",
        "static func < <T>(l: S, r: (T, some Collection< some P >)) -> S", "struct Failure", "struct S",
        "subscript(\n  f: @convention(c) () -> Void,\n  y: some Collection<some P>\n) -> @convention(c) () -> Void { get }",
        "typealias F = @convention(c) (Int) -> Void", "typealias G<T> = (_ x: T) -> [Int: (y: T, Int)]",
        "var u: ((_ x: Int) -> Void)? { get }", "var v: @convention(c) () -> Void { get }",
      ])
    let reference = try DescribedModule("public protocol P {}\npublic func f(_ x: some Collection<some P>) {}")
      .reference()
    let declaration = reference.symbols.all.first { $0.name == "f(_:)" }?.declaration
    #expect(declaration?.fragments.first { $0.spelling == "P" }?.usr == "s:1M1PP")
  }

  /// The graph has `_: Int`, which no one could write.
  @Test("what a case holds without a label has the name that its author has given to it")
  func names() throws {
    let reference = try DescribedModule(
      """
      public enum E {
        case a(_ x: Int, label: String = "(a, _ b: c)", _ `in`: [Int])
        case b(Int, _: Int), c(_ f: (_ x: Int) -> Void, Int)
      }
      """
    ).reference()
    #expect(
      reference.symbols.all.filter { $0.kind == "Case" }.compactMap { $0.declaration?.text }.sorted() == [
        "case a(_ x: Int, label: String = \"(a, _ b: c)\", _ `in`: [Int])", "case b(Int, Int)",
        "case c(_ f: (_ x: Int) -> Void, Int)",
      ])
    let declaration = reference.symbols.all.first { $0.name == "a(_:label:_:)" }?.declaration
    #expect(declaration?.fragments.first { $0.spelling == "x" }?.kind == "internalParam")
  }

  @Test("a setter that others cannot use is gone with what is said of it, and long attributes are read")
  func attributes() throws {
    let found = try declarations(
      #"""
      public struct S {
        public private(set) var a: Int { get { 1 } nonmutating set {} }
        public internal(set) subscript(x: Int) -> Int { get { 1 } nonmutating set {} }
        public var b: Int { get { 1 } nonmutating set {} }
        public private(set) var c = 1, d = 2
        @available(*, deprecated) @available(
          *, noasync, // why
          message: "no (x) \"q\" )"
        )
        public func e() {}
        // @available(*, noasync)
        public func f(_ x: String = "@available(*, noasync)") {}
      }
      """#)
    #expect(
      found == [
        "@available(*, noasync, message: \"no (x) \\\"q\\\" )\")\nfunc e()",
        "func f(_ x: String = \"@available(*, noasync)\")", "struct S", "subscript(x: Int) -> Int { get }",
        "var a: Int { get }", "var b: Int { get nonmutating set }", "var c: Int { get }", "var d: Int { get }",
      ])
  }

  @Test("a type of another module has its module, where its author wrote it")
  func qualifiers() throws {
    let found = try declarations(
      """
      public struct Result {}
      public typealias Duration = Swift.Duration
      public func f(_ own: Result, _ other: Swift.Result<Result, any Error>) -> M.Result { own }
      """)
    #expect(
      found == [
        "func f(_ own: Result, _ other: Swift.Result<Result, any Error>) -> M.Result", "struct Result",
        "typealias Duration = Swift.Duration",
      ])
  }

  @Test("that packs are equally long is not shown as a constraint")
  func shapes() throws {
    let found = try declarations(
      """
      public struct P<each A> {
        public init() {}
        public func zip<each B>(_ other: repeat each B) -> (repeat (each A, each B)) { fatalError() }
        public func map<each B, F: Error>(_ other: repeat each B, f: F) -> (repeat (each A, each B)) { fatalError() }
      }
      """)
    #expect(!found.contains { $0.contains(": Any") }, "\(found)")
    #expect(found.contains { $0.contains("where F : Error") && !$0.contains(", F :") }, "\(found)")
  }

  @Test("a superclass has its arguments")
  func superclass() throws {
    let reference = try DescribedModule(
      """
      public protocol P {}
      open class Gen<T, U> {}
      public class One: Gen<[Int], (String) -> Void>, P {}
      open class Two<T>
        : Gen<T, Int> where T: P { public class Inner {} }
      public class Three<T: P>: Two<T> {}
      public class Four<T: P>: Three<T>.Inner {}
      """
    ).reference()
    func superclass(_ page: String) -> Substring? {
      reference.text("api/M/\(page).md").firstMatch(of: /## Inherits From.*\n\n- (.*)\n/)?.output.1
    }
    #expect(superclass("One") == "[`Gen<[Int], (String) -> Void>`](<Gen.md>)")
    #expect(superclass("Two") == "[`Gen<T, Int>`](<Gen.md>)")
    #expect(superclass("Three") == "[`Two<T>`](<Two.md>)")
    #expect(superclass("Four") == "[`Two.Inner`](<Two.Inner.md>)")
    #expect(reference.text("api/M/Gen.md").contains("- [`One`](<One.md>)\n- [`Two`](<Two.md>)\n"))
  }

  /// The graph says nothing of either.
  @Test("an extension that does not say ~Copyable has only what is")
  func copyable() throws {
    let reference = try DescribedModule(
      """
      public struct Two<A: ~Copyable, B: ~Copyable & ~Escapable, C>: ~Copyable { public func inside() {} }
      extension Two where A: ~Copyable, B: ~Copyable { public func ab() {} }
      extension Two where B: ~Copyable & ~Escapable { public func b() {} }
      extension Two where A: ~Copyable, B: ~Copyable & ~Escapable, C: Equatable {
        public func all<D: ~Copyable>(_ d: borrowing D) {}
      }
      extension Two { public func none() {} }
      public enum Names { public struct One<T: ~Copyable>: ~Copyable {} }
      extension Names.One { public func one() {} }
      public protocol P: ~Copyable { func required() }
      extension P { public func p() {} }
      extension P where Self: ~Copyable { public func q() {}; public func required() {} }
      public protocol Q: P {}
      extension Q { public func r() {} }
      """
    ).reference()
    func conditions(_ page: String) -> [String] {
      let sections = reference.text("api/M/\(page).md").split(separator: "\n### ").dropFirst()
      return sections.compactMap { section in
        let condition = section.split(separator: "\n").first { $0.hasPrefix("Available when") }
        return condition.map { "\(section.prefix { $0 != "(" }): \($0.dropFirst(15))" }
      }.sorted()
    }
    #expect(
      conditions("Two") == [
        "ab: `B` conforms to `Escapable`.", "all: `C` conforms to `Equatable`.", "b: `A` conforms to `Copyable`.",
        "none: `A` conforms to `Copyable` and `B` conforms to `Copyable` and `B` conforms to `Escapable`.",
      ])
    #expect(conditions("Names.One") == ["one: `T` conforms to `Copyable`."])
    #expect(conditions("P") == ["p: `Self` conforms to `Copyable`."])
    #expect(conditions("Q") == [])
  }
}
