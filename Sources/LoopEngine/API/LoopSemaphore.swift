internal import Synchronization

/// A counting semaphore that the virtual clock knows.
///
/// A thread that waits serves no loop. On the virtual clock a wait without a signal costs no time, and a wait that can
/// never end is told as a deadlock.
///
/// ```swift
/// let ready = LoopSemaphore(label: "ready")
/// let worker = try LoopThread(name: "worker") { _ in
///   LoopThread.sleep(for: .seconds(2))
///   print("signals")
///   ready.signal()
/// }
/// print("there after a second?", ready.wait(for: .seconds(1)))
/// ready.wait()
/// print("there")
/// worker.join()
/// ```
///
/// ```output
/// there after a second? false
/// signals
/// there
/// ```
///
/// Dispatch calls its like `DispatchSemaphore`.
public final class LoopSemaphore: @unchecked Sendable {
  // @unchecked: `word` points to an atomic that is this object's own until deinit; the rest is immutable.
  private let word: UnsafeMutablePointer<Atomic<UInt32>>
  private let scheduler = Kernel.scheduler
  /// What reports call it.
  public let label: String?
  /// The line that made it.
  public let location: SourceLocation

  /// Makes a semaphore that lets `value` waits pass.
  ///
  /// - Precondition: The value is from 0 to 2,147,483,647.
  public init(value: Int = 0, label: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    require(value >= 0 && value <= Int32.max, "a semaphore's value is from 0 to \(Int32.max), not \(value)")
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(UInt32(value)))
    self.label = label
    location = SourceLocation(file: file, line: line)
  }

  deinit {
    word.deinitialize(count: 1)
    word.deallocate()
  }

  /// Lets one wait pass: one that is waiting, or else one that comes.
  ///
  /// Any thread may signal, also one without a loop. On the virtual clock, one that it does not know needs a
  /// ``BusyToken`` for that.
  public func signal() {
    Kernel.point(owner: scheduler)
    word.pointee.add(1, ordering: .releasing)
    Kernel.wake(word, count: 1, owner: scheduler)
  }

  /// Waits until there was a signal for it.
  @available(*, noasync, message: "it blocks the thread")
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    _ = wait(until: .max, SourceLocation(file: file, line: line))
  }

  /// Waits until there was a signal for it, or for that long.
  ///
  /// - Returns: False when there was no signal in that time.
  @available(*, noasync, message: "it blocks the thread")
  public func wait(for timeout: Duration, file: StaticString = #fileID, line: UInt = #line) -> Bool {
    wait(
      until: clockNow().saturatingAdd(max(0, timeout.saturatingNanoseconds)), SourceLocation(file: file, line: line))
  }

  private func wait(until deadline: Int64, _ here: SourceLocation) -> Bool {
    Kernel.point()
    while true {
      var value = word.pointee.load(ordering: .relaxed)
      while value > 0 {
        let (done, seen) = word.pointee.weakCompareExchange(
          expected: value, desired: value - 1, successOrdering: .acquiring, failureOrdering: .relaxed)
        if done { return true }
        value = seen
      }
      if deadline != .max && clockNow() >= deadline { return false }
      Kernel.wait(
        word, while: 0, until: deadline,
        reason: WaitReason("for semaphore \(label.map { "\"\($0)\"" } ?? "made at \(location)")", here))
    }
  }
}
