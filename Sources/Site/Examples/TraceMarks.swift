/// What is special to lines of a trace as a page shows it.
struct TraceMarks {
  /// The lines, from 0, that their author calls attention to.
  let focus: Set<Int>
  private let citations: [TraceCitation]
  /// The number of the first line through all traces of the example, from 1.
  private let first: Int
  /// What stands before names on the page.
  private let prefix: String

  /// Nothing.
  init() { self.init([], [], first: 1, prefix: "") }

  /// - Parameters:
  ///   - focus: The lines, from 0, that their author calls attention to.
  ///   - citations: What the book's text leads to in the traces of the example.
  ///   - first: The number of the first line through all traces of the example, from 1.
  ///   - prefix: What stands before names on the page.
  init(_ focus: Set<Int>, _ citations: [TraceCitation], first: Int, prefix: String) {
    self.focus = focus
    self.citations = citations
    self.first = first
    self.prefix = prefix
  }

  /// The number through all traces of a line, from 0, that something leads to; `nil` for others.
  func cited(_ line: Int) -> Int? {
    citations.contains { $0.lines.contains(first + line) } ? first + line : nil
  }

  /// What links call the place of a line, from 0.
  func anchors(_ line: Int) -> [String] { citations.filter { $0.lines[0] == first + line }.map { prefix + $0.anchor } }
}
