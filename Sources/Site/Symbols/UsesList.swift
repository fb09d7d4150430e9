internal import Text
internal import Words

/// The examples that use a symbol, as its page lists them.
struct UsesList {
  /// An example that uses it.
  struct Row {
    /// The title of its chapter.
    var title: String
    /// Where it stands, seen from the page.
    var address: String
    /// The line in which it uses the symbol.
    var line: String
  }

  /// What its page calls the symbol; nothing for what the page is about.
  var symbol = ""
  /// How many there are.
  var count: Int
  /// Those that are shown.
  var rows: [Row]

  /// Writes it, folded; nothing where no example uses the symbol.
  func write(_ words: InterfaceWords, to output: inout HTMLOutput) {
    if rows.isEmpty { return }
    output.html("<details class=\"uses\"><summary>")
    output.text(words.count(count, .usedInExamples))
    output.html("</summary>\n<ul>\n")
    for row in rows {
      output.html("<li><a href=\"")
      output.text(row.address)
      output.html("\">")
      output.text(row.title)
      output.html("</a> <code>")
      BreakableName.write(Array(row.line.utf8)[...], to: &output)
      output.html("</code></li>\n")
    }
    if count > rows.count {
      output.html("<li class=\"uses-more\" data-symbol=\"")
      output.text(symbol)
      output.html("\">")
      output.text(words.count(count - rows.count, .moreExamples))
      output.html("</li>\n")
    }
    output.html("</ul></details>\n")
  }
}
