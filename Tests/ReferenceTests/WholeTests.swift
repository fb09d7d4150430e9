import Markdown
import Testing
import Text

@testable import Reference

/// What has to hold of the pages of any module.
@Suite("All pages of a module")
struct WholeTests {
  private static let awkward = """
    public protocol P { /// Does it.
      func f(); associatedtype Item = Int }
    extension P { public func f() {}; public func more() {} }
    extension P where Self: Equatable { public func f() {} }
    extension Sequence { /// Of any.
      public func mine() {} }
    extension Sequence where Element == Int { public func mine() {}; public static func ~= (a: Self, b: Self) -> Bool { false } }
    extension CustomStringConvertible { public var description: String { "" } }
    public struct S: P, CustomStringConvertible {
      public init() {}
      public struct Deep: Hashable, Comparable { public static func < (a: Self, b: Self) -> Bool { false } }
      public enum Kind: Int, CaseIterable { case a = 1, b }
      @propertyWrapper public struct Wrapped<T> { public var wrappedValue: T; public init(wrappedValue: T) { self.wrappedValue = wrappedValue } }
      @Wrapped public var field: Int = 1
      public subscript<T>(i: T) -> Int { 1 }
      public static subscript(i: Int) -> Int { i }
    }
    @resultBuilder public enum Builder { public static func buildBlock(_ x: Int...) -> Int { 0 } }
    public func built(@Builder _ x: () -> Int) {}
    public class Outer<T> { public class Inner { public func x() {} }; public init() {} }
    extension Outer.Inner { public func y() {} }
    @dynamicMemberLookup public struct D { public subscript(dynamicMember s: String) -> Int { 1 } }
    extension Optional where Wrapped: P { public var wp: Int { 1 } }
    extension Array: P where Element: P {}
    public protocol Q: P, AnyObject {}
    public struct Moved: ~Copyable { public consuming func eat() {} }
    public actor A { public func go() async throws(E) {} }
    public enum E: Error { case one(Int, named: String) }
    prefix operator √
    public prefix func √ (a: Int) {}
    public func each<each T>(_ x: repeat each T) {}
    public var (left, right) = (1, 2)
    public func `func`() {}
    """

  @Test("every symbol stands on one page, below a heading with its name; every link leads to what is there")
  func whole() throws {
    let module = try DescribedModule(Self.awkward)
    let reference = module.reference()
    #expect(reference.diagnostics == [])
    let standing = reference.pages.flatMap { page in page.symbols.map { $0.usr } }
    #expect(Set(standing).count == standing.count)
    let symbols = module.graphs.flatMap(\.symbols).filter { !$0.isInherited }
    #expect(Set(symbols.map(\.usr)).subtracting(standing) == [])
    var names: [String: Set<String>] = [:]
    for page in reference.pages {
      let document = MarkdownDocument(page.file)
      var ids = HeadingID()
      for heading in document.nodes.indices where document.nodes[heading].kind == .heading {
        let name = HeadingMark(of: heading, in: document)?.name ?? ids.next(document.headingText(of: heading))
        let isNew = names[page.path, default: []].insert(name).inserted
        #expect(isNew, "\(page.path): \(name)")
      }
      for symbol in page.symbols {
        #expect(symbol.anchor.map { names[page.path]?.contains($0) ?? false } ?? true)
        let target = try #require(reference.symbols[symbol.usr])
        #expect(target.page == page.path && target.anchor == symbol.anchor)
      }
    }
    for page in reference.pages {
      let document = MarkdownDocument(page.file)
      for node in document.nodes where node.kind == .link {
        let parts = document.string(node.text).split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].isEmpty ? page.path : Self.joined(page.path, String(parts[0]))
        #expect(names[path] != nil, "\(page.path): \(parts)")
        if parts.count > 1 { #expect(names[path]?.contains(String(parts[1])) == true, "\(page.path): \(parts)") }
      }
      for fence in document.fences where fence.infoString.hasPrefix("swift-declaration ") {
        let usr = String(fence.infoString.dropFirst(18))
        let text = try #require(reference.symbols[usr]?.declaration?.text)
        #expect(fence.lines.map(\.text).joined(separator: "\n") == text)
      }
    }
  }

  private static func joined(_ page: String, _ address: String) -> String {
    var parts = page.split(separator: "/").dropLast().map(String.init)
    for part in address.split(separator: "/") {
      if part == ".." { parts.removeLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  @Test("the same graphs make the same pages, whatever their order")
  func isStable() throws {
    let module = try DescribedModule([
      ("Base", ["Base.swift": "public struct Plain {}\n"]), ("M", ["M.swift": "import Base\n" + Self.awkward]),
    ])
    let texts = module.reference().pages.map { String(decoding: $0.file.bytes, as: UTF8.self) }
    var reversed: [SymbolGraph] = []
    for graph in module.graphs.reversed() {
      var graph = graph
      graph.symbols.reverse()
      graph.relations.reverse()
      reversed.append(graph)
    }
    let others = module.reference(of: reversed).pages.map { String(decoding: $0.file.bytes, as: UTF8.self) }
    #expect(others.sorted() == texts.sorted())
  }

  @Test(
    "what is no symbol graph is told with its place",
    arguments: [
      ("{", 1), ("[]", 0), (#"{"module":{"name":"M"},"symbols":[{}],"relationships":[]}"#, 34),
      (#"{"module":{"name":"M"},"symbols":{},"relationships":[]}"#, 33),
    ])
  func mistakes(text: String, offset: Int) {
    let error = #expect(throws: SymbolGraphError.self) { try SymbolGraph(parsing: Array(text.utf8)) }
    #expect(error?.offset == offset)
  }
}
