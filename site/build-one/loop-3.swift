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

/// What other threads may change of a loop.
// snippet.show
struct Shared {
  var run: (mode: Mode, isStopped: Bool)?
}
// snippet.hide

final class Loop: @unchecked Sendable {
  static let main = Loop("main")
  @TaskLocal static var current = main

  let name: String
  let bell = LoopSemaphore()
  let shared = Mutex(Shared())
// snippet.show
  private(set) var items: [Mode: [Item]] = [.default: []]
  private(set) var commonModes: Set<Mode> = [.default]
// snippet.hide

  init(_ name: String) { self.name = name }

  // What happens goes into the trace.
  func tell(_ kind: LoopEvent.Kind, _ label: String? = nil) {
    let (now, thread) = (LoopInstant.now, Loop.current.name)
    LoopRecording.record(LoopEvent(kind: kind, time: now, loop: name, thread: thread, label: label))
  }

  // Modes, and what is in them.
// snippet.show
  func add(_ item: Item, to mode: Mode = .default) {
    if contains(item, in: mode) { return }
    items[mode, default: []].append(item)
    for marked in commonModes where mode == .common { add(item, to: marked) }
  }
// snippet.hide

  func remove(_ item: Item, from mode: Mode = .default) {
    items[mode]?.removeAll { $0 === item }
    for marked in commonModes where mode == .common { remove(item, from: marked) }
  }

  func contains(_ item: Item, in mode: Mode = .default) -> Bool {
    items[mode, default: []].contains { $0 === item }
  }

// snippet.show
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
  func run(mode: Mode) -> RunResult {
    let outer = shared.withLock(\.run)
    var result = RunResult.finished
    tell(.runBegan(mode))
    if !isEmpty(mode) {
      shared.withLock { $0.run = (mode, isStopped: false) }
      notify(.entry)
      while !isStopped && !isEmpty(mode) { bell.wait() }
      if isStopped { result = .stopped }
      notify(.exit)
      shared.withLock { $0.run = outer }
    }
    tell(.runEnded(mode, result))
    return result
  }

  private func notify(_ activity: LoopActivity) {
    tell(.activity(activity))
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

  private func ring() {
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
