import TestSupport
import Testing

@testable import Book

@Suite("Words for a shell")
struct ShellWordTests {
  private static let names = [
    "guide/a.md", "Robin's guide/a.md#one", "x'; touch PWNED; '.md", "-rf", "~", "$(date)`date`", "a b\\n'\\'", "",
    "été/日本.md", "a\nb", "\u{1B}[2K\\'; touch PWNED;#", "one\u{85}two\u{202E}three\n",
  ]

  @Test("a shell reads what was written", arguments: names)
  func same(name: String) throws {
    let word = ShellWord.quoted(name)
    let run = try ProgramRun("bash", ["-c", "printf '%s|' \(word)"])
    #expect(run.output == (name.hasPrefix("-") ? "./" : "") + name + "|")
  }

  @Test("nothing in a word steers a terminal or turns the text around", arguments: names)
  func seen(name: String) {
    #expect(
      !ShellWord.quoted(name).unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x85 || $0.value == 0x202E })
  }
}
