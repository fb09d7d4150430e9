// The ways to run a loop: CoreFoundation's two, and Foundation's on top of them.
extension Loop {
  /// Runs in `mode` for `duration` (nil: without limit) and tells why it ended.
  ///
  /// A duration of zero or less does one turn without sleeping. With `returnAfterSourceHandled` it ends after the first
  /// turn that handled a source; timers and blocks never count. A mode without sources, timers and matching blocks, and
  /// `common`, end it at once, with no observer called. This is CFRunLoopRunInMode.
  @available(*, noasync, message: "it blocks the thread")
  @discardableResult
  public func run(mode: Mode, for duration: Duration?, returnAfterSourceHandled: Bool = false) -> RunResult {
    run(mode, .lasting(duration), returnAfterSource: returnAfterSourceHandled)
  }

  /// Runs in the default mode until it is stopped or the mode has nothing left.
  ///
  /// This is CFRunLoopRun.
  @available(*, noasync, message: "it blocks the thread")
  @discardableResult
  public func runUntilStopped() -> RunResult {
    run(.default, .time(.max), returnAfterSource: false)
  }

  /// Runs in `mode` until one source was handled, it is stopped, or `limit` has passed; false when the mode has nothing
  /// to run for.
  ///
  /// This is Foundation's `run(mode:before:)`.
  @available(*, noasync, message: "it blocks the thread")
  @discardableResult
  public func run(mode: Mode, before limit: LoopInstant) -> Bool {
    checkThread()
    absorbInbox()
    guard mode != .common, !hasEnded, let state = find(mode), !isEmpty(state) else {
      _ = finishAtOnce(mode)
      return false
    }
    _ = run(mode, .until(limit), returnAfterSource: true)
    return true
  }

  /// Runs in the default mode until `limit`, or until the mode has nothing left, and tells which of both it was.
  ///
  /// A stop only ends the present round, unless it is a `PermanentThread`'s, which is told. This is Foundation's
  /// `run(until:)`.
  @available(*, noasync, message: "it blocks the thread")
  @discardableResult
  public func run(until limit: LoopInstant) -> RunResult {
    while run(mode: .default, before: limit) {
      if core.endsAllRuns { return .stopped }
      if .now >= limit { return .timedOut }
    }
    return .finished
  }

  /// Runs in the default mode until it has nothing left: a stop only ends the present round, and the next begins at
  /// once, unless it is a `PermanentThread`'s.
  ///
  /// This is Foundation's `run()`.
  @available(*, noasync, message: "it blocks the thread")
  public func run() {
    while run(mode: .default, before: .distantFuture) && !core.endsAllRuns {}
  }

  /// Fires what is due in `mode` and tells when its next timer is: `distantFuture` without timers, nil when the mode
  /// has nothing at all.
  ///
  /// This is Foundation's `limitDate(forMode:)`.
  @available(*, noasync, message: "it runs the loop")
  public func limitDate(in mode: Mode = .default) -> LoopInstant? {
    checkThread()
    _ = run(mode, .poll, returnAfterSource: true)
    if mode == .common || hasEnded { return nil }
    guard let state = find(mode), !isEmpty(state) else { return nil }
    return nextFireDate(in: mode) ?? .distantFuture
  }

  /// Runs once in `mode` until a source was handled or `limit` has passed.
  ///
  /// This is Foundation's `acceptInput(forMode:before:)`.
  @available(*, noasync, message: "it blocks the thread")
  public func acceptInput(in mode: Mode = .default, before limit: LoopInstant) {
    run(mode: mode, before: limit)
  }
}
