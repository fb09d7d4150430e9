import LoopEngine
import Synchronization

/// Records the trace of one behavior, as words, and makes the items that write it.
///
/// May be used on any thread. Words stand in the order in which they were noted.
final class Probe: Sendable {
  private struct State {
    var words: [String] = []
    var counts: [String: Int] = [:]
    var threads: [LoopThread] = []
    // A source is used by its perform callout: it must live as long as the behavior, whoever else holds it.
    var sources: [SignalSource] = []
    var isFinished = false
  }

  private let state = Mutex(State())

  /// The trace so far.
  var words: [String] { state.withLock { $0.words } }

  /// Adds words to the trace.
  func note(_ text: String) {
    state.withLock { state in
      if !state.isFinished { state.words += text.split(separator: " ").map(String.init) }
    }
  }

  /// Adds a word that tells which of the two it was.
  func note(_ name: String, _ value: Bool) {
    note("\(name)=\(value ? "yes" : "no")")
  }

  /// How often this was called with `name`, this call included.
  func count(_ name: String) -> Int {
    state.withLock {
      $0.counts[name, default: 0] += 1
      return $0.counts[name, default: 0]
    }
  }

  // MARK: Items

  /// Adds an observer of every activity that notes E, bT, bS, BW, AW or X, after `prefix`.
  @discardableResult
  func observe(_ loop: Loop, in mode: Mode = .default, as prefix: String = "") -> LoopObserver {
    let observer = LoopObserver(.all, label: "all") { _, activity in self.note(prefix + activity.word) }
    loop.add(observer, to: mode)
    return observer
  }

  /// Adds an observer that notes nothing and runs `body`, the first time only unless `repeats`.
  @discardableResult
  func on(
    _ activities: LoopActivity, _ loop: Loop, in mode: Mode = .default, repeats: Bool = false, order: Int = 0,
    _ body: @escaping () -> Void
  ) -> LoopObserver {
    let observer = LoopObserver(activities, repeats: repeats, order: order) { _, _ in body() }
    loop.add(observer, to: mode)
    return observer
  }

  /// A source that notes its name and then runs `also`; with `hooks` it notes its schedule and cancel callouts too.
  func source(
    _ name: String, order: Int = 0, hooks: Bool = false,
    _ also: @escaping @Sendable (SignalSource) -> Void = { _ in }
  ) -> SignalSource {
    let itself = WeakSource()
    let schedule: @Sendable (LoopHandle, Mode) -> Void = { _, mode in self.note("+\(name)(\(mode))") }
    let cancel: @Sendable (LoopHandle, Mode) -> Void = { _, mode in self.note("-\(name)(\(mode))") }
    let source = SignalSource(
      order: order, label: name, schedule: hooks ? schedule : nil, cancel: hooks ? cancel : nil
    ) {
      self.note(name)
      if let source = itself.source { also(source) }
    }
    itself.source = source
    state.withLock { $0.sources.append(source) }
    return source
  }

  /// A timer that notes its name and then runs `also`, added to `mode` where a loop is given.
  @discardableResult
  func timer(
    _ name: String, after delay: Duration = .zero, every interval: Duration = .zero, tolerance: Duration = .zero,
    on loop: Loop? = nil, in mode: Mode = .default, _ also: @escaping (LoopTimer) -> Void = { _ in }
  ) -> LoopTimer {
    let date = LoopInstant.now.advanced(by: delay)
    let timer = LoopTimer(at: date, interval: interval, tolerance: tolerance, label: name) {
      self.note(name)
      also($0)
    }
    loop?.add(timer, to: mode)
    return timer
  }

  /// A port that notes its name and the message, P1 for example, and then runs `also`.
  func port(_ name: String, _ also: @escaping @Sendable (Int) -> Void = { _ in }) -> MessagePort<Int> {
    MessagePort(label: name) { message in
      self.note("\(name)\(message.body)")
      also(message.body)
    }
  }

  /// Queues a block that notes its name and then runs `also`.
  func block(_ name: String, on loop: Loop, in mode: Mode = .default, _ also: @escaping () -> Void = {}) {
    loop.perform(in: mode, label: name) {
      self.note(name)
      also()
    }
  }

  /// Adds a source that is never signalled, so that the mode is not empty.
  @discardableResult
  func keepAlive(_ loop: Loop, in mode: Mode = .default) -> SignalSource {
    let source = SignalSource(label: "keep") {}
    loop.add(source, to: mode)
    return source
  }

