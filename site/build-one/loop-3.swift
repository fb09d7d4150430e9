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

/// What other threads may change of a loop.
struct Shared {
  var isStopped = false
}

// snippet.show
final class Loop: @unchecked Sendable {
// snippet.hide
  static let threads = Mutex<[pthread_t: Loop]>([:])
  static let ofMain = Loop("main")
  static var current: Loop { threads.withLock { $0[pthread_self()] } ?? ofMain }

  let name: String
  let bell = LoopSemaphore()
  let shared = Mutex(Shared())
// snippet.show
  private(set) var items: [Mode: [Item]] = [:]
  private(set) var commonModes: Set<Mode> = [.default]
  private(set) var currentMode: Mode?
// snippet.hide

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
// snippet.show
  func tell(_ kind: LoopEvent.Kind, _ item: Item? = nil) {
// snippet.hide
    let here = Loop.current
    LoopRecording.record(
      LoopEvent(
        kind: kind, time: .now, loop: name, thread: here.name,
        mode: here === self ? currentMode : nil,
        label: item?.label, location: item?.location))
  }

// snippet.show
  // Modes.
  func add(_ item: Item, to mode: Mode = .default) {
    if !item.isValid || contains(item, in: mode) { return }
    items[mode, default: []].append(item)
    if mode == .common { for mode in commonModes { add(item, to: mode) } }
  }
// snippet.hide

  func remove(_ item: Item, from mode: Mode = .default) {
    if mode == .common { for mode in commonModes { remove(item, from: mode) } }
    items[mode]?.removeAll { $0 === item }
  }

  func contains(_ item: Item, in mode: Mode = .default) -> Bool {
    (items[mode] ?? []).contains { $0 === item }
  }

// snippet.show
  func addCommonMode(_ mode: Mode) throws(SystemError) {
    commonModes.insert(mode)
    for item in items[.common] ?? [] { add(item, to: mode) }
  }

  func isEmpty(_ mode: Mode) -> Bool {
    if mode == .common { return true }
    return !(items[mode] ?? []).contains(where: \.isValid)
  }
// snippet.hide

  // A run.
// snippet.show
  func run(_ mode: Mode) -> RunResult {
    let outer = currentMode
    tell(.runBegan(mode))
    var result = RunResult.finished
    if !isEmpty(mode) {
      currentMode = mode
      notify(.entry)
      while !isEmpty(mode) && result == .finished {
        bell.wait()
        if takeStop() { result = .stopped }
      }
      notify(.exit)
// snippet.hide
    }
// snippet.show
    tell(.runEnded(mode, result))
    currentMode = outer
    return result
  }

  private func notify(_ activity: LoopActivity) {
    tell(.activity(activity))
// snippet.hide
  }

  // Waking and stopping, for any thread.
  func wakeUp() {
    tell(.wakeUpRequested)
    ring()
  }

  func stop() {
    tell(.stopRequested(nil))
    shared.withLock { $0.isStopped = true }
    ring()
  }

  private func ring() { bell.signal() }

  private func takeStop() -> Bool {
    shared.withLock { shared in
      defer { shared.isStopped = false }
      return shared.isStopped
    }
  }
}
// snippet.show
