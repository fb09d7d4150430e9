internal import SwiftParser
internal import SwiftSyntax

/// A program's text as it is compiled for a browser's page, together with others.
///
/// Embedded Swift, which pages get, prints texts alone, so what is printed is turned into one; and literals become
/// reads of values that the page can set. No line moves, so that what the compiler says has its place.
package struct PageText: Sendable {
  /// A literal that readers may change.
  package struct Literal: Hashable, Sendable {
    /// What can be put in its place.
    package enum Kind: String, Sendable {
      case integer, decimal, flag, text
    }

    package var kind: Kind
    /// The line of the program that it stands on, from 1.
    package var line: Int
    /// The bytes of the line that it takes.
    package var columns: Range<Int>
    /// As it is written.
    package var text: String

    package init(kind: Kind, line: Int, columns: Range<Int>, text: String) {
      self.kind = kind
      self.line = line
      self.columns = columns
      self.text = text
    }
  }

  /// Where a program's variables go.
  package enum Form: Int, Sendable {
    /// They stay globals, which get their values where they stand.
    case globals
    /// They and all else become a function's own.
    case body
  }

  /// The modules that programs of a page may import.
  private static let modules: Set = ["LoopEngine", "LoopTracing", "Swift", "Synchronization"]

  /// All literals that may be changed, in their order.
  package let literals: [Literal]
  private let text: String
  private let insertions: [Insertion]
  private let pieces: [Piece]
  private let imports: [String]

  fileprivate struct Insertion: Sendable {
    var offset: Int
    var text: String
    /// The number of the literal that it belongs to; `nil` where it belongs to none.
    var literal: Int?
    var closes: Bool
    /// How many bytes behind it are left out.
    var removed = 0
  }

  fileprivate struct Piece: Sendable {
    enum Kind: Sendable {
      case imported, declaration, extended, statement
      /// Variables, and the names to touch where they stand.
      case variables([String])
    }
    var kind: Kind
    var range: Range<Int>
    var line: Int
    /// Where an access level goes; `nil` where none may.
    var level: Int?
    /// Where `try` lacks the mark that a value at file scope needs.
    var tries: [Int] = []
  }

  /// Why a program cannot run in a page, in words that fit after "it".
  package struct Refusal: Error, Hashable, Sendable {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  /// Reads a program; `implicitImports` are the modules that it imports without saying so.
  package init(_ text: String, implicitImports: [String] = []) throws(Refusal) {
    let read = DeepStack.run(forText: text.utf8.count) {
      Result { () throws(Refusal) in try PageText(parsing: text, implicitImports) }
    }
    guard let read else { throw Refusal("cannot be parsed: the memory does not suffice") }
    self = try read.get()
  }

  private init(parsing text: String, _ implicitImports: [String]) throws(Refusal) {
    let file = Parser.parse(source: text)
    if file.hasError { throw Refusal("does not parse") }
    let lines = LineTable(text)
    var pieces: [Piece] = []
    var imports = implicitImports
    for item in file.statements {
      if let imported = item.item.as(ImportDeclSyntax.self) { imports.append(imported.path.first?.name.text ?? "") }
      pieces.append(Self.piece(item, lines))
    }
    for module in imports where !Self.modules.contains(module) {
      throw Refusal("imports \(module), which pages do not have")
    }
    let reader = PageReader(lines)
    reader.walk(file)
    if reader.hasTasks { throw Refusal("uses tasks, which the toolchain has none of for pages") }
    literals = reader.literals
    insertions = reader.insertions
    self.text = text
    self.pieces = pieces
    self.imports = imports
  }

  /// Whether it uses the engine.
  private var usesEngine: Bool { imports.contains { $0.hasPrefix("Loop") } }

  private static func piece(_ item: CodeBlockItemSyntax, _ lines: LineTable) -> Piece {
    // Without its semicolon, since each is ended by one.
    let range = item.position.utf8Offset..<item.item.endPosition.utf8Offset
    var piece = Piece(kind: .statement, range: range, line: lines.line(at: range.lowerBound))
    guard case .decl(let declaration) = item.item else { return piece }
    if declaration.is(ImportDeclSyntax.self) {
      piece.kind = .imported
      return piece
    }
    if let variable = declaration.as(VariableDeclSyntax.self) {
      let hasValues = variable.bindings.allSatisfy { $0.initializer != nil || $0.accessorBlock != nil }
      guard variable.attributes.isEmpty, variable.modifiers.isEmpty, hasValues else { return piece }
      let names = variable.bindings.compactMap { binding in
        binding.accessorBlock == nil || binding.initializer != nil ? FirstName(binding.pattern).name : nil
      }
      piece.kind = .variables(names)
      piece.level = variable.bindingSpecifier.positionAfterSkippingLeadingTrivia.utf8Offset
      for binding in variable.bindings {
        guard let tried = binding.initializer?.value.as(TryExprSyntax.self), tried.questionOrExclamationMark == nil
        else { continue }
        piece.tries.append(tried.tryKeyword.endPositionBeforeTrailingTrivia.utf8Offset)
      }
      return piece
    }
    piece.kind = declaration.is(ExtensionDeclSyntax.self) ? .extended : .declaration
    if let extended = declaration.as(ExtensionDeclSyntax.self) {
      // One that conforms to a protocol has no level.
      if extended.inheritanceClause == nil, extended.modifiers.isEmpty {
        piece.level = extended.extensionKeyword.positionAfterSkippingLeadingTrivia.utf8Offset
      }
    } else if let modified = declaration.asProtocol((any WithModifiersSyntax).self),
      !modified.modifiers.contains(where: \.isAccessLevel)
    {
      let first = modified.modifiers.first?.positionAfterSkippingLeadingTrivia
      let group = declaration.asProtocol((any DeclGroupSyntax).self)?.introducer.positionAfterSkippingLeadingTrivia
      let function = declaration.as(FunctionDeclSyntax.self)?.funcKeyword.positionAfterSkippingLeadingTrivia
      let alias = declaration.as(TypeAliasDeclSyntax.self)?.typealiasKeyword.positionAfterSkippingLeadingTrivia
      piece.level = (first ?? group ?? function ?? alias)?.utf8Offset
    }
    return piece
  }

  // MARK: Writing

  /// The program's file in a module of several, in which its name is a number.
  ///
  /// `kept` are the numbers of the literals that stay as they are.
  package func file(_ number: Int, form: Form, keeping kept: Set<Int>) -> String {
    var numbers: [Int: Int] = [:]
    for index in literals.indices where !kept.contains(index) { numbers[index] = numbers.count }
    var top = ""
    var body = ""
    for piece in pieces {
      // A name of its own for each program, which ends with the one that a script has.
      let place = "#sourceLocation(file: \"\(number)/main.swift\", line: \(piece.line))\n"
      let level = form == .globals || piece.kind.isAlwaysOutside ? piece.level : nil
      let text = written(piece, level: level, numbers: numbers, tries: form == .globals ? piece.tries : [])
      switch piece.kind {
      case .imported: break
      case .extended: top += place + text + "\n"
      case .declaration where form == .globals: top += place + text + "\n"
      case .variables(let names) where form == .globals:
        top += place + text + "\n"
        for name in names { body += "loopbookTouch(\(name));\n" }
      case .declaration, .variables, .statement: body += place + text + "\n;\n"
      }
    }
    let imported = Set(imports).sorted().map { "import \($0)\n" }.joined()
    let failing = usesEngine ? " throws(SystemError)" : ""
    let call = usesEngine ? "do { try BODY } catch { loopbookFailed(error.description) }" : "BODY"
    return """
      \(imported)\(top)
      fileprivate func _loopbook_page_body()\(failing) {
      \(body)
      }
      func \(Self.entry(number))() { \(call.replacing("BODY", with: "_loopbook_page_body()")) }

      """
  }

  /// The name of the function that is the program of a number.
  package static func entry(_ number: Int) -> String { "_loopbook_page_program_\(number)" }

  private func written(_ piece: Piece, level: Int?, numbers: [Int: Int], tries: [Int]) -> String {
    var all = insertions.compactMap { insertion -> (offset: Int, text: String, removed: Int)? in
      // What closes where a statement ends is not of the next one, which begins there.
      let (start, end, offset) = (piece.range.lowerBound, piece.range.upperBound, insertion.offset)
      guard insertion.closes ? start < offset && offset <= end : start <= offset && offset < end else { return nil }
      guard let literal = insertion.literal else { return (insertion.offset, insertion.text, insertion.removed) }
      guard let number = numbers[literal] else { return nil }
      return (insertion.offset, insertion.closes ? insertion.text : "\(insertion.text)\(number), ", 0)
    }
    if let level { all.insert((level, "fileprivate ", 0), at: 0) }
    all += tries.map { ($0, "!", 0) }
    // What stands at one place keeps its order.
    let sorted = all.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var next = piece.range.lowerBound
    for (_, insertion) in sorted {
      result += bytes[next..<insertion.offset]
      result += Array(insertion.text.utf8)
      next = insertion.offset + insertion.removed
    }
    return String(decoding: result + bytes[next..<piece.range.upperBound], as: UTF8.self)
  }
}

extension PageText.Piece.Kind {
  /// Whether it cannot stand in a function.
  fileprivate var isAlwaysOutside: Bool {
    if case .extended = self { true } else { false }
  }
}

/// Where the lines of a text begin.
struct LineTable {
  private let starts: [Int]

  init(_ text: String) {
    var starts = [0]
    for (offset, byte) in text.utf8.enumerated() where byte == 10 { starts.append(offset + 1) }
    self.starts = starts
  }

  /// The number of the line that an offset is on, from 1.
  func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Where in its line an offset is.
  func column(at offset: Int) -> Int { offset - starts[line(at: offset) - 1] }
}

/// The first name that a pattern binds.
private final class FirstName: SyntaxVisitor {
  private(set) var name: String?

  init(_ pattern: PatternSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(pattern)
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    name = name ?? node.identifier.text
    return .skipChildren
  }
}

/// Finds literals, what is printed, key paths, and tasks.
private final class PageReader: SyntaxVisitor {
  private(set) var literals: [PageText.Literal] = []
  private(set) var insertions: [PageText.Insertion] = []
  private(set) var hasTasks = false
  private let lines: LineTable

  init(_ lines: LineTable) {
    self.lines = lines
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if ["TaskLocal", "MainActor"].contains(node.attributeName.trimmedDescription) { hasTasks = true }
    return .skipChildren
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    hasTasks = true
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if ["Task", "withTaskGroup", "MainActor"].contains(node.baseName.text) { hasTasks = true }
    return .visitChildren
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    hasTasks = true
    return .visitChildren
  }

  // MARK: What is printed

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "print" {
      for argument in node.arguments where argument.label == nil { open(argument.expression, "loopbookText(", nil) }
    }
    return .visitChildren
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    if node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "print" {
      for argument in node.arguments where argument.label == nil { close(argument.expression, nil) }
    }
  }

  override func visit(_ node: ExpressionSegmentSyntax) -> SyntaxVisitorContinueKind {
    if let only = Self.only(node) { open(only, "loopbookText(", nil) }
    return .visitChildren
  }

  override func visitPost(_ node: ExpressionSegmentSyntax) {
    if let only = Self.only(node) { close(only, nil) }
  }

  private static func only(_ node: ExpressionSegmentSyntax) -> ExprSyntax? {
    guard node.expressions.count == 1, let only = node.expressions.first, only.label == nil else { return nil }
    return only.expression
  }

  // MARK: Key paths

  /// Embedded Swift has none; those that stand for a closure become one.
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    let isPlain =
      node.root == nil && node.components.allSatisfy { $0.component.is(KeyPathPropertyComponentSyntax.self) }
    guard isPlain else { return .visitChildren }
    let start = node.backslash.positionAfterSkippingLeadingTrivia.utf8Offset
    insertions.append(PageText.Insertion(offset: start, text: "{ $0", literal: nil, closes: false, removed: 1))
    insertions.append(
      PageText.Insertion(
        offset: node.endPositionBeforeTrailingTrivia.utf8Offset, text: " }", literal: nil, closes: true))
    return .skipChildren
  }

  // MARK: Literals

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    mark(node, .integer, "loopbookNumber(")
  }

  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    mark(node, .decimal, "loopbookDecimal(")
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    mark(node, .flag, "loopbookFlag(")
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let isPlain =
      node.openingPounds == nil && node.openingQuote.tokenKind == .stringQuote && node.segments.count == 1
      && node.segments.allSatisfy { $0.as(StringSegmentSyntax.self).map { !$0.content.text.contains("\\") } ?? false }
    return isPlain ? mark(node, .text, "loopbookString(") : .visitChildren
  }

  private func mark(
    _ node: some ExprSyntaxProtocol, _ kind: PageText.Literal.Kind, _ call: String
  ) -> SyntaxVisitorContinueKind {
    let (start, end) = (node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia)
    let line = lines.line(at: start.utf8Offset)
    let column = lines.column(at: start.utf8Offset)
    literals.append(
      PageText.Literal(
        kind: kind, line: line, columns: column..<column + end.utf8Offset - start.utf8Offset,
        text: node.trimmedDescription))
    open(node, call, literals.count - 1)
    close(node, literals.count - 1)
    return .skipChildren
  }

  private func open(_ node: some ExprSyntaxProtocol, _ text: String, _ literal: Int?) {
    insertions.append(
      PageText.Insertion(
        offset: node.positionAfterSkippingLeadingTrivia.utf8Offset, text: text, literal: literal, closes: false))
  }

  private func close(_ node: some ExprSyntaxProtocol, _ literal: Int?) {
    insertions.append(
      PageText.Insertion(
        offset: node.endPositionBeforeTrailingTrivia.utf8Offset, text: ")", literal: literal, closes: true))
  }
}
