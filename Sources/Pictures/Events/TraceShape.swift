internal import LoopEngine
internal import LoopTracing

/// What the events of a trace are parts of: threads, runs, callouts, sleeps, and who did something to whom.
struct TraceShape {
  /// A thread.
  struct Lane {
    var name: String
    /// Its first and last event.
    var first: Int
    var last: Int
    /// How many runs are inside each other at most.
    var depth = 1
    /// Whether the thread's end is known.
    var isEnded = false
    /// What it waits for when nothing can ever run again: completes "waits …".
    var waitsForever: String?
  }

  /// A run of a loop.
  struct Run {
    var lane: Int
    /// How many runs of the thread it is inside.
    var depth: Int
    var mode: String
    var begin: Int
    var end: Int?
    var result: String?
  }

  /// Somebody's code called by a loop.
  struct Callout {
    var lane: Int
    var depth: Int
    var kind: LoopEvent.Callout
    var begin: Int
    var end: Int?
    /// The first run inside of it.
    var run: Int?
  }

  /// A time in which a thread did not run.
  struct Pause {
    /// Why it did not.
    enum Kind {
      /// It slept in its loop.
      case asleep
      /// It waited elsewhere: virtual time passes only when every thread waits.
      case blocked
    }
    var lane: Int
    var depth: Int
    var kind: Kind
    /// The event that it began with, or after.
    var begin: Int
    /// The event that it ended with; nil: it did not.
    var end: Int?
    var reason: LoopEvent.WakeReason?
    /// Who ended it, where that is known.
    var cause: Int?
  }

  /// Something that one thread did to another's loop.
  struct Deed {
    var event: Int
    var from: Int
    var to: Int
    /// The event that is the end of a sleep that this ended.
    var wakes: Int?
  }

  /// Where an event stands.
  struct Place {
    var lane: Int
    /// How many runs it is in.
    var depth: Int
    var step: LoopStep?
    /// The line that set its item up, else that of the callout that it is in.
    var file: String?
    var line: UInt?
    /// Whether it is one that pictures, tables and the stepper have.
    var isShown: Bool
  }

  private(set) var lanes: [Lane] = []
  private(set) var runs: [Run] = []
  private(set) var callouts: [Callout] = []
  private(set) var pauses: [Pause] = []
  private(set) var deeds: [Deed] = []
  /// One for each event.
  private(set) var places: [Place] = []
  /// Whether the program came to a deadlock.
  private(set) var isDeadlock = false

  private let isVirtual: Bool
  private var laneNumbers: [String: Int] = [:]
  private var loopLanes: [String: Int] = [:]
  private var states: [State] = []
  /// Each lane's latest event so far.
  private var lastEvents: [Int: Int] = [:]

  /// What a thread is in the middle of.
  private struct State {
    var runs: [Int] = []
    var steps: [LoopStep] = []
    var callouts: [Int] = []
    var sleep: Int?
    var lastTime: Int64
    /// Wake-ups count from the beginning of a turn to the end of its sleep.
    var wakeUpsCount = false
    var firstWakeUp: Int?
  }

  init(_ trace: Trace) {
    isVirtual = trace.clock == .virtual
    for (index, event) in trace.events.enumerated() {
      let lane = lane(of: event.thread, index, event.time)
      switch event.kind {
      case .loop(.loopMade), .loop(.runBegan), .loop(.activity):
        if !event.loop.isEmpty, loopLanes[event.loop] == nil { loopLanes[event.loop] = lane }
      default: break
      }
    }
    states = lanes.map { State(lastTime: $0.first < trace.events.count ? trace.events[$0.first].time : 0) }
    let handlers = handlers(trace)
    places.reserveCapacity(trace.events.count)
    for (index, event) in trace.events.enumerated() { visit(event, index, handlers) }
    for lane in lanes.indices where lanes[lane].waitsForever != nil && states[lane].sleep == nil {
      pauses.append(
        Pause(lane: lane, depth: max(1, states[lane].runs.count), kind: .blocked, begin: lanes[lane].last, end: nil))
    }
  }

  private mutating func lane(of thread: String, _ index: Int, _ time: Int64) -> Int {
    if let lane = laneNumbers[thread] {
      lanes[lane].last = index
      return lane
    }
    laneNumbers[thread] = lanes.count
    lanes.append(Lane(name: thread, first: index, last: index))
    return lanes.count - 1
  }

  private struct Item: Hashable {
    var label: String?
    var file: String?
    var line: UInt?
  }

  /// For each signal the lane that handles it, by the next callout of an item with that label and line; where none
  /// comes, the lane whose loop it was added to.
  private func handlers(_ trace: Trace) -> [Int: Int] {
    var owners: [Item: Int] = [:]
    for event in trace.events {
      guard case .loop(.itemAdded) = event.kind, let lane = loopLanes[event.loop] else { continue }
      owners[Item(label: event.label, file: event.file, line: event.line)] = lane
    }
    var next: [Item: Int] = [:]
    var result: [Int: Int] = [:]
    for index in trace.events.indices.reversed() {
      let event = trace.events[index]
      let item = Item(label: event.label, file: event.file, line: event.line)
      switch event.kind {
      case .loop(.calloutBegan(.source)), .loop(.calloutBegan(.port)), .loop(.calloutBegan(.descriptor)):
        next[item] = laneNumbers[event.thread]
      case .loop(.signaled): result[index] = next[item] ?? owners[item]
      default: break
      }
    }
    return result
  }

