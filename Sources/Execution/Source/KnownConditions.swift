internal import SwiftParser
internal import SwiftSyntax

/// What is known of the conditions of `#if`, as the compiler judges them for programs on Linux.
package struct KnownConditions: Sendable {
  /// What compiles the programs; `nil` where that is not known.
  package var versions: CompilerVersions?
  /// The book's own modules, which may have the names of other systems' ones.
  package var modules: Set<String> = []
  /// What the compiler said of others, by their text: `hasFeature(Embedded)`.
  package var answers: [String: Bool] = [:]

  package init() {}

  /// What the compiler has to be asked, so that all conditions of a program are known.
  package func questions(in text: String) -> Set<String> {
    guard text.contains("#if"), TextNesting(text).problem == nil else { return [] }
    return DeepStack.run(forText: text.utf8.count) {
      QuestionSearch(Parser.parse(source: text), self).questions
    } ?? []
  }

  /// What the compiler has to be asked to judge a condition, as it is written.
  fileprivate func questions(in condition: ExprSyntax) -> Set<String> {
    let search = CallSearch(viewMode: .sourceAccurate)
    search.walk(condition)
    return Set(search.calls.filter { asks($0) == nil }.map(\.trimmedDescription))
  }

  /// Whether a condition holds; `nil` where that is not known.
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

  /// What is asked about the system, the compiler and its modules.
  private func asks(_ call: FunctionCallExprSyntax) -> Bool? {
    guard let argument = call.arguments.first?.expression.trimmedDescription else { return nil }
    switch call.calledExpression.trimmedDescription {
    case "os": return argument == "Linux"
    case "arch": return argument == Self.architecture
    case "targetEnvironment": return false
    case "_runtime": return argument == "_Native"
    case "compiler": return versions.flatMap { Self.compares($0.compiler, argument) }
    case "swift": return versions.flatMap { Self.compares($0.language, argument) }
    case "canImport" where Self.otherSystems.contains(argument) && !modules.contains(argument): return false
    default: return answers[call.trimmedDescription]
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

/// Finds the conditions of a program.
private final class QuestionSearch: SyntaxVisitor {
  private(set) var questions: Set<String> = []
  private let conditions: KnownConditions

  init(_ file: SourceFileSyntax, _ conditions: KnownConditions) {
    self.conditions = conditions
    super.init(viewMode: .sourceAccurate)
    walk(file)
  }

  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let condition = node.condition { questions.formUnion(conditions.questions(in: condition)) }
    return .visitChildren
  }
}

/// Finds the calls in a condition.
private final class CallSearch: SyntaxVisitor {
  private(set) var calls: [FunctionCallExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    calls.append(node)
    return .skipChildren
  }
}
