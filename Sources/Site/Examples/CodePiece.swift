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
    .flag("isHidden", "Whether the lines are shown on demand only.") { $0.isHidden },
    .number("count", "How many lines they are.") { $0.lines.count },
    .text("hiddenInWords", "How many lines they are, as what opens hidden ones says it.") {
      $0.words.count($0.lines.count, .hiddenLines)
    },
    .number("first", "The number of the first of them in the example.") { $0.lines.lowerBound + 1 },
    .html("html", "The lines, each an element `span` with `data-line`, to stand in `pre` and `code`.") { $0.html })
}
