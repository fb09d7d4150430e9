// snippet.hide
import LoopEngine
import Synchronization

// snippet.show
/// What a loop holds. Traces call it by its label.
class Item: @unchecked Sendable {
  let label: String?
  var isValid = true

  init(_ label: String?) { self.label = label }
  func invalidate() { isValid = false }
}

/// What other threads may change of a loop.
struct Shared {
  var isStopped = false
}

final class Loop: @unchecked Sendable {
  static let main = Loop("main")
  @TaskLocal static var current = main

  let name: String
  let bell = LoopSemaphore()
  let shared = Mutex(Shared())
  private(set) var items: [Item] = []
// snippet.hide

  init(_ name: String) { self.name = name }

  // What happens goes into the trace.
  func tell(_ kind: LoopEvent.Kind, _ label: String? = nil) {
    let (now, thread) = (LoopInstant.now, Loop.current.name)
    LoopRecording.record(LoopEvent(kind: kind, time: now, loop: name, thread: thread, label: label))
  }

// snippet.show
  // Items.
  func add(_ item: Item) { items.append(item) }

  // A run.
  func run() -> RunResult {
    while !isStopped {
      if !items.contains(where: \.isValid) { return .finished }
      bell.wait()
    }
    return .stopped
  }
// snippet.hide

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

  private func ring() {
    bell.signal()
  }

  private var isStopped: Bool { shared.withLock(\.isStopped) }
}

// snippet.show
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
// snippet.hide

  func join() { thread.join() }
  static func sleep(for duration: Duration) { LoopEngine.LoopThread.sleep(for: duration) }
// snippet.show
}
