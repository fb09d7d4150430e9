// The rest of the names by which the book's programs call the loop.

extension Loop {
  var handle: Loop { self }
  var allModes: [Mode] { items.keys.filter { $0 != .common }.sorted { $0.name < $1.name } }

  func run(until limit: LoopInstant) {
    while !isEmpty(.default) {
      _ = run(mode: .default, for: limit - .now, returnAfterSourceHandled: true)
      if limit <= .now { return }
    }
  }

  func perform(in mode: Mode, label: String, _ body: @escaping @Sendable () -> Void) {
    _ = perform(in: [mode], label: label, body)
  }
}

extension LoopThread {
  var isFinished: Bool { thread.isFinished }
}

extension LoopTimer {
  convenience init(after delay: Duration, label: String, handler: @escaping (LoopTimer) -> Void) {
    self.init(at: .now + delay, label: label, handler: handler)
  }
  convenience init(every time: Duration, label: String, handler: @escaping (LoopTimer) -> Void) {
    self.init(at: .now + time, interval: time, label: label, handler: handler)
  }

  var nextFireDate: LoopInstant? { isValid ? fireDate : nil }
  func setNextFireDate(_ date: LoopInstant) { fireDate = max(date, .now) }
}

final class SignalSource: Source, @unchecked Sendable {
  private let handler: @Sendable () -> Void

  init(order: Int = 0, label: String, handler: @escaping @Sendable () -> Void) {
    self.handler = handler
    super.init(label, order: order, isPort: false)
  }

  var isSignaled: Bool { since != nil }

  func signal() {
    Loop.current.tell(.signaled, label)
    put(handler)
  }
}

final class MessagePort<Body: Sendable>: Source, @unchecked Sendable {
  struct Message: Sendable { let body: Body }
  private let handler: @Sendable (Message) -> Void

  init(label: String, handler: @escaping @Sendable (Message) -> Void) {
    self.handler = handler
    super.init(label, isPort: true)
  }

  func send(_ body: Body) { put { [handler] in handler(Message(body: body)) } }
}

struct DispatchQueue {
  static let main = DispatchQueue()

  func async(execute body: @escaping @Sendable () -> Void) {
    Loop.main.shared.withLock { $0.queue.append(body) }
    Loop.main.bell.signal()
  }
}
