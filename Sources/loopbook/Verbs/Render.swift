import Markdown
import Site
import Text

/// Makes HTML of Markdown, as a filter.
struct Render: Verb {
  static let name = "render"
  static let summary = "Markdown on standard input, HTML body on standard output"
  static let details = """
    Renders Markdown as the book's pages do, without a page around it. Examples are shown, not run.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook render < timers.md", "what a page has of the chapter"),
    ("loopbook render --plain < README.md", "what GitHub's own renderer makes of it"),
  ]

  var isPlain = false
  var presentation = PresentationOptions()

  static var operands: [OperandDeclaration<Self>] { [] }

  static var options: [OptionDeclaration<Self>] {
    [.flag("--plain", \.isPlain, "GFM's own HTML, with nothing of the book's")]
      + PresentationOptions.options.map { $0.lifted(to: \.presentation) }
  }

  func run(in console: Console) async -> ExitCode {
    guard let input = StandardInput.bytes() else {
      console.report(Diagnostic(id: "unreadable-input", "standard input cannot be read", at: nil))
      return .machineLacks
    }
    let file = SourceFile(path: "standard input", bytes: input)
    let html = isPlain ? PlainHTML.render(file) : LoneText(file).body
    console.result(String(decoding: html, as: UTF8.self))
    return .fine
  }
}
