/// Runs the examples and records what they did in their chapters.
struct Accept: Verb {
  static let name = "accept"
  static let summary = "run, show the diff, record"
  static let details = """
    Runs the examples and writes what they did into the output, trace and error fences below them. Only these fences \
    change, and only where they do not hold; '...' stays where it still fits. What is written is shown as a diff.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook accept --dry-run", "show what would be recorded"),
    ("loopbook accept content/timers.md#first", "record one example"),
  ]

  /// What is recorded; `nil` means the usual book.
  var target: ExampleTarget?

  var writesNothing = false
  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.optional("BOOK[/chapter[#id]]", \.target, .target, "a book, a chapter of it or one example")]
  }

  static var options: [OptionDeclaration<Self>] {
    [.flag("--dry-run", \.writesNothing, "show the diff and write nothing")]
      + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  func run(in console: Console) -> ExitCode { console.missingEngine(of: Self.self) }
}
