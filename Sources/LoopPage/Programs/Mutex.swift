internal import CLinux

/// A value behind a lock: what stands for `Synchronization.Mutex`, which Embedded Swift has for no page.
///
/// Threads are fibers there, of which one runs until it waits; so it is held by another only if that one waits while it
/// holds it.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // @unchecked: both pointers are immutable, and what they point to is touched only by the fiber that holds the word,
  // or has the value to itself at its end.
  private let value: UnsafeMutablePointer<Value>
  private let word: UnsafeMutablePointer<UInt32>

  /// Puts the value behind a lock.
  public init(_ value: consuming sending Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
    word = .allocate(capacity: 1)
    word.initialize(to: 0)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    word.deallocate()
  }

  /// Calls `body` with the value while no other thread has it.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    while word.pointee != 0 { _ = cl_futex_wait(word, 1, .max) }
    word.pointee = 1
    defer { letGo() }
    return try body(&value.pointee)
  }

  /// Calls `body` with the value if no other thread has it; nil if one has.
  public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    if word.pointee != 0 { return nil }
    word.pointee = 1
    defer { letGo() }
    return try body(&value.pointee)
  }

  private borrowing func letGo() {
    word.pointee = 0
    _ = cl_futex_wake(word, 1)
  }
}
