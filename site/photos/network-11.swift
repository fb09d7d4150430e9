/// Fetches photos on a thread of its own and hands them to the main loop.
final class Network: Sendable {
  let thread: PermanentThread

  init() throws { thread = try PermanentThread(name: "network") }

  func request(_ row: Int) {
    thread.execute(label: "request \(row)") {
      let photo = fetch(row)
      Loop.main.performOnThread(label: photo) { print("shows", photo) }
    }
  }

  func stop() { thread.stop() }
}
