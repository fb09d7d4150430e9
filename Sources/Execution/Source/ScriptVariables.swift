internal import SwiftSyntax

/// The variables of a script, and what becomes of each in a module that is shared.
///
/// Most stay what they are: globals, with the same enforcement of exclusive access, the same isolation, and the same
/// lifetime. A global of such a module gets its value when it is first used, so the function touches it where it stood.
/// A variable whose value cannot be written at file scope becomes the function's own, where nothing that it is used for
/// can tell.
struct ScriptVariables {
  /// How a declaration of variables is written at file scope.
  struct Global {
    /// Where the access level goes.
    var level: AbsolutePosition
    var edits: [(AbsolutePosition, String)]
    /// One name of each pattern, as it is written.
    var touched: [String]
    /// The names of constants that may do without an actor; see `SharedText`.
    var freeable: Set<String> = []
    /// Whether all values are literals, which any thread may use.
    var isLiteral = true
    /// The initial values with bodies, each with its type as it is written: `: Int = { 1 }()`.
    var valuesWithBodies: [String] = []
  }

  /// By name, the offset from which it may be mentioned.
  private(set) var ends: [String: Int] = [:]

  /// The names of the globals, in order.
  private(set) var globals: [String] = []

  /// The names of the function's own variables that do not change.
  private(set) var constants: Set<String> = []

  /// The names of the function's own variables that change.
  private(set) var changing: Set<String> = []

  /// A name that is bound twice.
  private(set) var repeated: String?

  private var forms: [SyntaxIdentifier: Global] = [:]

  private let imports: [String]

  init(imports: [String]) {
    self.imports = imports
  }

  /// Whether some variables are the function's own.
  var hasLocals: Bool { !constants.isEmpty || !changing.isEmpty }

  /// How an item is written at file scope; `nil` where it is not a declaration of globals.
  func global(_ item: CodeBlockItemSyntax) -> Global? { forms[item.id] }

  /// Takes in an item; why it cannot share a module, if it cannot.
  mutating func add(_ item: CodeBlockItemSyntax) -> String? {
    switch item.item {
    case .stmt(let statement):
      guard let guarded = statement.as(GuardStmtSyntax.self) else { return nil }
      for condition in guarded.conditions {
        let names = BoundNames(condition)
        if names.areChanging { return "has a 'guard' with a variable at its top level" }
        bind(names, until: condition.endPosition)
        constants.formUnion(names.plain)
      }
      return nil
    case .decl(let declaration):
      guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
      return add(variable, item)
    default: return nil
    }
  }

  private mutating func add(_ variable: VariableDeclSyntax, _ item: CodeBlockItemSyntax) -> String? {
    if !variable.attributes.isEmpty || !variable.modifiers.isEmpty {
      return "has a variable with attributes or modifiers"
    }
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    var global = Global(level: variable.bindingSpecifier.positionAfterSkippingLeadingTrivia, edits: [], touched: [])
    var forms: Set<Form> = []
    for binding in variable.bindings {
      let form = form(of: binding, isConstant: isConstant)
      if case .impossible(let reason) = form { return reason }
      forms.insert(form)
      let names = BoundNames(binding.pattern)
      bind(names, until: binding.endPosition)
      if !(binding.initializer?.value.isPlainLiteral ?? false) || !isConstant { global.isLiteral = false }
      switch form {
      case .global:
        globals += names.plain
        if isConstant, mayFree(binding) { global.freeable.formUnion(names.plain) }
        if let initializer = binding.initializer, initializer.hasBody {
          global.valuesWithBodies.append("\(binding.typeAnnotation?.description ?? "")\(initializer)")
        }
        if let first = names.written.first { global.touched.append(first) }
        // Where it throws, the program fails, and is tried again alone.
        if let tried = binding.initializer?.value.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil {
          global.edits.append((tried.tryKeyword.endPositionBeforeTrailingTrivia, "!"))
        }
      case .computed: globals += names.plain
      case .local where isConstant: constants.formUnion(names.plain)
      default: changing.formUnion(names.plain)
      }
    }
    guard !forms.contains(.local) else {
      return forms.count == 1 ? nil : "declares variables of different kinds at once"
    }
    self.forms[item.id] = global
    return nil
  }

