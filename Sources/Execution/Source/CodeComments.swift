internal import SwiftParser
internal import SwiftSyntax

/// The comments of two slashes of a program, with what stands before them.
package struct CodeComments: Sendable {
  /// A comment.
  package struct Comment: Sendable {
    /// What stands behind its slashes.
    package let text: String
    /// Its line in the program, counted from 1.
    package let line: Int
    /// The column of its first slash, in bytes, counted from 1.
    package let column: Int
    /// The line on which the code before it ends; 0 where there is none.
    package let lineOfCode: Int
    /// Whether it stands on the line of a call of `print`, behind it.
    package let followsPrint: Bool
    /// Whether the statement before it is one of the program's own, which does all that it does where it stands.
    package let isInOrder: Bool
    /// How many of the program's own calls of `print` stand before it.
    package let printsBefore: Int
  }

  /// The comments, in the order of the text.
  package private(set) var all: [Comment] = []

  /// The lines on which the program's own calls of `print` end, in order; those inside of anything do not count.
  package private(set) var prints: [Int] = []

  /// Looks through a program.
  package init(in text: String) {
    guard TextNesting(text).problem == nil else { return }
    let found = DeepStack.run(forText: text.utf8.count) {
      let search = CommentSearch(Parser.parse(source: text))
      return (search.comments, search.prints.map(search.line))
    }
    (all, prints) = found ?? ([], [])
  }
}

/// Goes through what stands between a program's tokens.
private struct CommentSearch {
  private(set) var comments: [CodeComments.Comment] = []
  private let lines: SourceLocationConverter
  private let statements: [CodeBlockItemSyntax]
  /// Where the program's own calls of `print` end.
  let prints: [AbsolutePosition]

  init(_ file: SourceFileSyntax) {
    lines = SourceLocationConverter(fileName: "", tree: file)
    statements = Array(file.statements)
    prints = statements.filter(Self.isPrint).map(\.endPositionBeforeTrailingTrivia)
    var last: TokenSyntax?
    for token in file.tokens(viewMode: .sourceAccurate) {
      look(token.leadingTrivia, at: token.position, behind: last, onItsLine: false)
      look(token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia, behind: token, onItsLine: true)
      last = token
    }
  }

  private mutating func look(_ trivia: Trivia, at start: AbsolutePosition, behind code: TokenSyntax?, onItsLine: Bool) {
    var position = start
    for piece in trivia {
      if case .lineComment(let text) = piece {
        let place = lines.location(for: position)
        comments.append(
          CodeComments.Comment(
            text: String(text.dropFirst(2)), line: place.line, column: place.column,
            lineOfCode: code.map { line($0.endPositionBeforeTrailingTrivia) } ?? 0,
            followsPrint: onItsLine && (code.map(Self.endsPrint) ?? false), isInOrder: isInOrder(position),
            printsBefore: prints.prefix { $0 <= position }.count))
      }
      position = position.advanced(by: piece.sourceLength.utf8Length)
    }
  }

  func line(_ position: AbsolutePosition) -> Int { lines.location(for: position).line }

  private static func isPrint(_ statement: CodeBlockItemSyntax) -> Bool {
    guard let call = statement.item.as(FunctionCallExprSyntax.self) else { return false }
    return ["print", "debugPrint", "Swift.print", "Swift.debugPrint"].contains(
      call.calledExpression.trimmedDescription)
  }

  /// Whether a token is the last of a statement that calls `print`.
  private static func endsPrint(_ token: TokenSyntax) -> Bool {
    var node: Syntax? = Syntax(token)
    while let one = node, !one.is(CodeBlockItemSyntax.self) { node = one.parent }
    guard let statement = node?.as(CodeBlockItemSyntax.self) else { return false }
    return statement.lastToken(viewMode: .sourceAccurate) == token && isPrint(statement)
  }

  private func isInOrder(_ position: AbsolutePosition) -> Bool {
    // The statements stand in order: the last that begins before the comment is the one before it, or has it inside.
    var (low, high) = (0, statements.count)
    while low < high {
      let middle = (low + high) / 2
      if statements[middle].positionAfterSkippingLeadingTrivia < position { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return false }
    let statement = statements[low - 1]
    return statement.endPositionBeforeTrailingTrivia <= position && !LaterCode.isIn(statement)
  }
}

/// Tells whether a statement has code that is done at another time than the statement.
private final class LaterCode: SyntaxVisitor {
  private var isFound = false

  static func isIn(_ statement: CodeBlockItemSyntax) -> Bool {
    let search = LaterCode(viewMode: .sourceAccurate)
    search.walk(statement)
    return search.isFound
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { find() }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    node.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) || $0.name.tokenKind == .keyword(.async) }
      ? find() : .visitChildren
  }

  private func find() -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }
}
