/// Takes what loops do, in the order each thread does it.
public protocol LoopEventSink: AnyObject, Sendable {
  /// Takes an event.
  ///
  /// Called by the thread that caused it, which waits; it must not use a loop.
  func record(_ event: LoopEvent)
}
