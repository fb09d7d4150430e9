internal import Examples
internal import Markdown
internal import Templates
internal import Text

/// How an example differs from the one that it changes, as its page shows it.
struct ShownChanges {
  /// The name of the other example.
  let name: String
  /// Where that stands.
  let address: String
  private let before: Example
  private let after: Example
  /// The lines of the latter, from 1, that its recordings name.
  private let cited: Set<Int>

  /// How `after` changes `before`; `prefix` stands before names on the page.
  init(from before: Example, to after: Example, prefix: String) {
    self.before = before
    self.after = after
    cited = ExampleBlock.hasNumbers(after) ? after.citedLines : []
    name = before.id
    address = "#" + WebPath.encoded(prefix + ExampleBlock.anchor(of: before.id))
  }

  static let keys = DataKeys<ShownChanges>(
    .text("name", "The name of the example that is changed.") { $0.name },
    .text("address", "Its address.") { $0.address },
    .html("html", "The lines of both, with `del` and `ins` around what is gone and what is new.") { $0.html })

  private var html: [UInt8] {
    var output = HTMLOutput()
    let shown = (Shown(before), Shown(after))
    for line in after.changes(from: before).lines {
      switch (line.mark, line.expectedLine, line.cameLine) {
      case (.expected, let number?, _): shown.0.write(number, in: "del", to: &output)
      case (.came, _, let number?): shown.1.write(number, in: "ins", numbers: cited, to: &output)
      case (_, _, let number?): shown.1.write(number, in: "span", numbers: cited, to: &output)
      default: break
      }
    }
    return output.bytes
  }

  /// The lines of an example that every reader sees.
  private struct Shown {
    let text: CodeText
    let lines: [Int]

    init(_ example: Example) {
      text = CodeText(example)
      lines = example.lines.indices.filter(example.hiddenLines.shows)
    }

    /// Writes one of them; with numbers, of which those in `numbers` are named by recordings.
    func write(_ line: Int, in element: String, numbers: Set<Int>? = nil, to output: inout HTMLOutput) {
      let number = lines[line] + 1
      output.html("<\(element) class=\"line\(numbers?.contains(number) == true ? " is-cited" : "")\"")
      output.html(numbers == nil ? ">" : " data-line=\"\(number)\">")
      output.html(text.html(ofLine: lines[line]))
      output.html("</\(element)>\n")
    }
  }
}
