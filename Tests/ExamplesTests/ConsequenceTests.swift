import Examples
import Testing
import Text

/// One mistake is one message, at the place where it is mended.
@Suite("Causes and consequences")
struct ConsequenceTests {
  @Test(
    "a fence that never ended is told once, with the line after which it should end",
    arguments: [
      ("```swift\nlet a = 1\n\n```output\n1\n```\n", 2), ("```swift\nlet a = 1\n\n\n```swift\nprint(2)\n```\n", 2),
      ("```swift\nlet a = 1\n\nIt prints:\n\n```output\n1\n```\n", 2), ("```swift\n\n```output\n1\n```\n", 1),
      ("```swift\nlet a = 1\n\nlet b = 2\n\n## Next\n\nText of the chapter.\n", 4),
      ("- ```swift\n  let a = 1\n\n  ```output\n  1\n  ```\n", 2), ("~~~swift\nlet a = 1\n~~~ output\n~~~\n", 2),
      ("````swift\nlet a = 1\n````output\n1\n````\n", 2),
    ])
  func unclosed(text: String, line: Int) {
    let chapter = chapter(text)
    #expect(chapter.diagnostics.map(\.id) == ["unclosed-fence"])
    #expect(chapter.diagnostics.first?.cure?.hasSuffix(" on a line of its own after line \(line)") == true)
    #expect(chapter.programs.allSatisfy { $0.hasErrors })
  }

  @Test(
    "what only looks like another fence is a part of the example",
    arguments: [
      "````swift\nprint(\"\"\"\n```swift\n```\n\"\"\")\n````\n", "```swift\nprint(1)\n~~~ output\n```\n",
      "```swift\nprint(1)\n    ```output\n```\n", "```swift\nlet a = 1\n", "```swift\nlet a = 1\n\nlet b = 2\n",
      "- ```swift\n  let a = 1\n\n", "> ```swift\n> let a = 1\n", "```swift\n// Text in a comment.\nf()\n```\n",
    ])
  func closed(text: String) {
    #expect(chapter(text).diagnostics == [])
  }

  @Test(
    "a directive for another generator is told once of each kind",
    arguments: [
      ("!!! note\n\n    ```swift\n    print(1)\n    ```\n", ["foreign-directive 1", "unverified-code 3"]),
      ("=== \"A\"\n\n    ```swift\n    ```\n\n=== \"B\"\n\n    x\n", ["foreign-directive 1", "unverified-code 3"]),
      ("{% highlight swift %}\nlet x = 1\n{% endhighlight %}\n", ["foreign-directive 1"]),
      ("Text\n{{< ref \"x.md\" >}}\n\n> :::note\n", ["foreign-directive 2", "foreign-directive 4"]),
      ("???+ tip \"Why\"\n    Text.\n", ["foreign-directive 1"]),
    ])
  func foreign(text: String, told: [String]) {
    let problems = chapter(text).diagnostics
    #expect(problems.map { "\($0.id) \($0.place?.position?.line ?? 0)" } == told)
    #expect(problems.allSatisfy { $0.severity == .warning && $0.cure != nil })
  }

  @Test(
    "what only looks like such a directive is text",
    arguments: [
      "!!! Attention, please.\n", "`a\n{% b %}`\n", "```text\n!!! note\n```\n", "    ::: tip\n", "a {{< b >}}\n",
      "\\{% raw %}\n", "Head\n===\n", "Text.\n\n    ```swift\n    print(1)\n    ```\n", "??? \n",
    ])
  func notForeign(text: String) {
    #expect(chapter(text).diagnostics == [])
  }

