internal import Examples
internal import Files
internal import Highlighting
internal import Text

/// Finds tests in a program that is run as a script: nothing would run them, and what they expect would hold in
/// silence.
enum UnrunTests {
  private static let modules: Set = ["Testing", "XCTest"]
  private static let attributes: Set = ["Test", "Suite"]
  private static let macros: Set = ["#expect", "#require"]
  private static let kinds: Set = ["class", "struct", "enum", "protocol", "func", "let", "var", "typealias", "actor"]

  /// The first word of a program that belongs to a test, and the block that it stands in; `nil` where there is none.
  static func problem(_ program: Program, _ file: SourceFile) -> (block: Int, diagnostic: Diagnostic)? {
    let text = program.text
    guard ["Test", "XCT", "Suite", "#expect", "#require"].contains(where: text.containsBytes) else { return nil }
    let bytes = Array(text.utf8)
    guard let range = word(bytes) else { return nil }
    let word = String(decoding: bytes[range], as: UTF8.self)
    let (block, place) = program.location(of: range, in: bytes, of: file)
    return (
      block,
      Diagnostic(
        id: "unrun-test", "`\(word)` belongs to a test, and an example runs as a script, which runs no tests",
        at: place,
        cure: "mark the example `norun`, so that it is only compiled, or print what the test would check")
    )
  }

  private static func word(_ bytes: [UInt8]) -> Range<Int>? {
    var declared: Set<String> = []
    var found: (range: Range<Int>, name: String)?
    for token in Highlighter.tokens(bytes, language: .swift) {
      let text = String(decoding: bytes[token.range], as: UTF8.self)
      switch token.kind {
      case .keyword where text == "import":
        if let module = module(bytes, after: token.range.upperBound) { return module }
      case .keyword where kinds.contains(text):
        // A type of the example's own may be called like this.
        declared.insert(String(decoding: bytes[name(bytes, after: token.range.upperBound)], as: UTF8.self))
      case .directive where macros.contains(text): return token.range
      case .attribute:
        let name = text.dropFirst().split(separator: ".").last.map(String.init) ?? ""
        if attributes.contains(name), found == nil { found = (token.range, name) }
      case .type, .function:
        if text.hasPrefix("XCT"), found == nil { found = (token.range, text) }
      default: break
      }
    }
    return found.flatMap { declared.contains($0.name) ? nil : $0.range }
  }

  /// Where the name of a testing module stands after the word `import`.
  private static func module(_ bytes: [UInt8], after start: Int) -> Range<Int>? {
    var range = name(bytes, after: start)
    if kinds.contains(String(decoding: bytes[range], as: UTF8.self)) { range = name(bytes, after: range.upperBound) }
    return modules.contains(String(decoding: bytes[range], as: UTF8.self)) ? range : nil
  }

  /// The next name, after blanks, line feeds and the marks of a name in backquotes.
  private static func name(_ bytes: [UInt8], after start: Int) -> Range<Int> {
    let blanks: Set = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "`")]
    let first = bytes[start...].firstIndex { !blanks.contains($0) } ?? bytes.endIndex
    let end = bytes[first...].firstIndex { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte != UInt8(ascii: "_") && byte < 0x80
    }
    return first..<(end ?? bytes.endIndex)
  }
}
