internal import LoopEngine
internal import LoopTracing

extension WatchedRun {
  /// A line of a trace, with what its colors depend on.
  package struct TraceLine: Sendable {
    /// What kind of thing happened.
    package enum Role: Sendable {
      /// What the program printed.
      case print
      /// What a loop does by itself.
      case activity
      /// Something of the program is called.
      case callout
      /// One thread does something to another's loop.
      case signal
      /// Anything else.
      case other
    }

    /// The line, in columns.
    package let text: String
    package let role: Role
    /// How long its thread slept until then; `nil` where it did not.
    package let sleep: Duration?

    init(_ text: String, _ event: TraceEvent, sleep: Duration?) {
      self.text = text
      self.sleep = sleep
      role =
        switch event.kind {
        case .print: .print
        case .snapshot: .other
        case .loop(.activity), .loop(.runEnded): .activity
        case .loop(.calloutBegan): .callout
        case .loop(.signaled), .loop(.wakeUpRequested), .loop(.stopRequested), .loop(.blockQueued): .signal
        case .loop: .other
        }
    }
  }
}
