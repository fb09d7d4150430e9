import Markdown
import Site
import Text

/// Makes HTML of Markdown, as a filter.
struct Render: Verb {
  static let name = "render"
  static let summary = "turn Markdown on standard input into HTML on standard output"
  static let details = """
    Renders Markdown as on the pages of a book, without the page around it. Examples are shown, not run.
    """
  static let examples: [(command: String, effect: String)] = [
    ("loopbook render < timers.md", "the HTML that a page would contain"),
    ("loopbook render --plain < README.md", "the HTML of cmark-gfm, GitHub's renderer"),
  ]

  var isPlain = false
  var presentation = PresentationOptions()

  static var operands: [OperandDeclaration<Self>] { [] }

  static var options: [OptionDeclaration<Self>] {
    [.flag("--plain", \.isPlain, "write the HTML of cmark-gfm, with nothing added by loopbook")]
      + PresentationOptions.options.map { $0.lifted(to: \.presentation) }
  }

  func run(in console: Console) async -> ExitCode {
    guard let input = StandardInput.bytes() else {
      console.report(Diagnostic(id: "unreadable-input", "standard input cannot be read", at: nil))
      return .machineLacks
    }
    let file = SourceFile(path: "standard input", bytes: input)
    let html = isPlain ? PlainHTML.render(file) : LoneText(file).body
    console.data(String(decoding: html, as: UTF8.self))
    return .fine
  }
}
