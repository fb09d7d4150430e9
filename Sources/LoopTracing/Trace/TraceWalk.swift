internal import LoopEngine

/// Where each event of a trace stands: inside how many runs, and of which loop and mode; and what the events that are
/// no lines of their own say about it.
struct TraceWalk {
  /// What an event's neighbors tell of it.
  struct Place {
    /// How many runs of its thread it is in; the lines of a run itself count as in it.
    var runs = 0
    /// The loop that it is about: its own, else that of the innermost run of its thread.
    var loop = ""
    /// The mode: its own, else that of the innermost run of its thread.
    var mode: String?
    /// An entry's mode, an exit's result, why an afterWaiting's sleep ended, or the result of a run without an entry.
    var note: String?
  }

  private struct Run {
    var loop: String
    var mode: String
    var exit: Int?
    var hasEntered = false
    var reason: LoopEvent.WakeReason?
  }

  /// One for each event of the trace.
  private(set) var places: [Place] = []
  private var runs: [String: [Run]] = [:]

  init(_ trace: Trace) {
    places.reserveCapacity(trace.events.count)
    for event in trace.events { visit(event) }
  }

  private mutating func visit(_ event: TraceEvent) {
    if case .loop(.runBegan(let mode)) = event.kind {
      runs[event.thread, default: []].append(Run(loop: event.loop, mode: mode.name))
    }
    let stack = runs[event.thread] ?? []
    var place = Place(runs: stack.count, loop: event.loop, mode: event.mode)
    if event.loop.isEmpty { place.loop = stack.last?.loop ?? "" }
    // The mode is that of a run of this thread: what is done to another thread's loop has none.
    if event.mode == nil, event.loop.isEmpty || event.loop == stack.last?.loop { place.mode = stack.last?.mode }

    let index = places.count
    let last = stack.count - 1
    switch event.kind {
    case .loop(.activity(.entry)):
      place.note = stack.last?.mode ?? event.mode
      if last >= 0 { runs[event.thread]?[last].hasEntered = true }
    case .loop(.activity(.exit)):
      if last >= 0 { runs[event.thread]?[last].exit = index }
    case .loop(.woke(let reason)):
      if last >= 0 { runs[event.thread]?[last].reason = reason }
    case .loop(.activity(.afterWaiting)):
      place.note = stack.last?.reason?.rawValue
      if last >= 0 { runs[event.thread]?[last].reason = nil }
    case .loop(.runEnded(_, let result)):
      if let exit = stack.last?.exit { places[exit].note = result.description }
      if stack.last?.hasEntered == false { place.note = result.description }
      if last >= 0 { runs[event.thread]?.removeLast() }
    default:
      break
    }
    places.append(place)
  }
}
