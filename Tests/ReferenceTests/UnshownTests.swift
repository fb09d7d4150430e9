import Testing
import Text

@testable import Reference

/// Examples that look verified in the source have to be on a page, or be told.
@Suite("Examples on no page")
struct UnshownTests {
  /// The reasons for a file's examples, by what each of them says.
  private func reasons(_ files: [String: String]) throws -> [String: UnshownExample.Reason] {
    let reference = try DescribedModule([("M", files)]).reference()
    var reasons: [String: UnshownExample.Reason] = [:]
    for example in reference.unshown {
      let path = example.place.path.split(separator: "/").last.map(String.init) ?? ""
      let lines = files[path]?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
      let fence = try #require(example.place.position)
      let line = lines[fence.line - 1]
      #expect(["`", "~"].contains(line.dropFirst(fence.column - 1).prefix(1)))
      let name = lines[fence.line].split { !($0.isLetter || $0.isNumber) }.joined(separator: " ")
      #expect(reasons.updateValue(example.reason, forKey: name) == nil)
    }
    return reasons
  }

  private func reasons(_ text: String) throws -> [String: UnshownExample.Reason] { try reasons(["M.swift": text]) }

  /// None of these was told but those directly above an extension, in three backquotes at the start of a line.
  @Test("what the compiler does not take for a declaration's comment is told, and why")
  func places() throws {
    let found = try reasons(
      """
      /// ```swift
      /// operator
      /// ```
      infix operator <~>: Group
      /// ```swift
      /// group
      /// ```
      precedencegroup Group {}
      @MainActor
      /// ```swift
      /// below
      /// ```
      public func f1() {}
      @available(*, deprecated, message: ") {") /// ```swift
      /// beside
      /// ```
      public func f2() {}
      public /** ```swift
        modifier
        ``` */ func f3() {}
      /// ```swift
      /// condition
      /// ```
      #if true
      public func f4() {}
      #endif
      #if os(macOS)
      /// ```swift
      /// inactive
      /// ```
      public func f5() {}
      #endif
      /// ```swift
      /// detached
      /// ```

      /// Own.
      /// ```swift
      /// shown
      /// ```
      public func f6() {}
      /// ```swift
      /// hidden
      /// ```
      public func _f7() {}
      public struct S {
        public var a = 1, /// ```swift
          /// middle
          /// ```
          b = 2
        /// ```swift
        /// last
        /// ```
      }
      /// ```swift
      /// extension
      /// ```
      nonisolated extension S {}
      /// ```swift
      /// end
      /// ```
      """)
    #expect(
      found == [
        "operator": .operator, "group": .precedenceGroup, "below": .behindAttribute, "beside": .behindAttribute,
        "modifier": .behindAttribute, "condition": .beforeCondition, "inactive": .absent, "detached": .nothing,
        "hidden": .absent, "middle": .nothing, "last": .nothing, "extension": .extension, "end": .nothing,
      ])
  }

  @Test("fences are found as Markdown has them, in quotes and lists and of any length")
  func fences() throws {
    let found = try reasons(
      #"""
      /// ````swift
      /// four
      /// ````
      /// ~~~ swift run
      /// tildes
      /// ~~~
      /// > ```swift
      /// > quoted
      /// > ```
      /// 1. One:
      ///    - ```Swift,run
      ///      item
      ///      ```
      /// ````
      /// ```swift
      /// inner
      /// ```
      /// ````
      /// ```swift quote
      /// only shown
      /// ```
      /// ```ignore
      /// other
      /// ```
      ///
      ///     ```swift
      ///     indented
      extension S {}
      public struct S {}
      let text = """
        /// ```swift
        /// text
        \( "" + { () -> String in "}" }() ) /* "
        """, more = #"\#("/*")"#, expression = #/ \/ " /* /#
      let others = [/[{"]\/"/, /\/\*/], half = 4 / 2, divide: (Int, Int) -> Int = (/), quotient = half/2/1 // {
      /**
       * Stars.
       * ```swift
       * stars
       * ```
       */
      extension S {}
      /* /* */ /// ```swift
      /// nested
      /// ``` */
      extension S {}
      """#)
    #expect(Set(found.keys) == ["four", "tildes", "quoted", "item", "stars"])
    #expect(found.values.allSatisfy { $0 == .extension })
  }

  /// They are documented for the authors of the module, and no reader of its pages misses them.
  @Test("comments of what other modules do not see are passed over, wherever that is declared")
  func hidden() throws {
    func example(_ name: String) -> String { "/// ```swift\n/// \(name)\n/// ```\n" }
    let found = try reasons([
      "A.swift": """
      public enum Open { }
      struct Closed { enum Inner { case a } }
      private class Secret {}
      internal protocol Kept {}
      public struct Outer { struct Within {}; fileprivate enum `default` {} }
      """,
      "B.swift": """
      \(example("closed"))extension Closed { \n\(example("member"))public func f() {} }
      \(example("inner"))extension Closed.Inner { \n\(example("of inner"))public var x: Int { 1 } }
      \(example("within"))extension Outer.Within { \n\(example("of within"))public var x: Int { 1 } }
      \(example("kept"))extension Kept { \n\(example("of kept"))public var x: Int { 1 } }
      \(example("private"))private extension Open {\n\(example("of private"))func f() {} }
      \(example("open"))extension Open { \n\(example("internal"))func f2() {
      \(example("local"))func local() {}
      }
      \(example("set"))@inlinable public internal(set) static var x: Int { get { 1 } set {} } }
      public extension Open {
      \(example("shown"))func f3() { struct Local {
      \(example("in local"))public var x = 1 } }
      @discardableResult
      \(example("below"))func f4() -> Int { 1 }
      }
      public protocol P: AnyObject {
      @MainActor
      \(example("requirement"))func f()
      }
      \(example("file"))func open(
      \(example("parameter"))x: Int) {}
      public class C { private class var no: Int { 1 }
      \(example("class"))class func hidden() {}
      @MainActor
      \(example("told"))public class func shown() {}
      }
      """,
    ])
    #expect(
      found == [
        "open": .extension, "below": .behindAttribute, "requirement": .behindAttribute, "told": .behindAttribute,
      ])
  }

  @Test("a type that others see is not taken for a hidden one of another module")
  func sameName() throws {
    let example = "/// ```swift\n/// told\n/// ```\nextension Helper {}\n"
    let module = try DescribedModule([
      ("A", ["A.swift": "struct Helper {}\npublic struct S {}\n"]),
      ("B", ["B.swift": "\(example)public struct Helper {}\n"]),
    ])
    #expect(module.reference().unshown.map(\.reason) == [.extension])
  }

  @Test("an example in a comment that an extension file replaces is told")
  func replaced() throws {
    let module = try DescribedModule("/// ```swift\n/// print(1)\n/// ```\npublic struct S {}\n")
    let text = "# ``S``\n\n@Metadata {\n  @DocumentationExtension(mergeBehavior: override)\n}\n\nOther.\n"
    let catalog = DocumentationCatalog(module: "M", articles: [SourceFile(path: "M.docc/S.md", text: text)])
    #expect(module.reference().unshown == [])
    let unshown = module.reference(catalogs: [catalog]).unshown
    guard case .replaced(let place)? = unshown.first?.reason, unshown.count == 1 else {
      Issue.record("\(unshown)")
      return
    }
    #expect(place.path == "M.docc/S.md" && place.position?.line == 4)
  }
}
