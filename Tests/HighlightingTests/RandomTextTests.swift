import Glibc
import Highlighting
import Testing

/// Whatever the text, nothing of it is lost, and it does not take long.
@Suite("Any text")
struct RandomTextTests {
  /// Pieces that begin and end things, in all languages.
  private static let pieces = [
    "\"", "\"\"\"", "'", "`", "#", "##", "\\", "\\(", "\\#(", "(", ")", "[", "]", "{", "}", "/", "/*", "*/", "//", "#/",
    "/#",
    "\n", "\r\n", " ", "\t", "$", "$(", "${", "<<E", "<<-'E'", "E\n", "- ", "? ", ": ", "|", ">", "&a", "*b", "!c",
    "---\n", "%",
    "@", "@\"", "@a(", "#if ", "#endif", "let ", "func ", "init", "as? ", "is", "async ", "get", "set", "private(set) ",
    "some ",
    "x", "Type", ".", "..", ",", ":", "=", "->", "<", "?", "!", "~", "0x", "1", "1.5e", "é", "日本", "\u{0}", "😀", "$ ",
    "+", "-", "@@",
    "default:", "in a: ", "_", "true", "#include <", "\\\n", "r#\"", "R\"x(", ")x\"", "f'{", "b'", "#[", "[[", "'a ",
    "<script>", "</script>", "<style>", "</style>", "<!--", "-->", "<![CDATA[", "]]>", "<a ", "=\"", "&amp;", "{{",
    "}}",
    ";", "url(", "a:hover{", "--", "```", "~~~", "](", "match ", "/=",
  ].map { Array($0.utf8) }

  private func check(_ text: [UInt8], _ language: Language) {
    let tokens = Highlighter.tokens(text, language: language)
    var end = 0
    var last: HighlightKind?
    for token in tokens {
      let isSound =
        token.range.lowerBound >= end && !token.range.isEmpty && token.range.upperBound <= text.count
        && !(token.range.lowerBound == end && token.kind == last)
      guard isSound else {
        Issue.record("\(language): \(token) of \(text)")
        return
      }
      end = token.range.upperBound
      last = token.kind
    }
    let page = HighlightedText(text, tokens: tokens)
    let lines = page.lines.map { Array(page.html[$0]) }
    let contents = lines.map(content)
    var expected = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    if expected.last == [] { expected.removeLast() }
    if contents != expected { Issue.record("\(language): \(contents) of \(text)") }
    var joined = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    if text.last == UInt8(ascii: "\n") { joined.append(UInt8(ascii: "\n")) }
    if joined != page.html { Issue.record("\(language): \(text)") }
  }

  /// The text of a line of HTML; nothing if it is not well-formed or has other classes than there are.
  private func content(_ html: [UInt8]) -> [UInt8]? {
    var content: [UInt8] = []
    var rest = html[...]
    var isOpen = false
    func skip(_ string: String) -> Bool {
      guard rest.starts(with: string.utf8) else { return false }
      rest = rest.dropFirst(string.utf8.count)
      return true
    }
    let letters = Set(HighlightKind.allCases.map { UInt8(ascii: $0.className) })
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "<"):
        if isOpen {
          guard skip("</span>") else { return nil }
        } else {
          guard skip("<span class=\""), let letter = rest.popFirst(), letters.contains(letter), skip("\">") else {
            return nil
          }
        }
        isOpen.toggle()
      case UInt8(ascii: "&"):
        guard let (_, meant) = [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].first(where: { skip($0.0) }) else {
          return nil
        }
        content += Array(meant.utf8)
      case UInt8(ascii: ">"), UInt8(ascii: "\n"): return nil
      default:
        content.append(byte)
        rest = rest.dropFirst()
      }
    }
    return isOpen ? nil : content
  }

  @Test("random pieces keep their text", arguments: Language.allCases)
  func randomPieces(language: Language) {
    var numbers = Numbers(1)
    for _ in 0..<4_000 {
      let count = Int.random(in: 0...30, using: &numbers)
      check((0..<count).flatMap { _ in Self.pieces.randomElement(using: &numbers) ?? [] }, language)
    }
  }

  @Test("random bytes keep their text", arguments: Language.allCases)
  func randomBytes(language: Language) {
    var numbers = Numbers(2)
    for _ in 0..<1_000 {
      let count = Int.random(in: 0...60, using: &numbers)
      check((0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }, language)
    }
  }

  @Test("no token ends inside a character", arguments: Language.allCases)
  func charactersStayWhole(language: Language) {
    var numbers = Numbers(3)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...30, using: &numbers)
      let text = (0..<count).flatMap { _ in Self.pieces.randomElement(using: &numbers) ?? [] }
      for token in Highlighter.tokens(text, language: language) {
        for place in [token.range.lowerBound, token.range.upperBound] where place < text.count {
          #expect(text[place] & 0xC0 != 0x80, "\(language): \(String(decoding: text, as: UTF8.self))")
        }
      }
    }
  }

  @Test("every beginning of a text keeps its text", arguments: Language.allCases)
  func beginnings(language: Language) {
    let text = Array(
      (##"func f(_ x: Int) { let a = #"b \#(c) "# + /d/ + """##
        + "\n\"\"\" } $ x <<E\n${a}\nE\n- k: |\n  l\n@interface A\n#if B /* c").utf8)
    for count in 0...text.count { check(Array(text[..<count]), language) }
  }

  @Test("time grows with the length, not with its square", arguments: Language.allCases)
  func time(language: Language) {
    let pieces = [
      "\"", "\"\"\"", "'", "`", "#", "# ", "\\", "\"\\(", "(", ")", "[", "{", "}", "/", "/*", "*/", "#/", "#/ ",
      "##/a ", "=/a ", "$(", "${",
      "${ ", "<<E ", "<<E\n", "- ", "a: ", "{a: ", "[-", "|\n", "a", "A ", "a.", "a<b", "@", "@a(", "@\"", "1", "1.",
      "_", "$ a\\\n", "+\n", " ",
      "\n", "é", "as ", "async ", "func (", "let a: ", "in a", "0x1.", "#\"", "r#", "r#\"", "\"#", "R\"(", ")x", "#[",
      "[[", "'a", "f'{", "{{", "<", "<a ", "<!--", "<script>",
      "</", "=\"", "&a", "{", "a{", "a:", "url(", "--", "``", "` ``", "](", "~", "/[", "a!", "`${", ";", "1'", "1-",
    ]
    for piece in pieces {
      let text = Array(String(repeating: piece, count: 10_000 / piece.utf8.count).utf8)
      let start = processorTime()
      let page = Highlighter.highlighted(text, language: language)
      // It takes some milliseconds where nothing is optimized, and a square of the length a second and more.
      #expect(processorTime() - start < 0.4, "\(language): \(piece)")
      #expect(page.html.count >= text.count)
    }
  }

  /// What this thread has used of a processor, in seconds.
  private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
