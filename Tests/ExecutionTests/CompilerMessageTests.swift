import Execution
import Testing

/// What the compiler prints, as messages; the texts are those of a real compiler.
@Suite("Compiler messages")
struct CompilerMessageTests {
  private func only(_ text: String) throws -> CompilerMessage {
    let messages = CompilerMessage.parse(text)
    try #require(messages.count == 1)
    return messages[0]
  }

  @Test("an error has its place and its length")
  func error() throws {
    let message = try only(
      """
      main.swift:1:14: error: cannot convert value of type 'String' to specified type 'Int'
      let n: Int = "text"
                   ^~~~~~

      """)
    #expect(message.severity == .error)
    #expect(message.file == "main.swift")
    #expect((message.line, message.column, message.length) == (1, 14, 6))
    #expect(message.text == "cannot convert value of type 'String' to specified type 'Int'")
    #expect(message.fixIt == nil)
  }

  @Test("a fix-it is what stands under the marks")
  func fixIt() throws {
    let message = try only(
      """
      main.swift:17:19: error: overriding declaration requires an 'override' keyword
      class B: A { func g() {} }
                        ^
                   override 

      """)
    #expect(message.fixIt == "override ")
  }

  @Test("a fix-it at the first column, and marks before the caret")
  func firstColumn() throws {
    let message = try only(
      """
      main.swift:3:1: error: expected 'func' keyword
      f() {}
      ^~~
      func 
      """)
    #expect(message.fixIt == "func ")
    let predicate = try only(
      """
      main.swift:15:30: error: value of type 'Int' has no member 'foo'
      let p = #Predicate<Int> { $0.foo > "x" }
                                ~~ ^~~

      """)
    #expect((predicate.column, predicate.length) == (30, 3))
  }

  @Test("notes belong to the error before them, each with its fix-it")
  func notes() throws {
    let message = try only(
      """
      main.swift:19:18: error: value of optional type 'Int?' must be unwrapped to a value of type 'Int'
      let plain: Int = optional
                       ^
      main.swift:19:18: note: coalesce using '??' to provide a default when the optional value contains 'nil'
      let plain: Int = optional
                       ^
                                ?? <#default value#>
      main.swift:19:18: note: force-unwrap using '!' to abort execution if the optional value contains 'nil'
      let plain: Int = optional
                       ^
                               !

      """)
    #expect(message.notes.map(\.fixIt) == ["?? <#default value#>", "!"])
    #expect(message.notes.map(\.severity) == [.note, .note])
  }

  @Test("a note in another file keeps that file's name")
  func otherFile() throws {
    let message = try only(
      """
      main.swift:10:14: error: missing argument for parameter #2 in call
      let t = max(1)
                   ^
                   , <#Int#>
      Swift.max:1:24: note: 'max' declared here
      @inlinable public func max<T>(_ x: T, _ y: T) -> T where T : Comparable
                             ^
      """)
    #expect(message.fixIt == ", <#Int#>")
    #expect(message.notes.map(\.file) == ["Swift.max"])
    #expect(message.notes.map(\.line) == [1])
  }

  @Test("a source line with wide characters has no marks, and the next message is found")
  func wideCharacters() throws {
    let messages = CompilerMessage.parse(
      """
      main.swift:3:22: error: cannot convert value of type 'String' to specified type 'Int'
      let 日本語: Int = "漢字"; let x: Int = 日本語 + "é"
      main.swift:3:57: error: cannot convert value of type 'String' to expected argument type 'Int'
      let 日本語: Int = "漢字"; let x: Int = 日本語 + "é"
      """)
    #expect(messages.map(\.column) == [22, 57])
    #expect(messages.map(\.length) == [1, 1])
    #expect(messages.map(\.fixIt) == [nil, nil])
  }

  @Test("a tab is shown as blanks, and the column stays that of the bytes")
  func tab() throws {
    let message = try only(
      """
      main.swift:2:20: error: cannot convert value of type 'String' to specified type 'Int'
              let tabbed: Int = "tab"
                                ^~~~~
      """)
    #expect((message.column, message.length) == (20, 5))
  }

  @Test("a source line that looks like a message is none")
  func sourceLikeMessage() throws {
    let message = try only(
      """
      main.swift:1:9: error: cannot find 'a' in scope
      let s = a + "main.swift:7:3: error: not this"
              ^
      """)
    #expect(message.line == 1)
    let withoutMarks = try only(
      """
      main.swift:1:9: error: cannot find '日本' in scope
      let s = 日本 + "main.swift:7:3: error: not this"
      """)
    #expect(withoutMarks.line == 1)
  }

  @Test("a message without a place, and one of a macro's buffer")
  func withoutPlace() throws {
    let unknown = try only("<unknown>:0: error: unable to load standard library for target 'x'")
    #expect((unknown.file, unknown.line) == ("<unknown>", 0))
    let macro = try only(
      """
      @__swiftmacro_4main1pfMf_.swift:2:5: error: type of expression is ambiguous
          Foundation.Predicate({
          ^~~~~~~~~~~~~~~~~~~~~~
      main.swift:2:9: note: in expansion of macro 'Predicate' here
      let p = #Predicate<Int> { $0 }
              ^~~~~~~~~~~~~~~~~~~~~~
      """)
    #expect(macro.file == "@__swiftmacro_4main1pfMf_.swift")
    #expect(macro.notes.map(\.line) == [2])
  }

  @Test("words that are no message are passed over")
  func otherWords() {
    #expect(CompilerMessage.parse("").isEmpty)
    #expect(CompilerMessage.parse("\n\nStack dump:\n0. Program arguments: x\n  ^\n").isEmpty)
  }

  @Test("a text with colons keeps them")
  func colons() throws {
    let message = try only("a:b/main.swift:3:4: warning: use of x: note: y: error: z")
    #expect(message.severity == .warning)
    #expect(message.file == "a:b/main.swift")
    #expect(message.text == "use of x: note: y: error: z")
  }
}
