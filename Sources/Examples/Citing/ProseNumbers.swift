/// Numbers of times as sentences have them, written as traces have them.
enum ProseNumbers {
  /// The languages in which a comma divides thousands; in the others it begins the fraction.
  private static let groupingByComma: Set = ["en", "ja", "zh"]

  /// A sentence in which numbers have no thousands divided, a point before their fraction and an ASCII minus, and stand
  /// apart from what is before them, as in `T+0.5 s`, and from their unit, as in `500-ms`.
  static func plain(_ sentence: String, language: String) -> String {
    var text = sentence.replacing("\u{2212}", with: "-").replacing("٫", with: ".").replacing("٬", with: "")
    text = text.replacing(/(^|\s)–(?=[\d.])/) { "\($0.output.1)-" }
    text = text.replacing(/(^|\s)[tT]\s?[=+]\s?(?=[\d.+-])/) { "\($0.output.1)t= " }
    text = text.replacing(/(^|\s)[tT](?=[-]\s?[\d.])/) { "\($0.output.1)t= " }
    text = text.replacing(/(^|\s)@(?=[\d.+-])/) { "\($0.output.1)@ " }
    text = text.replacing(/(\d)-(?=[a-zA-Zµμ])/) { "\($0.output.1) " }
    // More than one group leaves no doubt, nor do blanks, apostrophes and underscores between groups.
    text = text.replacing(/(?:^|[^\d.,])\d{1,3}(?:,\d{3}){2,}(?![\d,])/) { $0.output.replacing(",", with: "") }
    text = text.replacing(/\d{1,3}(?:[ \u{A0}\u{2009}\u{202F}'’_]\d{3})+(?!\d)/) { match in
      match.output.filter(\.isNumber)
    }
    if groupingByComma.contains(language.prefix { $0 != "-" }.lowercased()) {
      text = text.replacing(/(^|[^\d.,])([1-9]\d{0,2}),(\d{3})(?![\d,])/) { match in
        "\(match.output.1)\(match.output.2)\(match.output.3)"
      }
    }
    return text.replacing(/(\d),(?=\d)/) { "\($0.output.1)." }
  }
}
