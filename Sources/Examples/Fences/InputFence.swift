internal import Markdown
internal import Recordings
internal import Text

/// A fence right after an example that holds what the example finds in its standard input.
enum InputFence {
  /// Its language.
  static let language = "input"

  /// The most bytes that it can have: what a pipe holds before anything is read from it.
  private static let limit = 1 << 16

  /// What the example reads: all lines, each with an end.
  static func text(of fence: Fence) -> String { fence.lines.map { $0.text + "\n" }.joined() }

  /// Why a fence cannot be the input of an example; `nil` where it can.
  static func problem(
    of fence: Fence, _ info: InfoString, of attributes: ExampleAttributes, at example: Fence, after first: Fence?,
    in file: SourceFile
  ) -> Diagnostic? {
    let place = file.place(fence.opening)
    let note = Diagnostic.Note("the example is here", at: file.place(example.opening))
    if !attributes.kind.isRun {
      return Diagnostic(
        id: "orphaned-input", "this `input` does not apply: the example before it is not run", at: place,
        notes: [note], cure: "remove the fence")
    }
    if let first {
      return Diagnostic(
        id: "orphaned-input", "this is a second `input` of one example", at: place,
        notes: [Diagnostic.Note("the first is here", at: file.place(first.opening))],
        cure: "write all that the example reads into one")
    }
    if let word = info.words.first {
      return Diagnostic(
        id: "unknown-attribute", "`input` has no attribute `\(word.name)`", at: file.place(word.range),
        cure: "remove it")
    }
    let count = text(of: fence).utf8.count
    if count > limit {
      return Diagnostic(
        id: "long-input", "this `input` has \(count) bytes, and an example can be given \(limit)", at: place,
        cure: "shorten it, or have the example make its data itself")
    }
    return nil
  }
}

extension InputFence {
  /// What of a fence readers cannot see, or would take for something else; the example reads it as it is.
  static func unseen(in fence: Fence, _ words: inout SameLookingWords, of file: SourceFile) -> [Diagnostic] {
    let lines = fence.lines.map { SourceLine(text: $0.text, range: $0.range, splitSpaces: $0.splitSpaces) }
    var problems = UnseenCharacters.problems(in: lines, of: file) + words.problems(in: lines, of: file)
    for index in problems.indices {
      problems[index].message = problems[index].message.replacing("is compiled but", with: "is read but")
        .replacing("different code from what runs", with: "something different from what is read")
        .replacing("to the compiler", with: "to the example")
      problems[index].cure = "write what can be seen, or have the example make the text itself"
    }
    let blank = lines.first { $0.text.last?.isWhitespace == true }
    return problems
      + [blank].compactMap(\.self).map { line in
        Diagnostic(
          id: "unseen-character", "readers cannot see the blanks at the end of this line, which the example reads",
          at: file.place(line.range), cure: "remove them, or have the example make the text itself")
      }
  }
}

extension Example {
  /// What it finds in its standard input; `nil` where that is empty.
  package var inputText: String? { input.map(InputFence.text) }
}

extension Program {
  /// What it finds in its standard input: what its blocks ask for, one after the other; `nil` where none asks for any.
  package var input: String? {
    let inputs = blocks.compactMap(\.example.inputText)
    return inputs.isEmpty ? nil : inputs.joined()
  }
}
