import Examples
internal import Recordings
import Testing

@Suite("What recordings expect")
struct RecordedTextTests {
  private func matches(_ lines: [String], _ text: String, as kind: RecordingKind = .output) -> Bool {
    RecordedText(lines, as: kind).matches(Array(text.utf8))
  }

  @Test(
    "wildcards stand for any text and any lines",
    arguments: [
      (["a", "...", "b"], "a\nb\n", true), (["a", "...", "b"], "a\n1\n2\nb\n", true), (["a", " ... "], "a\n", true),
      (["a", "..."], "b\n", false), (["took ... ms"], "took 5 ms\n", true), (["took ... ms"], "took 5 s\n", false),
      (["a...b...c"], "abc\n", true), (["a...b...b"], "ab\n", false), (["..."], "", true),
      (["...", "..."], "x\n", true),
      (["..."], "x", true), (["a..."], "ab", true), (["...", "a"], "a\na\n", true), (["...", "a"], "a\nb\n", false),
    ])
  func wildcards(lines: [String], text: String, isMatch: Bool) {
    #expect(matches(lines, text) == isMatch)
  }

  @Test(
    "everything else is exact",
    arguments: [
      (["a"], "a\n", true), (["a"], "a", false), (["a\\"], "a", true), (["a\\"], "a\n", false), (["a "], "a\n", false),
      (["a"], "a \n", false), (["a\\u{20}"], "a \n", true), (["a "], "a \n", true), (["a"], "a\r\n", false),
      (["a\\u{D}"], "a\r\n", true), ([""], "\n", true), (["", ""], "\n", false), (["a\\b"], "a\\b\n", true),
      (["\\..."], "...\n", true), (["\\..."], "x\n", false), (["é"], "e\u{301}\n", false),
      (["\\u{zz}"], "\\u{zz}\n", true),
      (["a\\", "b"], "a\\\nb\n", true),
    ])
  func exact(lines: [String], text: String, isMatch: Bool) {
    #expect(matches(lines, text) == isMatch)
  }

  @Test(
    "anything can be recorded: what is written matches it, and no other",
    arguments: [
      "a\n", "a", "\n", "\n\n", "a\n\n", " \n", "a \n", "a\t\n", "a ", "\ta\n", "a\\", "a\\\n", "a\\\nb", "...\n",
      "Loading...\n", "......\n",
      ".....\n", "\\...\n", "\\u{41}\n", "\\x{41}", "\u{1B}[31mred\u{1B}[0m\n", "\0\n", "a\r\nb\r\n", "a\rb", "```\n",
      "~~~~\n",
      "\u{202E}abc\n", "\u{FEFF}a\n", "\u{2028}\n", "鐘\n👩‍👩‍👧\n", "\\\u{1B}\n", "\\\\...\n", "\u{FFFD}\n", "    ```\n",
      String(repeating: "`", count: 300) + "\n",
    ])
  func roundTrip(text: String) {
    let written = RecordedText.written(Array(text.utf8), as: .output)
    #expect(matches(written, text))
    for other in [
      text + "x", text + "\n", "x" + text, text.replacing("...", with: "abc"), text.replacing(" ", with: ""),
    ]
    where other != text {
      #expect(!matches(written, other), "\(written) matches \(other)")
    }
    // Editors may take blanks at line ends away, and a file's lines end at line feeds and carriage returns.
    #expect(
      written.allSatisfy {
        $0.last != " " && $0.last != "\t" && !$0.unicodeScalars.contains { $0 == "\r" || $0 == "\n" }
      })
  }

  @Test(
    "readers see what was printed, and an escape for what shows in no other way",
    arguments: [
      ("Loading...\n", "Loading..."), ("C:\\u{41}\n", "C:\\u{41}"), ("a \n", "a "), ("half", "half"), ("a\\", "a\\"),
      ("a\\\nb\n", "a\\|b"), ("{{#include x}}\n", "{{#include x}}"), ("a\r\n", "a\\u{D}"), ("\u{202E}\n", "\\u{202E}"),
      ("é鐘\n", "é鐘"),
    ])
  func shown(text: String, seen: String) {
    let written = RecordedText.written(Array(text.utf8), as: .output)
    let shown = RecordedText.shown(written, as: .output).map { String(decoding: $0, as: UTF8.self) }
    #expect(shown.joined(separator: "|") == seen)
  }

  @Test("every byte can be recorded")
  func bytes() {
    for first in UInt8.min...UInt8.max {
      for second: UInt8 in [0x0A, 0x80, 0xBF, 0x41, 0xC3, 0xF0] {
        let text = [first, second, first]
        let written = RecordedText.written(text, as: .output)
        #expect(RecordedText(written, as: .output).matches(text))
        #expect(!RecordedText(written, as: .output).matches([first, second &+ 1, first]))
      }
    }
  }

  @Test("what is ordinary is recorded as it is")
  func plain() {
    let text = "a b\tc\n  {\"a\": \"C:\\dir\\n\"}\n.. 日本 é 👍🏽\n"
    #expect(RecordedText.written(Array(text.utf8), as: .output).joined(separator: "\n") + "\n" == text)
  }

  @Test("in traces blanks at line ends do not count and nothing is escaped")
  func traces() {
    #expect(matches(["+0.000s  main  entry  ", "..."], "+0.000s  main  entry\nx\n", as: .trace))
    #expect(matches(["print  \\u{1B}"], "print  \\u{1B}\n", as: .trace))
  }

  @Test("matching many wildcards takes no exponential time")
  func backtracking() {
    let pattern = [String(repeating: "a...", count: 500) + "b"]
    #expect(!matches(pattern, String(repeating: "a", count: 20_000) + "\n"))
    let lines = (0..<200).flatMap { _ in ["...", "a"] } + ["b"]
    #expect(!matches(lines, String(repeating: "a\n", count: 5_000)))
  }
}
