internal import Markdown
internal import Text

/// Which symbol each comment is of, and where in the files it stands.
///
/// The compiler gives one comment to several symbols: to all cases of one line, and to what implements a protocol's
/// requirement. Its examples are examples once.
struct Comments {
  /// What documents a symbol.
  enum Documentation {
    /// A comment of its own.
    case own(CommentText)
    /// The comment of another symbol, by that one's USR where it is known.
    case inherited(from: String?, CommentText)
    /// A comment that could not be found.
    case unknown
  }

  private var documentation: [String: Documentation] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  /// Where a comment stands.
  private struct Place: Hashable {
    var file: String
    var line: Int
  }

  init(_ tree: SymbolTree, _ sources: SourceFiles) {
    var owners: [Place: (usr: String, lines: Int, byte: Int)] = [:]
    for entry in tree.entries.values where !entry.isInherited {
      guard let place = Self.place(entry.symbol), let distance = Self.distance(entry.symbol) else { continue }
      if let other = owners[place],
        (other.lines, other.byte, other.usr) < (distance.lines, distance.byte, entry.symbol.usr)
      {
        continue
      }
      owners[place] = (entry.symbol.usr, distance.lines, distance.byte)
    }
    for (usr, entry) in tree.entries.sorted(by: { $0.key < $1.key }) where !entry.isInherited {
      guard let comment = entry.symbol.comment, !comment.lines.isEmpty else { continue }
      let owner = Self.place(entry.symbol).flatMap { owners[$0]?.usr }
      let isOwn = owner == usr || owner == nil && comment.module == entry.module && comment.file == nil
      guard isOwn else {
        documentation[usr] = .inherited(from: owner, CommentText(unplaced: comment))
        continue
      }
      documentation[usr] = place(comment, of: entry.symbol, sources).map(Documentation.own) ?? .unknown
    }
  }

  subscript(usr: String) -> Documentation? { documentation[usr] }

  /// What documents a symbol, its own or not; `nil` where that is nothing.
  func text(_ usr: String) -> CommentText? {
    switch documentation[usr] {
    case .own(let text), .inherited(_, let text): text
    case .unknown, nil: nil
    }
  }

  private mutating func place(_ comment: GraphSymbol.Comment, of symbol: GraphSymbol, _ sources: SourceFiles)
    -> CommentText?
  {
    guard let file = sources[comment.file] else { return CommentText(unplaced: comment) }
    if let text = CommentText(comment, in: file) { return text }
    diagnostics.append(
      Diagnostic(
        id: "changed-comment",
        "the comment of '\(symbol.path.joined(separator: "."))' is not where it was when it was compiled",
        at: sources.place(symbol) ?? SourcePlace(path: file.path), cure: "build the package again"))
    // What was read instead may be the middle of anything.
    return nil
  }

  private static func place(_ symbol: GraphSymbol) -> Place? {
    guard let comment = symbol.comment, let file = comment.file, let line = comment.lines.first?.start?.line else {
      return nil
    }
    return Place(file: file, line: line)
  }

  /// How far below its comment a symbol is declared; `nil` where it is not declared below it.
  private static func distance(_ symbol: GraphSymbol) -> (lines: Int, byte: Int)? {
    guard let comment = symbol.comment, symbol.file == comment.file,
      let position = symbol.position,
      let last = comment.lines.last?.start, (last.line, last.byte) < position
    else { return nil }
    return (position.line - last.line, position.byte)
  }
}
