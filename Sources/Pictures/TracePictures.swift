internal import LoopEngine
package import LoopTracing
internal import Text
package import Words

/// All pictures of one example's trace, and what the stepper needs to move them together.
package struct TracePictures: Sendable {
  /// The picture of threads and time, to scale; nil where no time passes.
  package let overview: Overview?
  /// The picture of threads and events in their order.
  package let timeline: Timeline
  /// The events as a table.
  package let table: EventTable
  /// The snapshots that the program took, each with its event.
  package let structures: [(event: Int, name: String, picture: StructurePicture)]
  /// The stack that the program printed; `nil` where it is not asked for, or was not printed.
  package let stack: StackPicture?
  /// The drawing of the loop's flow; `nil` where the page has it already.
  package let flowChart: FlowChart?
  /// What opens the rest.
  private let more: String
  /// What `stepper.js` reads: JSON.
  ///
  ///     {"version":1,"threads":["main"],"events":[[event,thread,step,line,x,snapshot,time],…]}
  ///
  /// An event's numbers are its place in the trace, its thread's, its step or 0, its line of the snippet or 0, the
  /// middle of its mark in the timeline or -1, the event of the latest snapshot or -1, and its place in the overview
  /// in hundredths of a percent or -1.
  package let data: String

  /// The pictures of `trace`; `prefix` begins every id in them and has to be unique in the page.
  ///
  /// With `drawsStack`, the stack that the program prints is drawn. `line` tells the line of the snippet that a
  /// line of a file is, or nil for none.
  package init(
    _ trace: Trace, prefix: String, language: InterfaceWords = InterfaceWords(), hasFlowChart: Bool = true,
    drawsStack: Bool = false, line: (String, UInt) -> Int? = { _, line in Int(exactly: line) }
  ) {
    let shape = TraceShape(trace)
    more = language[.everyEvent]
    overview = Overview(trace, shape, language, prefix: "\(prefix)-overview", lanes: 12)
    timeline = Timeline(trace, shape, language, prefix: "\(prefix)-timeline", limit: 200, lanes: 12)
    table = EventTable(trace, shape, language, limit: 1_000, line: line)
    flowChart = hasFlowChart ? FlowChart(prefix: "\(prefix)-flow", language: language) : nil
    stack = drawsStack ? StackPicture(trace, prefix: "\(prefix)-stack", language: language) : nil
    let origin = trace.clock == .virtual ? LoopInstant(nanoseconds: 0) : nil
    structures = trace.events.enumerated().compactMap { index, event in
      guard case .snapshot(let name, let snapshot) = event.kind else { return nil }
      let picture = StructurePicture(
        snapshot, name: name, prefix: "\(prefix)-structure-\(index)", language: language, origin: origin)
      return (index, name, picture)
    }
    data = Self.data(trace, shape, timeline, table, line)
  }

  private static func data(
    _ trace: Trace, _ shape: TraceShape, _ timeline: Timeline, _ table: EventTable, _ line: (String, UInt) -> Int?
  ) -> String {
    let scale = TimeScale(trace)
    var snapshot = -1
    var next = trace.events.startIndex
    let events = table.events.map { event in
      while next <= event {
        if case .snapshot = trace.events[next].kind { snapshot = next }
        next += 1
      }
      let place = shape.places[event]
      let x = timeline.positions[event].map { Int($0.rounded()) } ?? -1
      let time = scale.map { Int(($0.percent(trace.events[event].time) * 100).rounded()) } ?? -1
      let numbers = [
        event, place.lane, place.step?.rawValue ?? 0, EventTable.line(place, line) ?? 0, x, snapshot, time,
      ]
      return JSONValue.array(numbers.map(JSONValue.integer))
    }
    let data = JSONValue.object([
      ("version", .integer(1)), ("threads", .array(shape.lanes.map { .string($0.name) })), ("events", .array(events)),
    ])
    return String(decoding: data.insideHTML, as: UTF8.self)
  }

  /// Everything in one element, for the stepper: overview, stack, timeline, flow chart, events, structures and
  /// the data.
  ///
  /// What is larger than a glance is folded: the timeline where there is an overview, the flow chart and the events.
  /// The stepper opens them, and takes the page's first flow chart where there is none.
  package var html: String {
    var markup = Markup()
    markup.open("div", ["class": "stepper", "data-stepper": ""])
    markup.raw(overview?.html ?? timeline.html)
    markup.raw(stack?.html ?? "")
    markup.open("details", ["class": "stepper-more"])
    markup.element("summary", [:], more)
    if overview != nil { markup.raw(timeline.html) }
    markup.open("div", ["class": "stepper-columns"])
    if let flowChart { markup.raw(flowChart.html) }
    markup.raw(table.html)
    markup.close("div")
    markup.close("details")
    for (event, _, picture) in structures {
      markup.open("div", ["data-snapshot": "\(event)"])
      markup.raw(picture.html)
      markup.close("div")
    }
    markup.raw("<script type=\"application/json\" class=\"stepper-data\">\(data)</script>")
    markup.close("div")
    return markup.text
  }

  /// What can be read on paper: the overview, or the timeline where there is none, the stack and the structures.
  package var still: String {
    (overview?.html ?? timeline.html) + (stack?.html ?? "") + structures.map { $0.picture.html }.joined()
  }
}
