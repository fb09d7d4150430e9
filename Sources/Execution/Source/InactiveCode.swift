internal import SwiftParser
internal import SwiftSyntax

/// The lines of a program that the compiler passes over, since a condition says that they are for other systems.
///
/// Nothing is known of them when a program has compiled. A condition that only the compiler can judge, such as
/// `#if canImport(Garden)` or `#if swift(>=7)`, is taken for one that holds.
package struct InactiveCode: Sendable {
  /// The lines, counted from 1, with code that is compiled; what is only imported does not count.
  package fileprivate(set) var compiledLines: Set<Int> = []
  /// By the lines with code that is passed over, the bytes of the directive that says so.
  package fileprivate(set) var directives: [Int: Range<Int>] = [:]

  /// Looks through a program; `modules` are those that it can import besides the toolchain's.
  ///
  /// `nil` where nothing is passed over.
  package init?(in text: String, modules: Set<String>) {
    // Nearly no program has a condition.
    guard text.contains("#if"), TextNesting(text).problem == nil else { return nil }
    let found = DeepStack.run(forText: text.utf8.count) {
      let search = InactiveSearch(Parser.parse(source: text), modules)
      return search.code
    }
    guard let found, !found.directives.isEmpty else { return nil }
    self = found
  }

  fileprivate init() {}
}

/// Goes through a program's tokens, and knows under which condition each stands.
private final class InactiveSearch: SyntaxVisitor {
  private(set) var code = InactiveCode()
  private let lines: SourceLocationConverter
  private let modules: Set<String>
  /// The directive under which the tokens stand that are passed over.
  private var directive: Range<Int>?

  init(_ file: SourceFileSyntax, _ modules: Set<String>) {
    lines = SourceLocationConverter(fileName: "", tree: file)
    self.modules = modules
    super.init(viewMode: .sourceAccurate)
    walk(file.statements)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    let outer = directive
    var mayHold = true
    for clause in node.clauses {
      let holds = clause.condition.map { Condition(modules: modules).holds($0) } ?? true
      let isPassedOver = !mayHold || holds == false
      if holds == true { mayHold = false }
      if outer == nil { directive = isPassedOver ? Self.range(of: clause) : nil }
      if let elements = clause.elements { walk(elements) }
    }
    directive = outer
    return .skipChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    let line = lines.location(for: token.positionAfterSkippingLeadingTrivia).line
    if let directive { code.directives[line] = directive } else { code.compiledLines.insert(line) }
    return .skipChildren
  }

  private static func range(of clause: IfConfigClauseSyntax) -> Range<Int> {
    let end = clause.condition?.endPositionBeforeTrailingTrivia ?? clause.poundKeyword.endPositionBeforeTrailingTrivia
    return clause.poundKeyword.positionAfterSkippingLeadingTrivia.utf8Offset..<end.utf8Offset
  }
}

/// Judges conditions as the compiler does for programs on Linux.
private struct Condition {
  let modules: Set<String>

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
    case "targetEnvironment": return false
    case "canImport": return Self.otherSystems.contains(argument) && !modules.contains(argument) ? false : nil
    default: return nil
    }
  }

  /// Modules that other systems have.
  private static let otherSystems: Set = [
    "AppKit", "ARKit", "AVFoundation", "CloudKit", "Cocoa", "Combine", "CoreData", "CoreGraphics", "CoreLocation",
    "CoreML", "Darwin", "HealthKit", "MapKit", "MetalKit", "ObjectiveC", "PencilKit", "PlaygroundSupport", "QuartzCore",
    "RealityKit", "SceneKit", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI", "UIKit", "UserNotifications", "WatchKit",
    "WebKit", "WidgetKit", "WinSDK",
  ]
}
