internal import LoopEngine
package import LoopTracing

/// A picture of a whole trace that is as wide as there is room: a lane for each thread, time to scale.
///
/// What happens at one moment is one mark. The timeline has the same events in their order.
package struct Overview: Sendable {
  /// The drawing and its key; HTML.
  package let html: String

  /// The overview of `trace`; nil where no time passes, or where it would differ from run to run.
  ///
  /// `prefix` begins every id in it and has to be unique in the page. The first `lanes` threads are drawn.
  package init?(_ trace: Trace, prefix: String, lanes: Int = 12) {
    self.init(trace, TraceShape(trace), prefix: prefix, lanes: lanes)
  }

  init?(_ trace: Trace, _ shape: TraceShape, prefix: String, lanes: Int) {
    guard let scale = TimeScale(trace) else { return nil }
    var drawing = OverviewDrawing(trace, shape, scale, prefix: prefix, lanes: lanes)
    drawing.draw()
    html = drawing.html
  }
}
