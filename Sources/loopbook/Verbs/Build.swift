/// Verifies a book and writes its site.
struct Build: Verb {
  static let name = "build"
  static let summary = "verify, then write the site; nothing is written if anything fails"
  static let details = """
    Compiles and runs every example of the book and compares what it prints with what the chapters say. If all of it \
    holds, the site is written, all at once: a reader sees the old site or the new one. The same book gives the same \
    bytes on every machine.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook build", "the book in ./content, its site where loopbook.yml says"),
    ("loopbook build guide --output public", "the book in guide, its site in public"),
  ]

  /// The book's folder; `nil` means the usual one.
  var book: String?

  /// Where the whole book goes as one file, besides.
  var singleFile: String?

  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.optional("BOOK", \.book, .folder, "the folder that holds loopbook.yml")]
  }

  static var options: [OptionDeclaration<Self>] {
    [.value("--single-file", "FILE", \.singleFile, .file, "write the whole book into one HTML file, too")]
      + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  func run(in console: Console) async -> ExitCode { console.missingEngine(of: Self.self) }
}
