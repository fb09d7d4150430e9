extension LoopHandle {
  /// Has the loop's thread perform `body`, and wakes it; with `waitUntilDone` returns when that is done.
  ///
  /// A source performs it, in the first run of `mode`: all that is asked for by then, oldest first. What is asked for
  /// meanwhile waits for the next turn. The source is in the mode as long as anything is asked of it, so it keeps a run
  /// going until then, and ends one that returns after a source. A wait for the calling thread performs `body` at once.
  ///
  /// ```swift
  /// let worker = try PermanentThread(name: "worker")
  /// let result = worker.handle.performOnThread(waitUntilDone: true, label: "measure") {
  ///   print("on", Loop.current.handle)
  /// }
  /// print(result)
  /// worker.stop()
  /// ```
  ///
  /// ```output
  /// on worker
  /// queued
  /// ```
  ///
  /// Foundation calls it `perform(_:on:with:waitUntilDone:)`.
  ///
  /// - Parameters:
  ///   - mode: The mode in whose runs it is performed.
  ///   - waitUntilDone: Whether the calling thread waits.
  ///   - label: What traces call it.
  ///   - onDrop: Called, on the loop's thread, when the loop ends before it could be performed; a wait returns
  ///     `.loopEnded`.
  ///   - body: What is to be done.
  /// - Returns: `.loopEnded` from a loop that has ended, which takes nothing and does not call `onDrop`.
  @available(*, noasync, message: "it may block the thread")
  @discardableResult
  public func performOnThread(
    in mode: Mode = .common, waitUntilDone: Bool = false, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onDrop: (@Sendable () -> Void)? = nil, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    if waitUntilDone && isCurrent {
      body()
      return .queued
    }
    let location = SourceLocation(file: file, line: line)
    let done = waitUntilDone ? Completion() : nil
    let request = PerformRequest(
      mode: mode, label: label, location: location,
      onDrop: {
        onDrop?()
        done?.complete(.dropped)
      },
      body: {
        body()
        done?.complete(.ran)
      })
    guard let queue = core.performQueue, queue.post(request, to: core) else { return .loopEnded }
    wakeUp()
    guard let done else { return .queued }
    return done.wait(WaitReason("for work on thread '\(name)'", location)) == .ran ? .queued : .loopEnded
  }
}
