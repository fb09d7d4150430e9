internal import CLinux

/// A value behind a lock: what stands for `Synchronization.Mutex`, which Embedded Swift has for no page.
///
/// Threads are fibers there, of which one runs until it waits; so it is held by another only if that one waits while it
/// holds it.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // @unchecked: what the room has is touched only by the fiber that holds the word, or that has the room to itself at
  // its end. A room of its own, since Embedded Swift lets no closure capture what cannot be copied and has a `deinit`.
  private let room: Room

  private final class Room {
    let value: UnsafeMutablePointer<Value>
    let word: UnsafeMutablePointer<UInt32>

    init(_ value: consuming Value) {
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
  }

  /// Puts the value behind a lock.
  public init(_ value: consuming sending Value) { room = Room(value) }

  /// Calls `body` with the value while no other thread has it.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    while room.word.pointee != 0 { _ = cl_futex_wait(room.word, 1, .max) }
    room.word.pointee = 1
    defer { letGo() }
    return try body(&room.value.pointee)
  }

  /// Calls `body` with the value if no other thread has it; nil if one has.
  public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    if room.word.pointee != 0 { return nil }
    room.word.pointee = 1
    defer { letGo() }
    return try body(&room.value.pointee)
  }

  private borrowing func letGo() {
    room.word.pointee = 0
    _ = cl_futex_wake(room.word, 1)
  }
}