  /// Marks a mode as common and notes the error, if any.
  func markCommon(_ mode: Mode, in loop: Loop) {
    do { try loop.addCommonMode(mode) } catch { note("\(error)") }
  }

  // MARK: Runs

  /// Runs the calling thread's loop and notes the result's number.
  @discardableResult
  func run(_ mode: Mode = .default, for duration: Duration?, handled: Bool = false) -> RunResult {
    let result = Loop.current.run(mode: mode, for: duration, returnAfterSourceHandled: handled)
    note("\(result.rawValue)")
    return result
  }

  /// Runs the calling thread's loop once without waiting and notes the result's number.
  func poll(_ mode: Mode = .default, handled: Bool = false) {
    run(mode, for: .zero, handled: handled)
  }

  // MARK: Threads

  /// Starts a thread, which is joined at the end of the behavior.
  @discardableResult
  func thread(_ name: String, _ body: @escaping @Sendable (Loop) -> Void) -> LoopThread {
    let thread = Self.makeThread(name, body)
    state.withLock { $0.threads.append(thread) }
    return thread
  }

  /// Starts a thread that the probe knows nothing of.
  static func makeThread(_ name: String, _ body: @escaping @Sendable (Loop) -> Void) -> LoopThread {
    do {
      return try LoopThread(name: name, body)
    } catch {
      fatalError("the thread \(name) could not be made: \(error)")
    }
  }

  /// Runs `body` on another thread once `loop` is asleep.
  func whileAsleep(_ loop: Loop, _ body: @escaping @Sendable (LoopHandle) -> Void) {
    let handle = loop.handle
    thread("other") { _ in
      self.awaitSleep(of: handle)
      body(handle)
    }
  }

  /// Returns when the loop is asleep; notes "AWAKE" if it was not within five seconds.
  func awaitSleep(of loop: LoopHandle) {
    for _ in 0..<10_000 {
      if loop.isWaiting { return }
      LoopThread.sleep(for: .microseconds(500))
    }
    note("AWAKE")
  }

  /// Joins every thread that the probe started, and ends the trace: what the end of the loop does is not part of it.
  func finish() {
    while let thread = state.withLock({ $0.threads.popLast() }) { thread.join() }
    let sources = state.withLock { state in
      state.isFinished = true
      defer { state.sources = [] }
      return state.sources
    }
    // Released outside the lock: what the handlers hold may note something as it goes.
    _ = sources
  }

  // MARK: Words

  /// The names of the modes, sorted, with commas between them.
  func names(_ modes: some Sequence<Mode>) -> String {
    modes.map { $0.name }.sorted().joined(separator: ",")
  }
}

/// Holds a source for its own perform callout without keeping it alive.
private final class WeakSource: Sendable {
  private struct Reference {
    #if hasFeature(Embedded)
      // unowned(unsafe): the probe holds the source until the behavior ends.
      unowned(unsafe) var source: SignalSource?
    #else
      weak var source: SignalSource?
    #endif
  }

  private let reference = Mutex(Reference())

  var source: SignalSource? {
    get { reference.withLock { $0.source } }
    set { reference.withLock { $0.source = newValue } }
  }
}

/// Notes a name when it is released.
final class Token: Sendable {
  private let release: @Sendable () -> Void

  /// A token that notes `name` in the probe's trace.
  init(_ name: String, _ probe: Probe) {
    release = { probe.note(name) }
  }

  /// A token that runs `release`.
  init(_ release: @escaping @Sendable () -> Void) {
    self.release = release
  }

  /// Does nothing: named in a closure, it makes the closure hold the token.
  func hold() {}

  deinit { release() }
}

/// A value that is set after the callout that uses it was made.
final class Slot<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)

  /// The value, nil until it is set.
  var value: Value? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

extension LoopActivity {
  /// The short name used in traces.
  var word: String {
    switch self {
    case .entry: "E"
    case .beforeTimers: "bT"
    case .beforeSources: "bS"
    case .beforeWaiting: "BW"
    case .afterWaiting: "AW"
    case .exit: "X"
    default: "?\(rawValue)"
    }
  }
}

extension Int {
  /// This number of milliseconds.
  var ms: Duration { .milliseconds(self) }
}