  /// Whether a constant's value is the same without an actor: closures inherit the actor, and where they are handed to
  /// what was not compiled for Swift 6, they check it when they run.
  private func mayFree(_ binding: PatternBindingSyntax) -> Bool {
    let modules: Set = ["LoopEngine", "LoopTracing", "Synchronization"]
    if modules.isSuperset(of: imports) { return true }
    return binding.initializer?.hasBody == false
  }

  private enum Form: Hashable {
    case global
    /// A global that has no value of its own.
    case computed
    /// The function's own.
    case local
    case impossible(String)
  }

  private func form(of binding: PatternBindingSyntax, isConstant: Bool) -> Form {
    var isObserved = false
    if let block = binding.accessorBlock {
      guard case .accessors(let accessors) = block.accessors else { return .computed }
      isObserved = accessors.contains { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      if !isObserved { return .computed }
    }
    guard let value = binding.initializer?.value else {
      if isObserved { return .impossible("has an observed variable without an initial value") }
      guard let type = binding.typeAnnotation?.type, binding.pattern.is(IdentifierPatternSyntax.self) else {
        return .impossible("has a variable without an initial value")
      }
      // A script's optional variable is nil from where it stands.
      let isOptional = type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      return isOptional && !isConstant ? .global : .local
    }
    let needs = InitialValueNeeds(value, locals: constants.union(changing))
    if isObserved, needs.isBoundToFunction { return .impossible("has an observed variable whose value throws") }
    // A value that nothing is called after is only evaluated.
    return needs.isBoundToFunction || BoundNames(binding.pattern).plain.isEmpty ? .local : .global
  }

  /// Notes the names that a pattern or a condition binds.
  private mutating func bind(_ names: BoundNames, until end: AbsolutePosition) {
    for name in names.plain where ends.updateValue(end.utf8Offset, forKey: name) != nil { repeated = name }
  }
}

/// The names that patterns bind.
private final class BoundNames: SyntaxVisitor {
  /// As they are written, perhaps in backticks.
  private(set) var written: [String] = []
  /// Whether one of them is a variable.
  private(set) var areChanging = false

  var plain: [String] { written.map(\.withoutBackticks) }

  init(_ node: some SyntaxProtocol) {
    super.init(viewMode: .sourceAccurate)
    walk(node)
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    written.append(node.identifier.text)
    return .skipChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.tokenKind == .keyword(.var) { areChanging = true }
    return .skipChildren
  }

  // Closures bind names of their own.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Whether an initial value can only stand inside of the function: it throws in its middle, or uses a variable of the
/// function.
private final class InitialValueNeeds: SyntaxVisitor {
  private(set) var isBoundToFunction = false
  private let locals: Set<String>
  private let outermost: ExprSyntax

  init(_ value: ExprSyntax, locals: Set<String>) {
    self.locals = locals
    outermost = value
    super.init(viewMode: .sourceAccurate)
    walk(value)
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark == nil, node.id != outermost.id { isBoundToFunction = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    // What a closure tries is the closure's own; what it mentions is not.
    let mentioned = node.tokens(viewMode: .sourceAccurate).contains { locals.contains($0.text.withoutBackticks) }
    if mentioned { isBoundToFunction = true }
    return .skipChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if locals.contains(token.text.withoutBackticks) { isBoundToFunction = true }
    return .skipChildren
  }
}

extension InitializerClauseSyntax {
  /// Whether a closure stands in it, or another body.
  fileprivate var hasBody: Bool { tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftBrace } }
}

extension ExprSyntax {
  /// Whether it is a number, a truth value, or a text without interpolations.
  fileprivate var isPlainLiteral: Bool {
    if let text = self.as(StringLiteralExprSyntax.self) {
      return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    }
    return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
      || self.is(BooleanLiteralExprSyntax.self)
  }
}
