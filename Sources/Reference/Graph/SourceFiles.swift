internal import Text

/// The Swift files of the modules, each read once.
struct SourceFiles {
  private var names: [String: String] = [:]
  private var files: [String: SourceFile] = [:]
  /// The tokens of those that declare symbols.
  private var tokens: [String: SwiftTokens] = [:]

  /// Where a file can be read, with `{path}` and perhaps `{line}`.
  var link: String?

  /// - Parameter others: Files that the graphs may not name, since nothing in them is public.
  init(_ tree: SymbolTree, others: [String], name: (String) -> String?, source: (String) -> SourceFile?) {
    var paths = Set(others)
    for entry in tree.entries.values {
      if let file = entry.symbol.file { paths.insert(file) }
      if let file = entry.symbol.comment?.file { paths.insert(file) }
    }
    for path in paths {
      names[path] = name(path)
      files[path] = source(path)
    }
    for path in Set(tree.entries.values.compactMap(\.symbol.file)) { tokens[path] = files[path].map(SwiftTokens.init) }
  }

  /// How pages name the file.
  func name(_ path: String?) -> String? { path.flatMap { names[$0] } }

  /// What a symbol's declaration says in its file.
  func written(_ symbol: GraphSymbol) -> WrittenDeclaration {
    guard let path = symbol.file, let file = files[path], let tokens = tokens[path] else { return WrittenDeclaration() }
    return WrittenDeclaration(symbol, in: file, tokens)
  }

  /// The extensions that demand classes.
  var classExtensions: [ClassExtension] {
    files.sorted { $0.key < $1.key }.flatMap { path, file in
      ClassExtension.all(in: tokens[path] ?? SwiftTokens(file), of: path)
    }
  }

  /// Which byte of its file a symbol's name begins at.
  func byte(_ symbol: GraphSymbol) -> Int? {
    guard let file = self[symbol.file], let (line, byte) = symbol.position, line < file.lineCount else { return nil }
    return file.lineRange(line + 1).lowerBound + byte
  }

  /// The line that declares a symbol.
  func line(_ symbol: GraphSymbol) -> SourceLine? {
    guard let name = name(symbol.file), let (line, _) = symbol.position else { return nil }
    return SourceLine(file: name, line: line + 1)
  }

  /// Where a line can be read; `nil` where that is nowhere.
  func address(of line: SourceLine) -> String? {
    link?.replacing("{path}", with: WebPath.encoded(line.file)).replacing("{line}", with: "\(line.line)")
  }

  /// The file, if it could be read.
  subscript(path: String?) -> SourceFile? { path.flatMap { files[$0] } }

  /// The examples in doc comments that stand on none of the pages, though they look as if they did; `replaced` are
  /// comments in whose place the pages have another text, each with the place that says so.
  func unshown(
    on pages: [ReferencePage], replaced: [(comment: CommentText, place: SourcePlace)]
  ) -> [UnshownExample] {
    var shown: [String: Set<Int>] = [:]
    for piece in pages.flatMap(\.file.pieces) {
      shown[piece.file.path, default: []].formUnion(piece.lines)
    }
    var replacements: [String: [Int: SourcePlace]] = [:]
    for (comment, place) in replaced {
      for piece in comment.file.pieces {
        for line in piece.lines { replacements[piece.file.path, default: [:]][line] = place }
      }
    }
    let files = files.sorted { $0.key < $1.key }.map(\.value)
    let suspects = files.filter { UnshownComments.mayBe(in: $0, shown: shown[$0.path] ?? []) }
    guard !suspects.isEmpty else { return [] }
    // A type may be extended in another file than the one that declares it, and be called like one of another module.
    let scopes = files.map { SwiftScopes($0) }
    let visible = scopes.reduce(into: Set<[String]>()) { $0.formUnion($1.visibleTypes) }
    let hidden = scopes.reduce(into: Set<[String]>()) { $0.formUnion($1.hiddenTypes) }.subtracting(visible)
    return suspects.flatMap { file in
      UnshownComments(
        in: file, SwiftScopes(file, hidden: hidden), shown: shown[file.path] ?? [],
        replacements: replacements[file.path] ?? [:]
      ).examples
    }
  }

  /// Where a symbol's name stands.
  func place(_ symbol: GraphSymbol) -> SourcePlace? {
    guard let file = self[symbol.file], let (line, byte) = symbol.position, line < file.lineStarts.count else {
      return nil
    }
    let range = file.lineRange(line + 1)
    let start = min(range.lowerBound + byte, range.upperBound)
    let name = symbol.name.prefix { $0 != "(" }
    let end = min(start + name.utf8.count, range.upperBound)
    let isThere = String(decoding: file.bytes[start..<end], as: UTF8.self) == name
    return file.place(start..<(isThere ? end : start))
  }
}

extension SourcePiece {
  /// The lines of its file that it has a part of, counted from 1.
  fileprivate var lines: Range<Int> {
    range.isEmpty ? 0..<0 : file.line(at: range.lowerBound)..<file.line(at: range.upperBound - 1) + 1
  }
}
