import Markdown
import Testing
import Text
import Words

@testable import Reference

/// Pages in a language without Latin letters: what else is left in them is nobody's translation.
@Suite("Words on pages of modules")
struct LanguageTests {
  /// Each word is one that stands in no source; what is filled in stays.
  private static let strange = InterfaceWords(
    own: Dictionary(
      uniqueKeysWithValues: InterfaceWord.allCases.map { word in
        let places = InterfaceWords().forms(of: word).places.sorted().map { "{\($0)}" }
        return (word, WordForms(other: "ж" + places.joined(separator: "ж") + "ж"))
      }))

  /// All that pages say themselves.
  private static let module = """
    /// я
    ///
    /// - Parameter x: я
    /// - Parameters:
    ///   - y: я
    /// - Returns: я
    /// - Throws: я
    /// - Complexity: я
    /// - SeeAlso: я
    /// - Bug: я
    /// - Attention: я
    @available(macOS 13, iOS 16, *)
    @available(*, deprecated, renamed: "z") public func z() {}
    @available(macOS, introduced: 12, deprecated: 13, obsoleted: 14) public func zz() {}
    @available(macOS, unavailable) public func zzz() {}
    public protocol Q { associatedtype T; func z(); var q: T { get } }
    extension Q { public func z() {} }
    extension Q where T == Int { public func w() {} }
    /// я
    ///
    /// ## Topics
    ///
    /// - ``z``
    open class C: Equatable {
      public init() {}
      open var z: Int { 0 }
      /// я
      public static func == (l: C, r: C) -> Bool { true }
      public subscript(z: Int) -> Int { z }
      public class var zz: Int { 0 }
      public class func q() {}
      public static subscript(q: Int) -> Int { q }
      public typealias A = Int
      deinit {}
    }
    public class D: C { override public var z: Int { 1 } }
    public actor W { public init() {} }
    public enum E { case z(Int), q }
    public struct S<T> {}
    extension S: Q where T: Q, T: Equatable { public var q: Int { 0 } }
    extension Array where Element == Int { public var zz: Int { 0 } }
    public let zzzz = 1
    public typealias A = Int
    """

  @Test("all that pages say themselves is of the book's language, and addresses are the same in each")
  func words() throws {
    let module = try DescribedModule(Self.module)
    let catalog = DocumentationCatalog(
      module: "M", articles: [SourceFile(path: "M.docc/z.md", text: "# я\n\nя\n")], snippets: [:])
    let (english, strange) = (
      module.reference(catalogs: [catalog]), module.reference(catalogs: [catalog], words: Self.strange)
    )
    // What the module itself says.
    let own = Set(
      (Self.module + " M md api swift declaration WARNING CAUTION section Sources Self Swift iOS Equatable Sendable "
        + "SendableMetatype Copyable Actor assertIsolated assumeIsolated preconditionIsolated withSerialExecutor file "
        + "line")
        .split { !$0.isLetter })
    let marks = Self.anchors(english)
    for page in strange.pages {
      #expect(page.kind.contains("ж"), "\(page.path): \(page.kind)")
      for symbol in page.symbols { #expect(symbol.kind.contains("ж"), "\(symbol.name): \(symbol.kind)") }
      let document = MarkdownDocument(page.file)
      for node in document.nodes.indices where document.nodes[node].kind == .text {
        let words = document.string(document.nodes[node].text).split { !$0.isLetter }
        let left = words.filter { !own.contains($0) && !$0.contains("ж") }
        // What marks a heading is a text for Markdown, but no page shows it.
        #expect(left.allSatisfy(marks.contains), "\(page.path): \(left)")
      }
    }
    #expect(english.pages.map(\.path) == strange.pages.map(\.path))
    #expect(english.pages.map { $0.symbols.map(\.anchor) } == strange.pages.map { $0.symbols.map(\.anchor) })
    #expect(Self.anchors(english) == Self.anchors(strange))
    #expect(strange.text("api/M.md").contains("{#section-structures}"))
  }

  /// The words in the marks of headings.
  private static func anchors(_ reference: Reference) -> Set<Substring> {
    var words: Set<Substring> = []
    for page in reference.pages {
      for mark in reference.text(page.path).matches(of: /\{#([^}]*)\}/) {
        words.formUnion(mark.output.1.split { !$0.isLetter })
      }
    }
    return words
  }

  @Test("what a book has in place of our words is text, whatever Markdown would make of it")
  func hostile() throws {
    let reference = try DescribedModule(Self.module).reference(
      words: InterfaceWords(own: [.required: "*Must* <b>", .conformsTo: "[To](x) `y`"]))
    #expect(reference.text("api/M/Q.md").contains("**\\*Must\\* \\<b\\>**"))
    #expect(reference.text("api/M/S.md").contains("## \\[To\\](x) \\`y\\` {#section-conforms-to}"))
  }
}
