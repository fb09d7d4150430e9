internal import SwiftParser
internal import SwiftSyntax

/// The comments of a program, with what stands before them.
package struct CodeComments: Sendable {
  /// A comment.
  package struct Comment: Sendable {
    /// What stands behind its slashes, or between its asterisks.
    package let text: String
    /// Its line in the program, counted from 1.
    package let line: Int
    /// The column of its first slash, in bytes, counted from 1.
    package let column: Int
    /// The length of its first line in bytes.
    package let length: Int
    /// Whether it has several lines.
    package var hasLines: Bool { text.contains(where: \.isNewline) }
    /// The line on which it ends.
    fileprivate var lastLine: Int { line + text.count(where: \.isNewline) }
    /// The line on which the code before it ends; 0 where there is none.
    package let lineOfCode: Int
    /// The lines of the innermost statement or member that the code before it is of, where the compiler may find what
    /// is wrong with it.
    package let linesOfCode: ClosedRange<Int>
    /// Whether it stands on the line of a call of `print`, behind it.
    package let followsPrint: Bool
    /// Whether it stands on the line below such a call.
    package let isBelowPrint: Bool
    /// Whether a statement begins on the line below it and the comments that follow it.
    package fileprivate(set) var isAboveCode = false
    /// Whether code stands on its line, or on the line above it and the comments that it follows.
    package fileprivate(set) var isBelowCode = false
    /// Whether the statement before it is one of the program's own, which does all that it does where it stands.
    package let isInOrder: Bool
    /// How many of the program's own calls of `print` stand before it.
    package let printsBefore: Int
  }

  /// The comments, in the order of the text.
  package private(set) var all: [Comment] = []

  /// The lines on which the program's own calls of `print` end, in order; those inside of anything do not count.
  package private(set) var prints: [Int] = []

  /// Whether a call of `print` may leave its line open, so that others print the rest.
  package private(set) var printsParts = false

  /// Looks through a program.
  package init(in text: String) {
    guard TextNesting(text).problem == nil else { return }
    let found = DeepStack.run(forText: text.utf8.count) {
      let search = CommentSearch(Parser.parse(source: text))
      return (search.places.map(\.comment), search.prints.map(search.line), search.printsParts)
    }
    (all, prints, printsParts) = found ?? ([], [], false)
  }
}

/// Goes through what stands between a program's tokens.
struct CommentSearch {
  /// A comment, and the statements next to it in the list of statements that it stands in.
  struct Place {
    fileprivate(set) var comment: CodeComments.Comment
    /// The last token before it.
    let code: TokenSyntax?
    /// The statement that ends before it, or the last one inside of that, if both end on its line.
    let before: CodeBlockItemSyntax?
    /// The statement that ends before it with all that is inside.
    let whole: CodeBlockItemSyntax?
    /// The statement that begins after it.
    let after: CodeBlockItemSyntax?
    /// Whether it stands on the line on which what is before it ends.
    let isBehindCode: Bool
  }

  private(set) var places: [Place] = []
  private let lines: SourceLocationConverter
  private let statements: [CodeBlockItemSyntax]
  /// Where the program's own calls of `print` end.
  let prints: [AbsolutePosition]
  /// Whether an argument is called `terminator`.
  private(set) var printsParts = false

  init(_ file: SourceFileSyntax) {
    lines = SourceLocationConverter(fileName: "", tree: file)
    statements = Array(file.statements)
    prints = statements.filter { $0.printCall != nil }.map(\.endPositionBeforeTrailingTrivia)
    var last: TokenSyntax?
    for token in file.tokens(viewMode: .sourceAccurate) {
      if token.text == "terminator", token.parent?.is(LabeledExprSyntax.self) == true { printsParts = true }
      look(token.leadingTrivia, at: token.position, behind: last, before: token)
      look(
        token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia, behind: token,
        before: token.nextToken(viewMode: .sourceAccurate), isBehindCode: true)
      last = token
    }
  }

