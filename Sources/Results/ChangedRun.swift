package import LoopTracing
package import Recordings

/// What an example did with other values than those that it is written with.
package struct ChangedRun {
  /// A recording that the example has as it is written.
  package struct Asked {
    let kind: RecordingKind
    let filter: TraceFilter
    /// What the author wrote behind the kind.
    let filterText: String?

    package init(kind: RecordingKind, filter: TraceFilter, filterText: String?) {
      self.kind = kind
      self.filter = filter
      self.filterText = filterText
    }
  }

  let recordings: [Asked]
  /// What it printed; `nil` where that is not shown.
  let output: [UInt8]?
  private let error: [UInt8]?
  private let traces: [TraceFilter: String]

  /// - Parameters:
  ///   - recordings: What the example as it is written has, in the author's order.
  ///   - output: What it printed; `nil` where that is not shown.
  ///   - error: The trap's message.
  ///   - traces: The text form of its trace under each filter that the recordings have.
  package init(_ recordings: [Asked], output: [UInt8]?, error: [UInt8]?, traces: [TraceFilter: String]) {
    self.recordings = recordings
    self.output = output
    self.error = error
    self.traces = traces
  }

  /// What a recording of it holds.
  func text(of asked: Asked) -> [UInt8] {
    switch asked.kind {
    case .output: output ?? []
    case .error: error ?? []
    case .trace: Array((traces[asked.filter] ?? "").utf8)
    }
  }
}
