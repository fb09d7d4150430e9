internal import LoopTracing

/// The lines that a session's program prints between its blocks, so that each keeps its own output.
enum BlockMarks {
  /// What such a line begins with; no program prints it by accident.
  static let start = Array("\u{1E}loopbook block ".utf8)

  /// Divides what a program printed into that of its blocks; tells which was under way at the end, too.
  static func split(_ output: [UInt8], blocks: Int) -> (parts: [[UInt8]], last: Int) {
    var parts = [[UInt8]](repeating: [], count: blocks)
    guard blocks > 1 else { return ([output], 0) }
    var block = 0
    var rest = output[...]
    while !rest.isEmpty {
      guard let mark = rest.firstIndex(of: start[0]) else {
        parts[block] += rest
        break
      }
      parts[block] += rest[..<mark]
      rest = rest[mark...]
      if let (number, length) = number(rest), number > block, number < blocks {
        block = number
        rest = rest.dropFirst(length)
      } else {
        parts[block].append(rest.removeFirst())
      }
    }
    return (parts, block)
  }

  /// Divides a recording into those of its blocks, at the marks among what was printed.
  static func split(_ trace: Trace?, blocks: Int) -> [Trace]? {
    guard let trace else { return nil }
    guard blocks > 1 else { return [trace] }
    var parts = [Trace](repeating: Trace(clock: trace.clock), count: blocks)
    var block = 0
    for event in trace.events {
      if case .print(let text, _) = event.kind, let mark = number(text.utf8) {
        if mark.number > block, mark.number < blocks { block = mark.number }
      } else {
        parts[block].events.append(event)
      }
    }
    return parts
  }

  /// The number of the block that a line of a trace or of output begins, if it is a mark.
  static func number(_ text: some Collection<UInt8>) -> (number: Int, length: Int)? {
    guard text.starts(with: start) else { return nil }
    let digits = text.dropFirst(start.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    return (number, start.count + digits.count + 1)
  }
}
