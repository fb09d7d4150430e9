// snippet.hide
import Glibc
import LoopEngine
import Synchronization

// snippet.show
/// What a loop holds. Traces call it by its label, or by the line that made it.
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

final class Loop: @unchecked Sendable {
// snippet.hide
  static let threads = Mutex<[pthread_t: Loop]>([:])
  static let ofMain = Loop("main")
  static var current: Loop { threads.withLock { $0[pthread_self()] } ?? ofMain }

// snippet.show
  let name: String
  let bell = LoopSemaphore()
  let shared = Mutex(Shared())
  private(set) var items: [Item] = []
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
  func tell(_ kind: LoopEvent.Kind, _ item: Item? = nil) {
    let here = Loop.current
    LoopRecording.record(
      LoopEvent(
        kind: kind, time: .now, loop: name, thread: here.name,
        label: item?.label, location: item?.location))
  }

// snippet.show
  // Items.
  func add(_ item: Item) { items.append(item) }

  // A run.
  func run() -> RunResult {
    while !takeStop() {
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

  private func ring() { bell.signal() }

  private func takeStop() -> Bool {
    shared.withLock { shared in
      defer { shared.isStopped = false }
      return shared.isStopped
    }
  }
}
// snippet.show
