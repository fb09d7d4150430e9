import Examples
import Markdown
import Recordings
import Testing
import Text

@Suite("Examples of a chapter")
struct ExampleTests {
  @Test("names come from the author, or from the nearest heading and a number")
  func names() {
    let chapter = chapter(
      """
      ```swift
      f()
      ```

      # Timers & *Their* `Dates`

      ```swift
      f()
      ```

      ```swift id=timers--their-dates-3
      f()
      ```

      - ```swift
        f()
        ```

        ```swift
        f()
        ```

      ## 鐘

      ```swift quote
      ```
      """)
    #expect(
      chapter.examples.map(\.id) == [
        "timers-1", "timers--their-dates-1", "timers--their-dates-3", "timers--their-dates-2", "timers--their-dates-4",
        "鐘-1",
      ])
    #expect(chapter.examples.map(\.name).first == "timers#timers-1")
    #expect(chapter.diagnostics == [])
  }

  @Test("headings that end in a number do not make the same name twice")
  func numberedHeadings() {
    let chapter = chapter(
      "# A\n" + String(repeating: "```swift\nf()\n```\n\n", count: 1)
        + "# A 1\n```swift\nf()\n```\n# A\n```swift\nf()\n```\n")
    #expect(Set(chapter.examples.map(\.id)).count == 3)
  }

  @Test("a name that stands twice is an error at the second")
  func duplicates() {
    let chapter = chapter("```swift id=a\nf()\n```\n\n```swift id=a\nf()\n```\n")
    #expect(chapter.diagnostics.map(\.id) == ["duplicate-id"])
    #expect(chapter.diagnostics.map { $0.place?.position?.line } == [5])
    #expect(chapter.examples.map(\.id) == ["a", "timers-1"])
    #expect(chapter.examples.map(\.hasErrors) == [false, true])
  }

  @Test(
    "what readers cannot see is an error where it is compiled: a name with a blank of no width, a turned comment",
    arguments: [
      "let a\u{200B} = 2", "// \u{202E} } \u{2066}if a\u{2069}", "print(\"a\u{AD}b\")", "let a\u{200D} = 1",
      "let a\u{FE0F} = 1", "\"\u{2028}\"", "\"\u{7}\"", "\"\u{E0041}\"", "\"\u{1F600}\u{200B}\"", "\"\u{3164}\"",
      "a\0b", "infix operator \u{2800}", "let a\u{1D159} = 1",
      "let é\u{200B}\u{200D} = 1", "let é\u{200D} = 1", "// цена\u{200C}", "let 値\u{200D} = 1", "print(1)\u{FEFF}",
      "// \u{61C}",
    ])
  func unseenCharacters(line: String) {
    for kind in ["", " norun", " fails", " crashes", " session=a"] {
      let chapter = chapter("```swift\(kind)\nlet b = 1\n\(line)\n```\n")
      #expect(chapter.diagnostics.map(\.id) == ["unseen-character"], "\(kind)")
      #expect(chapter.diagnostics.map { $0.place?.position?.line } == [3])
      #expect(chapter.examples.map(\.hasErrors) == [true])
    }
    #expect(chapter("```swift quote\n\(line)\n```\n").diagnostics == [])
  }

  @Test("two names that differ only by how an accent is written are told, in whichever example the second stands")
  func wordForms() {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    #expect(chapter("```swift\nlet \(composed) = 1\nprint(\(composed))\n```\n").diagnostics == [])
    for between in ["", "```\n\n```swift session=a\n", "```\n\n```swift norun\n"] {
      let chapter = chapter("```swift\nlet \(composed) = 1\n\(between)let a = 2, \(decomposed) = 2\n```\n")
      #expect(chapter.diagnostics.map(\.id) == ["same-looking-words"])
      #expect(chapter.diagnostics.map { $0.place?.position?.column } == [12])
      #expect(chapter.diagnostics.first?.cure == "write both with the same characters: caf\\u{E9}")
      #expect(chapter.examples.last?.hasErrors == true)
    }
    #expect(chapter("```swift\nlet \(composed) = 1\n```\n```swift quote\n\(decomposed)\n```\n").diagnostics == [])
  }

  @Test(
    "a word that looks like an ASCII one is an error",
    arguments: [
      ("let \u{440}\u{430}yload = 1", "payload", 5, "U+0440 (cyrillic small letter er)"),
      ("let \u{43E}\u{441}\u{430} = 1", "oca", 5, "U+043E (cyrillic small letter o)"),
      ("if isOn\u{1C3} {}", "isOn!", 4, "U+01C3 (latin letter retroflex click)"),
      ("print(a\u{2212}b)", "a-b", 7, "U+2212 (minus sign)"),
      ("\u{FB01}le()", "file", 1, "U+FB01 (latin small ligature fi)"),
      ("f(\u{1D68A}\u{1D7F6})", "a0", 3, "U+1D68A (mathematical monospace small a)"),
      ("f(\u{FF11})", "1", 3, "U+FF11 (fullwidth digit one)"),
      ("x\u{37E}", "x;", 1, "U+037E (greek question mark)"),
      ("print(\"\\(\u{441})\")", "c", 10, "U+0441 (cyrillic small letter es)"),
      ("/* */ \u{41A}", "K", 7, "U+041A (cyrillic capital letter ka)"),
      ("print(\"p\u{430}yload\")", "payload", 8, "U+0430 (cyrillic small letter a)"),
      ("// p\u{430}yload", "payload", 4, "U+0430 (cyrillic small letter a)"),
    ])
  func looksLikeASCII(line: String, look: String, column: Int, character: String) throws {
    let examples = chapter("```swift\nlet ok = 1\n\(line)\n```\n")
    let problem = try #require(examples.diagnostics.first)
    #expect(examples.diagnostics.count == 1)
    #expect(problem.id == "same-looking-words")
    #expect(
      problem.message == "this looks like '\(look)', but has \(character), so it is another word to the compiler")
    #expect(problem.place?.position?.line == 3)
    #expect(problem.place?.position?.column == column)
    #expect(examples.examples.first?.hasErrors == true)
    #expect(chapter("```swift quote\n\(line)\n```\n").diagnostics == [])
  }

  @Test(
    "a blank that looks like an ordinary one is an error, but for comments",
    arguments: [
      ("print(\"5\u{A0}m\" == \"5 m\")", 9, "U+00A0 (no-break space)", "\\u{A0}"),
      ("let\u{202F}a = 1", 4, "U+202F (narrow no-break space)", "\\u{202F}"),
      ("print(\"\u{E9}\u{2003}\")", 9, "U+2003 (em space)", "\\u{2003}"),
      ("/* \u{A0} */ print(\"\\(a)\u{2009}\")", 20, "U+2009 (thin space)", "\\u{2009}"),
    ])
  func looksLikeBlank(line: String, column: Int, character: String, escape: String) throws {
    let examples = chapter("```swift\nlet ok = 1\n\(line)\n```\n")
    let problem = try #require(examples.diagnostics.first)
    #expect(examples.diagnostics.count == 1)
    #expect(problem.id == "same-looking-blank")
    #expect(problem.message.hasPrefix("\(character) looks like an ordinary space"))
    #expect(problem.cure == "write a space; in a string literal, write it as `\(escape)`")
    #expect(problem.place?.position?.line == 3)
    #expect(problem.place?.position?.column == column)
    #expect(chapter("```swift quote\n\(line)\n```\n").diagnostics == [])
    // Nor is prose looked at, nor what is wide enough to be seen.
    #expect(chapter("```swift\n// 5\u{A0}m\nprint(\"5\u{3000}m\")\n```\n").diagnostics == [])
  }

  @Test("a caret in a string literal asks for no type")
  func caretInString() {
    let text = "let x = 3\nprint(\"\"\"\n  value: \\(x)\n  //       ^?\n  \"\"\")\n"
    #expect(chapter("```swift\n\(text)```\n").examples.map(\.typeQueries) == [[]])
    #expect(chapter("```swift\n\(text)print(x)\n//    ^?\n```\n").examples.first?.typeQueries.map(\.line) == [6])
  }

  @Test("words that differ by letters of two scripts look the same, whichever is which")
  func lookAlikesOfOtherScripts() {
    // The Cyrillic word, and the same with a Latin letter; the signs of micro and of Greek's mu.
    for (word, other) in [("\u{426}\u{435}\u{43D}\u{430}", "\u{426}e\u{43D}\u{430}"), ("\u{B5}s", "\u{3BC}s")] {
      for words in [[word, other], [other, word]] {
        let chapter = chapter("```swift\nlet \(words[0]) = 1\n```\n\n```swift\nlet \(words[1]) = 1\n```\n")
        #expect(chapter.diagnostics.map(\.id) == ["same-looking-words"])
        #expect(chapter.diagnostics.first?.place?.position?.line == 6)
      }
    }
  }

  @Test(
    "words of other scripts are words like others",
    arguments: [
      "let ν = 5, Δx = λ, цена = 1", "print(\"оса\") // оса и со", "f() // x − 1, x−1, 5 µs, don’t, Κ-means, 3∶4",
      "let 値 = \"カー、力\"", "let größe = 1, naïve = 2, œuvre = 3", "\"№ 1 – „a“ ‹b› a∼b\"", "#\"оса\"#",
      "\"\"\"\nоса\n\"\"\"", "a ≤ b ≠ c",
    ])
  func otherScripts(line: String) {
    #expect(chapter("```swift\n\(line)\n```\n").diagnostics == [])
  }

  @Test(
    "what chooses how its neighbors look is seen",
    arguments: [
      "\"👩‍👩‍👧‍👦 👍🏽 ❤️ 1️⃣ ©️\"", "\"🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\"", "f() // می‌خواهم",
      "let क्‍ष = 1", "\"🏳️‍🌈 👁️‍🗨️ ❤️‍🔥 葛\u{E0100}\"", "\tlet ü = \"日本語\"",
    ])
  func seenCharacters(line: String) {
    #expect(chapter("```swift\n\(line)\n```\n").diagnostics == [])
  }

  @Test("recordings are the fences right after an example, in any order")
  func recordings() {
    let chapter = chapter(
      """
      ```swift crashes
      f()
      ```

      ```trace only=activities
      ```
      ```error
      no
      ```

      ```trace
      ```
      ```output
      yes
      ```

      Text.
      """)
    #expect(chapter.diagnostics == [])
    #expect(chapter.examples.map { $0.recordings.map(\.kind) } == [[.trace, .error, .trace, .output]])
  }

  @Test(
    "a recording that belongs to nothing is an error",
    arguments: [
      "```output\n```", "```swift\nf()\n```\nText.\n```output\n```", "```swift\nf()\n```\n```error\n```",
      "```swift norun\nf()\n```\n```output\n```", "```swift quote\nf()\n```\n```trace\n```",
      "```swift fails\nf()\n```\n```output\n```",
      "```swift output=off\nf()\n```\n```output\n```", "```swift\nf()\n```\n```output\n```\n```output\n```",
      "```swift\nf()\n```\n```trace thread=a\n```\n```trace thread=a\n```",
      "> ```swift\n> f()\n> ```\n\n```output\n```",
      "```swift\nf()\n```\n<!-- a -->\n\n```output\n```", "- ```swift\n  f()\n  ```\n- ```output\n  ```",
      "```sh\n```\n```output\n```",
    ])
  func orphans(text: String) {
    #expect(chapter(text).diagnostics.map(\.id) == ["orphaned-recording"])
  }

  @Test("a recording whose language is misspelt is not overlooked")
  func misspelt() {
    let chapter = chapter("```swift\nf()\n```\n```ouput\n```\n\n```swift\nf()\n```\n```Output\n```\n")
    #expect(chapter.diagnostics.map(\.cure) == ["did you mean `output`?", "did you mean `output`?"])
    #expect(chapter.examples.map(\.hasErrors) == [true, true])
    let outcome = Outcome(output: Array("a\n".utf8))
    let result = Acceptance(
      of: chapter, outcomes: Dictionary(uniqueKeysWithValues: chapter.examples.map { ($0.id, outcome) }))
    #expect(result.bytes == chapter.file.bytes)
  }

  @Test("hidden lines lie between the marks or before the end, and keep their numbers")
  func hidden() {
    let lines = [
      "a", "// snippet.hide", "b", "//snippet.hide", "c", "  // snippet.show  ", "d", "// snippet.show",
      "let s = 1 // snippet.hide", "// snippet.hide", "e",
    ]
    let hidden = HiddenLines(lines)
    #expect(hidden.marks == [1, 3, 5, 7, 9])
    #expect(hidden.ranges == [2..<3, 4..<5, 10..<11])
    #expect(lines.indices.filter(hidden.shows) == [0, 6, 8])
    let chapter = chapter("```swift\n" + lines.joined(separator: "\n") + "\n```\n")
    #expect(chapter.programs.map(\.text) == [lines.joined(separator: "\n") + "\n"])
  }

  @Test("what a string literal prints hides nothing, and is told")
  func hiddenInText() {
    let lines = [
      "print(#\"\"\"", "  // snippet.hide", "  \\\"\"\" \"\"\"", "  // snippet.other", "  \"\"\"#) // \"\"\"",
      "// snippet.hide",
      "let a = \"\\\"\"", "/* \"\"\" */", "// snippet.show", "print(1)",
    ]
    let hidden = HiddenLines(lines)
    #expect(hidden.marks == [5, 8])
    #expect(hidden.ranges == [6..<8])
    #expect(hidden.mistakes.map(\.line) == [1])
    #expect(hidden.mistakes.map(\.isText) == [true])
    #expect(chapter("```swift\n" + lines.joined(separator: "\n") + "\n```\n").diagnostics.count == 1)
  }

  @Test("blocks of one session are one program, in order")
  func sessions() throws {
    let chapter = chapter(
      """
      ```swift session=a timeout=2s
      let a = 1
      ```
      ```output
      ```

      ```swift
      let b = 2
      ```

      > ```swift session=a crashes
      > let c = 鐘 + x
      >
      > fatalError()
      > ```
      """)
    #expect(chapter.diagnostics == [])
    #expect(chapter.programs.map(\.name) == ["timers@a", "timers#timers-2"])
    let session = try #require(chapter.programs.first)
    #expect(session.text == "let a = 1\nlet c = 鐘 + x\n\nfatalError()\n")
    #expect(session.kind == .crashes)
    #expect(session.timeout == .seconds(2))
    #expect(session.blocks.map(\.lines) == [1..<2, 2..<5])
    // Bytes of the program are columns of the file, in scalars.
    #expect(session.place(line: 1, column: 5, in: chapter.file).position == SourcePosition(line: 2, column: 5))
    #expect(session.place(line: 2, column: 15, in: chapter.file).position == SourcePosition(line: 12, column: 15))
    #expect(session.place(line: 4, column: 1, in: chapter.file).position == SourcePosition(line: 14, column: 3))
    // Past the end of a line, and of the program.
    #expect(session.place(line: 1, column: 99, in: chapter.file).position == SourcePosition(line: 2, column: 10))
    #expect(session.place(line: 9, column: 1, in: chapter.file).position == SourcePosition(line: 14, column: 15))
  }

  @Test("a line that begins in the middle of a tab is found in the file")
  func tabs() throws {
    let chapter = chapter("- ```swift\n\tlet a = b\n  ```\n")
    let program = try #require(chapter.programs.first)
    let text = program.text
    let column = text.utf8.distance(from: text.startIndex, to: try #require(text.firstIndex(of: "b"))) + 1
    let place = program.place(line: 1, column: column, length: 1, in: chapter.file)
    #expect(place.position == SourcePosition(line: 2, column: 10))
    #expect(place.length == 1)
  }

  @Test(
    "blocks that want different things of their program are told",
    arguments: [
      ("session=a", "session=a norun"), ("session=a crashes", "session=a"),
      ("session=a clock=real", "session=a clock=virtual"),
      ("session=a timeout=1s", "session=a timeout=2s"), ("session=a schedules=4", "session=a clock=real"),
      ("session=a schedules=4", "session=a crashes"),
      ("session=a reference=off reason=x", "session=a crashes"),
    ])
  func contradictions(first: String, second: String) {
    let chapter = chapter("```swift \(first)\nf()\n```\n\n```swift \(second)\nf()\n```\n")
    #expect(chapter.diagnostics.map(\.id) == ["contradicting-session"])
    #expect(chapter.programs.map(\.hasErrors) == [true])
  }

  @Test("what a session on the real clock prints is not drawn, whichever block names the clock")
  func drawnSession() {
    let chapter = chapter(
      "```swift session=a clock=real\nf()\n```\n\n```swift session=a draws=stack\nf()\n```\n\n```trace\n```\n")
    #expect(chapter.diagnostics.map(\.id) == ["contradicting-session"])
  }

  @Test("quotes are in no program, and what does not compile is one of its own")
  func quotes() {
    let chapter = chapter("```swift quote\nf()\n```\n\n```swift fails\nf()\n```\n")
    #expect(chapter.examples.count == 2)
    #expect(chapter.programs.map(\.kind) == [.fails])
  }
}
