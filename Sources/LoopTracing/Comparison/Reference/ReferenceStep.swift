internal import LoopEngine

/// What a thread's loop did that CoreFoundation tells of, too: an activity or the beginning of a callout.
///
/// The main queue's callouts are none: CoreFoundation does not tell of them.
struct ReferenceStep: Sendable, Hashable {
  /// What it is to the comparison.
  enum Role: Sendable, Hashable {
    /// A run begins or ends.
    case run
    /// A point of a turn.
    case turn(LoopActivity)
    /// A handler is called.
    case callout(LoopEvent.Callout)
  }

  var role: Role
  /// The line: indented by its runs and callouts, without time, thread and what woke the loop.
  var text: String
  var time: Int64
  /// When what it does was asked for, where that is known; else its own time.
  var cause: Int64
  /// Which other thread, or port, caused it; nil: the thread itself, or time.
  var origin: String?
  /// Whether it happens in a run inside an afterWaiting observer.
  var isNestedInWaking = false
  /// The event's place in the trace.
  var event: Int

  /// The line without its indent.
  var words: Substring { text.drop { $0 == " " } }

  var isTurn: Bool { if case .turn = role { true } else { false } }
}

/// What each thread of a trace did, and what the comparison has to know of the circumstances.
struct ReferenceSteps {
  /// The steps of a thread, and of its circumstances the places of the events.
  struct Thread {
    var steps: [ReferenceStep] = []
    /// Where another thread woke or stopped its loop.
    var prods: [Int] = []
    /// Where an item of its loop was taken away.
    var removals: [Int] = []
    /// Where a source's handler took another item away.
    var removalsInSources: [Int] = []
    /// Where runs that had slept ended because their time was over.
    var limits: [Int] = []
    /// Where runs began whose observers of that took time.
    var slowEntries: [Int] = []
    /// When each prod came.
    var prodTimes: [Int64] = []
  }

  /// The names of the threads with steps, by their first.
  private(set) var names: [String] = []
  private(set) var threads: [String: Thread] = [:]
  private var queued: [String: [Request]] = [:]
  private var signaled: [String: Request] = [:]
  /// When each thread's innermost run began, until its first turn.
  private var entries: [String: Int64] = [:]
  /// The callouts that each thread is in, and whether the loop has just woken.
  private var callouts: [String: [(callout: LoopEvent.Callout, isWaking: Bool, runs: Int)]] = [:]
  private var lastActivity: [String: LoopActivity] = [:]
  /// Who asked for something, and when.
  private struct Request {
    var thread: String
    var time: Int64
  }

  /// The threads that have slept in their present run.
  private var sleepers: Set<String> = []
  private let hasThreads: Bool

  init(_ trace: Trace) {
    let walk = TraceWalk(trace)
    hasThreads = Set(trace.events.lazy.map(\.thread)).count > 1
    for (index, event) in trace.events.enumerated() {
      if case .loop(let kind) = event.kind { visit(kind, event, walk.places[index], index) }
    }
    names = names.filter { threads[$0]?.steps.isEmpty == false }
  }

