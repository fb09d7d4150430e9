import Testing

@testable import Reference

/// What pages call a default implementation: the compiler's graph goes by names alone.
@Suite("Default implementations")
struct DefaultImplementationTests {
  /// A requirement, what an extension has of its name, and whether conforming types have that in its place.
  private static let pairs: [(requirement: String, member: String, isDefault: Bool)] = [
    ("func f() -> Int", "func f() -> String { \"\" }", false),
    ("func f() -> Int", "@discardableResult func f() -> Int { 1 }", true),
    ("func f()", "func f() -> Int { 1 }", false),
    ("func f() -> Void", "func f() {}", true),
    ("func f() -> Int?", "func f() -> Int { 1 }", false),
    ("func f() -> Int?", "func f() -> Optional<Int> { 1 }", true),
    ("func f() -> [Int]", "func f() -> Array<Int> { [] }", true),
    ("func f() -> [Int]", "func f() -> [String] { [] }", false),
    ("func f() -> Swift.String", "func f() -> String { \"\" }", true),
    ("func f() -> Outer.Inner<Int>", "func f() -> Outer.Inner<Int> { .init() }", true),
    ("func f() -> Outer.Inner<Int>", "func f() -> Outer.Inner<Bool> { .init() }", false),
    ("func f() -> Name", "func f() -> String { \"\" }", true),
    ("func f() -> any Other", "func f() -> any Other { Trouble() }", true),
    ("func f() -> any Other", "func f() -> Trouble { Trouble() }", false),
    ("associatedtype Item\n  func f() -> Item", "func f() -> Int { 1 }", true),
    ("associatedtype Item\n  func f() -> [Item]", "func f() -> [Int] { [] }", true),
    ("func f() -> Self", "func f() -> Self { self }", true),
    ("func f() -> (a: Int, b: Int)", "func f() -> (a: Int, b: Int) { (1, 1) }", true),
    ("func f() -> (a: Int, b: Int)", "func f() -> (Int, Int) { (1, 1) }", false),
    ("func f(_ x: Int)", "func f(_ x: Int = 1) {}", true),
    ("func f(_ x: Int)", "func f(_ x: some Equatable) {}", true),
    ("func f(_ x: Int)", "func f<T>(_ x: T) {}", true),
    ("func f(_ x: Int)", "func f(_ x: Any) {}", false),
    ("func f(_ x: Int...)", "func f(_ x: [Int]) {}", false),
    ("func f(_ x: inout Int)", "func f(_ x: Int) {}", false),
    ("func f(_ x: consuming String)", "func f(_ x: borrowing String) {}", true),
    ("func f(_ x: @escaping () -> Void)", "func f(_ x: () -> ()) {}", true),
    ("func f(_ x: @Sendable (Int) -> Void)", "func f(_ x: (Int) -> Void) {}", true),
    ("func f(_ x: () -> Void)", "func f(_ x: () throws -> Void) {}", false),
    ("func f() async throws", "func f() {}", true),
    ("func f()", "func f() async {}", false),
    ("func f()", "func f() throws {}", false),
    ("func f() throws(Trouble)", "func f() throws {}", false),
    ("func f() throws(Trouble)", "func f() throws(Trouble) {}", true),
    ("func f() throws(Trouble)", "func f() throws(Never) {}", true),
    ("func f() throws", "func f() throws(Trouble) {}", true),
    ("func f() throws(any Error)", "func f() throws {}", true),
    ("associatedtype Failure: Error\n  func f() throws(Failure)", "func f() throws {}", true),
    ("func f(_ x: () throws -> Void) rethrows", "func f(_ x: () throws -> Void) rethrows {}", true),
    ("func f(_ x: () throws -> Void) rethrows", "func f(_ x: () throws -> Void) throws {}", false),
    ("mutating func f()", "func f() {}", true),
    ("func f()", "mutating func f() {}", false),
    ("func f()", "static func f() {}", false),
    ("static func f()", "static func f() {}", true),
    ("func f()", "@available(*, unavailable) func f() {}", false),
    ("var f: String { get set }", "var f: String { \"\" }", false),
    ("var f: String { get set }", "var f: String { get { \"\" } nonmutating set {} }", true),
    ("var f: String { get }", "var f: String { get { \"\" } set {} }", true),
    ("var f: String { get }", "var f: Int { 1 }", false),
    ("var f: Int { mutating get }", "var f: Int { 1 }", true),
    ("var f: Int { get }", "var f: Int { mutating get { 1 } }", false),
    ("var f: Int { get async throws }", "var f: Int { 1 }", true),
    ("var f: Int { get }", "var f: Int { get throws { 1 } }", false),
    ("var f: () throws -> Void { get }", "var f: () throws -> Void { {} }", true),
    ("var f: [String: Int] { get }", "var f: Dictionary<String, Int> { [:] }", true),
    ("subscript(f f: Int) -> Int { get set }", "subscript(f f: Int) -> Int { 1 }", false),
    ("subscript(f f: Int) -> Int { get }", "subscript(f f: Int) -> Int { get { 1 } set {} }", true),
    ("init(f: Int)", "init?(f: Int) { nil }", false),
    ("init(f: Int)", "init!(f: Int) { nil }", true),
    ("init?(f: Int)", "init(f: Int) { fatalError() }", true),
    ("static func == (a: Self, b: Self) -> Bool", "static func == (a: Self, b: Self) -> Bool { true }", true),
  ]

