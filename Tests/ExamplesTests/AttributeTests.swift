import Examples
import Testing
import Text

@Suite("Attributes of examples")
struct AttributeTests {
  @Test("all attributes are read, with blanks, tabs or commas between them")
  func everything() throws {
    let (read, problems) = attributes(
      "swift id=first,session=s-1\tclock=virtual , timeout=1.5s schedules=64 reference=off reason=\"CF has \\\"none\\\"\""
    )
    let attributes = try #require(read)
    #expect(problems == [])
    #expect(attributes.kind == .runs)
    #expect(attributes.id == "first")
    #expect(attributes.session == "s-1")
    #expect(attributes.clock == .virtual)
    #expect(attributes.timeout == .milliseconds(1500))
    #expect(attributes.schedules == 64)
    #expect(attributes.referenceOffReason == "CF has \"none\"")
    #expect(attributes.recordsOutput)
  }

  @Test(
    "what is done with an example is one word",
    arguments: [
      ("swift", ExampleAttributes.Kind.runs), ("swift run", .runs), ("swift norun", .norun), ("swift fails", .fails),
      ("swift crashes", .crashes), ("swift quote", .quote), ("swift,no_run", .norun), ("swift,ignore", .quote),
      ("swift,should_panic", .crashes), ("swift,compile_fail", .fails), ("swift,editable,noplayground", .runs),
    ])
  func kinds(info: String, kind: ExampleAttributes.Kind) {
    let (attributes, problems) = attributes(info)
    #expect(attributes?.kind == kind)
    #expect(problems == [])
  }

  @Test(
    "what is wrong is told at its column",
    arguments: [
      ("swift norum", "10: unknown-attribute"), ("swift a=b", "10: unknown-attribute"),
      ("swift =b", "10: unknown-attribute"), ("swift norun=1", "16: attribute-value"),
      ("swift norun norun", "16: duplicate-attribute"), ("swift norun crashes", "16: contradicting-attributes"),
      ("swift id=a id=b", "15: duplicate-attribute"), ("swift id", "10: attribute-value"),
      ("swift id=", "10: attribute-value"), ("swift id=a/b", "13: attribute-value"),
      ("swift id=\"a", "13: attribute-value"), ("swift id=\"a\"b", "13: attribute-value"),
      ("swift clock=reel", "16: attribute-value"), ("swift timeout=2", "18: attribute-value"),
      ("swift timeout=2d", "18: attribute-value"), ("swift timeout=0s", "18: attribute-value"),
      ("swift timeout=25h", "18: attribute-value"), ("swift timeout=1..5s", "18: attribute-value"),
      ("swift timeout=-1s", "18: attribute-value"), ("swift timeout=99999999999999999999s", "18: attribute-value"),
      ("swift schedules=0", "20: attribute-value"), ("swift schedules=+5", "20: attribute-value"),
      ("swift schedules=99999", "20: attribute-value"), ("swift output=on", "17: attribute-value"),
      ("swift reference=off", "10: missing-reason"), ("swift reference=off reason=\"\"", "24: attribute-value"),
      ("swift reason=x", "10: contradicting-attributes"), ("swift norun clock=real", "16: contradicting-attributes"),
      ("swift fails session=a", "16: contradicting-attributes"),
      ("swift norun output=off", "16: contradicting-attributes"),
      ("swift clock=real schedules=2", "21: contradicting-attributes"),
      ("swift clock=real draws=stack", "21: contradicting-attributes"),
      ("swift norun draws=stack", "16: contradicting-attributes"), ("swift draws=heap", "16: attribute-value"),
      ("swift predict=1", "18: attribute-value"), ("swift predict predict", "18: duplicate-attribute"),
      ("swift norun predict", "16: contradicting-attributes"),
      ("swift clock=real predict", "21: contradicting-attributes"),
      ("swift session=a predict", "20: contradicting-attributes"), ("swift compare", "10: attribute-value"),
      ("swift compare=#a", "18: attribute-value"), ("swift compare=a b", "20: unknown-attribute"),
      ("swift compare=a/b", "18: attribute-value"), ("swift fails compare=a", "16: contradicting-attributes"),
      ("swift clock=real compare=a", "21: contradicting-attributes"),
      ("swift session=a compare=a", "20: contradicting-attributes"),
      ("swift session=a live=off", "20: contradicting-attributes"),
      ("swift crashes live=off", "18: contradicting-attributes"),
      ("swift races=off", "16: attribute-value"), ("swift norun races=allowed", "16: contradicting-attributes"),
      ("swift crashes races=allowed", "18: contradicting-attributes"),
      ("swift crashes reference=off reason=\"x\"", "18: contradicting-attributes"),
      ("swift predikt", "10: unknown-attribute"),
      ("swift hidelines=#", "10: unknown-attribute"), ("Swift", "4: misspelt-language"),
      ("swfit", "4: misspelt-language"),
    ])
  func problems(info: String, problem: String) {
    #expect(attributes(info).1 == [problem])
  }

