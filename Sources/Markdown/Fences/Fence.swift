/// A fenced code block, with the bytes of the file that make it up.
///
/// All offsets count bytes from the start of the file.
package struct Fence: Sendable {
  /// One line between the fences.
  package struct Line: Hashable, Sendable {
    /// What the line says: without what the containers and the fence's indentation take up, and without a line end.
    ///
    /// NUL is U+FFFD here, as CommonMark demands.
    package var text: String

    /// Where the line begins in the file, with what belongs to its containers.
    package var start: Int

    /// Where the text stands in the file.
    ///
    /// Where a tab belongs in part to a container, the first `splitSpaces` characters of the text are what is left of
    /// that tab; `range` then begins after the tab.
    package var range: Range<Int>

    /// The line's end in the file: LF, CRLF, CR, or nothing where the file ends.
    package var end: Range<Int>

    /// How many spaces at the start of the text stand for a part of a tab.
    package var splitSpaces = 0
  }

  /// The number of the code block among the document's nodes.
  package var node: Int

  /// The number of the node that contains the code block.
  package var parent: Int

  /// How many nodes of the same parent stand before it.
  package var siblingIndex: Int

  /// What follows the opening fence, trimmed, with escapes and entities resolved.
  package var infoString: String

  /// Where the info string stands, as the author wrote it; empty where there is none.
  package var infoRange: Range<Int>

  /// The opening line, from its first fence character on, without a line end.
  package var opening: Range<Int>

  /// The closing line, from its first fence character on, without a line end; `nil` where the fence runs to the end of
  /// its container or of the file.
  package var closing: Range<Int>?

  /// The lines between the fences.
  package var lines: [Line]

  /// What a further line of the same container begins with: the marks of quotes, and blanks where list markers were.
  ///
  /// Tabs are kept as the author wrote them unless one belongs in part to a container.
  package var containerPrefix: [UInt8]

  /// How many spaces of indentation the fence has within its container; as many are taken off each of its lines.
  package var indentation: Int

  /// The character that the fence consists of: a backtick or a tilde.
  package var character: UInt8

  /// How many of these characters open the fence.
  package var length: Int

  /// The line end that follows the opening line, or else the one that the file uses.
  package var lineEnd: [UInt8]

  /// The fence's whole lines, from the start of the opening one past the line end of the last.
  package var fullLines: Range<Int>

  /// Whether the fence's last line has no line end, since the file ends there.
  package var endsWithoutLineEnd: Bool

  /// Where the closing line begins, with what belongs to its containers; without one, where the fence's lines end.
  package var closingStart: Int

  /// Whether a blank line needs its whole prefix, as it does in a footnote.
  var keepsPrefixOnBlankLines: Bool

  /// What a line of this fence, or of a fence that follows it in the same container, begins with.
  package var linePrefix: [UInt8] {
    containerPrefix + repeatElement(UInt8(ascii: " "), count: indentation)
  }

  /// Whether `other` comes after this fence with nothing but blank lines between them.
  ///
  /// Definitions of links and footnotes do not count, as they are not shown where they stand.
  package func isDirectlyBefore(_ other: Fence) -> Bool {
    other.parent == parent && other.siblingIndex == siblingIndex + 1
  }
}
