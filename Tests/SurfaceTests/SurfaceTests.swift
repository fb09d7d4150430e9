import Testing

/// The engine and the reference offer the same names, so that one source compiles against either.
@Suite("Surface")
struct SurfaceTests {
  @Test("the engine and the reference offer the same declarations")
  func sameDeclarations() throws {
    let engine = try BuiltModule(name: "LoopEngine").surface()
    let reference = try BuiltModule(name: "LoopEngineReference").surface()
    // An interface that was misread would make two empty ones equal.
    #expect(engine.lines.count > 200)
    let difference = Surface.difference(("LoopEngine", engine), ("LoopEngineReference", reference))
    #expect(difference == "", "\(difference)")
  }

  @Test("the same types of both are not Sendable")
  func sameSendability() throws {
    let types = try BuiltModule(name: "LoopEngine").surface().types
    let engine = try BuiltModule(name: "LoopEngine").unsendable(among: types)
    #expect(engine.contains("Loop") && !engine.contains("LoopHandle"))
    #expect(try BuiltModule(name: "LoopEngineReference").unsendable(among: types) == engine)
  }
}

/// The comparison sees what a client would, and nothing else.
@Suite("Comparison of surfaces")
struct SurfaceComparisonTests {
  private func difference(_ a: String, _ b: String) -> String {
    Surface.difference(
      ("A", Surface(interface: a, of: "A")), ("B", Surface(interface: b, of: "B")))
  }

  @Test(
    "what a client cannot tell apart is the same",
    arguments: [
      ("public let x: A.Mode", "public var x: B.Mode { get }"),
      ("public func add(_ item: Int, to mode: Int = 0)", "public func add(_ x: Int, to y: Int = 0)"),
      ("public static func < (a: A.T, b: A.T) -> Bool", "public static func < (one: B.T, other: B.T) -> Bool"),
      ("@inlinable public func f()", "public func f()"),
      (#"@available(*, noasync, message: "it blocks") public func f()"#, "@available(*, noasync) public func f()"),
      (
        "@available(*, noasync)\n@discardableResult\npublic func f()",
        "@discardableResult\n@available(*, noasync)\npublic func f()"
      ),
      (
        "public struct T : Sendable {\n  public func f()\n}",
        "public struct T {\n  public func f()\n}\nextension T : Sendable {\n}"
      ),
      (
        "final public class C {\n  public func f()\n  deinit\n}",
        "final public class C {\n}\nextension C {\n  public func f()\n}"
      ),
    ])
  func same(_ a: String, _ b: String) {
    #expect(difference(a, b) == "")
  }

  @Test(
    "what a client can tell apart is found, and on which side",
    arguments: [
      ("public func f()", "", "only in A: func f()"),
      ("", "public func f()", "only in B: func f()"),
      (
        "public func f(a: Int = 0)", "public func f(a: Int)", "only in A: func f(a: Int = 0)\nonly in B: func f(a: Int)"
      ),
      (
        "public func f(to x: Int)", "public func f(in x: Int)", "only in B: func f(in: Int)\nonly in A: func f(to: Int)"
      ),
      ("public func f() throws(A.E)", "public func f()", "only in B: func f()\nonly in A: func f() throws(E)"),
      (
        "@available(*, noasync)\npublic func f()", "public func f()",
        "only in A: @available(*, noasync) func f()\nonly in B: func f()"
      ),
      ("public var x: Int", "public var x: Int { get }", "only in A: var x: Int\nonly in B: var x: Int { get }"),
      ("public struct T : Sendable {\n}", "public struct T {\n}", "only in A: T: Sendable"),
      ("public enum E {\n  case a\n}", "public enum E {\n  case b\n}", "only in A: E: case a\nonly in B: E: case b"),
      (
        "public struct T {\n  public struct U {\n    public func f()\n  }\n}",
        "public struct T {\n  public struct U {\n  }\n}",
        "only in A: T.U: func f()"
      ),
    ])
  func different(_ a: String, _ b: String, _ expected: String) {
    #expect(difference(a, b) == expected)
  }
}
