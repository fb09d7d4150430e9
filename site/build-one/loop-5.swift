// snippet.hide
import Glibc
import LoopEngine
import Synchronization

/// What a mode holds. Traces call it by its label, or by the line that made it.
class Item: @unchecked Sendable {
  let label: String?
  let location: SourceLocation?
  var isValid = true

  init(_ label: String?, _ location: SourceLocation? = nil) {
    (self.label, self.location) = (label, location)
  }

  func invalidate() { isValid = false }
}

/// A moment, and a number for the order of what happens in one moment.
typealias Stamp = (time: LoopInstant, number: Int)

func stamp() -> Stamp { (.now, Loop.count.add(1, ordering: .relaxed).newValue) }

/// What other threads may change of a loop.
struct Shared {
  var wakeUp: Stamp?
  /// Of the innermost run.
  var run = (isActive: false, isStopped: false, ignoresWakeUps: true)
}

final class Loop: @unchecked Sendable {
  static let count = Atomic(0)
  static let threads = Mutex<[pthread_t: Loop]>([:])
  static let ofMain = Loop("main")
  static var current: Loop { threads.withLock { $0[pthread_self()] } ?? ofMain }

  let name: String
  let bell = LoopSemaphore()
  let shared = Mutex(Shared())
  private(set) var items: [Mode: [Item]] = [:]
  private(set) var commonModes: Set<Mode> = [.default]
  private(set) var currentMode: Mode?

  init(_ name: String) { self.name = name }

  // Starts the loop's thread, which ends when `body` returns.
  func start(
    _ body: @escaping @Sendable (Loop) -> Void
  ) throws(SystemError) -> LoopEngine.LoopThread {
    try LoopEngine.LoopThread(name: name) { _ in
      Loop.threads.withLock { $0[pthread_self()] = self }
      body(self)
      Loop.threads.withLock { $0[pthread_self()] = nil }
    }
  }

  // What it does goes into the trace.
  func tell(_ kind: LoopEvent.Kind, _ item: Item? = nil) {
    let here = Loop.current
    LoopRecording.record(
      LoopEvent(
        kind: kind, time: .now, loop: name, thread: here.name,
        mode: here === self ? currentMode : nil,
        label: item?.label, location: item?.location))
  }

  func call(_ kind: LoopEvent.Callout, _ item: Item?, _ handler: () -> Void) {
    tell(.calloutBegan(kind), item)
    handler()
    tell(.calloutEnded(kind), item)
  }

  // Modes.
  func add(_ item: Item, to mode: Mode = .default) {
    if !item.isValid || contains(item, in: mode) { return }
    items[mode, default: []].append(item)
    if mode == .common { for mode in commonModes { add(item, to: mode) } }
    (item as? Source)?.loops.append(self)
  }

  func remove(_ item: Item, from mode: Mode = .default) {
    if mode == .common { for mode in commonModes { remove(item, from: mode) } }
    items[mode]?.removeAll { $0 === item }
  }

  func contains(_ item: Item, in mode: Mode = .default) -> Bool {
    (items[mode] ?? []).contains { $0 === item }
  }

  func addCommonMode(_ mode: Mode) throws(SystemError) {
    commonModes.insert(mode)
    for item in items[.common] ?? [] { add(item, to: mode) }
  }

  private func here<Kind: Item>(_ kind: Kind.Type) -> [Kind] {
    (currentMode.flatMap { items[$0] } ?? []).compactMap { $0 as? Kind }.filter(\.isValid)
  }

  func isEmpty(_ mode: Mode) -> Bool {
    if mode == .common { return true }
    return !(items[mode] ?? []).contains(where: \.isValid)
  }

  // A run. It may be inside another, which has its own stop.
  func run(_ mode: Mode, until limit: LoopInstant, endsAfterSource: Bool) -> RunResult {
    let outer = (mode: currentMode, run: shared.withLock(\.run))
    tell(.runBegan(mode))
    var result = RunResult.finished
    if !isEmpty(mode) {
      currentMode = mode
      shared.withLock { $0.run = (true, false, false) }
      notify(.entry)
      result = turns(until: limit, endsAfterSource)
      notify(.exit)
      shared.withLock { $0.run = outer.run }
    }
    tell(.runEnded(mode, result))
    currentMode = outer.mode
    return result
  }

// snippet.show
  private func turns(until limit: LoopInstant, _ endsAfterSource: Bool) -> RunResult {
// snippet.hide
    guard let mode = currentMode, !takeStop() else { return .stopped }
    let polls = limit <= .now
    while true {
      shared.withLock { $0.run.ignoresWakeUps = false }
      notify(.beforeTimers)
      notify(.beforeSources)
// snippet.show
      var handled = performSources(onlyOne: endsAfterSource)
// snippet.hide

      let sleeps = !handled && !polls
      if sleeps { notify(.beforeWaiting) }
// snippet.show
      let ready = wait(mode, until: polls ? .distantFuture : limit, sleeps: sleeps)
// snippet.hide
      shared.withLock { $0.run.ignoresWakeUps = true }
      if sleeps { notify(.afterWaiting) }
// snippet.show
      if let port = ready.port { call(.port, port, port.take()) }
// snippet.hide

// snippet.show
      handled = handled || ready.reason == .source
      if handled && endsAfterSource { return .handledSource }
// snippet.hide
      if limit <= .now { return .timedOut }
      if takeStop() { return .stopped }
      if isEmpty(mode) { return .finished }
    }
  }

