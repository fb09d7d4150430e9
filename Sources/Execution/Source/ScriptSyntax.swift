internal import SwiftParser
internal import SwiftSyntax

/// What the compiler's own parser sees in a program: what it imports, where it ends, and whether it can share a module.
package struct ScriptSyntax: Sendable {
  /// The modules it imports, those included that it does not name, sorted, each once.
  package let imports: [String]

  /// Whether a declaration is marked `@main`, so that there is no top-level code.
  package let hasMainType: Bool

  /// Its tests.
  package let tests: TestSyntax

  /// Whether it only declares what it does not use: running it executes none of its lines.
  package let onlyDeclares: Bool

  /// Whether it is compiled as a file of a library: something else than its first line is where it begins.
  package var isParsedAsLibrary: Bool { hasMainType || tests.areRun }

  /// The places between its top-level items where a call may be put, in order.
  let seams: [Seam]

  /// The function `main` of the type that is marked `@main`, if calls can be put into it.
  private let main: MainFunction?

  /// Whether the text for a module of its own says when its last statement is reached.
  var tellsLastStatement: Bool { !seams.isEmpty || main != nil || tests.areRun }

  /// Where its first top-level item begins, if a call may be put before it.
  private let start: Int?

  /// Whether the last top-level item is to be ended before declarations follow it: the compiler would take `open` or
  /// `package`, alone on a line, for a modifier of the next.
  private let endsOpen: Bool

  /// Whether the standard library's name means something else.
  private let declaresSwift: Bool

  /// How the program's text is divided for a module that it shares with others, or why it cannot be.
  package let sharing: Result<SharedText, AloneReason>

  /// Whether its text is divided for a shared module.
  var canShare: Bool {
    if case .success = sharing { true } else { false }
  }

  /// Why the program cannot be parsed, in words that fit after "the example"; it cannot be compiled either.
  package let problem: String?

  /// Parses a program, however deeply it is nested.
  ///
  /// `implicitImports` are the modules that it imports without saying so.
  package init(_ text: String, implicitImports: [String] = []) {
    var problem = TextNesting(text).problem
    if problem == nil {
      if let syntax = DeepStack.run(forText: text.utf8.count, { ScriptSyntax(parsing: text, implicitImports) }) {
        self = syntax
        return
      }
      problem = "cannot be parsed: there is not enough memory"
    }
    self.problem = problem
    imports = []
    hasMainType = false
    tests = TestSyntax.none
    onlyDeclares = false
    seams = []
    main = nil
    start = nil
    endsOpen = false
    declaresSwift = false
    sharing = .failure(AloneReason("cannot be parsed"))
  }

  private init(parsing text: String, _ implicitImports: [String]) {
    problem = nil
    let file = Parser.parse(source: text)
    let items = Array(file.statements)
    imports = Set(Self.imports(file.statements) + implicitImports).sorted()
    let mainType = MainFunction.type(in: items)
    hasMainType = mainType != nil
    tests = TestSyntax(file, imports: imports)
    onlyDeclares = mainType == nil && !tests.areRun && !file.hasError && Self.onlyDeclare(file.statements)
    // The compiler takes such a statement for a part of the one before, and objects to both; a call between would
    // change what it says.
    let goesOn = items.contains { [.leftBrace, .period].contains($0.firstToken(viewMode: .sourceAccurate)?.tokenKind) }
    // A program that declares the host's functions itself has to be rejected by the linker, as it is elsewhere.
    let hasNoCalls = file.hasError || goesOn || HostNames.areDeclared(in: file)
    let hasNoSeams = hasMainType || tests.areRun || hasNoCalls
    main = hasNoCalls ? nil : mainType.flatMap { MainFunction(of: $0, in: items) }
    seams = hasNoSeams ? [] : zip(items, items.dropFirst()).map(Seam.init)
    // The first line may be one for the shell.
    start = hasNoSeams || file.shebang != nil ? nil : items.first?.positionAfterSkippingLeadingTrivia.utf8Offset
    endsOpen = items.last.map { $0.semicolon == nil && $0.item.is(DeclReferenceExprSyntax.self) } ?? false
    declaresSwift = items.contains { $0.item.asProtocol((any NamedDeclSyntax).self)?.name.text == "Swift" }
    sharing =
      tests.areRun
      ? .failure(AloneReason("has tests")) : SharedText.divide(file, items: items, imports: imports)
  }

  /// Whether none of these items is carried out where it stands; a global without a value is not.
  private static func onlyDeclare(_ items: CodeBlockItemListSyntax) -> Bool {
    items.allSatisfy { item in
      guard let declaration = item.item.as(DeclSyntax.self) else { return false }
      if let variable = declaration.as(VariableDeclSyntax.self) {
        return variable.bindings.allSatisfy { $0.initializer == nil }
      }
      if let conditional = declaration.as(IfConfigDeclSyntax.self) {
        return conditional.clauses.allSatisfy { clause in
          if case .statements(let statements) = clause.elements { return onlyDeclare(statements) }
          return clause.elements == nil
        }
      }
      return !declaration.is(MacroExpansionDeclSyntax.self)
    }
  }

  /// The modules that items import, under whatever condition.
  static func imports(_ items: CodeBlockItemListSyntax) -> [String] {
    items.flatMap { item -> [String] in
      if let imported = item.item.as(ImportDeclSyntax.self) { return imported.path.first.map { [$0.name.text] } ?? [] }
      return (item.item.as(IfConfigDeclSyntax.self)?.clauses ?? []).flatMap { clause -> [String] in
        guard case .statements(let statements) = clause.elements else { return [] }
        return imports(statements)
      }
    }
  }

  /// The number of the seam from which on each block of a session is under way, -1 where no item comes before it.
  ///
  /// Where a block begins inside of an item, what comes after that item is the block's; `nil` where nothing does.
  func seams(before blocks: [Int]) -> [Int?] {
    blocks.map { block in
      if let start, block <= start { return -1 }
      return seams.firstIndex { $0.next >= block }
    }
  }

  /// The program's text for a module of its own, with calls that say how far it has come.
  ///
  /// `blocks` are the offsets where the blocks of a session begin, the first left out. No line of the text moves.
  package func text(_ text: String, blocks: [Int]) -> TextWithCalls {
    var prefix = "_loopbook"
    while text.contains(prefix + "_") { prefix += "0" }
    var calls: [Int: [String]] = [:]
    for (number, seam) in seams(before: blocks).enumerated() {
      // Before the first item that begins in the block.
      if let seam { calls[seam, default: []].append("\(prefix)_block(\(number + 1))") }
    }
    if !seams.isEmpty { calls[seams.count - 1, default: []].append("\(prefix)_reached()") }
    guard !calls.isEmpty || main != nil || tests.areRun else { return TextWithCalls(text) }
    var whole = TextWithCalls(text)
    if let main {
      whole.insert("\(prefix)_reached(); ", at: main.last)
      // One that returns earlier is done, too; one that exits is not.
      whole.insert(" defer { \(prefix)_reached() };", at: main.start)
    }
    for (seam, calls) in calls.sorted(by: { $0.key > $1.key }) {
      // What comes before the first item is comments.
      let (offset, insertion) = seam < 0 ? (0, calls.joined(separator: "; ") + "; ") : seams[seam].insertion(of: calls)
      whole.insert(insertion, at: offset)
    }
    if endsOpen { whole.append("\n;") }
    whole.append(callDeclarations(prefix))
    if tests.areRun {
      whole.append(TestSyntax.runner(prefix, standard: declaresSwift ? "" : "Swift.", blocks: blocks.count))
    }
    return whole
  }

  /// The functions of the host that the program's text calls, for a module of its own.
  func calls(blocks: [Int]) -> Set<String> {
    let told = tellsLastStatement || seams(before: blocks).contains(-1)
    return Set(told ? ["loopbook_reached", "loopbook_block"] : [])
      .union(tests.areRun ? ["loopbook_tested", "loopbook_tests_end"] : [])
  }

  /// The host's functions, as a program sees them.
  private func callDeclarations(_ prefix: String) -> String {
    """

    @_silgen_name("loopbook_reached") fileprivate func \(prefix)_report(_: \(declaresSwift ? "UInt64" : "Swift.UInt64"))
    fileprivate func \(prefix)_reached() { \(prefix)_report(\(RunSecret.literal)) }
    @_silgen_name("loopbook_block") fileprivate func \(prefix)_block(_: \(declaresSwift ? "Int32" : "Swift.Int32"))

    """
  }
}

