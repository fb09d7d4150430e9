import Testing

@testable import Reference

/// What the compiler's graph leaves out of declarations, or says otherwise than a reader expects.
@Suite("Declarations on pages")
struct DeclarationTests {
  private func declarations(_ text: String) throws -> [String] {
    let reference = try DescribedModule(text).reference()
    return reference.symbols.all.compactMap { $0.declaration?.text }.sorted()
  }

  @Test("an operator of one operand tells on which side of it it stands")
  func operators() throws {
    let found = try declarations(
      """
      prefix operator √
      postfix operator +++
      infix operator <+>
      public prefix func √ (value: Double) -> Double { value }
      public postfix func +++ (value: Int) -> Int { value }
      public func <+> (left: Int, right: Int) -> Int { left }
      public struct op {
        public static prefix func - (value: op) -> op { value }
        public static prefix func ! (value: op) -> op { value }
        public static postfix func +++ (value: op) -> op { value }
        public static func - (left: op, right: op) -> op { left }
      }
      """)
    #expect(
      found == [
        "func <+> (left: Int, right: Int) -> Int", "postfix func +++ (value: Int) -> Int",
        "prefix func √ (value: Double) -> Double", "static func - (left: op, right: op) -> op",
        "static postfix func +++ (value: op) -> op", "static prefix func ! (value: op) -> op",
        "static prefix func - (value: op) -> op", "struct op",
      ])
  }

  @Test("the getter of what can only be read is a keyword, wherever it can be set")
  func getters() throws {
    let reference = try DescribedModule(
      "public struct S {\n  public private(set) var a = 0\n  public var b: Int { 0 }\n}\n"
    ).reference()
    for name in ["a", "b"] {
      let symbol = reference.symbols.all.first { $0.name == name }
      let getters = symbol?.declaration?.fragments.filter { $0.kind == "keyword" && $0.spelling == "get" }
      #expect(getters?.count == 1 && symbol?.declaration?.text == "var \(name): Int { get }")
    }
  }

  @Test("what an author says of a deprecated declaration is a sentence, with code in it")
  func messages() throws {
    let reference = try DescribedModule(
      """
      @available(*, deprecated, message: "Use `New<T>`, not <this>", renamed: "New") public func old() {}
      @available(*, deprecated, message: "A lone ` is text") public func odd() {}
      """
    ).reference()
    let text = reference.text("api/M-Functions.md")
    #expect(text.contains("> **Deprecated.** Use `New<T>`, not \\<this\\>. Renamed to `New`.\n"))
    #expect(text.contains("> **Deprecated.** A lone \\` is text.\n"))
  }
}
