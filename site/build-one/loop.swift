import LoopEngine
import Synchronization

/// What a loop holds. Traces call it by its label.
class Item: @unchecked Sendable {
  let label: String?
  var isValid = true
  var isCalled = false

  init(_ label: String?) { self.label = label }
  func invalidate() { isValid = false }
}

/// A moment, and a number that orders what happens at the same moment.
typealias Stamp = (time: LoopInstant, number: Int)

func stamp() -> Stamp { (.now, Loop.count.add(1, ordering: .relaxed).newValue) }

typealias Block = (item: Item, modes: Set<Mode>, body: @Sendable () -> Void)

/// What other threads may change of a loop.
struct Shared {
  var wakeUp: Stamp?
  var run: (mode: Mode, isStopped: Bool, ignoresWakeUps: Bool)?
  var blocks: [Block] = []
  var hasEnded = false
  var queue: [@Sendable () -> Void] = []
}

final class Loop: @unchecked Sendable {
  static let count = Atomic(0)
  static let main = Loop("main")
  @TaskLocal static var current = main

  let name: String
  let bell = LoopSemaphore()
  let shared = Mutex(Shared())
  private(set) var items: [Mode: [Item]] = [.default: []]
  private(set) var commonModes: Set<Mode> = [.default]
  private let mainQueue = Item(nil)

  init(_ name: String) { self.name = name }

  // What happens goes into the trace.
  func tell(_ kind: LoopEvent.Kind, _ label: String? = nil) {
    let (now, thread) = (LoopInstant.now, Loop.current.name)
    LoopRecording.record(LoopEvent(kind: kind, time: now, loop: name, thread: thread, label: label))
  }

  private func call(_ kind: LoopEvent.Callout, _ item: Item, _ handler: () -> Void) {
    tell(.calloutBegan(kind), item.label)
    item.isCalled = true
    handler()
    item.isCalled = false
    tell(.calloutEnded(kind), item.label)
  }

  // Modes, and what is in them.
  func add(_ item: Item, to mode: Mode = .default) {
    if contains(item, in: mode) { return }
    items[mode, default: []].append(item)
    for marked in commonModes where mode == .common { add(item, to: marked) }
    (item as? Source)?.loops.withLock { $0.append(self) }
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
    if servesQueue(mode) || !blocks(for: mode).isEmpty { return false }
    return !items[mode, default: []].contains { $0.isValid && !($0 is LoopObserver) }
  }

  var currentMode: Mode? { shared.withLock { $0.run?.mode } }

  private func here<Kind: Item>(_ kind: Kind.Type) -> [Kind] {
    let here = currentMode.flatMap { mode in items[mode] } ?? []
    return here.compactMap { $0 as? Kind }.filter(\.isValid)
  }

  // A run. It may be inside another, which has its own stop.
  func run(
    mode: Mode, for duration: Duration?, returnAfterSourceHandled: Bool = false
  ) -> RunResult {
    let limit = duration.map { .now + $0 } ?? LoopInstant.distantFuture
    let outer = shared.withLock(\.run)
    var result = RunResult.finished
    tell(.runBegan(mode))
    if !isEmpty(mode) {
      shared.withLock { $0.run = (mode, isStopped: false, ignoresWakeUps: false) }
      notify(.entry)
      result = turns(mode, until: limit, returnAfterSourceHandled)
      notify(.exit)
      shared.withLock { $0.run = outer }
    }
    tell(.runEnded(mode, result))
    return result
  }

