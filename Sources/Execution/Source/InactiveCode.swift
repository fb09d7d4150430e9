internal import SwiftParser
internal import SwiftSyntax

/// The lines of a program that the compiler passes over, since a condition says that they are for other systems.
///
/// Nothing is known of them when a program has compiled. A condition that only the compiler can judge, such as
/// `#if canImport(Garden)` or `#if hasFeature(Embedded)`, is taken for one that holds.
package struct InactiveCode: Sendable {
  /// The lines, counted from 1, with code that is compiled; what is only imported does not count.
  package fileprivate(set) var compiledLines: Set<Int> = []
  /// By the lines with code that is passed over, the bytes of the directive that says so; without imports, too.
  package fileprivate(set) var directives: [Int: Range<Int>] = [:]
  /// The lines with imports that are passed over.
  package fileprivate(set) var importLines: Set<Int> = []

  /// Looks through a program.
  ///
  /// `nil` where nothing is passed over.
  ///
  /// - Parameters:
  ///   - text: The program.
  ///   - modules: What it can import besides the toolchain's modules.
  ///   - versions: What compiles it; `nil` where that is not known.
  package init?(in text: String, modules: Set<String>, versions: CompilerVersions?) {
    // Nearly no program has a condition.
    guard text.contains("#if"), TextNesting(text).problem == nil else { return nil }
    let found = DeepStack.run(forText: text.utf8.count) {
      let search = InactiveSearch(Parser.parse(source: text), Condition(modules: modules, versions: versions))
      return search.code
    }
    guard let found, !found.directives.isEmpty || !found.importLines.isEmpty else { return nil }
    self = found
  }

  fileprivate init() {}
}

/// Goes through a program's tokens, and knows under which condition each stands.
private final class InactiveSearch: SyntaxVisitor {
  private(set) var code = InactiveCode()
  private let lines: SourceLocationConverter
  private let condition: Condition
  /// The directive under which the tokens stand that are passed over.
  private var directive: Range<Int>?

  init(_ file: SourceFileSyntax, _ condition: Condition) {
    lines = SourceLocationConverter(fileName: "", tree: file)
    self.condition = condition
    super.init(viewMode: .sourceAccurate)
    walk(file.statements)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if directive != nil { code.importLines.insert(line(of: node.positionAfterSkippingLeadingTrivia)) }
    return .skipChildren
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    let outer = directive
    var mayHold = true
    for clause in node.clauses {
      let holds = clause.condition.map(condition.holds) ?? true
      let isPassedOver = !mayHold || holds == false
      if holds == true { mayHold = false }
      if outer == nil { directive = isPassedOver ? Self.range(of: clause) : nil }
      if let elements = clause.elements { walk(elements) }
    }
    directive = outer
    return .skipChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    let line = line(of: token.positionAfterSkippingLeadingTrivia)
    if let directive { code.directives[line] = directive } else { code.compiledLines.insert(line) }
    return .skipChildren
  }

  private func line(of position: AbsolutePosition) -> Int { lines.location(for: position).line }

  private static func range(of clause: IfConfigClauseSyntax) -> Range<Int> {
    let end = clause.condition?.endPositionBeforeTrailingTrivia ?? clause.poundKeyword.endPositionBeforeTrailingTrivia
    return clause.poundKeyword.positionAfterSkippingLeadingTrivia.utf8Offset..<end.utf8Offset
  }
}

/// Judges conditions as the compiler does for programs on Linux.
private struct Condition {
  let modules: Set<String>
  let versions: CompilerVersions?

  /// Whether it holds; `nil` where that is not known.
  func holds(_ condition: ExprSyntax) -> Bool? {
    if let literal = condition.as(BooleanLiteralExprSyntax.self) { return literal.literal.text == "true" }
    // Programs are compiled without flags of their own.
    if condition.is(DeclReferenceExprSyntax.self) { return false }
    if let negated = condition.as(PrefixOperatorExprSyntax.self) {
      return negated.operator.text == "!" ? holds(negated.expression).map { !$0 } : nil
    }
    if let tuple = condition.as(TupleExprSyntax.self), let inner = tuple.elements.first, tuple.elements.count == 1 {
      return holds(inner.expression)
    }
    if let sequence = condition.as(SequenceExprSyntax.self) { return any(Array(sequence.elements)) }
    return condition.as(FunctionCallExprSyntax.self).flatMap(asks)
  }

  /// Whether one of the conditions between `||` holds.
  private func any(_ parts: [ExprSyntax]) -> Bool? {
    let values = parts.split { Self.isOperator("||", $0) }.map { all(Array($0)) }
    return values.contains(true) ? true : values.contains(nil) ? nil : false
  }

  /// Whether all of the conditions between `&&` hold.
  private func all(_ parts: [ExprSyntax]) -> Bool? {
    let values = parts.split { Self.isOperator("&&", $0) }.map { $0.count == 1 ? $0.first.flatMap(holds) : nil }
    return values.contains(false) ? false : values.contains(nil) ? nil : true
  }

  private static func isOperator(_ name: String, _ part: ExprSyntax) -> Bool {
    part.as(BinaryOperatorExprSyntax.self)?.operator.text == name
  }

  /// What is asked about the system and its modules.
  private func asks(_ call: FunctionCallExprSyntax) -> Bool? {
    guard let argument = call.arguments.first?.expression.trimmedDescription else { return nil }
    switch call.calledExpression.trimmedDescription {
    case "os": return argument == "Linux"
    case "arch": return argument == Self.architecture
    case "targetEnvironment": return false
    case "_runtime": return argument == "_Native"
    case "compiler": return versions.flatMap { Self.compares($0.compiler, argument) }
    case "swift": return versions.flatMap { Self.compares($0.language, argument) }
    case "canImport": return Self.otherSystems.contains(argument) && !modules.contains(argument) ? false : nil
    default: return nil
    }
  }

  /// Whether a version is as `>=6.1` or `<7` asks; `nil` where that cannot be read.
  private static func compares(_ version: [Int], _ asked: String) -> Bool? {
    let isLess = asked.hasPrefix("<")
    guard isLess || asked.hasPrefix(">=") else { return nil }
    let words = asked.dropFirst(isLess ? 1 : 2).split(separator: ".", omittingEmptySubsequences: false)
    var parts = words.compactMap { Int($0) }
    guard parts.count == words.count else { return nil }
    while parts.last == 0 { parts.removeLast() }
    return version.lexicographicallyPrecedes(parts) == isLess
  }

  /// Programs are compiled for the machine that this one was compiled for.
  private static let architecture: String = {
    #if arch(arm64)
      "arm64"
    #else
      "x86_64"
    #endif
  }()

  /// Modules that other systems have.
  private static let otherSystems: Set = [
    "AppKit", "ARKit", "AVFoundation", "CloudKit", "Cocoa", "Combine", "CoreData", "CoreGraphics", "CoreLocation",
    "CoreML", "Darwin", "HealthKit", "MapKit", "MetalKit", "ObjectiveC", "PencilKit", "PlaygroundSupport", "QuartzCore",
    "RealityKit", "SceneKit", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI", "UIKit", "UserNotifications", "WatchKit",
    "WebKit", "WidgetKit", "WinSDK",
  ]
}
