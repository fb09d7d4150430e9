/// Shows a book in the browser while it is written.
struct Serve: Verb {
  static let name = "serve"
  static let summary = "build, serve on loopback, rebuild and reload on change"
  static let details = """
    Builds the book and serves it to this machine only. When a file of the book changes, what changed is verified and \
    built again, and open pages reload.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook serve --open", "the book in ./content, in the browser")
  ]

  /// The book's folder; `nil` means the usual one.
  var book: String?

  /// The port; 0 means any that is free.
  var port: Int?

  var opensBrowser = false
  var common = CommonOptions()
  var presentation: PresentationOptions { common.presentation }

  static var operands: [OperandDeclaration<Self>] {
    [.optional("BOOK", \.book, .folder, "the folder that holds loopbook.yml")]
  }

  static var options: [OptionDeclaration<Self>] {
    [
      .value("--port", "N", \.port, .number(0...65_535), "listen on this port; 0 takes any that is free"),
      .flag("--open", \.opensBrowser, "open the first page in the browser"),
    ] + CommonOptions.options.map { $0.lifted(to: \.common) }
  }

  func run(in console: Console) async -> ExitCode { console.missingEngine(of: Self.self) }
}
