package import Templates
internal import Words

/// Lines of a trace that are all shown or all folded.
package struct TracePiece {
  var isFolded: Bool
  /// Which lines of the trace they are, from 0.
  var lines: Range<Int>
  var html: [UInt8]
  /// The site's own words.
  let words: InterfaceWords

  /// What templates may ask about it.
  package static let keys = DataKeys<TracePiece>(
    .flag("isFolded", "Whether the lines never matter, and are better folded.") { $0.isFolded },
    .number("count", "How many lines they are.") { $0.lines.count },
    .text("foldedInWords", "How many lines they are, as what opens folded ones says it.") {
      $0.words.count($0.lines.count, .foldedLines)
    },
    .number("first", "The number of the first of them in the trace.") { $0.lines.lowerBound + 1 },
    .html("html", "The lines, each an element `span` with `data-line`, to stand in `pre`.") { $0.html })
}
