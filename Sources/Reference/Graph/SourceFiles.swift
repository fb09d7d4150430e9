internal import Text

/// The Swift files of the modules, each read once.
struct SourceFiles {
  private var names: [String: String] = [:]
  private var files: [String: SourceFile] = [:]

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
  }

  /// How pages name the file.
  func name(_ path: String?) -> String? { path.flatMap { names[$0] } }

  /// The line that declares a symbol.
  func line(_ symbol: GraphSymbol) -> SourceLine? {
    guard let name = name(symbol.file), let (line, _) = symbol.position else { return nil }
    return SourceLine(file: name, line: line + 1)
  }

  /// The file, if it could be read.
  subscript(path: String?) -> SourceFile? { path.flatMap { files[$0] } }

  /// The examples in doc comments that stand on no page, though they look as if they did.
  func unshown(_ tree: SymbolTree) -> [SourcePlace] {
    var shown: [String: Set<Int>] = [:]
    for entry in tree.entries.values {
      guard let comment = entry.symbol.comment, let file = comment.file else { continue }
      shown[file, default: []].formUnion(comment.lines.compactMap { $0.start?.line })
    }
    return files.sorted { $0.key < $1.key }.flatMap { path, file in
      UnshownComments(in: file, shown: shown[path] ?? []).places
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