  @Test(
    "an example that its list item or quotation ends has not all the code that readers see",
    arguments: [
      ("- ```swift\n  let a = 1\n\nText that follows the list.\n", "indent each of its lines by 2 columns"),
      ("> ```swift\n> let a = 1\nprint(a)\n> ```\n", "begin each of its lines with `> `"),
      ("> ```swift\nprint(1)\n", "begin each of its lines with `> `"),
      ("1. One:\n\n   ```swift\n   let b = 2\n  print(b)\n   ```\n", "indent each of its lines by 3 columns"),
    ])
  func cutShort(text: String, cure: String) {
    let chapter = chapter(text)
    #expect(chapter.diagnostics.map(\.id) == ["unclosed-fence"])
    #expect(
      chapter.diagnostics.first?.cure == "\(cure), and close it with ``` in a line that begins the same way")
    #expect(chapter.programs.allSatisfy { $0.hasErrors })
  }

  @Test(
    "an example without code holds whatever else is there, so it is a mistake",
    arguments: ["", "\n", "  \n\t\n", "// snippet.hide\n", " // snippet.show\n\n"])
  func empty(code: String) {
    let chapter = chapter("```swift\n\(code)```\n")
    #expect(chapter.diagnostics.map(\.id) == ["empty-example"])
    #expect(chapter.programs.allSatisfy { $0.hasErrors })
    #expect(ExamplesTests.chapter("```swift quote\n\(code)```\n").diagnostics == [])
  }

  @Test(
    "an example of comments alone holds, too; in a session, others have the code",
    arguments: ["// let x = 1\n", "/* f()\n*/\n\n// g()\n", "// snippet.hide\n// f()\n// snippet.show\n", "/**/ //\n"])
  func comments(code: String) {
    let chapter = chapter("```swift\n\(code)```\n")
    #expect(chapter.diagnostics.map(\.id) == ["empty-example"])
    #expect(chapter.programs.allSatisfy { $0.hasErrors })
    #expect(ExamplesTests.chapter("```swift quote\n\(code)```\n").diagnostics == [])
    #expect(ExamplesTests.chapter("```swift session=a\n\(code)```\n").diagnostics == [])
    #expect(ExamplesTests.chapter("```swift\n\(code)f()\n```\n").diagnostics == [])
    #expect(ExamplesTests.chapter("```swift\n/* a */ f() // b\n```\n").diagnostics == [])
  }

  @Test(
    "a footnote that nothing refers to is left out, and an example in it would be lost",
    arguments: [
      ("[^a]: One.\n\n    ```swift\n    f()\n    ```\n", ["lost-example"]),
      ("Text.[^b]\n\n[^b]: B.\n\n[^a]: One.\n\n    ```swift id=x\n    f()\n    ```\n", ["lost-example"]),
      ("Text.[^a]\n\n[^a]: One.\n\n    ```swift\n    f()\n    ```\n", []),
      ("[^a]: One.\n\n    ```c\n    f()\n    ```\n", []),
      ("```md\n[^a]: One.\n\n    ```swift\n```\n", []), ("[^a]: One.\n", []), ("`[^a]:`\n", []),
    ])
  func footnotes(text: String, problems: [String]) {
    let chapter = chapter(text)
    #expect(chapter.diagnostics.map(\.id) == problems)
    #expect(chapter.diagnostics.allSatisfy { $0.place.map { $0.position != nil } ?? false })
  }

  @Test("a recording may hold what begins a fence: it was printed")
  func printed() {
    #expect(chapter("```swift\nprint(\"```swift\")\n```\n\n```output\n```swift\n```\n").diagnostics == [])
  }

  @Test(
    "what follows from a misspelt word is not told",
    arguments: [
      ("```swift fail\nf()\n```\n\n```error\nx\n```\n", "unknown-attribute"),
      ("```swfit\n```\n\n```output\n1\n```\n\n```trace\n```\n", "misspelt-language"),
      ("```swift norun crashes\nf()\n```\n\n```output\n1\n```\n", "contradicting-attributes"),
    ])
  func misspelt(text: String, id: String) {
    #expect(chapter(text).diagnostics.map(\.id) == [id])
  }

  @Test(
    "a hidden line that moved past a shown line with a text is told where it is now",
    arguments: [
      ("a\n#h\nb\nc", "a\nb\n#h\nd", true), ("a\n#h\nb", "a\nc\n#h", true), ("a\n#h\nb", "#h\na\nc", true),
      ("a\n#h\nb", "a\n#h\nc", false), ("a\n#h\n\nb", "a\n\n#h\nc", false), ("#h\na\nb", "#h\nc\nd\na\nb", false),
      ("a\n#h\nb\nc", "d\ne\na\n#h\nc", false), ("#h\n#i\na", "#i\n#h\nb", true),
    ])
  func hiddenLines(before: String, after: String, isTold: Bool) {
    func code(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.first == "#" ? "// snippet.hide\n\($0.dropFirst())()\n// snippet.show" : $0.isEmpty ? "" : "\($0)()" }
        .joined(separator: "\n")
    }
    let first = "```swift id=one\n\(code(before))\n```\n"
    let found = chapter(first + "\n```swift changes=one\n\(code(after))\n```\n").diagnostics
    #expect(found.map(\.id) == (isTold ? ["hidden-change"] : []))
    #expect(found.map { $0.place?.lineText } == (isTold ? [after.contains("#i") ? "i()" : "h()"] : []))
  }

  @Test("a recording that stands after the misspelt example's own is an orphan")
  func orphan() {
    let ids = chapter("```swfit\n```\n\nText.\n\n```output\n1\n```\n").diagnostics.map(\.id)
    #expect(ids == ["misspelt-language", "orphaned-recording"])
  }

  @Test("a block whose `session` is misspelt keeps the others of its session from being judged without it")
  func session() {
    let chapter = chapter("```swift sesion=a\nlet x = 1\n```\n\n```swift session=a\nprint(x)\n```\n")
    #expect(chapter.diagnostics.map(\.id) == ["unknown-attribute"])
    #expect(chapter.programs.map(\.blocks.count) == [2])
    #expect(chapter.programs.map(\.hasErrors) == [true])
  }

  @Test("what is done with warnings is said once for a session, and not where nothing is to compile")
  func warnings() {
    #expect(attributes("swift warnings=show").0?.warnings == .show)
    #expect(attributes("swift warnings=shwo").1 == ["19: attribute-value"])
    #expect(attributes("swift quote warnings=show").1 == ["16: contradicting-attributes"])
    let text = "```swift session=a warnings=off\nf()\n```\n\n```swift session=a warnings=error\nf()\n```\n"
    #expect(chapter(text).diagnostics.map(\.id) == ["contradicting-session"])
  }
}
