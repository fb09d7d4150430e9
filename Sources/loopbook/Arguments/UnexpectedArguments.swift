import Text

/// What to say about operands that a verb does not take.
enum UnexpectedArguments {
  static func diagnostics(after name: String, _ arguments: ArraySlice<String>) -> [Diagnostic] {
    guard !arguments.isEmpty else { return [] }
    let list = arguments.map { "'\($0)'" }.joined(separator: ", ")
    return [
      Diagnostic(
        id: "unexpected-argument",
        "unexpected argument\(arguments.count == 1 ? "" : "s") after '\(name)': \(list)",
        at: nil)
    ]
  }
}
