internal import Markdown
internal import Recordings
internal import Text

/// Looks at the examples that say that the stack which they print is drawn.
enum DrawnStack {
  /// Why nothing would be drawn; `word` is where the example says that it is.
  static func problems(
    of recordings: [Recording], saidBy word: InfoString.Word, in file: SourceFile
  ) -> [Diagnostic] {
    guard recordings.contains(where: { $0.kind == .trace }) else {
      return [
        Diagnostic(
          id: "contradicting-attributes", "`draws` has no effect without a `trace`, because it draws beside one",
          at: file.place(word.range), cure: "put a `trace` fence after the example")
      ]
    }
    guard let output = recordings.first(where: { $0.kind == .output }), !output.text.written.contains(where: isState)
    else { return [] }
    return [
      Diagnostic(
        id: "contradicting-attributes",
        "`draws=stack` has no effect: no line of the output begins with a list in brackets",
        at: file.place(word.range), notes: [Diagnostic.Note("the output", at: file.place(output.fence.opening))],
        cure: "print the stack after each step, such as `[a b]  push b`, or remove `draws=stack`")
    ]
  }

  /// Whether a line is a state of a stack, or may be one.
  private static func isState(_ line: String) -> Bool {
    line.first == "[" && line.contains("]") || line.contains("...")
  }
}
