/// A block that a loop performs at a later time.
///
/// Belongs to its loop's thread.
public struct DelayedPerform: Hashable {
  let timer: LoopTimer

  /// Keeps it from being performed.
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
  /// Wakes no thread: queued while the thread is about to sleep, it runs after the next waking.
  public func perform(
    in mode: Mode = .default, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Void
  ) {
    post(ModeSet(mode), label, SourceLocation(file: file, line: line), body)
  }

  /// Queues `body` to run once, in the first of `modes` that runs.
  ///
  /// Wakes no thread.
  public func perform(
    in modes: Set<Mode>, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping () -> Void
  ) {
    post(ModeSet(modes), label, SourceLocation(file: file, line: line), body)
  }

  private func post(_ modes: ModeSet, _ label: String?, _ location: SourceLocation, _ body: @escaping () -> Void) {
    checkThread()
    let extras = label.map { BlockExtras(label: $0, onDrop: nil, isJob: false) }
    if isRecording { report(.blockQueued, label: label, location: location) }
    // On the loop's own thread no other thread has to be told that it has ended: the thread is just about to.
    _ = core.post(modes, location: location.packed, extras: extras, body)
  }

  /// Performs `body` once after `delay`, in the first of `modes` that runs then: a timer, so it keeps these modes
  /// alive.
  ///
  /// `target` says for whom, so that `cancelPerforms(for:)` finds it.
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
  public func cancelPerforms(for target: AnyHashable) {
    checkThread()
    let cancelled = performTargets.removeValue(forKey: target) ?? []
    for timer in cancelled.sorted(by: { $0.number < $1.number }) { timer.invalidate() }
  }
}
