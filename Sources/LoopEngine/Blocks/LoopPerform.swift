/// A block that a loop performs at a later time.
///
/// ```swift
/// let loop = Loop.current
/// let warning = loop.perform(after: .seconds(2), label: "warning") { print("no answer yet") }
/// loop.perform(after: .seconds(1), label: "answer") {
///   print("answered; a warning is pending:", warning.isPending)
///   warning.cancel()
/// }
/// loop.run(mode: .default, for: .seconds(3))
/// print(warning.isPending)
/// ```
///
/// ```output
/// answered; a warning is pending: true
/// false
/// ```
///
/// Belongs to its loop's thread, like the timer that it is made of. It may be let go: the block is performed all the
/// same.
public struct DelayedPerform: Hashable {
  let timer: LoopTimer

  /// Keeps it from being performed.
  ///
  /// Afterwards, when it was performed, and when it was canceled before, this changes nothing.
  public func cancel() { timer.invalidate() }

  /// Whether it is still to be performed.
  public var isPending: Bool { timer.isValid }
}

// It belongs to its loop's thread.
@available(*, unavailable)
extension DelayedPerform: Sendable {}

extension Loop {
  /// Queues `body` to run once in `mode`, after what was queued before.
  ///
  /// Wakes no thread: queued while the thread is about to sleep, it runs after the next waking. Other threads use
  /// the loop's ``handle``. CoreFoundation calls it `CFRunLoopPerformBlock`.
  ///
  /// - Complexity: Constant.
  public func perform(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Void
  ) {
    post(ModeSet(mode), label, SourceLocation(file: file, line: line), body)
  }

  /// Queues `body` to run once, in the first of `modes` that runs.
  ///
  /// Wakes no thread.
  ///
  /// CoreFoundation calls it `CFRunLoopPerformBlock`, with an array of modes.
  public func perform(
    in modes: Set<Mode>, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Void
  ) {
    post(ModeSet(modes), label, SourceLocation(file: file, line: line), body)
  }

  private func post(_ modes: ModeSet, _ label: String?, _ location: SourceLocation, _ body: @escaping () -> Void) {
    checkThread()
    Kernel.point(owner: core.scheduler)
    let extras = label.map { BlockExtras(label: $0, onDrop: nil, isJob: false) }
    let isRecorded = isRecording
    if isRecorded { report(.blockQueued, label: label, location: location, isDone: false) }
    // On the loop's own thread no other thread has to be told that it has ended: the thread is just about to.
    _ = core.post(modes, location: location.packed, extras: extras, body)
    if isRecorded { LoopRecording.done(core) }
  }

  /// Performs `body` once after `delay`, in the first of `modes` that runs then: a timer, so it keeps these modes
  /// alive.
  ///
  /// Foundation calls it `perform(_:with:afterDelay:inModes:)`.
  ///
  /// - Parameters:
  ///   - delay: How long from now.
  ///   - modes: The modes in whose runs it may be performed.
  ///   - target: For whom it is performed, so that ``cancelPerforms(for:)`` finds it.
  ///   - label: What traces call it.
  ///   - body: What is to be done.
  /// - Returns: What cancels it.
  @discardableResult
  public func perform(
    after delay: Duration, in modes: Set<Mode> = [.default], for target: AnyHashable? = nil, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) -> DelayedPerform {
    checkThread()
    let timer = LoopTimer(after: delay, label: label, file: file, line: line) { _ in body() }
    if let target, timer.isValid {
      timers.pointee.extra(of: timer.number).target = target
      performTargets[target, default: []].insert(timer)
    }
    // Sorted, since a set's order differs from run to run.
    for mode in modes.sorted(by: { $0.id < $1.id }) { add(timer, to: mode) }
    return DelayedPerform(timer: timer)
  }

  /// Cancels all delayed performs for `target` that have not run.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// for delay in 1...3 {
  ///   loop.perform(after: .seconds(delay), for: "search", label: "search") { print("search after", delay) }
  /// }
  /// loop.perform(after: .milliseconds(1_500), label: "typed") { loop.cancelPerforms(for: "search") }
  /// loop.run(mode: .default, for: .seconds(5))
  /// ```
  ///
  /// ```output
  /// search after 1
  /// ```
  ///
  /// Foundation calls it `cancelPreviousPerformRequests(withTarget:)`.
  public func cancelPerforms(for target: AnyHashable) {
    checkThread()
    let cancelled = performTargets.removeValue(forKey: target) ?? []
    for timer in cancelled.sorted(by: { $0.number < $1.number }) { timer.invalidate() }
  }
}
