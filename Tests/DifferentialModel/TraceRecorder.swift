import Synchronization

/// Collects the trace of one running program; may be used from any thread.
public final class TraceRecorder: Sendable {
  private struct State {
    var trace = ProgramTrace()
    var hooks: [String] = []
    var isClosed = false
  }
  private let state = Mutex(State())

  /// An empty recorder; `hasAllActivities` says whether every mode has an observer of all activities.
  public init(hasAllActivities: Bool) {
    state.withLock { $0.trace.hasAllActivities = hasAllActivities }
  }

  /// Adds an event, unless the recorder is closed.
  public func record(_ event: TraceEvent) {
    state.withLock { state in
      if !state.isClosed { state.trace.events.append(event) }
    }
  }

  /// Notes where the program does what the named difference is about; the first time counts.
  public func mark(_ difference: String) {
    state.withLock { state in
      if !state.isClosed, !state.trace.marks.contains(where: { $0.difference == difference }) {
        state.trace.marks.append(.init(position: state.trace.events.count, difference: difference))
      }
    }
  }

  /// Notes that the loop did what none may do.
  public func violate(_ text: String) {
    state.withLock { state in
      if !state.isClosed {
        state.trace.violations.append(text)
        state.trace.events.append(.noted("NEVER: " + text))
      }
    }
  }

  /// Adds a schedule or cancel hook to the set that `flushHooks()` writes.
  public func recordHook(_ text: String) {
    state.withLock { $0.hooks.append(text) }
  }

  /// Writes the hooks since the last flush in alphabetical order: their order is that of a hash table.
  public func flushHooks() {
    state.withLock { state in
      if !state.isClosed { state.trace.events += state.hooks.sorted().map { .noted($0) } }
      state.hooks = []
    }
  }

  /// Writes a last event and drops whatever comes later.
  public func close(_ event: TraceEvent) {
    state.withLock { state in
      if !state.isClosed { state.trace.events.append(event) }
      state.isClosed = true
    }
  }

  /// The trace so far.
  public var trace: ProgramTrace {
    state.withLock { $0.trace }
  }
}
