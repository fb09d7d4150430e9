/// Runs one example in the terminal.
struct Run: Verb {
  static let name = "run"
  static let summary = "one example in the terminal, its trace live and coloured"
  static let details = """
    Compiles and runs one example and shows what it prints and what its loops do while it does. Nothing is compared \
    and nothing is written.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook run content/timers.md#first", "the example 'first' of the chapter")
  ]

  var example: ExampleTarget?
  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.required("chapter#id", \.example, .example, "the example to run")]
  }

  static var options: [OptionDeclaration<Self>] { CommonOptions.options.map { $0.lifted(to: \.common) } }

  func run(in console: Console) async -> ExitCode { console.missingEngine(of: Self.self) }
}