  @Test("what is to be drawn needs a trace beside which it is")
  func drawsWithoutTrace() {
    let example = "```swift draws=stack\nf()\n```\n"
    #expect(chapter(example).diagnostics.map(\.id) == ["contradicting-attributes"])
    let recorded = chapter(example + "\n```trace only=callouts\n```\n")
    #expect(recorded.diagnostics.isEmpty)
    #expect(recorded.examples.map(\.attributes.draws) == [.stack])
  }

  @Test(
    "a stack that is to be drawn is in the output",
    arguments: [
      ("[a b]  push b", true), ("", false), ("push b", false), ("(a b)", false), ("...", true), ("[a", false),
    ])
  func drawsWithoutStack(line: String, isDrawn: Bool) {
    let found = chapter("```swift draws=stack\nf()\n```\n\n```output\n\(line)\n```\n\n```trace\n```\n").diagnostics
    #expect(found.map(\.id) == (isDrawn ? [] : ["contradicting-attributes"]))
    #expect(found.allSatisfy { $0.message.contains("no line of the output begins with a list in brackets") })
  }

  @Test(
    "the cure names what was meant",
    arguments: [
      ("swift predikt", "did you mean `predict`?"), ("swift compared=a", "did you mean `compare`?"),
      ("swift norum", "did you mean `norun`?"), ("swift clock=reel", "did you mean `real`?"),
      ("swift session", "for instance `session=some-name`"), ("swift norun timeout=1s", "remove `timeout` or `norun`"),
      ("swift clock=real schedules=2", "remove `schedules` or `clock`"), ("Swift", "did you mean `swift`?"),
      ("swift-norun", "did you mean `swift norun`?"), ("swift_norun", "did you mean `swift norun`?"),
      ("swiftnorun", "did you mean `swift norun`?"), ("swift-run", "did you mean `swift run`?"),
      ("Swift-Fails", "did you mean `swift fails`?"), ("swift-session=a", "did you mean `swift session=a`?"),
      ("{.swift-norun}", "did you mean `swift norun`?"), ("swift-6", "did you mean `swift`?"),
      ("sw&#105;ft", "did you mean `swift`?"), ("&#115;wift norun", "did you mean `swift`?"),
      ("o&#117;tput", "did you mean `output`?"), ("swift&nbsp;norun", "did you mean `swift`?"),
    ])
  func cures(info: String, cure: String) {
    #expect(chapter("```\(info)\nf()\n```\n").diagnostics.map(\.cure) == [cure])
  }

  @Test("every problem of an info string is told at once")
  func several() {
    #expect(
      attributes("swift foo clock=x timeout=y").1 == [
        "10: unknown-attribute", "20: attribute-value", "30: attribute-value",
      ])
  }

  @Test("columns hold in quotes, lists and after wide letters")
  func columns() {
    let quoted = chapter("> - ```swift id=鐘 nope\n>   f()\n>   ```\n")
    #expect(quoted.diagnostics.map { $0.place?.position?.column } == [19])
    #expect(quoted.examples.map(\.id) == ["鐘"])
  }

  @Test(
    "other languages are no examples",
    arguments: ["", "c", "sh", "text", "swiftpm-manifest", "swift_asm", "c&#43;&#43;", "rust,no_run"])
  func others(info: String) {
    let (attributes, problems) = attributes(info)
    #expect(attributes == nil)
    #expect(problems == [])
  }

  @Test(
    "a trace's attributes are its filter, and errors are told at their column",
    arguments: [
      ("only=activities thread=worker", [String]()), ("only=activity", ["15: attribute-value"]),
      ("foo=1 only", ["10: unknown-attribute", "16: attribute-value"]),
      ("thread=a thread=b", ["19: duplicate-attribute"]), ("thred=a", ["10: unknown-attribute"]),
    ])
  func traces(words: String, problems: [String]) {
    let chapter = chapter("```swift\nf()\n```\n```trace \(words)\n```\n")
    #expect(chapter.diagnostics.map { "\($0.place?.position?.column ?? 0): \($0.id)" } == problems)
  }

  @Test("outputs and errors have no attributes")
  func outputs() {
    let chapter = chapter("```swift\nf()\n```\n```output only=activities\n```\n")
    #expect(chapter.diagnostics.map(\.cure) == ["only a `trace` has it; remove it"])
  }

  @Test("an info string with any number of unknown words costs little, and tells the first of them once")
  func manyMistakes() {
    let words = String(repeating: "a ", count: 100_000)
    let chapter = chapter("```swift \(words)\nlet x = 1\n```\n")
    #expect(chapter.diagnostics.count == 1)
    #expect(chapter.examples.first?.hasErrors == true)
    let text = chapter.diagnostics.map(DiagnosticText(isColored: false).text).joined()
    #expect(text.utf8.count < 20_000)
  }

  @Test("of a long line, a message shows the part around what is meant")
  func longLine() {
    let line = String(repeating: "x", count: 1000) + "here" + String(repeating: "y", count: 1000)
    let file = SourceFile(path: "long.md", text: "\(line)\n")
    let text = DiagnosticText(isColored: false).text(Diagnostic(id: "long", "it is here", at: file.place(1000..<1004)))
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1] == " 1 | …" + String(repeating: "x", count: 200) + "here" + String(repeating: "y", count: 196) + "…")
    #expect(lines[2] == "   | " + String(repeating: " ", count: 201) + "^~~~")
  }
}
