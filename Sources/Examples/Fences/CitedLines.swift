internal import LoopTracing
internal import Markdown
internal import Recordings

extension Example {
  /// The lines of the example, counted from 1, that its recordings name: `7:14: error`, `main.swift:7`, `line 7`.
  ///
  /// Of a session, the recordings name lines of the whole program; those of the other blocks do not count.
  package var citedLines: Set<Int> {
    var cited: Set<Int> = []
    for recording in recordings {
      for line in recording.fence.lines {
        switch recording.kind {
        case .error: cited.formUnion(Self.numbers(in: line.text, behind: ["", "main.swift:", "line "]))
        case .output: cited.formUnion(Self.numbers(in: line.text, behind: ["main.swift:", "main.swift, line "]))
        case .trace:
          // What a program prints, and a label, may say anything.
          let columns = TraceColumns(Array(line.text.utf8)).columns
          if columns.count > 3, columns[3].bytes.starts(with: "line ".utf8) {
            cited.formUnion(Self.numbers(in: String(decoding: columns[3].bytes, as: UTF8.self), behind: ["line "]))
          }
        }
      }
    }
    return Set(cited.map { $0 - firstLine + 1 }.filter { (1...max(lines.count, 1)).contains($0) })
  }

  /// The numbers that stand in a text behind one of some marks; behind none means at its beginning, before a colon.
  private static func numbers(in text: String, behind marks: [String]) -> [Int] {
    marks.flatMap { mark -> [Int] in
      if mark.isEmpty {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let isPlace = text.dropFirst(digits.count).first == ":"
        return isPlace ? [Int(digits)].compactMap(\.self) : []
      }
      return text.ranges(of: mark).compactMap { found in
        Int(text[found.upperBound...].prefix { $0.isASCII && $0.isNumber })
      }
    }
  }
}
