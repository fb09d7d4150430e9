// The ways to run a loop: CoreFoundation's two, and Foundation's on top of them.
extension Loop {
  /// Runs in `mode` for `duration` (nil: without limit) and tells why it ended.
  ///
  /// A mode without sources, timers and matching blocks, and ``Mode/common``, end it at once, with no observer called.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(LoopTimer(every: .seconds(1), label: "tick") { _ in print("tick") })
  /// print(loop.run(mode: .default, for: .milliseconds(2_500)))
  /// print(loop.run(mode: "empty", for: nil))
  /// ```
  ///
  /// ```output
  /// tick
  /// tick
  /// timedOut
  /// finished
  /// ```
  ///
  /// A handler may run the loop again, in any mode: the outer run goes on when the inner one has ended. CoreFoundation
  /// calls it `CFRunLoopRunInMode`.
  ///
  /// - Parameters:
  ///   - mode: The mode whose items are served.
  ///   - duration: How long it may take. Zero or less does one turn without sleeping.
  ///   - returnAfterSourceHandled: Whether it ends after the first turn that handled a source; timers and blocks never
  ///     count.
  /// - Returns: Why it ended.
  @available(*, noasync, message: "it blocks the thread")
  @discardableResult
  public func run(mode: Mode, for duration: Duration?, returnAfterSourceHandled: Bool = false) -> RunResult {
    run(mode, .lasting(duration), returnAfterSource: returnAfterSourceHandled)
  }

  /// Runs in the default mode until it is stopped or the mode has nothing left.
  ///
  /// CoreFoundation calls it `CFRunLoopRun`.
  ///
  /// - Returns: ``RunResult/stopped`` or ``RunResult/finished``.
  @available(*, noasync, message: "it blocks the thread")
  @discardableResult
  public func runUntilStopped() -> RunResult {
    run(.default, .time(.max), returnAfterSource: false)
  }

  /// Runs in `mode` until one source was handled, it is stopped, or `limit` has passed; false when the mode has nothing
  /// to run for.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// let mail = MessagePort<String>(label: "mail") { print("read", $0.body) }
  /// loop.add(mail, to: "mail")
  /// mail.send("one")
  /// mail.send("two")
  /// let limit = LoopInstant.now + .seconds(1)
  /// while LoopInstant.now < limit && loop.run(mode: "mail", before: limit) { print("returned") }
  /// ```
  ///
  /// ```output
  /// read one
  /// returned
  /// read two
  /// returned
  /// returned
  /// ```
  ///
  /// Foundation calls it `run(mode:before:)`.
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
  /// A stop only ends the present round, unless it is a ``PermanentThread``'s, which is told.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(
  ///   LoopTimer(every: .seconds(1), label: "tick") { _ in
  ///     print("tick")
  ///     loop.stop()
  ///   })
  /// print(loop.run(until: .now + .milliseconds(2_500)))
  /// ```
  ///
  /// ```output
  /// tick
  /// tick
  /// timedOut
  /// ```
  ///
  /// Foundation calls it `run(until:)`.
  @available(*, noasync, message: "it blocks the thread")
  @discardableResult
  public func run(until limit: LoopInstant) -> RunResult {
    while true {
      // Asked before: a round that began before the thread was to end may have left work that was given before.
      let isLast = core.endsAllRuns
      if !run(mode: .default, before: limit) { return .finished }
      if isLast { return .stopped }
      if .now >= limit { return .timedOut }
    }
  }

  /// Runs in the default mode until it has nothing left: a stop only ends the present round, and the next begins at
  /// once, unless it is a ``PermanentThread``'s.
  ///
  /// Where you want to end it, use ``runUntilStopped()``. Foundation calls it `run()`.
  @available(*, noasync, message: "it blocks the thread")
  public func run() {
    run(until: .distantFuture)
  }

  /// Fires what is due in `mode` and tells when its next timer is: `distantFuture` without timers, nil when the mode
  /// has nothing at all.
  ///
  /// It does not sleep: for programs that wait by other means.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(LoopTimer(after: .zero, label: "due") { _ in print("fired") }, to: "work")
  /// loop.add(LoopTimer(after: .seconds(3), label: "later") { _ in }, to: "work")
  /// print(loop.limitDate(in: "work") ?? .distantPast)
  /// print(loop.limitDate(in: "empty") == nil)
  /// ```
  ///
  /// ```output
  /// fired
  /// 3.000000000s
  /// true
  /// ```
  ///
  /// Foundation calls it `limitDate(forMode:)`.
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
  /// Foundation calls it `acceptInput(forMode:before:)`.
  @available(*, noasync, message: "it blocks the thread")
  public func acceptInput(in mode: Mode = .default, before limit: LoopInstant) {
    run(mode: mode, before: limit)
  }
}
