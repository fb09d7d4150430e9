internal import SwiftParser
internal import SwiftSyntax

/// A program's text as it is compiled for a browser's page, together with others.
///
/// Embedded Swift, which pages get, prints texts alone, so what is printed is turned into one; literals become reads of
/// values that the page can set; and errors and weak references are written as it knows them (`PageErrors`,
/// `PageWeak`). No line moves, so that what the compiler says has its place.
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
  /// The types that all of its errors may have; the first is tried first.
  let errorTypes: [String]

  struct Insertion: Sendable {
    var offset: Int
    var text: String
    /// The number of the literal that it belongs to; `nil` where it belongs to none.
    var literal: Int?
    var closes: Bool
    /// How many bytes behind it are left out.
    var removed = 0

    init(offset: Int, text: String, literal: Int?, closes: Bool, removed: Int = 0) {
      self.offset = offset
      self.text = text
      self.literal = literal
      self.closes = closes
      self.removed = removed
    }

    init(replacing node: some SyntaxProtocol, with text: String) {
      let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      self.init(
        offset: start, text: text, literal: nil, closes: false,
        removed: node.endPositionBeforeTrailingTrivia.utf8Offset - start)
    }
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
    /// Whether something in it throws that it does not catch.
    var throwsOut = false
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
    guard let read else { throw Refusal("cannot be parsed: there is not enough memory") }
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
    if reader.hasTasks { throw Refusal("uses tasks, which the toolchain does not support for pages") }
    literals = reader.literals
    errorTypes = PageErrors.types(of: file, usesEngine: imports.contains { $0.hasPrefix("Loop") })
    let errors = errorTypes.isEmpty ? [] : PageErrors.insertions(into: file)
    insertions = errors + PageWeak.insertions(into: file) + reader.insertions
    self.text = text
    self.pieces = pieces
    self.imports = imports
  }

  private static func piece(_ item: CodeBlockItemSyntax, _ lines: LineTable) -> Piece {
    // Without its semicolon, since each is ended by one.
    let range = item.position.utf8Offset..<item.item.endPosition.utf8Offset
    var piece = Piece(kind: .statement, range: range, line: lines.line(at: range.lowerBound))
    piece.throwsOut = PageErrors.throwsOut(of: item)
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
  /// `kept` are the numbers of the literals that stay as they are; `failing` is the number of the type that its errors
  /// have.
  package func file(_ number: Int, form: Form, keeping kept: Set<Int>, failing: Int = 0) -> String {
    var numbers: [Int: Int] = [:]
    for index in literals.indices where !kept.contains(index) { numbers[index] = numbers.count }
    let error = errorTypes.indices.contains(failing) ? errorTypes[failing] : ""
    var top = ""
    var body = ""
    var throwsOut = false
    for piece in pieces {
      // A name of its own for each program, which ends with the one that a script has.
      let place = "#sourceLocation(file: \"\(number)/main.swift\", line: \(piece.line))\n"
      let level = form == .globals || piece.kind.isAlwaysOutside ? piece.level : nil
      let text = written(
        piece, level: level, numbers: numbers, error: error, tries: form == .globals ? piece.tries : [])
      // A value at file scope is one that the program traps without.
      if piece.throwsOut, form != .globals || !piece.kind.isOfVariables { throwsOut = true }
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
    // The compiler finds the one type of all that is thrown; of several it makes one that pages do not have.
    if throwsOut { body = "do {\n\(body)} catch { loopbookFailed(error.description) }\n" }
    return """
      \(imported)\(top)
      func \(Self.entry(number))() {
      \(body)
      }

      """
  }

  /// The name of the function that is the program of a number.
  package static func entry(_ number: Int) -> String { "_loopbook_page_program_\(number)" }

  private func written(
    _ piece: Piece, level: Int?, numbers: [Int: Int], error: String, tries: [Int]
  ) -> String {
    var all = insertions.compactMap { insertion -> (offset: Int, text: String, removed: Int)? in
      // What closes where a statement ends is not of the next one, which begins there.
      let (start, end, offset) = (piece.range.lowerBound, piece.range.upperBound, insertion.offset)
      guard insertion.closes ? start < offset && offset <= end : start <= offset && offset < end else { return nil }
      guard let literal = insertion.literal else {
        return (insertion.offset, insertion.text.replacing(PageErrors.name, with: error), insertion.removed)
      }
      guard let number = numbers[literal] else { return nil }
      return (insertion.offset, insertion.closes ? insertion.text : "\(insertion.text)\(number), ", 0)
    }
    if let level { all.insert((level, "fileprivate ", 0), at: 0) }
    all += tries.map { ($0, "!", 0) }
    // What stands at one place keeps its order, but what takes the place of something is the last there.
    let sorted = all.enumerated().sorted {
      ($0.element.offset, $0.element.removed > 0 ? 1 : 0, $0.offset)
        < ($1.element.offset, $1.element.removed > 0 ? 1 : 0, $1.offset)
    }
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

  fileprivate var isOfVariables: Bool {
    if case .variables = self { true } else { false }
  }
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