  private mutating func visit(_ event: TraceEvent, _ index: Int, _ handlers: [Int: Int]) {
    // Every thread has got a lane before.
    guard let lane = laneNumbers[event.thread] else { return }
    let isReport = noticeDeadlock(event)
    // No thread goes on after a report of a deadlock, whichever thread prints it.
    if !isReport { noticePause(lane, event, index) }
    var isShown = false
    var depth = states[lane].runs.count
    var step = states[lane].steps.last
    let outer = states[lane].callouts.last.map { callouts[$0].begin }
    switch event.kind {
    case .loop(let kind):
      if case .runBegan(let mode) = kind {
        depth += 1
        beginRun(lane, mode.name, index)
      }
      step = LoopStep(kind, in: states[lane].steps.last) ?? states[lane].steps.last
      if let step, !states[lane].steps.isEmpty { states[lane].steps[states[lane].steps.count - 1] = step }
      isShown = visit(kind, event, index, lane, handlers)
    case .print, .snapshot: isShown = true
    }
    lanes[lane].depth = max(lanes[lane].depth, depth)
    var place = Place(
      lane: lane, depth: depth, step: step, file: event.line == nil ? nil : event.file, line: event.line,
      isShown: isShown)
    if place.line == nil, let outer {
      place.file = places[outer].file
      place.line = places[outer].line
    }
    places.append(place)
  }

  /// What an event of the engine is part of; returns whether it is shown.
  private mutating func visit(
    _ kind: LoopEvent.Kind, _ event: TraceEvent, _ index: Int, _ lane: Int, _ handlers: [Int: Int]
  ) -> Bool {
    switch kind {
    case .activity(let activity):
      if activity == .beforeTimers { states[lane].wakeUpsCount = true }
      return true
    case .runEnded(_, let result):
      if let run = states[lane].runs.popLast() {
        states[lane].steps.removeLast()
        runs[run].end = index
        runs[run].result = result.description
      }
      return false
    case .calloutBegan(let callout):
      states[lane].callouts.append(callouts.count)
      callouts.append(Callout(lane: lane, depth: max(1, states[lane].runs.count), kind: callout, begin: index))
      return true
    case .calloutEnded:
      if let callout = states[lane].callouts.popLast() { callouts[callout].end = index }
      return false
    case .slept:
      states[lane].sleep = pauses.count
      pauses.append(Pause(lane: lane, depth: max(1, states[lane].runs.count), kind: .asleep, begin: index))
      // A wake-up that came before was taken by a turn that did not sleep, or the loop would not sleep now.
      states[lane].firstWakeUp = nil
      return false
    case .woke(let reason):
      wake(lane, reason, index)
      return false
    case .signaled:
      if let to = handlers[index] { deeds.append(.init(event: index, from: lane, to: to)) }
      return true
    case .wakeUpRequested, .stopRequested:
      if let to = loopLanes[event.loop] { noteWakeUp(.init(event: index, from: lane, to: to)) }
      return true
    case .blockQueued:
      guard let to = loopLanes[event.loop], to != lane else { return false }
      deeds.append(Deed(event: index, from: lane, to: to))
      return true
    case .threadBegan: return true
    case .threadEnded:
      lanes[lane].isEnded = true
      return true
    case .loopEnded:
      // A thread's own loop ends with it.
      lanes[lane].isEnded = true
      return false
    default: return false
    }
  }

  private mutating func beginRun(_ lane: Int, _ mode: String, _ index: Int) {
    if let callout = states[lane].callouts.last, callouts[callout].run == nil { callouts[callout].run = index }
    states[lane].runs.append(runs.count)
    states[lane].steps.append(.entry)
    runs.append(Run(lane: lane, depth: states[lane].runs.count - 1, mode: mode, begin: index))
  }

  private mutating func noteWakeUp(_ deed: Deed) {
    if states[deed.to].wakeUpsCount, states[deed.to].firstWakeUp == nil {
      states[deed.to].firstWakeUp = deeds.count
    }
    deeds.append(deed)
  }

  private mutating func wake(_ lane: Int, _ reason: LoopEvent.WakeReason, _ index: Int) {
    // A signal alone wakes no loop, and what makes a port or a descriptor ready is no event.
    let cause = reason == .wakeUp ? states[lane].firstWakeUp : nil
    if let cause { deeds[cause].wakes = index }
    if let sleep = states[lane].sleep {
      pauses[sleep].end = index
      pauses[sleep].reason = reason
      pauses[sleep].cause = cause
    }
    states[lane].sleep = nil
    states[lane].firstWakeUp = nil
    states[lane].wakeUpsCount = false
  }

  /// Virtual time that passed for a thread that did not sleep in its loop is time that it waited elsewhere.
  private mutating func noticePause(_ lane: Int, _ event: TraceEvent, _ index: Int) {
    let before = states[lane].lastTime
    states[lane].lastTime = event.time
    guard isVirtual, event.time > before, states[lane].sleep == nil, let last = lastEvents[lane] else {
      lastEvents[lane] = index
      return
    }
    lastEvents[lane] = index
    pauses.append(
      Pause(lane: lane, depth: max(1, states[lane].runs.count), kind: .blocked, begin: last, end: index))
  }

  /// Reads the report that a program prints last when nothing can ever run again; whether the event is a line of it.
  private mutating func noticeDeadlock(_ event: TraceEvent) -> Bool {
    guard case .print(let text, .error) = event.kind else { return false }
    if text.hasPrefix("deadlock: nothing can ever run again") {
      isDeadlock = true
      return true
    }
    guard isDeadlock, text.hasPrefix("  thread '") else { return false }
    let rest = text.dropFirst("  thread '".count)
    for (name, lane) in laneNumbers where rest.hasPrefix(name + "' waits ") {
      lanes[lane].waitsForever = String(rest.dropFirst(name.count + "' waits ".count))
      lanes[lane].isEnded = false
    }
    return true
  }
}
