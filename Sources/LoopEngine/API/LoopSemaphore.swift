internal import Synchronization

/// A counting semaphore.
public final class LoopSemaphore: @unchecked Sendable {
  // @unchecked: `word` points to an atomic that is this object's own until deinit; the rest is immutable.
  private let word: UnsafeMutablePointer<Atomic<UInt32>>
  private let scheduler = Kernel.scheduler
  /// What reports call it.
  public let label: String?
  /// The line that made it.
  public let location: SourceLocation

  /// Makes a semaphore that lets `value` waits pass.
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

  /// Lets one wait pass.
  public func signal() {
    Kernel.point()
    word.pointee.add(1, ordering: .releasing)
    Kernel.wake(word, count: 1, owner: scheduler)
  }

  /// Waits until there was a signal for it.
  @available(*, noasync, message: "it blocks the thread")
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    _ = wait(until: .max, SourceLocation(file: file, line: line))
  }

  /// Waits until there was a signal for it, or for that long; false when there was none.
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
