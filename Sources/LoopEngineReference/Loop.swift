import CoreFoundation

/// A thread's run loop: CoreFoundation's, under LoopEngine's names.
///
/// It belongs to its thread, which alone may use it; what other threads may do stands in `LoopHandle`.
public final class Loop {
  let record: LoopRecord
  private let clock: RunClock
  private var delayed: [AnyHashable: [ObjectIdentifier: DelayedPerform]] = [:]

  init(_ record: LoopRecord) {
    self.record = record
    clock = RunClock(record)
  }

  /// The calling thread's loop, made on first use.
  @available(*, noasync)
  public static var current: Loop { ThreadLoop.current().loop }

  /// The main thread's loop, for any thread.
  public static var main: LoopHandle { LoopHandle(LoopTable.main) }

  /// This loop, for other threads.
  public var handle: LoopHandle { LoopHandle(record) }

  /// The mode of the innermost run; nil outside all runs.
  public var currentMode: Mode? { record.currentMode(record.own) }

  /// Its modes in the order they were made; at first `default` alone.
  public var allModes: [Mode] { record.allModes(record.own) }

  /// The modes that `common` stands for; at first `default` alone.
  public var commonModes: Set<Mode> { Set(record.books.withLock(\.commonModes)) }

  /// Makes a mode common, for good: the common items enter it.
  ///
  /// CoreFoundation reports no failure; that it may throw is the engine's.
  public func addCommonMode(_ mode: Mode) throws(SystemError) { record.addCommonMode(mode, record.own) }

  /// Nothing: CoreFoundation makes what it watches the main queue with when it makes the mode, and reports no failure.
  public func watchMainQueue(in mode: Mode = .default) throws(SystemError) {}

  /// When the earliest timer of the mode fires; nil without timers.
  public func nextFireDate(in mode: Mode = .default) -> LoopInstant? {
    record.nextFireDate(in: mode, record.own)
  }

  /// The clock as it was when this turn first asked for it; outside all runs, since the last one ended.
  public var turnTime: LoopInstant { clock.turnTime }

  /// The time spent in runs, without sleep.
  public var runTime: Duration { clock.runTime }

  /// The time spent asleep in runs.
  public var sleepTime: Duration { clock.sleepTime }

  /// Ends the innermost run at its next look; does nothing outside all runs.
  public func stop() { record.stop(mode: nil, record.own) }

  /// Ends the run of that mode, or the next one when there is none.
  public func stop(mode: Mode) { record.stop(mode: mode, record.own) }

  /// Ends the wait.
  ///
  /// Forgotten outside all runs, and from waking to the end of a turn.
  public func wakeUp() { record.wakeUp(record.own) }

  /// Whether the loop sleeps; always false for its own thread.
  public var isWaiting: Bool { CFRunLoopIsWaiting(record.own) }

  /// The loop as data.
  public func snapshot() -> LoopSnapshot { record.snapshot(record.own) }
}

@available(*, unavailable)
extension Loop: Sendable {}

// MARK: - Blocks

extension Loop {
  /// Queues a block that a run of `mode` performs.
  ///
  /// Does not wake.
  public func perform(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Void
  ) {
    perform(in: [mode], label: label, file: file, line: line, body)
  }

  /// Queues a block that a run of any of `modes` performs, once.
  ///
  /// Does not wake.
  public func perform(
    in modes: Set<Mode>, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Void
  ) {
    let facts = ItemFacts(nil, label: label, location: SourceLocation(file: file, line: line))
    record.perform(QueuedBlock(facts, body), modes.sorted { $0.name < $1.name }, record.own)
  }

  /// Has a run of any of `modes` perform `body` once `delay` has passed; `target` names it for `cancelPerforms(for:)`.
  @discardableResult
  public func perform(
    after delay: Duration, in modes: Set<Mode> = [.default], for target: AnyHashable? = nil, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) -> DelayedPerform {
    let entry = target.map { DelayedEntry(self, $0) }
    let timer = LoopTimer(after: delay, label: label, file: file, line: line) { _ in
      withExtendedLifetime(entry) { body() }
    }
    let delayedPerform = DelayedPerform(timer: timer)
    if let entry { delayed[entry.target, default: [:]][ObjectIdentifier(entry)] = delayedPerform }
    for mode in modes.sorted(by: { $0.name < $1.name }) { add(timer, to: mode) }
    return delayedPerform
  }

  /// Cancels the delayed performs of this loop that were made for `target`.
  public func cancelPerforms(for target: AnyHashable) {
    for perform in (delayed.removeValue(forKey: target) ?? [:]).values { perform.cancel() }
  }

