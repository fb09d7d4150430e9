import Dispatch

/// A counting semaphore for threads of loops.
public final class LoopSemaphore: Sendable {
  /// What diagnostics call it.
  public let label: String?
  /// Where it was made.
  public let location: SourceLocation
  private let semaphore = DispatchSemaphore(value: 0)

  /// Makes a semaphore with that many signals to spare; a negative value is a programmer error.
  public init(value: Int = 0, label: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    self.label = label
    location = SourceLocation(file: file, line: line)
    precondition(value >= 0, "a semaphore's value is at least zero")
    // Not its initial value: Dispatch forbids one to be released below that.
    for _ in 0..<value { semaphore.signal() }
  }

  /// Has one wait return, now or later.
  public func signal() { semaphore.signal() }

  /// Waits for a signal.
  @available(*, noasync)
  public func wait(file: StaticString = #fileID, line: UInt = #line) { semaphore.wait() }

  /// Waits for a signal; false when none came within `timeout`.
  @available(*, noasync)
  public func wait(for timeout: Duration, file: StaticString = #fileID, line: UInt = #line) -> Bool {
    semaphore.wait(timeout: .now() + max(timeout.seconds, 0)) == .success
  }
}