  @Test("of a requirement's name, what does not fit it is a member like any other; what may fit is believed")
  func fits() throws {
    let protocols = Self.pairs.enumerated().map { number, pair in
      "public protocol P\(number) {\n  \(pair.requirement)\n}\npublic extension P\(number) {\n  \(pair.member)\n}\n"
    }
    let reference = try DescribedModule(
      """
      public struct Outer { public struct Inner<T> { public init() {} } }
      public typealias Name = String
      public protocol Other {}
      public struct Trouble: Error, Other {}
      \(protocols.joined())
      """
    ).reference()
    for (number, pair) in Self.pairs.enumerated() {
      let text = reference.text("api/M/P\(number).md")
      let said = Comment(rawValue: "\(pair.requirement) | \(pair.member)\n\(text)")
      #expect(text.contains("**Required.** Default implementation: ") == pair.isDefault, said)
      #expect(text.contains("\n## Default Implementations") == pair.isDefault, said)
      #expect(text.contains("\nDefault implementation of [") == pair.isDefault, said)
    }
  }

  @Test("a default implementation for some of the conforming types says for which")
  func conditional() throws {
    let reference = try DescribedModule(
      """
      public protocol Shape { func area() -> Int; func name() -> String; func grow() }
      public protocol Solid: Shape {}
      extension Solid { public func area() -> Int { 1 } }
      extension Shape where Self: Sendable { public func name() -> String { "" } }
      extension Shape { public func grow() -> Int { 1 } }
      /// See ``Shape/grow()``.
      public func f() {}
      """
    ).reference()
    let shape = reference.text("api/M/Shape.md")
    #expect(
      shape.contains(
        "**Required.** Default implementation: [`area()`](<Solid.md#area()>), when `Self` conforms to `Solid`."))
    #expect(shape.contains("**Required.** Default implementation: [`name()`](<#name()-"))
    #expect(shape.contains(">), when `Self` conforms to `Sendable`."))
    #expect(shape.contains("### grow() {#grow()}\n"))
    #expect(shape.contains("### grow() -> Int {#grow()-") || shape.contains("### grow() -\\> Int {#grow()-"))
    #expect(reference.diagnostics.isEmpty)
    #expect(reference.text("api/M-Functions.md").contains("[`grow()`](<M/Shape.md#grow()>)"))
  }
}
