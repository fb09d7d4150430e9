internal import SwiftParser
internal import SwiftSyntax

/// What a program has of tests for Swift Testing, and whether they can be run.
package struct TestSyntax: Sendable {
  /// What keeps the tests of a program from being run.
  package enum Obstacle: Sendable {
    /// There are statements at its top level: it is a script, in which tests are only declared.
    case statements
    /// A type of its own is marked `@main`.
    case mainType
    /// A test starts the program anew, in another process.
    case exitTests
    /// It declares a function that runs them, and could say anything of them.
    case ownRunner
  }

  /// Whether it imports Swift Testing and declares tests.
  package let hasTests: Bool
  /// Why its tests cannot be run, if it has tests.
  package let obstacle: Obstacle?

  /// Whether what is compiled is to run them.
  var areRun: Bool { hasTests && obstacle == nil }

  /// No tests.
  static let none = TestSyntax(Parser.parse(source: ""), imports: [])

  init(_ file: SourceFileSyntax, imports: [String]) {
    guard imports.contains("Testing") else {
      hasTests = false
      obstacle = nil
      return
    }
    let search = TestSearch(viewMode: .sourceAccurate)
    search.walk(file)
    hasTests = search.hasTests
    obstacle =
      if !search.hasTests {
        nil
      } else if HostNames.areDeclared(in: file) {
        .ownRunner
      } else if MainFunction.type(in: Array(file.statements)) != nil {
        .mainType
      } else if Self.hasStatements(file.statements) {
        .statements
      } else {
        search.hasExitTests ? .exitTests : nil
      }
  }

  private static func hasStatements(_ items: CodeBlockItemListSyntax) -> Bool {
    items.contains { item in
      guard case .decl(let declaration) = item.item else { return true }
      return (declaration.as(IfConfigDeclSyntax.self)?.clauses ?? []).contains { clause in
        if case .statements(let statements) = clause.elements { hasStatements(statements) } else { false }
      }
    }
  }

  /// The library's function that says what runs tests.
  static let entryPoint = "swt_abiv0_getEntryPoint"

  /// What runs the tests of a program, for the end of its text.
  ///
  /// They go one after the other, so that what they print has an order; in a session all of it belongs to the last
  /// block. `prefix` begins the names of what is put into the text, `standard` those of the standard library.
  static func runner(_ prefix: String, standard: String, blocks: Int) -> String {
    let blockCalls = (0..<blocks).map { "\(prefix)_block(\($0 + 1)); " }.joined()
    return """

      @_silgen_name("\(entryPoint)") fileprivate func \(prefix)_tests() -> \(standard)UnsafeRawPointer
      @_silgen_name("loopbook_tested")
      fileprivate func \(prefix)_tested(_: \(standard)UnsafeRawPointer?, _: \(standard)Int)
      @_silgen_name("loopbook_tests_end") fileprivate func \(prefix)_end(_: \(standard)Bool)
      @main fileprivate enum \(prefix)_main {
        nonisolated static func main() async throws {
          typealias Run = @convention(thin) @Sendable (
            \(standard)UnsafeRawBufferPointer?,
            @escaping @Sendable (\(standard)UnsafeRawBufferPointer) -> ()
          ) async throws -> \(standard)Bool
          \(blockCalls)let options: \(standard)StaticString = #"{"parallel":false,"verbosity":\(Int.min)}"#
          let run = \(standard)unsafeBitCast(\(prefix)_tests(), to: Run.self)
          let havePassed = try await run(
            \(standard)UnsafeRawBufferPointer(start: options.utf8Start, count: options.utf8CodeUnitCount)
          ) { \(prefix)_tested($0.baseAddress, $0.count) }
          \(prefix)_end(havePassed)
          \(prefix)_reached()
        }
      }

      """
  }
}

/// Looks for tests in a program, and for what cannot be run of them.
private final class TestSearch: SyntaxVisitor {
  private(set) var hasTests = false
  private(set) var hasExitTests = false

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if ["Test", "Testing.Test"].contains(node.attributeName.trimmedDescription) { hasTests = true }
    return .visitChildren
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    if ["processExitsWith", "exitsWith"].contains(node.label?.text) { hasExitTests = true }
    return .visitChildren
  }
}
