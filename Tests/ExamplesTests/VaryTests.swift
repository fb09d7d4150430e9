import Examples
import Testing
import Text

/// The marks `// vary:` that say which values of an example readers can choose.
@Suite("Values that vary")
struct VaryTests {
  private func example(_ line: String, info: String = "swift", after: String = "") -> (Example?, [Diagnostic]) {
    let found = chapter("```\(info)\nlet first = 0\n\(line)\n```\n\(after)")
    return (found.examples.first, found.diagnostics)
  }

  private func values(_ line: String) throws -> [String] {
    let (found, problems) = example(line)
    #expect(problems == [])
    return try #require(found?.varied.first).values
  }

  @Test("a range of integers, with a step and without")
  func integers() throws {
    #expect(try values("run(200) // vary: 50...200 step 50") == ["50", "100", "150", "200"])
    #expect(try values("run(2)  //vary:1...3") == ["1", "2", "3"])
    #expect(try values("run(-1) // vary: -2...0") == ["-2", "-1", "0"])
    #expect(try values("run(1_000) // vary: 500...1_500 step 500") == ["500", "1000", "1500"])
  }

  @Test("a range of numbers with a point has the same digits everywhere")
  func decimals() throws {
    #expect(try values("run(0.5) // vary: 0.5...2.0 step 0.5") == ["0.5", "1.0", "1.5", "2.0"])
    #expect(try values("run(1.00) // vary: 0...2 step 0.50") == ["0.00", "0.50", "1.00", "1.50", "2.00"])
    #expect(try values("run(-0.5) // vary: -1.0...0.5 step 0.5") == ["-1.0", "-0.5", "0.0", "0.5"])
  }

  @Test("a list of anything: truths, cases, strings, calls")
  func lists() throws {
    #expect(try values("let a = true // vary: true, false") == ["true", "false"])
    #expect(try values("run(mode: .default) // vary: .default, .common") == [".default", ".common"])
    #expect(try values("print(\"a, b // c\") // vary: \"a, b // c\", \"d\"") == ["\"a, b // c\"", "\"d\""])
    #expect(try values("run(.seconds(1)) // vary: .seconds(1), .seconds(2), .max(1, 2)").count == 3)
  }

  @Test("the mark is no part of the line, and what it is about is found in it")
  func place() throws {
    let (found, problems) = example("add(500, to: a[0]) // vary: 100...500 step 100")
    let example = try #require(found)
    #expect(problems == [])
    #expect(example.lines[1].text == "add(500, to: a[0])")
    let value = try #require(example.varied.first)
    #expect(value.line == 1 && value.range == 4..<7 && value.written == 4 && value.isRange)
    let bytes = Array("```swift\nlet first = 0\nadd(500, to: a[0]) // vary: 100...500 step 100\n".utf8)
    #expect(String(decoding: bytes[value.mark], as: UTF8.self) == " // vary: 100...500 step 100")
  }

  @Test("another comment may stand before the mark, and stays")
  func behindComment() throws {
    let (found, problems) = example("f(1)  // once // vary: 1...3")
    #expect(problems == [])
    #expect(try #require(found).lines[1].text == "f(1)  // once")
    #expect(try #require(found?.varied.first).range == 2..<3)
  }

  @Test("parts of names, strings, comments and tuples are no literals")
  func lookalikes() throws {
    let (found, problems) = example("f(x1, \"1\", t.1, /* 1 */ 0x1, a1, 11, 1.1, 1) // vary: 1...3")
    #expect(problems == [])
    #expect(try #require(found?.varied.first).range == 42..<43)
    let (negative, _) = example("f(a-1, -1) // vary -1: -1...1")
    #expect(try #require(negative?.varied.first).range == 7..<9, "`a-1` has the number 1, and `-1` is another")
  }

  @Test("a name chooses among several")
  func named() throws {
    let (found, problems) = example("f(1, 2, 3) // vary 2: 1...3")
    #expect(problems == [])
    #expect(try #require(found?.varied.first).range == 5..<6)
  }

  @Test("what only looks like a mark is left alone")
  func others() {
    for line in [
      "f(1) // vary the interval", "f(1) // varying: 1...3", "f(1) /* // vary: 1...3 */", "f(\"// vary: 1...3\")",
      "f(1) /// vary: 1...3", "f(1) // vary",
      "let pattern = ##/1 // vary: 1...3 /# /##",
    ] {
      let (found, problems) = example(line)
      #expect(problems == [] && found?.varied == [] && found?.lines[1].text == line, "\(line)")
    }
    let text = chapter("```swift\nlet a = \"\"\"\n  1 // vary: 1...3\n  \\\"\"\" 1 // vary: 1...3\n  \"\"\"\n```\n")
    #expect(text.diagnostics == [] && text.examples[0].varied == [])
    #expect(example("f(1) // vary: 1...3", info: "swift quote").0?.lines[1].text == "f(1) // vary: 1...3")
  }

