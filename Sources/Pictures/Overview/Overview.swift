internal import LoopEngine
package import LoopTracing
package import Words

/// A picture of a whole trace that is as wide as there is room: a lane for each thread, time to scale.
///
/// What happens at one moment is one mark. The timeline has the same events in their order.
package struct Overview: Sendable {
  /// The drawing and its key; HTML.
  package let html: String

  /// The overview of `trace`; nil where no time passes, or where it would differ from run to run.
  ///
  /// `prefix` begins every id in it and has to be unique in the page. The first `lanes` threads are drawn.
  package init?(
    _ trace: Trace, prefix: String, language: InterfaceWords = InterfaceWords(), lanes: Int = 12
  ) {
    self.init(trace, TraceShape(trace), language, prefix: prefix, lanes: lanes)
  }

  init?(_ trace: Trace, _ shape: TraceShape, _ language: InterfaceWords, prefix: String, lanes: Int) {
    guard let scale = TimeScale(trace) else { return nil }
    var drawing = OverviewDrawing(trace, shape, scale, language, prefix: prefix, lanes: lanes)
    drawing.draw()
    html = drawing.html
  }
}
