import Text

/// The help of a verb, made from its declarations.
struct Help {
  /// The columns that lines keep within.
  static let width = 80

  private let style: DiagnosticText

  init(isColored: Bool) { style = DiagnosticText(isColored: isColored) }

  /// All that there is to say about a verb.
  func text<Chosen: Verb>(_ verb: Chosen.Type) -> String {
    let spellings = verb.options.map(\.spelling)
    let operands = verb.operands
    let usage = ["loopbook", verb.name] + operands.map(\.usage) + ["[flags]"]
    var sections = [
      "\(heading("loopbook \(verb.name)"))\n" + Self.wrapped(verb.summary, indent: 2),
      "\(heading("Usage:")) \(usage.joined(separator: " "))\n",
      Self.wrapped(verb.details, indent: 0),
    ]
    if !operands.isEmpty {
      sections.append(heading("Arguments:") + "\n" + table(operands.map { ($0.placeholder, $0.summary) }))
    }
    let own = spellings.filter { !$0.isCommon }
    if !own.isEmpty {
      sections.append(heading("Flags of \(verb.name):") + "\n" + table(own.map { ($0.text, Self.summary(of: $0)) }))
    }
    let common = spellings.filter(\.isCommon).map { ($0.text, Self.summary(of: $0)) }
    sections.append(heading("Common flags:") + "\n" + table(common + [("--help", "show this help")]))
    let examples = verb.examples.map { "  \(style.styled($0.command, .cyan))\n" + Self.wrapped($0.effect, indent: 6) }
    sections.append(heading(examples.count == 1 ? "Example:" : "Examples:") + "\n" + examples.joined())
    return sections.joined(separator: "\n")
  }

  /// A heading or a name that stands out.
  func heading(_ text: String) -> String { style.styled(text, .bold) }

  /// Two columns: names, and what they mean.
  ///
  /// A name that is too long has a line of its own.
  func table(_ rows: [(name: String, meaning: String)]) -> String {
    let widest = rows.map(\.name.count).filter { $0 <= 22 }.max() ?? 0
    let column = 2 + widest + 2
    var text = ""
    for (name, meaning) in rows {
      let lines = Self.lines(meaning, width: Self.width - column)
      let isLong = name.count > widest
      text += "  " + style.styled(name, .cyan)
      text += isLong ? "\n" : String(repeating: " ", count: column - 2 - name.count)
      for (index, line) in lines.enumerated() {
        if index > 0 || isLong { text += String(repeating: " ", count: column) }
        text += line + "\n"
      }
    }
    return text
  }

  /// A paragraph, each line indented.
  static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      lines(String(paragraph), width: width - indent).map { $0.isEmpty ? "\n" : margin + $0 + "\n" }.joined()
    }.joined()
  }

  private static func summary(of spelling: OptionSpelling) -> String {
    spelling.isRepeatable ? spelling.summary + "; may be given several times" : spelling.summary
  }

  private static func lines(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if !last.isEmpty, last.count + 1 + word.count > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
      }
    }
    return lines
  }
}
