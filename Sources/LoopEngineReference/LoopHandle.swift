import CoreFoundation

/// What other threads may do with a loop.
///
/// Every method may be called by any thread, also after the loop's thread has ended.
public struct LoopHandle: Sendable, Hashable, CustomStringConvertible {
  let record: LoopRecord

  init(_ record: LoopRecord) { self.record = record }

  /// Queues a block that a run of `mode` performs.
  ///
  /// Never wakes.
  ///
  /// `onDrop` is called when the loop's thread ends before the block has begun; not when `.loopEnded` is returned.
  @discardableResult
  public func perform(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onDrop: (@Sendable () -> Void)? = nil, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    perform(in: [mode], label: label, file: file, line: line, onDrop: onDrop, body)
  }

  /// Queues a block that a run of any of `modes` performs, once.
  ///
  /// Never wakes.
  ///
  /// `onDrop` is called when the loop's thread ends before the block has begun; not when `.loopEnded` is returned.
  @discardableResult
  public func perform(
    in modes: Set<Mode>, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onDrop: (@Sendable () -> Void)? = nil, _ body: @escaping @Sendable () -> Void
  ) -> PostResult {
    let facts = ItemFacts(nil, label: label, location: SourceLocation(file: file, line: line))
    let names = modes.sorted { $0.name < $1.name }
    let queued: Void? = record.whileAlive { loop in
      record.perform(QueuedBlock(facts, onDrop: onDrop, body), names, loop)
    }
    return queued == nil ? .loopEnded : .queued
  }

  /// Queues a block, wakes the loop and waits until the block has run.
  ///
  /// On the loop's own thread it runs at once.
  ///
  /// Throws when the loop's thread ended first.
  @available(*, noasync)
  public func performAndWait(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () -> Void
  ) throws(LoopEnded) {
    if isCurrent { return body() }
    let wasRun = Rendezvous.wait { rendezvous in
      let posted = perform(
        in: mode, label: label, file: file, line: line, onDrop: { rendezvous.meet(ran: false) },
        {
          body()
          rendezvous.meet(ran: true)
        })
      if posted == .queued { wakeUp() }
      return posted
    }
    if !wasRun { throw LoopEnded() }
  }

  /// Ends the wait.
  ///
  /// Forgotten outside all runs, and from waking to the end of a turn.
  public func wakeUp() { _ = record.whileAlive { record.wakeUp($0) } }

  /// Ends the innermost run at its next look; does nothing outside all runs.
  public func stop() { _ = record.whileAlive { record.stop(mode: nil, $0) } }

  /// Ends the run of that mode, or the next one when there is none.
  public func stop(mode: Mode) { _ = record.whileAlive { record.stop(mode: mode, $0) } }

  /// Whether the loop sleeps.
  public var isWaiting: Bool { record.whileAlive { CFRunLoopIsWaiting($0) } ?? false }

  /// The mode of the innermost run; nil outside all runs.
  public var currentMode: Mode? { record.whileAlive { record.currentMode($0) } ?? nil }

  /// Whether the loop's thread has ended.
  public var hasEnded: Bool { record.hasEnded }

  /// Whether it is the calling thread's loop.
  public var isCurrent: Bool { record.isCurrent }

  /// The thread's name: "main", "worker", "thread-3".
  public var name: String { record.name }

  /// The loop as an executor of Swift concurrency.
  public var executor: LoopExecutor { record.executor }

  /// The thread's name.
  public var description: String { name }

  /// Whether both name the same loop.
  public static func == (a: LoopHandle, b: LoopHandle) -> Bool { a.record === b.record }
  /// Hashes the loop's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(record)) }
}
