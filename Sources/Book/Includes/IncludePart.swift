internal import Text

/// Which part of a file is meant.
enum IncludePart {
  case all
  /// Lines, counted from 1, both included.
  case lines(ClosedRange<Int>)
  /// What stands between `ANCHOR: name` and `ANCHOR_END: name`, or `// snippet.name` and `// snippet.end`.
  case anchor(String)

  /// Why a file does not have a part.
  enum Problem: Error {
    /// No line begins it.
    case missing
    /// It begins on one line and again on another.
    case repeated(first: Int, second: Int)
    /// It begins on a line, and nothing ends it.
    case endless(Int)
  }

  /// Reads what stands behind a path and a colon: `2`, `2:10`, `:10`, `2:` or a name.
  init(_ words: [String]) {
    guard let first = words.first, !(words.count == 1 && first.isEmpty) else {
      self = .all
      return
    }
    let start = Int(first)
    guard start != nil || first.isEmpty else {
      self = .anchor(first)
      return
    }
    let last = words.count == 1 ? start : Int(words[1]) ?? .max
    let lower = max(start ?? 1, 1)
    self = .lines(lower...max(lower, last ?? .max))
  }

  /// The parts of a file's bytes, without the last end of a line.
  ///
  /// Lines that only mark anchors are not part of what an anchor names.
  func ranges(in file: SourceFile) throws(Problem) -> [Range<Int>] {
    switch self {
    case .all: return [file.lineStarts[0]..<Self.end(file, file.lineCount)]
    case .lines(let lines):
      guard lines.lowerBound <= file.lineCount else { return [] }
      let last = min(lines.upperBound, file.lineCount)
      return [file.lineStarts[lines.lowerBound - 1]..<Self.end(file, last)]
    case .anchor(let name): return try Self.anchored(name, in: file)
    }
  }

  private static func end(_ file: SourceFile, _ line: Int) -> Int { line > 0 ? file.lineRange(line).upperBound : 0 }

  private static func anchored(_ name: String, in file: SourceFile) throws(Problem) -> [Range<Int>] {
    let marks = IncludeMarks(of: file)
    var ranges: [Range<Int>] = []
    var first: Int?
    /// What began it and did not end.
    var open: IncludeMark?
    for line in 1...max(file.lineCount, 1) {
      switch marks[line] {
      case .anchor(name), .slice(name):
        if let first { throw .repeated(first: first, second: line) }
        first = line
        open = marks[line]
      case .anchorEnd(name) where open == .anchor(name): open = nil
      // A slice ends where another begins.
      case .slice, .sliceEnd: if open == .slice(name) { open = nil }
      case .anchor, .anchorEnd: break
      case nil:
        guard open != nil else { continue }
        let whole =
          file.lineStarts[line - 1]..<(line < file.lineStarts.count ? file.lineStarts[line] : file.bytes.count)
        if let last = ranges.last, last.upperBound == whole.lowerBound {
          ranges[ranges.count - 1] = last.lowerBound..<whole.upperBound
        } else {
          ranges.append(whole)
        }
      }
    }
    guard let first else { throw .missing }
    // The last slice of a snippet may go on to the end of the file.
    if open == .anchor(name) { throw .endless(first) }
    if let last = ranges.last {
      let line = file.line(at: max(last.lowerBound, last.upperBound - 1))
      ranges[ranges.count - 1] = last.lowerBound..<max(last.lowerBound, end(file, line))
    }
    return ranges
  }
}