  private func notify(_ activity: LoopActivity) {
    tell(.activity(activity))
  }

  // Waiting. A turn serves one event: what became ready first.
  private typealias Ready = (reason: LoopEvent.WakeReason, since: Stamp, port: Source?)

  private func wait(_ mode: Mode, until limit: LoopInstant, sleeps: Bool) -> Ready {
    var hasSlept = false
    while true {
      if let ready = firstReady(mode, limit) {
        if hasSlept { tell(.woke(ready.reason)) }
        return ready
      }
      if !sleeps { return (.nothing, stamp(), nil) }
      if !hasSlept { tell(.slept(until: limit == .distantFuture ? nil : limit)) }
      hasSlept = true
      if limit == .distantFuture { bell.wait() } else { _ = bell.wait(for: limit - .now) }
    }
  }

// snippet.show
  private func firstReady(_ mode: Mode, _ limit: LoopInstant) -> Ready? {
// snippet.hide
    var ready: [Ready] = []
    if let since = shared.withLock(\.wakeUp) { ready.append((.wakeUp, since, nil)) }
// snippet.show
    for port in here(Source.self) where port.isPort {
      if let since = port.since { ready.append((.source, since, port)) }
    }
// snippet.hide
    if limit <= .now { ready.append((.timeout, (limit, .max), nil)) }
    let first = ready.min { $0.since < $1.since }
    if let first, [.wakeUp, .timeout].contains(first.reason) {
      shared.withLock { $0.wakeUp = nil }
    }
    return first
  }

// snippet.show
  // Sources that were signaled.
  private func performSources(onlyOne: Bool) -> Bool {
    let signaled = here(Source.self).compactMap { source in
      source.isPort ? nil : source.since.map { (source.order, $0.number, source) }
    }
    var handled = false
    for (_, _, source) in signaled.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) })
    where source.isValid && source.since != nil && !(onlyOne && handled) {
      call(.source, source, source.take())
      handled = true
    }
    return handled
  }
// snippet.hide

  // Waking and stopping, for any thread.
  func wakeUp() {
    tell(.wakeUpRequested)
    ring()
  }

  func stop() {
    tell(.stopRequested(nil))
    shared.withLock { $0.run.isStopped = $0.run.isActive }
    ring()
  }

  private func ring() {
    let now = stamp()
    shared.withLock { if !$0.run.ignoresWakeUps { $0.wakeUp = $0.wakeUp ?? now } }
    bell.signal()
  }

  private func takeStop() -> Bool {
    shared.withLock { shared in
      defer { shared.run.isStopped = false }
      return shared.run.isStopped
    }
  }
}

// snippet.show
/// What other threads signal, or send messages to.
class Source: Item, @unchecked Sendable {
  let isPort: Bool
  let order: Int
  var loops: [Loop] = []
  private let calls = Mutex<[(since: Stamp, body: @Sendable () -> Void)]>([])
// snippet.hide

  init(_ label: String?, _ location: SourceLocation? = nil, isPort: Bool, order: Int = 0) {
    (self.isPort, self.order) = (isPort, order)
    super.init(label, location)
  }

// snippet.show
  var since: Stamp? { calls.withLock { $0.first?.since } }

  // A signal is kept once, and wakes no loop. Each message is kept, and wakes.
  func put(_ body: @escaping @Sendable () -> Void) {
    let now = stamp()
    calls.withLock { if isPort || $0.isEmpty { $0.append((now, body)) } }
    if isPort { for loop in loops { loop.bell.signal() } } else { Loop.current.tell(.signaled, self) }
  }
// snippet.hide

  // What comes after it has waited since now.
  func take() -> () -> Void {
    let now = stamp()
    return calls.withLock { calls in
      defer { if !calls.isEmpty { calls[0].since = now } }
      return calls.removeFirst().body
    }
  }
}
// snippet.show
