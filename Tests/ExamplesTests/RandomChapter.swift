import Examples
import LoopTracing

/// Chapters and outcomes that no author would think of, the same for the same seed.
struct RandomChapter {
  private var state: UInt64
  private var lineEnd: [UInt8] = []
  private var prefixes: [(first: String, further: String)] = []

  init(seed: UInt64) {
    state = seed
  }

  /// Another chapter, and what its examples did.
  mutating func next() -> (bytes: [UInt8], outcomes: [Outcome]) {
    lineEnd = pick(["\n", "\n", "\r\n", "\r"]).map { Array($0.utf8) } ?? []
    var bytes: [UInt8] = number(8) == 0 ? [0xEF, 0xBB, 0xBF] : []
    var outcomes: [Outcome] = []
    let count = 1 + number(4)
    for index in 0..<count {
      bytes += Array((pick(["Text.", "# 鐘 `a`", "", "* b", "1. c\n\n   d", "| a |\n| - |", "[a]: b"]) ?? "").utf8)
      bytes += lineEnd + lineEnd
      bytes += example(isLast: index == count - 1)
      if number(4) > 0 { bytes += lineEnd }
      outcomes.append(outcome())
    }
    while number(3) == 0, !bytes.isEmpty { bytes.removeLast() }
    return (bytes, outcomes)
  }

  private mutating func outcome() -> Outcome {
    Outcome(
      output: number(6) == 0 ? nil : text(), error: number(3) == 0 ? nil : text().filter { $0 != 0 },
      traces: [TraceFilter(): traceText()])
  }

  private mutating func traceText() -> String {
    (0..<number(5)).map { _ in "+\(number(3)).000s  main  \(pick(["entry", "exit", "print  ```", "timer"]) ?? "")\n" }
      .joined()
  }

  private mutating func text() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<number(6) { bytes += line() + [0x0A] }
    if number(5) == 0, !bytes.isEmpty { bytes.removeLast() }
    return bytes
  }

  private mutating func line() -> [UInt8] {
    switch number(12) {
    case 0: (0..<number(5)).map { _ in UInt8(number(256)) }.filter { $0 != 0x0A }
    case 1: Array(String(repeating: pick(["`", "~", " ", "."]) ?? "", count: number(7)).utf8)
    case 2: Array(String(repeating: "`", count: 250 + number(10)).utf8)
    default: Array((pick(Self.lines) ?? "").utf8)
    }
  }

  private static let lines = [
    "a", "b", "c", "a b", "a ", "\ta", " \t", "", "", "...", "Loading...", "\\...", "\\", "a\\", "> a", "- a", "1. a",
    "\u{1B}[1m", "\r", "a\rb", "\0", "鐘", "e\u{301}", "\u{E9}", "\u{202E}", "\u{2028}", "\u{FEFF}", "    a", "\\u{41}",
    "\\x{41}",
    "&amp;", "</pre>", "[^1]: a", "```swift", "~~~", "# a", "\u{FFFD}", "<!--", "\u{B}", "\u{C}", "\u{85}",
  ]

  /// An example with some of its recordings, in containers.
  private mutating func example(isLast: Bool) -> [UInt8] {
    prefixes = (0..<number(4)).map { _ in
      pick([("> ", "> "), (">", ">"), ("- ", "  "), ("1. ", "   "), ("-\t", "\t"), ("*   ", "    "), (" > ", " > ")])
        .map { (first: $0.0, further: $0.1) } ?? ("", "")
    }
    var isFirst = true
    let (info, usual) =
      pick([
        ("swift", ["output", "trace"]), ("swift crashes", ["output", "trace", "error"]), ("swift crashes", ["error"]),
        ("swift fails", ["error"]), ("swift output=off", ["trace"]), ("swift,norun", []),
      ]) ?? ("", [])
    var bytes = fence(info, lines: ["let a = 1", "", "\tb()"], &isFirst)
    // Now and then any, also those that belong to nothing.
    var kinds = number(8) == 0 ? ["output", "error", "output", "trace"] : usual
    while !kinds.isEmpty, number(5) > 0 {
      let kind = kinds.remove(at: number(kinds.count))
      if number(3) == 0 { bytes += prefix(&isFirst) + lineEnd }
      let lines = (0..<number(5)).map { _ in
        // Lines that no trace has keep an example from being recorded.
        if kind == "trace", number(8) > 0 {
          return pick(["...", "+1s    main  exit", "+0.000s  ...", "+2.000s  main  ...r"]) ?? ""
        }
        return String(
          decoding: (number(3) == 0 ? Array("...".utf8) : line()).filter { $0 != 0x0D && $0 != 0 }, as: UTF8.self)
      }
      bytes += fence(kind, lines: lines, &isFirst)
    }
    return bytes
  }

  private mutating func prefix(_ isFirst: inout Bool) -> [UInt8] {
    defer { isFirst = false }
    return prefixes.flatMap { Array((isFirst ? $0.first : $0.further).utf8) }
  }

  private mutating func fence(_ info: String, lines: [String], _ isFirst: inout Bool) -> [UInt8] {
    let mark = String(repeating: pick(["`", "~"]) ?? "`", count: 3 + number(3))
    let indentation = Array(String(repeating: " ", count: number(4) == 0 ? number(4) : 0).utf8)
    var bytes = prefix(&isFirst) + indentation + Array((mark + info).utf8) + lineEnd
    for line in lines { bytes += prefix(&isFirst) + indentation + Array(line.utf8) + lineEnd }
    if number(12) > 0 { bytes += prefix(&isFirst) + indentation + Array(mark.utf8) + lineEnd }
    return bytes
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[number(elements.count)]
  }

  private mutating func number(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