  @Test("each mistake is told, and at the mark")
  func mistakes() {
    let mistakes = [
      ("f(1) // vary: 2...3", "`1`, which is on this line, is not among the values: 2, 3"),
      ("f(a) // vary: 2...3", "none of the values is on this line: 2, 3"),
      ("f(1, 2) // vary: 1...3", "this can mean several things on its line: `1` and `2`"),
      ("f(1, 1) // vary: 1...3", "`1` occurs 2 times on this line"),
      ("f(1, 2) // vary 4: 1...3", "there is no `4` on this line"),
      ("f(1, 4) // vary 4: 1...3", "`4`, which is on this line, is not among the values: 1, 2, 3"),
      ("f(1) // vary: 3...1", "this range is empty"),
      ("f(1) // vary: 1...1", "a range from a number to itself leaves nothing to choose"),
      ("f(1) // vary: 1...3 step 0", "with a step of 0 a range never ends"),
      ("f(1) // vary: 1...3 step -1", "with a step of -1 a range never ends"),
      ("f(1) // vary: 1...6 step 2", "steps of 2 from 1 do not reach 6"),
      ("f(1.5) // vary: 1.0...2.0", "a range of numbers with a point needs a step"),
      ("f(1) // vary: 1...x", "`x` is not a number"),
      ("f(1) // vary: 1... step 1", "a number is missing in the range"),
      ("f(1) // vary: 1...99999999999999999999", "`99999999999999999999` is not a number"),
      ("f(1) // vary:", "the values are missing after the colon"),
      ("f(1) // vary: 1", "a single value leaves nothing to choose"),
      ("f(1) // vary: 1, 2, 1", "`1` is listed twice among the values"),
      ("f(1) // vary: 1,, 2", "a value is missing between the commas"),
      ("f(1) // vary 1...3", "`vary` needs a colon after it"),
      ("// vary: 1...3", "a mark alone on its line applies to nothing"),
      ("f(1) // vary: 1...65", "an example can have at most 64 runs, but these are more values"),
      ("f(1) // vary: 1...999999999", "an example can have at most 64 runs, but these are more values"),
    ]
    for (line, message) in mistakes {
      let (found, problems) = example(line)
      #expect(problems.map(\.message) == [message], "\(line)")
      #expect(
        problems.allSatisfy { $0.id == "vary-mark" && $0.place?.position?.line == 3 && $0.cure != nil }, "\(line)")
      #expect(found?.hasErrors == true)
    }
    #expect(example("f(1) // vary: 1...64").1 == [])
  }

  @Test("an example that does not do the same each time, or not alone, cannot vary")
  func refused() {
    for info in ["swift clock=real", "swift fails", "swift crashes", "swift norun", "swift session=a"] {
      let (_, problems) = example("f(1) // vary: 1...3", info: info)
      #expect(problems.count == 1 && problems[0].message.hasPrefix("this example cannot vary: "), "\(info)")
    }
    let hidden = chapter("```swift\n// snippet.hide\nf(1) // vary: 1...3\n```\n")
    #expect(hidden.diagnostics.map(\.message) == ["a value that varies must be visible, but this line is hidden"])
    let (_, cut) = example("f(1) // vary: 1...3", after: "\n```output\n1\n...\n```\n")
    #expect(cut.map(\.message) == ["a recording with `...` cannot be compared with runs with other values"])
    let (_, escaped) = example("f(1) // vary: 1...3", after: "\n```output\nand \\...\n```\n")
    #expect(escaped == [])
  }

  @Test("every combination of several values but the one as written is a variant")
  func combinations() throws {
    let found = chapter("```swift\nf(1) // vary: 1...3\nlet a = true // vary: true, false\n```\n")
    #expect(found.diagnostics == [])
    let program = try #require(found.programs.first)
    let variants = program.variants
    #expect(variants.map(\.choice) == [[0, 1], [1, 0], [1, 1], [2, 0], [2, 1]])
    #expect(
      variants.map(\.description) == [
        "false instead of true", "2 instead of 1", "2 instead of 1 and false instead of true", "3 instead of 1",
        "3 instead of 1 and false instead of true",
      ])
    #expect(program.text == "f(1)\nlet a = true\n")
    #expect(program.with(variants[4]).text == "f(3)\nlet a = false\n")
    #expect(program.with(variants[4]).name != program.name)
    let many = chapter("```swift\nf(1) // vary: 1...9\ng(1) // vary: 1...8\n```\n")
    #expect(
      many.diagnostics.map(\.message)
        == ["an example can have at most 64 runs, but these are more combinations of values"])
  }
}
