// The names by which the book's programs call the loop.

extension Loop {
  static var main: LoopHandle { ofMain.handle }
  var handle: LoopHandle { LoopHandle(loop: self) }

  @discardableResult
  func run(
    mode: Mode, for duration: Duration?, returnAfterSourceHandled: Bool = false
  ) -> RunResult {
    let limit = duration.map { .now + $0 } ?? LoopInstant.distantFuture
    return run(mode, until: limit, endsAfterSource: returnAfterSourceHandled)
  }
  @discardableResult
  func runUntilStopped() -> RunResult {
    run(.default, until: .distantFuture, endsAfterSource: false)
  }
  @discardableResult
  func run(mode: Mode, before limit: LoopInstant) -> Bool {
    let hasWork = !isEmpty(mode)
    _ = run(mode, until: limit, endsAfterSource: true)
    return hasWork
  }
  @discardableResult
  func run(until limit: LoopInstant) -> RunResult {
    while run(mode: .default, before: limit) {
      if limit <= .now { return .timedOut }
    }
    return .finished
  }
  @discardableResult
  func perform(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ body: @escaping () -> Void
  ) -> PostResult {
    perform(in: [mode], label: label, file: file, line: line, body)
  }
  @discardableResult
  func perform(
    in modes: Set<Mode>, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ body: @escaping () -> Void
  ) -> PostResult {
    perform(Block(label, SourceLocation(file: file, line: line), modes, body))
  }
}

struct LoopHandle: Sendable {
  let loop: Loop

  @discardableResult
  func perform(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    loop.perform(in: mode, label: label, file: file, line: line, body)
  }
  func wakeUp() { loop.wakeUp() }
  func stop() { loop.stop() }
}

final class LoopThread: Sendable {
  let handle: LoopHandle
  private let thread: LoopEngine.LoopThread

  init(name: String, _ body: @escaping @Sendable (Loop) -> Void) throws(SystemError) {
    let loop = Loop(name)
    handle = loop.handle
    thread = try loop.start(body)
  }

  var isFinished: Bool { thread.isFinished }
  func join() { thread.join() }
  static func sleep(for duration: Duration) { LoopEngine.LoopThread.sleep(for: duration) }
}

extension LoopTimer {
  convenience init(
    at date: LoopInstant, interval: Duration = .zero, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    self.init(label, SourceLocation(file: file, line: line), at: date, every: interval, handler)
  }
  convenience init(
    after delay: Duration, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    self.init(at: .now + delay, label: label, file: file, line: line, handler: handler)
  }
  convenience init(
    every interval: Duration, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    self.init(
      at: .now + interval, interval: interval, label: label, file: file, line: line,
      handler: handler)
  }
  var nextFireDate: LoopInstant? { isValid ? fireDate : nil }
  func setNextFireDate(_ date: LoopInstant) { fireDate = max(date, .now) }
}

extension LoopObserver {
  convenience init(
    _ activities: LoopActivity, repeats: Bool = true, order: Int = 0, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping (LoopObserver, LoopActivity) -> Void
  ) {
    self.init(
      label, SourceLocation(file: file, line: line), activities, repeats: repeats, order: order,
      handler)
  }
}

final class SignalSource: Source, @unchecked Sendable {
  private let handler: @Sendable () -> Void

  init(
    order: Int = 0, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    perform handler: @escaping @Sendable () -> Void
  ) {
    self.handler = handler
    super.init(label, SourceLocation(file: file, line: line), isPort: false, order: order)
  }

  func signal() { put(handler) }
}

final class MessagePort<Body: Sendable>: Source, @unchecked Sendable {
  struct Message: Sendable { let body: Body }
  private let handler: @Sendable (Message) -> Void

  init(
    label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    handler: @escaping @Sendable (Message) -> Void
  ) {
    self.handler = handler
    super.init(label, SourceLocation(file: file, line: line), isPort: true, order: 0)
  }
  convenience init(
    label: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Body == Never {
    self.init(label: label, file: file, line: line) { _ in }
  }

  func send(_ body: Body) { put { [handler] in handler(Message(body: body)) } }
}

enum DispatchQueue {
  static let main = MainQueue()
  struct MainQueue {
    func async(execute body: @escaping @Sendable () -> Void) {
      Loop.ofMain.shared.withLock { $0.queue.append(body) }
      Loop.ofMain.bell.signal()
    }
  }
}
