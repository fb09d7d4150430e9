internal import Highlighting
internal import Reference
internal import Text

/// A part of a declaration as a page shows it.
struct DeclarationPart {
  var text: String
  /// What it is: `keyword`, `identifier`, `typeIdentifier`, `text` and so on.
  var kind: String
  /// Where it leads, for the name of a symbol that has a page.
  var address: String?

  /// The parts of a symbol's declaration; `address` knows where symbols are.
  static func parts(of symbol: SymbolTarget, address: (String) -> String?) -> [DeclarationPart] {
    (symbol.declaration?.fragments ?? []).map { fragment in
      // A page need not lead to itself from each of its headings.
      let usr = fragment.usr == symbol.usr ? nil : fragment.usr
      return DeclarationPart(text: fragment.spelling, kind: fragment.kind, address: usr.flatMap(address))
    }
  }

  /// How it is highlighted; `nil` for what is plain.
  private var highlighting: HighlightKind? {
    switch kind {
    case "keyword": .keyword
    case "typeIdentifier", "genericParameter": .type
    case "attribute": .attribute
    case "numberLiteral": .number
    case "stringLiteral": .string
    case "identifier": .function
    default: nil
    }
  }

  /// Writes it, as a link where it leads somewhere.
  func write(to output: inout HTMLOutput) {
    let name = highlighting.map { " class=\"\($0.className)\"" } ?? ""
    if let address {
      output.html("<a\(name) href=\"")
      output.text(address)
      output.html("\">")
      output.text(text)
      output.html("</a>")
    } else if highlighting != nil {
      output.html("<span\(name)>")
      output.text(text)
      output.html("</span>")
    } else {
      output.text(text)
    }
  }
}
