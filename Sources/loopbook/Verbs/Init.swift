/// Makes a new book.
struct Init: Verb {
  static let name = "init"
  static let summary = "a new book that builds and verifies at once"
  static let details = """
    Writes a small book into a folder that does not exist yet or is empty: its configuration, its table of contents \
    and a chapter with examples.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook init content", "a book in ./content, where the other verbs look for it")
  ]

  var folder: String?
  var presentation = PresentationOptions()

  static var operands: [OperandDeclaration<Self>] {
    [.required("DIR", \.folder, .folder, "the folder to make")]
  }

  static var options: [OptionDeclaration<Self>] { PresentationOptions.options.map { $0.lifted(to: \.presentation) } }

  func run(in console: Console) async -> ExitCode { console.missingEngine(of: Self.self) }
}
