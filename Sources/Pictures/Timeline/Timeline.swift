internal import LoopEngine
package import LoopTracing
internal import Text
package import Words

/// A picture of a trace: a lane for each thread, time to the right.
///
/// The marks of events carry `data-event`, the event's place in the trace, and a `title`.
package struct Timeline: Sendable {
  /// The drawing: an SVG element with its text alternative.
  package let svg: String
  /// The threads' names beside it, an SVG element of the same height; the text alternative has them, too.
  package let names: String
  /// What the drawing's shapes mean, those that it has; HTML.
  package let key: String
  /// The drawing's size in pixels.
  package let size: (width: Int, height: Int)
  /// For each event the middle of its place in the drawing; nil when it has none.
  package let positions: [Double?]
  /// How many events that would be shown are left out.
  package let leftOut: Int
  /// What it is called.
  private let name: String
  /// Sentences about them; empty when there are none.
  package let leftOutNote: String

  /// The picture of `trace`; `prefix` begins every id in it and has to be unique in the page.
  ///
  /// The first `limit` events, or a quarter more where these are all, and the first `lanes` threads are drawn.
  package init(
    _ trace: Trace, prefix: String, language: InterfaceWords = InterfaceWords(), limit: Int = 200, lanes: Int = 12
  ) {
    self.init(trace, TraceShape(trace), language, prefix: prefix, limit: limit, lanes: lanes)
  }

  init(
    _ trace: Trace, _ shape: TraceShape, _ language: InterfaceWords, prefix: String, limit: Int, lanes: Int
  ) {
    name = language[.timeline]
    let layout = TimelineLayout(trace, shape, language, limit: limit, lanes: lanes)
    var drawing = TimelineDrawing(trace, shape, layout, language, prefix: prefix, lanes: lanes)
    drawing.draw()
    leftOut = layout.leftOut
    leftOutNote = Self.note(trace, shape, layout, lanes, language)
    let text = TimelineText(trace, shape, language, end: layout.slots.count, lanes: lanes)
    svg = drawing.svg(title: text.title, description: text.description + (leftOutNote.isEmpty ? "" : " " + leftOutNote))
    names = drawing.names
    key = drawing.key
    size = (Int(layout.width.rounded(.up)), Int(drawing.height.rounded(.up)))
    positions = shape.places.indices.map { index in
      index < layout.slots.count && shape.places[index].lane < lanes ? layout.slots[index].middle : nil
    }
  }

  private static func note(
    _ trace: Trace, _ shape: TraceShape, _ layout: TimelineLayout, _ lanes: Int,
    _ language: InterfaceWords
  ) -> String {
    if layout.leftOut == 0 { return "" }
    let events = shape.places.reduce(0) { $0 + ($1.isShown ? 1 : 0) }
    var note = [language.count(events, .leftOut, ["left": language.number(layout.leftOut)])]
    if layout.slots.count < trace.events.count, trace.clock == .virtual, let last = layout.slots.indices.last {
      note.append(language.text(.pictureEnds, ["time": TimeText.words(trace.events[last].time)]))
    }
    if shape.lanes.count > lanes {
      note.append(language.count(shape.lanes.count, .threadsShown, ["shown": language.number(lanes)]))
    }
    return note.joined(separator: " ")
  }

  /// The whole figure's content: names and drawing, which scrolls sideways, the key and the note.
  package var html: String {
    var markup = Markup()
    markup.open("div", ["class": "timeline"])
    markup.open(
      "div", ["class": "timeline-scroll", "tabindex": "0", "role": "group", "aria-label": name])
    markup.raw(names)
    markup.raw(svg)
    markup.close("div")
    markup.raw(key)
    if !leftOutNote.isEmpty { markup.element("p", ["class": "picture-note"], leftOutNote) }
    markup.close("div")
    return markup.text
  }
}
