import Testing
import Text

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

  @Test("a type tells that it cannot be copied, and what may be overridden that it is open")
  func suppressedAndOpen() throws {
    let found = try declarations(
      """
      public struct Token: ~Copyable { @available(*, noasync) public func wait() {} }
      public struct Box<T: ~Copyable>: ~Copyable { var t: T }
      extension Box: Copyable where T: Copyable {}
      public enum Option<T: ~Copyable & ~Escapable> /* ~: */
        : ~Copyable, ~Escapable { case none }
      public struct Plain<T> where T: Sendable {}
      open class Base {
        @available(*, noasync, message: "it blocks (long)")
        @discardableResult
        open func run() -> Int { 1 }
        open class func make() {}
        public func stop() {}
      }
      """)
    #expect(
      found == [
        "@available(*, noasync)\nfunc wait()",
        "@available(*, noasync, message: \"it blocks (long)\")\n@discardableResult open func run() -> Int", "case none",
        "enum Option<T> : ~Copyable, ~Escapable where T : ~Copyable, T : ~Escapable", "func stop()",
        "open class Base", "open class func make()", "struct Box<T> : ~Copyable where T : ~Copyable",
        "struct Plain<T> where T : Sendable", "struct Token : ~Copyable",
      ])
  }

  /// The compiler's graph says `{ get set }` of every subscript that has a setter.
  @Test("a subscript that others can only read says so")
  func hiddenSetters() throws {
    let found = try declarations(
      """
      public struct Row {
        public internal(set) subscript(at i: Int) -> Int { get { i } set {} }
        @inlinable
        public private( set )
          subscript(over i: Int) -> Int { get { i } set {} }
        public fileprivate(set) static subscript(static i: Int) -> Int { get { i } set {} }
        public subscript(free i: Int) -> Int { get { i } set {} }
        internal(set) public var one: Int { get { 1 } set {} }
        public subscript(last i: Int) -> Int { get { i } set {} }
      }
      """)
    #expect(
      found == [
        "static subscript(static i: Int) -> Int { get }", "struct Row", "subscript(at i: Int) -> Int { get }",
        "subscript(free i: Int) -> Int { get set }", "subscript(last i: Int) -> Int { get set }",
        "subscript(over i: Int) -> Int { get }", "var one: Int { get }",
      ])
  }

  @Test("conformances are told once, with the conditions that say something")
  func conformances() throws {
    let reference = try DescribedModule(
      """
      public struct Pair<A, B> {}
      extension Pair: Equatable where A: Equatable, B: Equatable {}
      extension Pair: Hashable where A: Hashable, B: Hashable {}
      public struct Handle<T: ~Copyable>: ~Copyable {}
      public protocol Kept: ~Copyable {}
      extension Handle: Kept where T: ~Copyable {}
      extension Handle: Copyable where T: Copyable {}
      extension Handle where T: Copyable { public func copied() {} }
      """
    ).reference()
    func conformances(_ page: String) -> Substring {
      let text = reference.text(page)
      return text.firstRange(of: "## Conforms To").map { text[$0.upperBound...].drop { $0 != "\n" }.dropFirst(2) } ?? ""
    }
    #expect(
      conformances("api/M/Pair.md") == """
        - `Equatable`, when `A` conforms to `Equatable` and `B` conforms to `Equatable`
        - `Hashable`, when `A` conforms to `Hashable` and `B` conforms to `Hashable`


        """)
    #expect(
      conformances("api/M/Handle.md") == """
        - [`Kept`](<Kept.md>)
        - `Copyable`, when `T` conforms to `Copyable`


        """)
  }

  @Test("a type within a type of a constrained extension says when it is there")
  func nestedConditions() throws {
    let reference = try DescribedModule(
      """
      public struct Pair<A> {}
      extension Pair where A == Int {
        public struct Inner { public struct Deep { public func f() {} }; public func g() {} }
      }
      """
    ).reference()
    for page in ["Pair.Inner", "Pair.Inner.Deep"] {
      let parts = reference.text("api/M/\(page).md").split(separator: "Available when `A` is `Int`.")
      #expect(parts.count == 2, Comment(rawValue: page))
    }
  }

  @Test("a comment that describes a parameter that there is not is told, with the nearest")
  func parameters() throws {
    let reference = try DescribedModule(
      """
      public struct S {
        /// Plants.
        /// - Parameter nmae: Wrong.
        /// - Parameter label: Right, as the label.
        public func plant(_ name: String, label inner: Int) {}
        /// Plants.
        /// - Parameters:
        ///   - T: Right.
        ///   - left: Right.
        ///   - wrong: Wrong.
        public static func + <T>(left: S, right: T) -> S { left }
        /// - Parameter any: A closure has parameters.
        public var closure: (_ any: Int) -> Void { { _ in } }
      }
      """
    ).reference()
    #expect(reference.diagnostics.map(\.message) == ["there is no parameter 'nmae'", "there is no parameter 'wrong'"])
    #expect(reference.diagnostics.map(\.cure) == ["did you mean 'name'?", nil])
    #expect(reference.diagnostics.compactMap { $0.place?.position?.line } == [3, 10])
    #expect(reference.diagnostics.allSatisfy { $0.severity == .warning && $0.place?.path == "M/M.swift" })
  }

  /// Of these, only functions were looked at, and of those only names without backquotes.
  @Test("fields of cases, macros, names in backquotes and extension files are compared with the declaration")
  func otherParameters() throws {
    let module = try DescribedModule(
      """
      public enum E {
        /// - Parameters:
        ///   - x: Right.
        ///   - label: Right.
        ///   - lable: Wrong.
        case a(_ x: Int, label: String = "(a, b: c)")
        /// - Parameter error: What has no label can be called anything.
        case b(any Error, y: Int)
        /// - Parameter none: Wrong.
        case c
      }
      /// - Parameters:
      ///   - x: Right.
      ///   - to: Right.
      ///   - T: Right.
      ///   - z: Wrong.
      @freestanding(expression)
      public macro m<T>(_ x: T, to y: Int) -> Int = #externalMacro(module: "X", type: "Y")
      /// - Parameter `in x`: Right.
      /// - Parameter in: Right.
      /// - Parameters:
      ///   - `in x`: Right.
      ///   - where : Right.
      ///   - `wher`: Wrong.
      ///   - some words: No name.
      public func `do it`(`in x`: Int, `for` `where`: Int, `in`: Int) {}
      """)
    let catalog = DocumentationCatalog(
      module: "M",
      articles: [
        SourceFile(path: "M.docc/m.md", text: "# ``m(_:to:)``\n\n- Parameters:\n  - y: Right.\n  - yy: Wrong.\n"),
        SourceFile(path: "M.docc/E.md", text: "# ``E``\n\n- Parameters:\n  - label: Right.\n  - z: Wrong.\n"),
      ])
    let reference = module.reference(catalogs: [catalog])
    #expect(
      reference.diagnostics.map { "\($0.place?.path ?? ""):\($0.place?.position?.line ?? 0) \($0.message)" } == [
        "M.docc/E.md:5 there is no parameter 'z'", "M.docc/m.md:5 there is no parameter 'yy'",
        "M/M.swift:5 there is no parameter 'lable'",
        "M/M.swift:9 there is no parameter 'none'", "M/M.swift:16 there is no parameter 'z'",
        "M/M.swift:24 there is no parameter 'wher'",
      ])
    #expect(reference.diagnostics.map(\.cure).suffix(1) == ["did you mean 'where'?"])
    let text = reference.text("api/M-Functions.md")
    #expect(text.contains("- **Parameters**\n  - `in x`: Right.\n  - `in`: Right.\n  - `in x`: Right.\n"))
    #expect(text.contains("- some words: No name."))
  }

  @Test("a summary names what it links to as the page does")
  func summaries() throws {
    let module = try DescribedModule(
      "/// A garden, see <doc:Some-Guide#Part>, <doc:S/f()>, <doc:M> and [this](doc:Some-Guide).\npublic struct S {\n"
        + "  public func f() {}\n}\n")
    let catalog = DocumentationCatalog(
      module: "M", articles: [SourceFile(path: "M.docc/Some-Guide.md", text: "# How *to*\n\n## Part\n\nSee <doc:S>.\n")]
    )
    let reference = module.reference(catalogs: [catalog])
    #expect(reference.text("api/M.md").contains("(<M/S.md>): A garden, see Part, `f()`, M and this.\n"))
    #expect(reference.diagnostics == [])
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