  /// Looks at what stands between two tokens, behind the first on its line or before the second.
  private mutating func look(
    _ trivia: Trivia, at start: AbsolutePosition, behind outer: TokenSyntax?, before next: TokenSyntax?,
    isBehindCode: Bool = false
  ) {
    var position = start
    let first = places.count
    for piece in trivia {
      let after = next?.statement { $0.firstToken(viewMode: .sourceAccurate) }
      if let text = piece.comment,
        isBehindCode || !piece.isOfDocumentation || next?.beginsDeclaration == false
      {
        let place = lines.location(for: position)
        let inner = isBehindCode ? outer.flatMap(endOfBody) : nil
        let code = inner ?? outer
        let before = code?.statement { $0.lastToken(viewMode: .sourceAccurate) }
        let whole = inner == nil ? before : outer?.statement { $0.lastToken(viewMode: .sourceAccurate) }
        let lineOfCode = code.map { line($0.endPositionBeforeTrailingTrivia) } ?? 0
        let comment = CodeComments.Comment(
          text: text, line: place.line, column: place.column,
          length: min(
            piece.sourceLength.utf8Length,
            (text.firstIndex(where: \.isNewline).map {
              text[..<$0].utf8.count + 2
            } ?? .max)),
          lineOfCode: lineOfCode, linesOfCode: linesOfCode(code),
          followsPrint: isBehindCode && before?.printCall != nil,
          isBelowPrint: place.line == lineOfCode + 1 && before?.printCall != nil, isInOrder: isInOrder(position),
          printsBefore: prints.prefix { $0 <= position }.count)
        places.append(
          Place(comment: comment, code: code, before: before, whole: whole, after: after, isBehindCode: isBehindCode))
      }
      position = position.advanced(by: piece.sourceLength.utf8Length)
    }
    if first < places.count { noteNeighbors(from: first, isBehindCode: isBehindCode, lineOfNext: line(position)) }
  }

  /// The last token of the code in the braces that end with a token, where that is on its line.
  ///
  /// A comment behind these braces is about what is in them; of several branches it may be about any.
  private func endOfBody(_ brace: TokenSyntax) -> TokenSyntax? {
    guard brace.tokenKind == .rightBrace, let owner = brace.parent,
      let end = brace.previousToken(viewMode: .sourceAccurate), end.tokenKind != .leftBrace,
      line(end.endPositionBeforeTrailingTrivia) == line(brace.position)
    else { return nil }
    let holdsOneBody =
      switch owner.is(CodeBlockSyntax.self) ? owner.parent?.kind : owner.kind {
      case .forStmt, .whileStmt, .deferStmt, .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl,
        .subscriptDecl:
        true
      case .ifExpr: owner.parent?.as(IfExprSyntax.self)?.isPlainStatement == true
      case .doStmt: owner.parent?.as(DoStmtSyntax.self)?.catchClauses.isEmpty == true
      case .accessorBlock:
        if case .getter = owner.as(AccessorBlockSyntax.self)?.accessors { true } else { false }
      default: false
      }
    return holdsOneBody ? endOfBody(end) ?? end : nil
  }

  /// Notes which comments between two tokens stand next to code, together with those next to them.
  private mutating func noteNeighbors(from first: Int, isBehindCode: Bool, lineOfNext: Int) {
    var next = places[first].comment.lineOfCode + (isBehindCode ? 0 : 1)
    for index in first..<places.count where places[index].comment.line == next {
      places[index].comment.isBelowCode = true
      next = places[index].comment.lastLine + 1
    }
    next = lineOfNext
    for index in (first..<places.count).reversed() where places[index].comment.lastLine + 1 == next {
      places[index].comment.isAboveCode = !isBehindCode && places[index].after != nil
      next = places[index].comment.line
    }
  }

