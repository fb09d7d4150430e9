internal import Files

/// Lines of a trace that a link of the book's text leads to.
struct TraceCitation: Hashable, Sendable {
  /// The path in the book of the chapter that has the example.
  var chapter: String
  /// The example's name in its chapter.
  var example: String
  /// The lines, from 1 through all traces of the example; at least one.
  var lines: [Int]
  /// The first of them, with one blank for all in a row.
  var text: String

  /// Adds all of it to a hash.
  func add(to hash: inout ContentHash) {
    hash.add([chapter, example, text] + lines.map(String.init))
  }

  /// What the place of the lines is called on the page of the chapter.
  ///
  /// The last part is a number, which keeps names of different examples apart.
  var anchor: String { "trace.\(example).\(number)" }

  /// The numbers of the lines, as the last part of their place's name has them.
  var number: String {
    let isRange = lines.count > 1 && lines.count == lines[lines.count - 1] - lines[0] + 1
    return isRange ? "\(lines[0])-\(lines[lines.count - 1])" : lines.map(String.init).joined(separator: "-and-")
  }
}
