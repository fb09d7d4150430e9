package import LoopTracing
package import Words

/// A picture of a stack that a program printed: a column for each state, the top of the stack at its top.
package struct StackPicture: Sendable {
  /// The SVG element, with its text alternative.
  package let svg: String
  /// What it is.
  private let name: String

  /// The picture of the states in `trace`; nil where there are none, or where it would differ from run to run.
  ///
  /// `prefix` begins every id in it and has to be unique in the page. The first `limit` states are drawn.
  package init?(
    _ trace: Trace, prefix: String, language: InterfaceWords = InterfaceWords(), limit: Int = 100
  ) {
    let states = StackState.all(of: trace)
    if states.isEmpty || trace.clock != .virtual { return nil }
    var drawing = StackDrawing(Array(states.prefix(limit)), language, isWhole: states.count <= limit)
    drawing.draw()
    name = language[.stackTitle]
    svg = drawing.svg(title: name, prefix: prefix)
  }

  /// The figure's content, which scrolls sideways; a group, since a page may have several of one name.
  package var html: String {
    "<div class=\"structure\" tabindex=\"0\" role=\"group\" aria-label=\"\(name.escapedForMarkup)\">\(svg)</div>"
  }
}