  /// Stands in `delayed` as long as CoreFoundation keeps the timer's handler, which holds it.
  private final class DelayedEntry {
    let target: AnyHashable
    private weak var loop: Loop?

    init(_ loop: Loop, _ target: AnyHashable) {
      self.loop = loop
      self.target = target
    }

    deinit {
      loop?.delayed[target]?[ObjectIdentifier(self)] = nil
      if loop?.delayed[target]?.isEmpty == true { loop?.delayed[target] = nil }
    }
  }
}

// MARK: - Runs

extension Loop {
  /// Runs `default` until it has nothing to wait for.
  ///
  /// `stop()` ends no more than one turn of it, unless it is a `PermanentThread`'s.
  @available(*, noasync)
  public func run() {
    run(until: .distantFuture)
  }

  /// Runs `default` until `limit`, or until it has nothing to wait for, and tells which of both it was.
  ///
  /// `stop()` does not shorten it, unless it is a `PermanentThread`'s, which is told.
  @available(*, noasync)
  @discardableResult
  public func run(until limit: LoopInstant) -> RunResult {
    while true {
      // Asked before: a round that began before the thread was to end may have left work that was given before.
      let isLast = record.endsAllRuns
      if !run(mode: .default, before: limit) { return .finished }
      if isLast { return .stopped }
      if LoopInstant.now >= limit { return .timedOut }
    }
  }

  /// Runs until one source was handled, `limit`, or a stop; false when the mode had nothing to wait for.
  @available(*, noasync)
  @discardableResult
  public func run(mode: Mode, before limit: LoopInstant) -> Bool {
    guard record.isCurrent else { return false }
    if record.isFinished(mode, record.own) {
      LoopRecording.emit(.runBegan(mode), nil, record: record)
      LoopRecording.emit(.runEnded(mode, .finished), nil, record: record)
      return false
    }
    run(mode, seconds: ReferenceClock.seconds(until: limit), returnAfterSourceHandled: true)
    return true
  }

  /// Runs `mode` for `duration`, without limit when nil.
  ///
  /// Zero or less: one turn without sleep. This is `CFRunLoopRunInMode`.
  @available(*, noasync)
  @discardableResult
  public func run(mode: Mode, for duration: Duration?, returnAfterSourceHandled: Bool = false) -> RunResult {
    run(mode, seconds: duration?.seconds ?? Loop.forEver, returnAfterSourceHandled: returnAfterSourceHandled)
  }

  /// Runs `default` until it is stopped or has nothing to wait for: `CFRunLoopRun`.
  @available(*, noasync)
  @discardableResult
  public func runUntilStopped() -> RunResult {
    while true {
      let result = run(.default, seconds: Loop.forEver, returnAfterSourceHandled: false)
      if result == .stopped || result == .finished { return result }
    }
  }

  /// Runs once without sleep and tells when the mode needs attention next: nil when there is nothing to wait for,
  /// `distantFuture` without timers.
  @available(*, noasync)
  public func limitDate(in mode: Mode = .default) -> LoopInstant? {
    guard record.isCurrent else { return nil }
    run(mode, seconds: -10, returnAfterSourceHandled: true)
    if record.isFinished(mode, record.own) { return nil }
    return nextFireDate(in: mode) ?? .distantFuture
  }

  /// Runs until one source was handled, `limit`, or a stop.
  @available(*, noasync)
  public func acceptInput(in mode: Mode = .default, before limit: LoopInstant) {
    guard record.isCurrent else { return }
    run(mode, seconds: ReferenceClock.seconds(until: limit), returnAfterSourceHandled: true)
  }

  /// As many seconds as CoreFoundation itself runs for when no limit is given.
  private static let forEver: CFTimeInterval = 1.0e10

  @discardableResult
  private func run(_ mode: Mode, seconds: CFTimeInterval, returnAfterSourceHandled: Bool) -> RunResult {
    let deadline = seconds > 0 && seconds < 1e9 ? LoopInstant.now + .taking(seconds) : nil
    record.books.withLock { $0.runs.append(LoopBooks.Run(mode: mode, deadline: deadline)) }
    clock.watch(mode)
    clock.runBegan()
    let result = CFRunLoopRunInMode(mode.string, seconds, returnAfterSourceHandled)
    clock.runEnded()
    // Cannot be nil: these are CoreFoundation's four results.
    let named = RunResult(rawValue: result.rawValue)!
    // A run with nothing to run for reaches no stage.
    if record.books.withLock({ $0.runs.last?.hasBegun == false }) {
      LoopRecording.emit(.runBegan(mode), nil, record: record)
    }
    LoopRecording.emit(.runEnded(mode, named), nil, record: record)
    record.books.withLock { _ = $0.runs.removeLast() }
    record.nestedRunEnded()
    return named
  }
}