/// Looks for attributes that name functions of the host, or what runs tests.
final class HostNames: SyntaxVisitor {
  private static let names = ["loopbook_", TestSyntax.entryPoint]
  private var isFound = false

  static func areDeclared(in file: SourceFileSyntax) -> Bool {
    // Nearly no program has one.
    let text = file.description
    guard names.contains(where: text.contains) else { return false }
    let visitor = HostNames(viewMode: .sourceAccurate)
    visitor.walk(file)
    return visitor.isFound
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let text = node.trimmedDescription
    if Self.names.contains(where: text.contains) { isFound = true }
    return .skipChildren
  }
}

/// A place between two top-level items.
struct Seam: Sendable {
  /// The offset where the item before it ends.
  let offset: Int
  /// The offset where the item after it begins.
  let next: Int
  private let kind: Kind

  private enum Kind {
    /// The item before ends with its line.
    case plain
    /// The item before has a semicolon; another one after it would be an error.
    case semicolon
    /// Nothing may follow the item before on its line.
    case lineOfItsOwn
  }

  init(_ before: CodeBlockItemSyntax, _ after: CodeBlockItemSyntax) {
    offset = before.endPositionBeforeTrailingTrivia.utf8Offset
    next = after.positionAfterSkippingLeadingTrivia.utf8Offset
    let endsWithDirective = before.lastToken(viewMode: .sourceAccurate)?.tokenKind == .poundEndif
    // `#warning("…")` is one of them, though nothing is expanded there.
    let isMacro = before.item.is(MacroExpansionDeclSyntax.self) || before.item.is(MacroExpansionExprSyntax.self)
    var needsLine = endsWithDirective || isMacro
    if case .decl(let declaration) = before.item, declaration.is(PoundSourceLocationSyntax.self) { needsLine = true }
    kind = needsLine ? .lineOfItsOwn : before.semicolon != nil ? .semicolon : .plain
  }

  /// Where calls are put, and how they are written there.
  func insertion(of calls: [String]) -> (offset: Int, text: String) {
    let list = calls.joined(separator: "; ")
    return switch kind {
    case .plain: (offset, "; " + list)
    case .semicolon: (offset, " " + list + ";")
    case .lineOfItsOwn: (next, list + "; ")
    }
  }
}

/// Why a program is compiled as a module of its own, in words that fit after "because it".
package struct AloneReason: Error, Hashable, Sendable {
  package var text: String

  package init(_ text: String) {
    self.text = text
  }
}
