internal import LoopTracing

/// Which lines of a trace its page folds: those with which a turn begins, where they are as they were before.
///
/// Such lines never matter. A turn that begins otherwise, at another time, without cause or without effect does, and
/// so do lines beside which something is left out: all these stay.
struct TraceFolding {
  /// The lines that are folded, from 0.
  let folded: [Range<Int>]

  /// With what a turn begins, in this order, if nothing happens in between.
  private static let opening = ["beforeTimers", "beforeSources", "beforeWaiting"]

  /// - Parameters:
  ///   - lines: The lines of the trace.
  ///   - isKept: Whether a line has to stay for another reason.
  init(_ lines: [TraceColumns], keeping isKept: (Int) -> Bool = { _ in false }) {
    var folded: [Range<Int>] = []
    var known: Set<[[UInt8]]> = []
    var start = 0
    while start < lines.count {
      let end = Self.endOfOpening(from: start, lines)
      guard end - start >= 2 else {
        start += 1
        continue
      }
      let isNew = known.insert(Self.shape(start..<end, lines)).inserted
      if !isNew, Self.isUsual(start..<end, lines), !(start..<end).contains(where: isKept) { folded.append(start..<end) }
      start = end
    }
    self.folded = folded
  }

  /// Cuts all lines into those that are shown and those that are folded.
  func pieces(of count: Int) -> [(lines: Range<Int>, isFolded: Bool)] {
    var pieces: [(lines: Range<Int>, isFolded: Bool)] = []
    var start = 0
    for range in folded {
      if start < range.lowerBound { pieces.append((start..<range.lowerBound, false)) }
      pieces.append((range, true))
      start = range.upperBound
    }
    if start < count || pieces.isEmpty { pieces.append((start..<count, false)) }
    return pieces
  }

  /// Where the beginning of a turn ends: all its lines are of one thread, one run and one moment.
  private static func endOfOpening(from start: Int, _ lines: [TraceColumns]) -> Int {
    var end = start
    for name in opening {
      guard end < lines.count, lines[end].columns.count == 3, lines[end].columns[2].bytes.elementsEqual(name.utf8),
        isSamePlace(lines[start], lines[end])
      else { break }
      end += 1
    }
    return end
  }

  /// Whether a turn begins because something happened just before on its thread, and something comes of it.
  private static func isUsual(_ range: Range<Int>, _ lines: [TraceColumns]) -> Bool {
    guard let before = lines[..<range.lowerBound].last, range.upperBound < lines.count else { return false }
    let after = lines[range.upperBound]
    guard before.isWhole, after.isWhole, before.columns[0].bytes == lines[range.lowerBound].columns[0].bytes,
      before.columns[1].bytes == lines[range.lowerBound].columns[1].bytes
    else { return false }
    return !opening.contains { before.columns[2].bytes.elementsEqual($0.utf8) }
      && !opening.contains { after.columns[2].bytes.elementsEqual($0.utf8) }
  }

  /// What an opening is recognized by: thread, depth and length.
  private static func shape(_ range: Range<Int>, _ lines: [TraceColumns]) -> [[UInt8]] {
    let first = lines[range.lowerBound].columns
    return [first[1].bytes, Array("\(first[2].begin) \(range.count)".utf8)]
  }

  private static func isSamePlace(_ one: TraceColumns, _ other: TraceColumns) -> Bool {
    one.columns[0].bytes == other.columns[0].bytes && one.columns[1].bytes == other.columns[1].bytes
      && one.columns[2].begin == other.columns[2].begin
  }
}
