internal import LoopTracing
internal import Synchronization

/// A program's recording, read from its text when somebody asks, and once.
package final class RecordedTrace: Sendable {
  /// The recording, as `TraceJSON` writes it.
  let json: [UInt8]
  private let read = Mutex<Trace??>(nil)

  init(_ json: [UInt8]) {
    self.json = json
  }

  /// The recording; what the cache gives back has been checked to be what was written.
  var value: Trace? {
    read.withLock { read in
      if let read { return read }
      let trace = try? TraceJSON.trace(from: json)
      read = .some(trace)
      return trace
    }
  }
}
