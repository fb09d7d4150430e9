/// What is special to lines of a trace as a page shows it.
package struct TraceMarks {
  /// Lines that something leads to.
  package struct Citation {
    /// The lines, from 0; at least one.
    let lines: [Int]
    /// What links call their place.
    let anchor: String

    package init(lines: [Int], anchor: String) {
      self.lines = lines
      self.anchor = anchor
    }
  }

  /// The lines, from 0, that their author calls attention to.
  let focus: Set<Int>
  private let citations: [Citation]
  /// The number of the first line through all traces of the example, from 1.
  private let first: Int

  /// Nothing.
  package init() { self.init([], [], first: 1) }

  /// - Parameters:
  ///   - focus: The lines, from 0, that their author calls attention to.
  ///   - citations: What the book's text leads to in the trace.
  ///   - first: The number of the first line through all traces of the example, from 1.
  package init(_ focus: Set<Int>, _ citations: [Citation], first: Int) {
    self.focus = focus
    self.citations = citations
    self.first = first
  }

  /// The number through all traces of a line, from 0, that something leads to; `nil` for others.
  func cited(_ line: Int) -> Int? { citations.contains { $0.lines.contains(line) } ? first + line : nil }

  /// What links call the place of a line, from 0.
  func anchors(_ line: Int) -> [String] { citations.filter { $0.lines[0] == line }.map { $0.anchor } }
}
