import Examples

/// Swift files with doc comments in all styles, and what the examples in them did; the same for the same seed.
struct RandomComments {
  private var state: UInt64
  private(set) var hasLineEnds = true

  init(seed: UInt64) {
    state = seed &+ 1
  }

  private mutating func number(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  private mutating func pick(_ list: [String]) -> String { list[number(list.count)] }

  /// Another file, and what its examples did, in their order.
  mutating func next() -> (bytes: [UInt8], outcomes: [Outcome]) {
    hasLineEnds = number(2) == 0
    let lineEnd = pick(["\n", "\n", "\r\n"])
    var text = ""
    var outcomes: [Outcome] = []
    for index in 0...number(3) {
      let indentation = pick(["", "  ", "\t", "    "])
      let isBlock = number(3) == 0
      let mark =
        indentation + (isBlock ? pick([" * ", " *", "   ", "  ", ""]) : pick(["/// ", "///", "///\t", "///  "]))
      if isBlock { text += indentation + "/**" + lineEnd }
      for _ in 0...number(2) {
        var lines = [pick(["Text.", "More `code`.", "鐘 **b**", "A. b"]), ""]
        let inner = pick(["", "", "", "- ", "> "])
        let rest = inner == "- " ? "  " : inner
        lines += [inner + "```swift", rest + "print()", rest + "```"]
        if number(2) == 0 {
          if number(2) == 0 { lines.append(inner == "> " ? ">" : "") }
          lines +=
            [rest + "```output"] + (0..<number(3)).map { _ in rest + pick(["a", "old", "..."]) } + [rest + "```"]
        }
        lines.append("")
        for line in lines { text += (line.isEmpty ? Self.withoutBlanks(mark) : mark + line) + lineEnd }
        outcomes.append(Outcome(output: Array(output().utf8)))
      }
      if isBlock { text += indentation + " */" + lineEnd }
      text += indentation + pick(["let a\(index) = 1", "func f\(index)() {} // ```", "// é"]) + lineEnd
    }
    return (Array(text.utf8), outcomes)
  }

  private mutating func output() -> String {
    (0...number(4)).map { _ in
      pick(["a", "b c", " x", "\ty", "", "*/", "/* z", "///", "```", "````", "> q", "- l", "鐘", "/", "*", "a\\", "..."])
        + "\n"
    }.joined()
  }

  private static func withoutBlanks(_ text: String) -> String {
    var text = text
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