  private mutating func visit(_ kind: LoopEvent.Kind, _ event: TraceEvent, _ place: TraceWalk.Place, _ index: Int) {
    let thread = event.thread
    if !names.contains(thread) { names.append(thread) }
    let item = "\(event.label ?? "")\u{0}\(event.file ?? "")\u{0}\(event.line ?? 0)"
    switch kind {
    case .activity(let activity):
      lastActivity[thread] = activity
      if activity == .entry { sleepers.remove(thread) }
      if activity == .entry { entries[thread] = event.time }
      if activity == .beforeTimers, let began = entries.removeValue(forKey: thread), event.time > began {
        threads[thread, default: Thread()].slowEntries.append(index)
      }
      if activity == .beforeWaiting { sleepers.insert(thread) }
      let isRun = activity == .entry || activity == .exit
      if activity == .exit && place.note == RunResult.timedOut.description && sleepers.contains(thread) {
        threads[thread, default: Thread()].limits.append(index)
      }
      add(isRun ? .run : .turn(activity), event, place, index, note: isRun ? place.note ?? "" : "")
    case .runEnded(let mode, let result) where place.note != nil:
      let text = String(repeating: " ", count: 4 * max(0, place.runs - 1)) + "run \(mode.name) \(result)"
      threads[thread, default: Thread()].steps.append(
        ReferenceStep(role: .run, text: text, time: event.time, cause: event.time, event: index))
    case .calloutBegan(let callout):
      let isWaking = callout == .observer && lastActivity[thread] == .afterWaiting
      if callout != .mainQueue { add(.callout(callout), event, place, index, note: Self.item(event), of: item) }
      callouts[thread, default: []].append((callout, isWaking, place.runs))
    case .calloutEnded:
      _ = callouts[thread]?.popLast()
    case .blockQueued:
      queued["\(event.loop)\u{0}\(item)", default: []].append(Request(thread: thread, time: event.time))
    case .signaled: signaled[item] = Request(thread: thread, time: event.time)
    case .wakeUpRequested, .stopRequested:
      if thread != event.loop {
        threads[event.loop, default: Thread()].prods.append(index)
        threads[event.loop, default: Thread()].prodTimes.append(event.time)
      }
    case .itemInvalidated, .itemRemoved:
      let loop = event.loop.isEmpty ? thread : event.loop
      threads[loop, default: Thread()].removals.append(index)
      if callouts[thread]?.last?.callout == .source {
        threads[loop, default: Thread()].removalsInSources.append(index)
      }
    default: break
    }
  }

  private mutating func add(
    _ role: ReferenceStep.Role, _ event: TraceEvent, _ place: TraceWalk.Place, _ index: Int, note: String,
    of item: String = ""
  ) {
    let level = max(0, place.runs - 1) * 2 + (isCallout(role) && place.runs > 0 ? 1 : 0)
    let name =
      switch role {
      case .run, .turn: if case .loop(.activity(let activity)) = event.kind { activity.description } else { "" }
      case .callout(let callout): callout.rawValue
      }
    let text = String(repeating: " ", count: 2 * level) + name + (note.isEmpty ? "" : " \(note)")
    var step = ReferenceStep(role: role, text: text, time: event.time, cause: event.time, event: index)
    if let request = origin(role, event, item), request.thread != event.thread {
      (step.origin, step.cause) = (request.thread, request.time)
    }
    step.isNestedInWaking = callouts[event.thread, default: []].contains { $0.isWaking && $0.runs < place.runs }
    threads[event.thread, default: Thread()].steps.append(step)
  }

  private func isCallout(_ role: ReferenceStep.Role) -> Bool { if case .callout = role { true } else { false } }

  /// Which thread, or outside, caused the callout.
  private mutating func origin(_ role: ReferenceStep.Role, _ event: TraceEvent, _ item: String) -> Request? {
    // Who sent the message or wrote is not told, nor when.
    func outside(_ name: String) -> Request { Request(thread: name, time: event.time) }
    switch role {
    case .callout(.block):
      let key = "\(event.loop)\u{0}\(item)"
      // The engine does not tell who queues the jobs of Swift concurrency; both sides call them so.
      if event.label == "job" { return outside("concurrency") }
      guard queued[key]?.isEmpty == false else { return nil }
      return queued[key]?.removeFirst()
    case .callout(.source): return signaled[item]
    case .callout(.port): return hasThreads ? outside("port \(item)") : nil
    case .callout(.descriptor): return hasThreads ? outside("descriptor \(item)") : nil
    default: return nil
    }
  }

  private static func item(_ event: TraceEvent) -> String {
    event.label.map { "\"\($0)\"" } ?? event.line.map { "line \($0)" } ?? ""
  }
}
