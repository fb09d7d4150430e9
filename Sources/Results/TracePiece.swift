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
    .flag("isFolded", "Whether the lines never matter and should be folded.") { $0.isFolded },
    .number("count", "The number of lines.") { $0.lines.count },
    .text("foldedInWords", "The number of lines, as text for the control that shows folded ones.") {
      $0.words.count($0.lines.count, .foldedLines)
    },
    .number("first", "The number of the first of them in the trace.") { $0.lines.lowerBound + 1 },
    .html("html", "The lines, each a `span` element with `data-line`, to be placed in `pre`.") { $0.html })
}
