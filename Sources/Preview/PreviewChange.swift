internal import Text

/// Something that an example does and its chapter does not say, as pages offer to record it.
package struct PreviewChange: Sendable, Hashable {
  /// What names it: the example, what was recorded and what came.
  package var id: String
  /// The example's name in the book, `chapter#id`.
  package var example: String
  /// What it is, such as `output` or `new trace`.
  package var title: String
  /// Where it stands, as `file:line`.
  package var place: String
  /// The page with the example, and the example's name there.
  package var page: String
  package var anchor: String
  /// The lines of both sides: one that was recorded and does not come begins with `-`, one that came with `+`, one of
  /// both with a blank.
  package var lines: [String]

  package init(
    id: String, example: String, title: String, place: String, page: String, anchor: String, lines: [String]
  ) {
    self.id = id
    self.example = example
    self.title = title
    self.place = place
    self.page = page
    self.anchor = anchor
    self.lines = lines
  }

  /// It, for a script.
  var value: JSONValue {
    .object([
      ("id", .string(id)), ("example", .string(example)), ("title", .string(title)), ("place", .string(place)),
      ("page", .string(page)), ("anchor", .string(anchor)), ("lines", .array(lines.map { .string($0) })),
    ])
  }
}
