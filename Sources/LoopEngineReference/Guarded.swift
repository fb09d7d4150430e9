import CReference

/// A value that one thread at a time may use.
///
/// A POSIX lock rather than the standard library's `Mutex`: Thread Sanitizer sees what it orders. Not recursive.
///
/// Sendable: the value is read and written under the lock alone.
final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  private let lock: OpaquePointer

  init(_ value: Value) {
    self.value = value
    // Not nil: the C function ends the process rather than fail to allocate.
    lock = reference_lock_make()!
  }

  deinit { reference_lock_destroy(lock) }

  func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    reference_lock_acquire(lock)
    defer { reference_lock_release(lock) }
    return try body(&value)
  }
}
