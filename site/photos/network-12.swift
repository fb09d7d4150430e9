/// Fetches photos on a thread of its own and hands them to the main loop.
final class Network: Sendable {
  let thread: PermanentThread
  private let isClosed = Atomic<Bool>(false)

  init() throws { thread = try PermanentThread(name: "network") }

  func request(_ row: Int) {
    thread.execute(label: "request \(row)") { [self] in
      if isClosed.load(ordering: .acquiring) { return }
      let photo = fetch(row)
      Loop.main.performOnThread(label: photo) { [self] in
        if !isClosed.load(ordering: .acquiring) { print("shows", photo) }
      }
    }
  }

  /// Waits for nothing: what is under way is not shown, and what waits is not begun.
  func close() {
    isClosed.store(true, ordering: .releasing)
    thread.execute(label: "close") { [thread] in thread.stop() }
  }
}
