package import LoopTracing
package import Recordings

/// What an example did, for comparison with its recordings and to be recorded.
///
/// What is nil, or missing among the traces, is not known: it is neither compared nor recorded.
package struct Outcome: Sendable, Hashable {
  /// What it printed; empty when it printed nothing.
  package var output: [UInt8]?

  /// Whether comments in the example tell all that it printed, line by line, so that no recording has to.
  package var isToldInComments = false

  /// The compiler's or the trap's message.
  package var error: [UInt8]?

  /// The text form of its trace under each filter that its recordings have.
  package var traces: [TraceFilter: String]

  /// Takes what is known.
  package init(output: [UInt8]? = nil, error: [UInt8]? = nil, traces: [TraceFilter: String] = [:]) {
    self.output = output
    self.error = error
    self.traces = traces
  }

  /// What a recording of this kind should hold; nil when it is not known.
  package func text(_ kind: RecordingKind, _ filter: TraceFilter = TraceFilter()) -> [UInt8]? {
    switch kind {
    case .output: output
    case .error: error
    case .trace: traces[filter].map { Array($0.utf8) }
    }
  }
}
