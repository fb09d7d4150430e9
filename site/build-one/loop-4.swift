// snippet.hide
import LoopEngine
import Synchronization

/// What a loop holds. Traces call it by its label.
class Item: @unchecked Sendable {
  let label: String?
  var isValid = true

  init(_ label: String?) { self.label = label }
  func invalidate() { isValid = false }
}

/// A moment, and a number that orders what happens at the same moment.
// snippet.show
typealias Stamp = (time: LoopInstant, number: Int)

func stamp() -> Stamp { (.now, Loop.count.add(1, ordering: .relaxed).newValue) }
// snippet.hide

/// What other threads may change of a loop.
// snippet.show
struct Shared {
  var wakeUp: Stamp?
  var run: (mode: Mode, isStopped: Bool, ignoresWakeUps: Bool)?
}
// snippet.hide

final class Loop: @unchecked Sendable {
  static let count = Atomic(0)
  static let main = Loop("main")
  @TaskLocal static var current = main

  let name: String
  let bell = LoopSemaphore()
  let shared = Mutex(Shared())
  private(set) var items: [Mode: [Item]] = [.default: []]
  private(set) var commonModes: Set<Mode> = [.default]

  init(_ name: String) { self.name = name }

  // What happens goes into the trace.
  func tell(_ kind: LoopEvent.Kind, _ label: String? = nil) {
    let (now, thread) = (LoopInstant.now, Loop.current.name)
    LoopRecording.record(LoopEvent(kind: kind, time: now, loop: name, thread: thread, label: label))
  }

  // Modes, and what is in them.
  func add(_ item: Item, to mode: Mode = .default) {
    if contains(item, in: mode) { return }
    items[mode, default: []].append(item)
    for marked in commonModes where mode == .common { add(item, to: marked) }
  }

  func remove(_ item: Item, from mode: Mode = .default) {
    items[mode]?.removeAll { $0 === item }
    for marked in commonModes where mode == .common { remove(item, from: marked) }
  }

  func contains(_ item: Item, in mode: Mode = .default) -> Bool {
    items[mode, default: []].contains { $0 === item }
  }

  func addCommonMode(_ mode: Mode) {
    commonModes.insert(mode)
    for item in items[.common, default: []] { add(item, to: mode) }
  }

  func isEmpty(_ mode: Mode) -> Bool {
    if mode == .common { return true }
    return !items[mode, default: []].contains(where: \.isValid)
  }

  var currentMode: Mode? { shared.withLock { $0.run?.mode } }

  // A run. It may be inside another, which has its own stop.
  func run(mode: Mode, for duration: Duration?) -> RunResult {
    let limit = duration.map { .now + $0 } ?? LoopInstant.distantFuture
    let outer = shared.withLock(\.run)
    var result = RunResult.finished
    tell(.runBegan(mode))
    if !isEmpty(mode) {
      shared.withLock { $0.run = (mode, isStopped: false, ignoresWakeUps: false) }
      notify(.entry)
      result = turns(mode, until: limit)
      notify(.exit)
      shared.withLock { $0.run = outer }
    }
    tell(.runEnded(mode, result))
    return result
  }

// snippet.show
  private func turns(_ mode: Mode, until limit: LoopInstant) -> RunResult {
    if isStopped { return .stopped }
    let polls = limit <= .now
    while true {
      shared.withLock { $0.run?.ignoresWakeUps = false }
      notify(.beforeTimers)
      notify(.beforeSources)

      if !polls { notify(.beforeWaiting) }
      let ready = wait(until: polls ? .distantFuture : limit, sleeps: !polls)
      shared.withLock { $0.run?.ignoresWakeUps = true }
      if !polls { notify(.afterWaiting) }

      ready?.serve()
      if limit <= .now { return .timedOut }
      if isStopped { return .stopped }
      if isEmpty(mode) { return .finished }
    }
  }
// snippet.hide

  private func notify(_ activity: LoopActivity) {
    tell(.activity(activity))
  }

// snippet.show
  // Waiting. A turn serves one event: what became ready first.
  private typealias Ready = (since: Stamp, reason: LoopEvent.WakeReason, serve: () -> Void)
// snippet.hide

  private func wait(until limit: LoopInstant, sleeps: Bool) -> Ready? {
    var hasSlept = false
    while true {
      let ready = firstReady(limit)
      if let ready, hasSlept { tell(.woke(ready.reason)) }
      if ready != nil || !sleeps { return ready }
      if !hasSlept { tell(.slept(until: limit)) }
      hasSlept = true
      _ = bell.wait(for: limit - .now)
    }
  }

// snippet.show
  private func firstReady(_ limit: LoopInstant) -> Ready? {
    var ready: [Ready] = []
    if let since = shared.withLock(\.wakeUp) { ready.append((since, .wakeUp, {})) }
    if limit <= .now { ready.append(((limit, .max), .timeout, {})) }
    let first = ready.min { $0.since < $1.since }
    // The end of the time takes a wake-up with it.
    let takesWakeUp = first?.reason == .wakeUp || first?.reason == .timeout
    if takesWakeUp { shared.withLock { $0.wakeUp = nil } }
    return first
  }
// snippet.hide

  // Waking and stopping, for any thread.
  func wakeUp() {
    tell(.wakeUpRequested)
    ring()
  }

  func stop() {
    tell(.stopRequested(nil))
    shared.withLock { $0.run?.isStopped = true }
    ring()
  }

// snippet.show
  private func ring() {
    shared.withLock { if $0.run?.ignoresWakeUps == false { $0.wakeUp = $0.wakeUp ?? stamp() } }
// snippet.hide
    bell.signal()
  }

  private var isStopped: Bool { shared.withLock { $0.run?.isStopped == true } }
}

/// A thread with a loop of its own.
final class LoopThread: Sendable {
  let handle: Loop
  let thread: LoopEngine.LoopThread

  init(name: String, _ body: @escaping @Sendable (Loop) -> Void) throws {
    let loop = Loop(name)
    handle = loop
    thread = try LoopEngine.LoopThread(name: name) { _ in
      Loop.$current.withValue(loop) { body(loop) }
    }
  }

  func join() { thread.join() }
  static func sleep(for duration: Duration) { LoopEngine.LoopThread.sleep(for: duration) }
}
// snippet.show
