import Synchronization

/// Paths that changed while nobody had time for them, each once.
final class ChangeQueue: Sendable {
  private let paths = Mutex<Set<String>>([])
  private let continuation: AsyncStream<Void>.Continuation
  /// Tells that there is something to take.
  let signals: AsyncStream<Void>

  init() {
    (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds paths; any thread may.
  func add(_ changed: Set<String>) {
    paths.withLock { $0.formUnion(changed) }
    continuation.yield()
  }

  /// All that changed since the last time.
  func take() -> [String] {
    paths.withLock { paths in
      defer { paths = [] }
      return paths.sorted()
    }
  }
}
