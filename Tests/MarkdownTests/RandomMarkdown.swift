/// A repeatable source of chance.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

/// Random Markdown with everything that makes fences hard to find.
struct RandomMarkdown {
  private static let marks = [
    "> ", ">", "- ", "* ", "1. ", "23) ", "-   ", "\t", "  ", "   ", "    ", " ", ">\t", "-\t", "- [ ] ", "[^a]: ",
  ]
  private static let texts = [
    "```", "~~~", "```swift", "````", "~~~~ trace only=x", "```swift fails=compile &amp; \\*", "  ```", "text",
    "let x = 1",
    "漢字かな", "👩‍👩‍👧 x", "a\0b", "\tindented", " [^a] more", "# Heading", "***", "[foo]: /url", "<div>", "| a |", "|---|", "",
    "", "``` `", "日本\t語", "=== ", "&#9;x",
  ]

  private static let words = [
    "*", "**", "_", "~", "~~", "`", "``", "[", "]", "![", "](", "(/a b)", "](/url \"title\")", "](<x y> 'q')", "[^a]",
    "[^b]", "[^no]", "[foo]", "[Foo][]", "[x][foo]", "<b>", "</b>", "<script>", "<!-- c -->", "<a@b.cd>",
    "<http://x.y/?a&b>",
    "https://a.bc/d_e?f=g&h", "www.example.com.", "me@x.yz", "&amp;", "&nope;", "&#0;", "\\*", "\\", "word", "漢字", "é",
    "👍🏽", " ", " ", "  ", "\n", "\n", "\n\n", "  \n", "\\\n", "\n# ", "\n===\n", "\n---\n", "\n> ", "\n- ", "\n1. ",
    "\n   ",
    "\n    ", "\n\n[foo]: /u 'ti'\n\n", "\n\n[^a]: note\n\n", "\n\n[^b]: > q [^a]\n\n    two\n\n", "|", " | ",
    "\n|-|:-:|\n", "\n- [ ] ",
    "\n- [x] ", "\n***\n", "<div>\n", "\n</div>\n\n", "\t", "\r\n", "\"", "'", "<xmp x>", "</TITLE>", "\0", "\u{A0}",
  ]

  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The bytes of the next document.
  mutating func document() -> [UInt8] {
    let ends = ["\n", "\r\n", "\r"]
    let end = pick(ends)
    let isMixed = chance(10)
    var text = chance(20) ? "\u{FEFF}" : ""
    let lines = Bool.random(using: &generator) ? nested(depth: 0) : noise()
    for (index, line) in lines.enumerated() {
      text += line
      if index < lines.count - 1 || !chance(4) { text += isMixed ? pick(ends) : end }
    }
    return Array(text.utf8)
  }

  /// The bytes of a document in which everything that cmark knows meets everything else.
  mutating func prose() -> [UInt8] {
    Array((0..<Int.random(in: 1...60, using: &generator)).map { _ in pick(Self.words) }.joined().utf8)
  }

  /// The bytes of a document with links of which each leads elsewhere: `/u0`, `/u1` and so on.
  mutating func links() -> [UInt8] {
    var text = ""
    var definitions = ""
    var count = 0
    let starts = [
      "", "", "> ", "- ", "  ", "    ", ">", "# ", "1. ", "> - ", "   > ", "[def]: /x 'y'\n", "\n",
      "\n| a | b |\n|---|---|\n| ",
    ]
    let fillers = [
      "word", "漢字 👍", "*em*", "**bold**", "`a ] b`", "`code\nspan`", "\\[ \\] \\`", "&amp; &lt;x", "&#91;", "[no link]",
      "(x)",
      "<b title='[q](z)'>", "a | b", "~~gone~~", "!", "\u{A0}", "*", "_a", "] (", "<!-- [c](d) -->", "&nope;", "\0",
      "x\ty",
    ]
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      text += pick(starts)
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        text += pick(fillers) + " "
        if chance(3) { continue }
        let url = "/u\(count)"
        count += 1
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: text += "[text](\(url))"
        case 1: text += "[te *x*](<\(url)> \"ti ) tle\")"
        case 2: text += "![text `]`](\(url))"
        case 3: text += "[a\nb](\n\(url)\n'multi\nline')"
        case 4: text += "<http:/\(url)>"
        case 5: text += "http://example.com\(url)"
        case 6:
          text += "[full][\(url)]"
          definitions += "[\(url)]: \(url) 'title'\n"
        case 7:
          text += "[\(url)]"
          definitions += "[\(url)]: \(url)\n"
        default: text += "[![in](/img)](\(url))"
        }
        text += pick([" ", " ", ", ", "\n"])
      }
      text += "\n"
      if chance(2) { text += "\n" }
    }
    let end = pick(["\n", "\r\n"])
    return Array((text + "\n\n" + definitions).replacing("\n", with: end).utf8)
  }

  /// Lines that hang together: containers within each other, closed fences in them.
  private mutating func nested(depth: Int) -> [String] {
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch Int.random(in: 0..<(depth < 4 ? 8 : 4), using: &generator) {
      case 0, 1: lines += fence()
      case 2: lines += [pick(["Words.", "漢字 *x*", "A [^a] note", "a\tb"]), ""]
      case 3: lines += ["# Title"] + (chance(2) ? [""] : [])
      case 4, 5:
        let mark = pick(["> ", ">", ">\t", " > "])
        lines += nested(depth: depth + 1).map { chance(12) ? $0 : mark + $0 } + (chance(2) ? [""] : [])
      case 6:
        let marker = pick(["- ", "*   ", "1. ", "10)  ", "-\t", " - ", "[^a]: "])
        let blank =
          marker == "[^a]: "
          ? "    " : marker == "-\t" ? pick(["\t", "    "]) : String(repeating: " ", count: marker.count)
        let inner = nested(depth: depth + 1)
        lines += inner.enumerated().map { $0 == 0 ? marker + $1 : $1.isEmpty && chance(2) ? "" : blank + $1 }
      default: lines += ["- one", "", "  two"]
      }
    }
    return lines
  }

  private mutating func fence() -> [String] {
    let mark = pick(["```", "~~~", "`````", "~~~~"])
    let indent = pick(["", "", "", " ", "  ", "   "])
    let body = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      indent + pick(["print(1)", "", "  deeper", "\tx", "```x", "漢 👍", " ~~ ", "> q", "a\0"])
    }
    let close = chance(8) ? [] : [pick(["", indent, " "]) + mark + pick(["", "  ", "\t"])]
    return [indent + mark + pick(["", "swift", " swift id=a ", "output", "a\\*b &lt;"])] + body + close
  }

  private mutating func noise() -> [String] {
    (0..<Int.random(in: 1...14, using: &generator)).map { _ in
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in pick(Self.marks) }.joined() + pick(Self.texts)
    }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  private mutating func chance(_ oneIn: Int) -> Bool {
    Int.random(in: 0..<oneIn, using: &generator) == 0
  }
}
