internal import Examples
internal import Execution
internal import Files
internal import Highlighting
internal import Text

/// Finds tests in a program that runs none of them: what they expect would hold in silence.
enum UnrunTests {
  private static let modules: Set = ["Testing", "XCTest"]
  private static let attributes: Set = ["Test", "Suite"]
  private static let macros: Set = ["#expect", "#require"]
  private static let kinds: Set = ["class", "struct", "enum", "protocol", "func", "let", "var", "typealias", "actor"]

  /// The first word of a program that belongs to a test that is not run, and the block that it stands in; `nil` where
  /// there is none.
  static func problem(_ program: Program, _ file: SourceFile) -> (block: Int, diagnostic: Diagnostic)? {
    let text = program.text
    guard ["Test", "XCT", "Suite", "#expect", "#require"].contains(where: text.containsBytes) else { return nil }
    let bytes = Array(text.utf8)
    let tests = ScriptSyntax(text).tests
    let areRun = tests.hasTests && tests.obstacle == nil
    guard let range = word(bytes, areRun: areRun) else { return nil }
    let (sentence, cure) = words(on: String(decoding: bytes[range], as: UTF8.self), tests)
    let (block, place) = program.location(of: range, in: bytes, of: file)
    return (
      block,
      Diagnostic(
        id: "unrun-test", sentence, at: place, cure: "\(cure), or mark the example `norun`, so that it is only compiled"
      )
    )
  }

  private static func words(on word: String, _ tests: TestSyntax) -> (sentence: String, cure: String) {
    switch tests.obstacle {
    case .statements:
      (
        "the example has statements beside its tests, so it runs as a script, which runs no tests",
        "move the statements into a test"
      )
    case .mainType:
      ("the example begins in a type marked `@main`, which runs none of its tests", "remove `@main`")
    case .exitTests:
      (
        "a test of how a process ends starts the program once more, which an example cannot do",
        "show the end in an example marked `crashes`"
      )
    case .ownRunner:
      ("the example declares a function that would run its tests", "remove that function")
    case nil where word == "Testing":
      (
        "`Testing` is imported, but the example has no function marked `@Test`",
        "mark one, or print what the test would check"
      )
    case nil where word == "XCTest" || word.hasPrefix("XCT"):
      (
        "`\(word)` belongs to a test for XCTest, which an example does not run",
        "write the test with Swift Testing, or print what it would check"
      )
    case nil:
      (
        "`\(word)` belongs to a test, and the example runs as a script, which runs no tests",
        "write `import Testing`, and put it into a function marked `@Test`"
      )
    }
  }

  /// Finds such a word; `areRun` says that tests for Swift Testing are run.
  private static func word(_ bytes: [UInt8], areRun: Bool) -> Range<Int>? {
    var declared: Set<String> = []
    var found: (range: Range<Int>, name: String)?
    for token in Highlighter.tokens(bytes, language: .swift) {
      let text = String(decoding: bytes[token.range], as: UTF8.self)
      switch token.kind {
      case .keyword where text == "import":
        if let module = module(bytes, after: token.range.upperBound, areRun: areRun) { return module }
      case .keyword where kinds.contains(text):
        // A type of the example's own may be called like this.
        declared.insert(String(decoding: bytes[name(bytes, after: token.range.upperBound)], as: UTF8.self))
      case .directive where !areRun && macros.contains(text): return token.range
      case .attribute where !areRun:
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
  private static func module(_ bytes: [UInt8], after start: Int, areRun: Bool) -> Range<Int>? {
    var range = name(bytes, after: start)
    if kinds.contains(String(decoding: bytes[range], as: UTF8.self)) { range = name(bytes, after: range.upperBound) }
    let module = String(decoding: bytes[range], as: UTF8.self)
    return modules.contains(module) && !(areRun && module == "Testing") ? range : nil
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
