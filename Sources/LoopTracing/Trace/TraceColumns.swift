/// A line of a trace's text form, taken apart into its columns.
package struct TraceColumns: Sendable, Hashable {
  /// A column and where it begins in the line.
  package struct Column: Sendable, Hashable {
    package var bytes: [UInt8]
    package var begin: Int
  }

  /// Time, thread, event and detail, as far as the line has them.
  package let columns: [Column]

  /// The columns of a line.
  package init(_ line: [UInt8]) {
    var columns: [Column] = []
    var index = 0
    while index < line.count {
      if line[index] == Self.blank {
        index += 1
        continue
      }
      let begin = index
      // The detail is what remains, blanks and all.
      while index < line.count {
        let isEnd = line[index] == Self.blank && index + 1 < line.count && line[index + 1] == Self.blank
        if isEnd && columns.count < 3 { break }
        index += 1
      }
      columns.append(Column(bytes: Array(line[begin..<index]), begin: begin))
    }
    self.columns = columns
  }

  private static let blank = UInt8(ascii: " ")

  /// Whether there are a time, a thread and an event.
  package var isWhole: Bool { columns.count >= 3 }

  /// The line in its one form; nil when it does not have all columns.
  func bytes(threadWidth: Int) -> [UInt8]? {
    guard isWhole else { return nil }
    let indent = columns[2].begin - columns[1].begin - threadWidth - 2
    let separator: [UInt8] = [Self.blank, Self.blank]
    var bytes = (Self.time(columns[0].bytes) ?? columns[0].bytes) + separator + columns[1].bytes + separator
    // Where any text may stand before the event, its indent is part of that. An indent to the left fits no line.
    if !columns[2].bytes.starts(with: LinePattern.dots) {
      bytes += [UInt8](repeating: indent < 0 ? UInt8(ascii: "\u{8}") : Self.blank, count: abs(indent))
    }
    bytes += columns[2].bytes
    if columns.count > 3 { bytes += separator + columns[3].bytes }
    return bytes
  }

  /// "+1.5s" as microseconds and the digits below them, in a form of its own; nil for what is not a time.
  package static func time(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes == Array("~".utf8) { return bytes }
    guard bytes.count >= 3, bytes.last == UInt8(ascii: "s"), let sign = bytes.first,
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    else { return nil }
    let parts = bytes[1..<(bytes.count - 1)].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty else { return nil }
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    guard parts.count == 1 || !fraction.isEmpty, (Array(whole) + fraction).allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    var digits = fraction
    while digits.last == 48 { digits.removeLast() }
    var seconds = whole.drop { $0 == 48 }
    if seconds.isEmpty { seconds = [48] }
    let isZero = seconds.elementsEqual([48]) && digits.isEmpty
    return [isZero ? UInt8(ascii: "+") : sign] + Array(seconds) + [UInt8(ascii: ".")] + digits + [UInt8(ascii: "s")]
  }

  /// With one space for all in a row.
  package static func loose(_ line: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in line where byte != blank || result.last != blank { result.append(byte) }
    return result
  }

  /// How wide the column of threads is that these lines are made with, if they are all of a trace.
  static func threadWidth(_ lines: [TraceColumns]) -> Int {
    lines.lazy.filter { $0.isWhole }.map { $0.width(of: 1) }.max() ?? 0
  }

  /// The widths that the column of threads may have in a pattern for `came`: as its own lines have it; as those that
  /// came; or so that both begin equally far out.
  static func possibleWidths(_ pattern: [TraceColumns], _ came: [TraceColumns]) -> [Int] {
    var widths = [threadWidth(pattern), threadWidth(came)]
    if let own = outermost(pattern), let others = outermost(came) { widths.append(threadWidth(came) + own - others) }
    var seen: Set<Int> = []
    return widths.filter { seen.insert($0).inserted }
  }

  /// How far behind its thread the event begins that stands furthest out.
  private static func outermost(_ lines: [TraceColumns]) -> Int? {
    lines.lazy.filter { $0.isWhole }.map { $0.columns[2].begin - $0.columns[1].begin }.min()
  }

  private func width(of column: Int) -> Int { columns[column].bytes.count }
}
