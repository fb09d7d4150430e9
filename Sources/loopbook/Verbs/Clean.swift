/// Removes what earlier runs left.
struct Clean: Verb {
  static let name = "clean"
  static let summary = "remove what is kept from earlier runs"
  static let details = """
    Removes the cache of compiled examples and of their results. The site and the book stay as they are.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook clean", "the next verification compiles and runs everything")
  ]

  var presentation = PresentationOptions()

  static var operands: [OperandDeclaration<Self>] { [] }

  static var options: [OptionDeclaration<Self>] { PresentationOptions.options.map { $0.lifted(to: \.presentation) } }

  func run(in console: Console) -> ExitCode { console.missingEngine(of: Self.self) }
}