  private func turns(_ mode: Mode, until limit: LoopInstant, _ endsAfterSource: Bool) -> RunResult {
    if isStopped { return .stopped }
    let polls = limit <= .now
    var looksAtQueue = false
    while true {
      shared.withLock { $0.run?.ignoresWakeUps = false }
      notify(.beforeTimers)
      notify(.beforeSources)
      performBlocks(mode)
      var handled = performSources(onlyOne: endsAfterSource)
      if handled { performBlocks(mode) }

      let queued = looksAtQueue ? queuedWork : nil
      let sleeps = !handled && !polls && queued == nil
      if sleeps { notify(.beforeWaiting) }
      let ready = queued ?? wait(until: polls ? .distantFuture : limit, sleeps: sleeps)
      shared.withLock { $0.run?.ignoresWakeUps = true }
      if sleeps { notify(.afterWaiting) }

      ready?.serve()
      performBlocks(mode)
      looksAtQueue = ready?.reason != .mainQueue
      handled = handled || ready?.reason == .source || ready?.reason == .mainQueue
      if handled && endsAfterSource { return .handledSource }
      if limit <= .now { return .timedOut }
      if isStopped { return .stopped }
      if isEmpty(mode) { return .finished }
    }
  }

  private func notify(_ activity: LoopActivity) {
    tell(.activity(activity))
    for observer in here(LoopObserver.self).sorted(by: { $0.order < $1.order })
    where observer.isValid && !observer.isCalled && observer.activities.contains(activity) {
      call(.observer, observer) { observer.handler(observer, activity) }
      if !observer.repeats { observer.invalidate() }
    }
  }

  // Waiting. A turn serves one event: what became ready first.
  private typealias Ready = (since: Stamp, reason: LoopEvent.WakeReason, serve: () -> Void)

  private func wait(until limit: LoopInstant, sleeps: Bool) -> Ready? {
    var hasSlept = false
    while true {
      let ready = firstReady(limit)
      if let ready, hasSlept { tell(.woke(ready.reason)) }
      if ready != nil || !sleeps { return ready }
      let end = min(limit, timers.first?.fireDate ?? .distantFuture)
      if !hasSlept { tell(.slept(until: end)) }
      hasSlept = true
      _ = bell.wait(for: end - .now)
    }
  }

  private func firstReady(_ limit: LoopInstant) -> Ready? {
    var ready: [Ready] = []
    if let since = shared.withLock(\.wakeUp) { ready.append((since, .wakeUp, {})) }
    if limit <= .now { ready.append(((limit, .max), .timeout, {})) }
    for port in here(Source.self) where port.isPort {
      let serve = { if let body = port.take() { self.call(.port, port, body) } }
      if let since = port.since { ready.append((since, .source, serve)) }
    }
    let timer = timers.first?.fireDate ?? .distantFuture
    if timer <= .now { ready.append(((timer, 0), .timer, fireTimers)) }
    let first = ready.min { $0.since < $1.since } ?? queuedWork
    // The end of the time takes a wake-up with it.
    let takesWakeUp = first?.reason == .wakeUp || first?.reason == .timeout
    if takesWakeUp { shared.withLock { $0.wakeUp = nil } }
    return first
  }

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

  private func ring() {
    shared.withLock { if $0.run?.ignoresWakeUps == false { $0.wakeUp = $0.wakeUp ?? stamp() } }
    bell.signal()
  }

  private var isStopped: Bool { shared.withLock { $0.run?.isStopped == true } }

  // Sources that were signaled.
  private func performSources(onlyOne: Bool) -> Bool {
    let signaled = here(Source.self).filter { !$0.isPort && $0.since != nil }
    var handled = false
    for source in signaled.sorted(by: { ($0.order, $0.number) < ($1.order, $1.number) })
    where source.isValid && !(onlyOne && handled) {
      guard let body = source.take() else { continue }
      call(.source, source, body)
      handled = true
    }
    return handled
  }

  // Timers, by date. One whose handler is being called is left out.
  private var timers: [LoopTimer] {
    here(LoopTimer.self).filter { !$0.isCalled }.sorted { $0.fireDate < $1.fireDate }
  }

  private func fireTimers() {
    let now = LoopInstant.now
    let due = timers.filter { $0.fireDate <= now }
    for timer in due where timer.isValid && timer.fireDate <= now {
      call(.timer, timer) { timer.handler(timer) }
      timer.moveOn()
    }
  }

