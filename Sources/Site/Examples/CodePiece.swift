internal import Templates
internal import Words

/// Lines of an example that are all shown or all hidden.
struct CodePiece {
  var isHidden: Bool
  /// Which lines of the example they are, from 0.
  var lines: Range<Int>
  var html: [UInt8]
  let words: InterfaceWords

  static let keys = DataKeys<CodePiece>(
    .flag("isHidden", "Whether the lines are shown only on demand.") { $0.isHidden },
    .number("count", "The number of lines.") { $0.lines.count },
    .text("hiddenInWords", "The number of lines, as text for the control that shows hidden ones.") {
      $0.words.count($0.lines.count, .hiddenLines)
    },
    .number("first", "The number of the first of them in the example.") { $0.lines.lowerBound + 1 },
    .html("html", "The lines, each a `span` element with `data-line`, to be placed in `pre` and `code`.") { $0.html })
}
