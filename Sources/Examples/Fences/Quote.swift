internal import Markdown

/// What is known of an example that is only quoted without looking at the chapter's text.
package struct Quote: Sendable, Hashable {
  /// Its name, which no other example of the chapter has.
  package var id: String

  /// What follows the opening fence.
  package var infoString: String

  /// The opening line in the file, from its first fence character on.
  package var opening: Range<Int>

  /// Whether it is declarations without bodies, and nothing else.
  package var isSignatures: Bool

  /// Whether it is a listing and no more: no lines of it are numbered, none of a recording is called attention to, and
  /// it is shown as a change of no other.
  package var isPlain: Bool

  /// Takes what is known.
  package init(id: String, infoString: String, opening: Range<Int>, isSignatures: Bool, isPlain: Bool) {
    self.id = id
    self.infoString = infoString
    self.opening = opening
    self.isSignatures = isSignatures
    self.isPlain = isPlain
  }

  init(_ example: Example) {
    self.init(
      id: example.id, infoString: example.fence.infoString, opening: example.fence.opening,
      isSignatures: example.abridgement == .signatures,
      isPlain: example.attributes.changes == nil && example.attributes.lines == nil && example.citedLines.isEmpty
        && example.recordings.allSatisfy(\.focus.isEmpty))
  }
}
