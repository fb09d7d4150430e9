package import Text

extension FileChanges.Change {
  /// The line that a line of the file as it was is now, both counted from 1.
  ///
  /// Of a line that was replaced, it is the first of what stands there.
  package func line(of old: Int) -> Int {
    guard file.lineStarts.indices.contains(old - 1) else { return old }
    let start = file.lineStarts[old - 1]
    return edits.prefix { $0.range.lowerBound <= start }.reduce(old) { line, edit in
      let replaced = file.line(at: min(edit.range.upperBound, start)) - file.line(at: edit.range.lowerBound)
      let isOver = edit.range.upperBound <= start
      return line - replaced + (isOver ? SourceFile(path: file.path, bytes: edit.bytes).lineStarts.count - 1 : 0)
    }
  }
}

extension Diagnostic {
  /// The same about files that have changed since, by their paths.
  package func moved(by changes: [String: FileChanges.Change]) -> Diagnostic {
    var moved = self
    moved.place = place?.moved(by: changes)
    for index in notes.indices { moved.notes[index].place = notes[index].place?.moved(by: changes) }
    return moved
  }
}

extension SourcePlace {
  fileprivate func moved(by changes: [String: FileChanges.Change]) -> SourcePlace {
    var moved = self
    if let change = changes[path], let line = position?.line { moved.position?.line = change.line(of: line) }
    return moved
  }
}