  /// The lines of the innermost statement or member with a token.
  ///
  /// Where a text does not hold together, what is missing may be found on the next line.
  private func linesOfCode(_ code: TokenSyntax?) -> ClosedRange<Int> {
    guard let code else { return 0...0 }
    let whole = sequence(first: Syntax(code), next: \.parent).first {
      $0.is(CodeBlockItemSyntax.self) || $0.is(MemberBlockItemSyntax.self)
    }
    let node = whole ?? Syntax(code)
    return line(node.positionAfterSkippingLeadingTrivia)...line(node.endPositionBeforeTrailingTrivia)
      + (node.root.hasError ? 1 : 0)
  }

  func line(_ position: AbsolutePosition) -> Int { lines.location(for: position).line }

  private func isInOrder(_ position: AbsolutePosition) -> Bool {
    // The statements stand in order: the last that begins before the comment is the one before it, or has it inside.
    var (low, high) = (0, statements.count)
    while low < high {
      let middle = (low + high) / 2
      if statements[middle].positionAfterSkippingLeadingTrivia < position { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return false }
    let statement = statements[low - 1]
    return statement.endPositionBeforeTrailingTrivia <= position && statement.laterCode == .none
  }
}

extension TriviaPiece {
  /// What a comment says; `nil` for anything else.
  fileprivate var comment: String? {
    switch self {
    case .lineComment(let text): String(text.dropFirst(2))
    case .docLineComment(let text): String(text.dropFirst(3))
    case .blockComment(let text): String(text.dropFirst(2).dropLast(2))
    case .docBlockComment(let text): String(text.dropFirst(3).dropLast(2))
    default: nil
    }
  }

  /// Whether it is written as a comment of documentation.
  fileprivate var isOfDocumentation: Bool {
    switch self {
    case .docLineComment, .docBlockComment: true
    default: false
    }
  }
}

extension IfExprSyntax {
  /// Whether it is a statement with one branch.
  fileprivate var isPlainStatement: Bool {
    guard elseBody == nil, let owner = parent else { return false }
    return owner.is(CodeBlockItemSyntax.self) || owner.is(ExpressionStmtSyntax.self)
  }
}

extension TokenSyntax {
  /// Whether a declaration begins with it, which a comment before it may document.
  fileprivate var beginsDeclaration: Bool {
    var node = parent
    while let one = node, one.firstToken(viewMode: .sourceAccurate) == self {
      if one.is(DeclSyntax.self) || one.is(EnumCaseElementSyntax.self) { return true }
      node = one.parent
    }
    return false
  }

  /// The statement that has it at this end.
  fileprivate func statement(with end: (CodeBlockItemSyntax) -> TokenSyntax?) -> CodeBlockItemSyntax? {
    var node: Syntax? = Syntax(self)
    while let one = node, !one.is(CodeBlockItemSyntax.self) { node = one.parent }
    guard let statement = node?.as(CodeBlockItemSyntax.self), end(statement) == self else { return nil }
    return statement
  }
}

extension CodeBlockItemSyntax {
  /// The call of `print` or `debugPrint` that the statement is, if it prints to standard output.
  var printCall: FunctionCallExprSyntax? {
    guard let call = item.as(FunctionCallExprSyntax.self) else { return nil }
    let called = call.calledExpression.trimmedDescription
    // One that writes to something else prints nothing.
    let prints =
      ["print", "debugPrint", "Swift.print", "Swift.debugPrint"].contains(called)
      && !call.arguments.contains { $0.label?.text == "to" }
    return prints ? call : nil
  }
}

extension CodeBlockItemSyntax {
  /// What code of it may be done at another time than the statement.
  var laterCode: LaterCode {
    let search = LaterCodeSearch(viewMode: .sourceAccurate)
    search.walk(self)
    return search.found
  }
}

/// Code of a statement that may be done at another time than the statement.
package enum LaterCode: Sendable {
  case none
  /// That of closures: not before the statement.
  case closures
  /// That of declarations: at any time.
  case declarations
}

private final class LaterCodeSearch: SyntaxVisitor {
  private(set) var found = LaterCode.none

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if found == .none { found = .closures }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { find() }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    node.isReadLater ? find() : .visitChildren
  }

  private func find() -> SyntaxVisitorContinueKind {
    found = .declarations
    return .skipChildren
  }
}