  // Blocks.
  private func blocks(for mode: Mode) -> [Block] {
    shared.withLock(\.blocks).filter {
      $0.modes.contains(mode) || $0.modes.contains(.common) && commonModes.contains(mode)
    }
  }

  private func performBlocks(_ mode: Mode) {
    let due = blocks(for: mode)
    shared.withLock { $0.blocks.removeAll { block in due.contains { $0.item === block.item } } }
    for block in due { call(.block, block.item, block.body) }
  }

  @discardableResult func perform(
    in modes: Set<Mode> = [.default], label: String, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    tell(.blockQueued, label)
    return shared.withLock {
      if !$0.hasEnded { $0.blocks.append((Item(label), modes, body)) }
      return $0.hasEnded ? .loopEnded : .queued
    }
  }

  // The main queue: a second list, which only the main thread's loop serves.
  private func servesQueue(_ mode: Mode) -> Bool {
    self === Loop.main && commonModes.contains(mode) && !mainQueue.isCalled
  }

  private var queuedWork: Ready? {
    guard let currentMode, servesQueue(currentMode) else { return nil }
    if shared.withLock(\.queue.isEmpty) { return nil }
    return ((.now, .max), .mainQueue, drainQueue)
  }

  private func drainQueue() {
    call(.mainQueue, mainQueue) {
      let queue = shared.withLock(\.queue)
      shared.withLock { $0.queue.removeFirst(queue.count) }
      for body in queue { body() }
    }
  }
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
      loop.shared.withLock { $0.hasEnded = true }
    }
  }

  func join() { thread.join() }
  static func sleep(for duration: Duration) { LoopEngine.LoopThread.sleep(for: duration) }
}

/// What other threads signal, or send messages to.
class Source: Item, @unchecked Sendable {
  let (order, isPort): (Int, Bool)
  let loops = Mutex<[Loop]>([])
  private let calls = Mutex<[(since: Stamp, body: @Sendable () -> Void)]>([])

  init(_ label: String, order: Int = 0, isPort: Bool) {
    (self.order, self.isPort) = (order, isPort)
    super.init(label)
  }

  var since: Stamp? { calls.withLock { $0.first?.since } }
  var number: Int { since?.number ?? 0 }

  // A signal is kept once, and wakes no loop. Each message is kept, and wakes.
  func put(_ body: @escaping @Sendable () -> Void) {
    calls.withLock { if isPort || $0.isEmpty { $0.append((stamp(), body)) } }
    for loop in loops.withLock(\.self) where isPort { loop.bell.signal() }
  }

  // The next one counts as new, so that ports take turns.
  func take() -> (() -> Void)? {
    calls.withLock { calls in
      let first = calls.isEmpty ? nil : calls.removeFirst()
      if !calls.isEmpty { calls[0].since = stamp() }
      return first?.body
    }
  }
}

class LoopTimer: Item, @unchecked Sendable {
  var fireDate: LoopInstant
  let interval: Duration
  let handler: (LoopTimer) -> Void

  init(
    at date: LoopInstant, interval: Duration = .zero, label: String,
    handler: @escaping (LoopTimer) -> Void
  ) {
    (fireDate, self.interval, self.handler) = (date, interval, handler)
    super.init(label)
  }

  func moveOn() {
    if interval == .zero { return invalidate() }
    while fireDate <= .now { fireDate = fireDate + interval }
  }
}

final class LoopObserver: Item, @unchecked Sendable {
  let (activities, repeats, order): (LoopActivity, Bool, Int)
  let handler: (LoopObserver, LoopActivity) -> Void

  init(
    _ activities: LoopActivity, repeats: Bool = true, order: Int = 0, label: String,
    handler: @escaping (LoopObserver, LoopActivity) -> Void
  ) {
    (self.activities, self.repeats, self.order) = (activities, repeats, order)
    self.handler = handler
    super.init(label)
  }
}
