import Foundation
import Highlighting
import Testing

/// The compiler's parser is the judge of what is highlighted in Swift.
@Suite("Agreement with the compiler's parser")
struct CompilerAgreementTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func differences(_ text: [UInt8]) -> (tokens: Int, found: [String]) {
    let tokens = Highlighter.tokens(text, language: .swift)
    return (tokens.count, CompilerClasses(text).differences(text, tokens))
  }

  @Test(
    "what is easily mistaken is not",
    arguments: [
      "for await case let x? in stream where x.isEmpty { continue }",
      "let v = try await withTaskGroup(of: Void.self) { [weak self, unowned other] group in await run() }",
      "guard let self, case .some(let q) = q, let z = w as? String else { return }",
      "let t = (1, 2).0; let u = t.0.1; let f = 1.5e-3 + 0x1p-3 + 0b101 + 1_000.5",
      "outer: while true { break outer }",
      "switch x { case 0...9: break; case is Int: break; case let s as String where s.count > 3: fallthrough; default: break }",
      "actor Bank { nonisolated let id: Int; private(set) var total = 0 { didSet { print(oldValue) } willSet(new) { } } }",
      "var x: Int { get async throws { 1 } }; var y: Int { _read { yield z } _modify { yield &z } }",
      "subscript(index: Int) -> Int { get { 1 } set(value) { } }",
      "protocol P: AnyObject { associatedtype E = Int; var a: Int { get }; var b: String { get set }; init?(x: Int) }",
      "prefix operator √; infix operator <+>: AdditionPrecedence",
      "indirect enum E<each T> { case a(Int), b, `default`, c = 3; case get, set, open, some }",
      "extension [Int] { consuming func eat() {}; borrowing func look() {}; mutating func m() {} }",
      "@objc(foo:bar:) dynamic open class func bar(_ x: @escaping @Sendable (Int) async throws(E) -> some P = { $0 }) rethrows",
      "let k = \\Foo.bar.baz, l = \\.self, m = \\[Int].[0], n: (any P)? = nil, o: Int.Type = Int.self",
      "let q = Array<Int>(), r = Foo<Bar, Baz<Qux>>.make(), s = [String: [Int]](), t = MemoryLayout<timespec>.size",
      "let open = 1, get = 2, some = 3, async = 4, actor = 5; print(open, get, some, async, actor, prefix, left)",
      "let x = open + get * some / async - actor; any.foo(); some(1); each(2); async(3); lazy(4); set(5)",
      "Task.detached(priority: .high) { @Sendable in }; try await Task.sleep(for: .seconds(1))",
      "let z = consume y; let w = copy y; _ = discard; borrow(x); unsafe foo(); try? x; try! y",
      "let fn: (inout Int, borrowing P, consuming Q, sending R, _ label: isolated A) -> Void",
      "macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: \"M\", type: \"S\")",
      "typealias X = Y.Z; let aa: c_int = 1; func ff(a: size_t, b: [timespec], c: pid_t...) -> UnsafePointer<in_addr_t>? { }",
      "if x < y, z > w { }; a < b; if x<y && z>w {}; let tern = flag ? value: other; foo(bar:1, baz : 2)",
      "nonisolated(unsafe) static var shared: Foo?; nonisolated(nonsending) func f() async",
      "public private(set) lazy var bb: Int = { 1 }(); async let data = load(); (x as! Foo).bar; x as Any; y is any P",
      "@available(*, deprecated, message: \"no\") func f() {}; @available(macOS 10.14.4, *) func g() {}",
      "@lifetime(borrow self) func f(isolation: isolated (any Actor)? = #isolation) async",
    ])
  func easilyMistaken(text: String) {
    #expect(differences(Array(text.utf8)).found == [])
  }

  @Test("the sources of this repository", arguments: ["Sources", "Tests"])
  func sources(folder: String) throws {
    let folder = Self.root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 50)
    var count = 0
    var found: [String] = []
    for path in paths.sorted() {
      let text = [UInt8](try Data(contentsOf: folder.appending(path: path)))
      let (tokens, differences) = differences(text)
      count += tokens
      found += differences.map { "\(path): \($0)" }
    }
    // One word in two thousand may be mistaken: without a tree, not all can be known.
    #expect(found.count * 2_000 <= count, "\(found.joined(separator: "\n"))")
  }
}
