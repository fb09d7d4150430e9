import CTestSupport
import Glibc
import LoopEngine
import Synchronization

/// Calls `body` on a fresh thread with a fresh loop; returns what it returns once the thread has ended.
func onLoop<Value: Sendable>(
  _ name: String? = nil, _ body: @escaping @Sendable (Loop) -> Value
) throws -> Value {
  let result = Record<Value>()
  try LoopThread(name: name) { loop in result.append(body(loop)) }.join()
  // One value: the body has returned, since the thread has ended.
  return result.all[0]
}

/// Values in the order in which they came, from any thread.
///
/// With a lock of pthread's, since Thread Sanitizer does not see what Synchronization's mutex orders.
final class Record<Element: Sendable>: @unchecked Sendable {
  // @unchecked: `elements` is read and written under `mutex` only; the pointer is immutable and owned until deinit.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var elements: [Element] = []

  init() {
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func append(_ element: Element) {
    pthread_mutex_lock(mutex)
    elements.append(element)
    pthread_mutex_unlock(mutex)
  }

  /// Lets go of all: of a source, for instance, whose handler holds the record.
  func removeAll() {
    pthread_mutex_lock(mutex)
    let removed = elements
    elements = []
    pthread_mutex_unlock(mutex)
    // Not under the lock: what goes may use the record.
    withExtendedLifetime(removed) {}
  }

  var all: [Element] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return elements
  }

  var count: Int { all.count }
}

/// Carries a value that is not `Sendable` to where a test wants it.
struct Smuggled<Value>: @unchecked Sendable {
  // @unchecked: each test says why its use is safe, or is about the trap that follows.
  let value: Value
}

/// A count that any thread may change.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  func increment() {
    count.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }

  /// Increments, and returns what it was.
  func take() -> Int {
    count.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
  }
}

/// Tells when the last reference to it is gone.
final class Tracked: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }
}

/// What a sanitizer slows down is done less often, but never not at all.
enum Scale {
  static let isThreadSanitized = dlsym(nil, "__tsan_init") != nil
  static let isAddressSanitized = dlsym(nil, "__asan_init") != nil

  /// `count`, or a part of it under a sanitizer.
  static func of(_ count: Int) -> Int {
    isThreadSanitized ? count / 10 : isAddressSanitized ? count / 4 : count
  }
}

/// Waits until the other end of a descriptor is closed everywhere: a child that another test just started has a copy of
/// it until it runs its program.
func waitForHangup(of descriptor: Int32) {
  var state = pollfd(fd: descriptor, events: 0, revents: 0)
  let count = poll(&state, 1, 10_000)
  precondition(count == 1, "the other end of \(descriptor) is still open: \(count), errno \(errno)")
}

/// A pipe whose ends are closed when it goes, unless they were before.
final class Pipe: @unchecked Sendable {
  // @unchecked: tests close an end on one thread only, while no other uses it.
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let error = ct_pipe(&ends)
    precondition(error == 0, "no pipe: errno \(-error)")
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  func write(_ count: Int = 1) {
    let written = Glibc.write(writeEnd, [UInt8](repeating: 7, count: count), count)
    precondition(written == count, "the pipe took \(written) bytes: errno \(errno)")
  }

  /// Takes everything out; returns how many bytes there were.
  @discardableResult
  func drain() -> Int {
    var buffer = [UInt8](repeating: 0, count: 4096)
    return max(0, read(readEnd, &buffer, buffer.count))
  }

  /// Closes this process's read end.
  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  /// Closes the read end, so that the writing end has no reader any more.
  func endReading() {
    closeReadEnd()
    waitForHangup(of: writeEnd)
  }

  /// Closes the write end, so that the reading end has no writer any more.
  func endWriting() {
    closeWriteEnd()
    waitForHangup(of: readEnd)
  }

  private func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// Leaves the read end's number to another file, which has taken it.
  func abandonReadEnd() {
    readEnd = -1
  }

  /// Puts this pipe's read end where `descriptor` was: its number now names this file.
  func takeNumber(_ descriptor: Int32) {
    precondition(dup2(readEnd, descriptor) == descriptor, "dup2 failed: errno \(errno)")
    close(readEnd)
    readEnd = descriptor
  }
}

/// Processor time that the calling thread has used.
func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// How many descriptors the process has open.
func openDescriptors() -> Int {
  guard let folder = opendir("/proc/self/fd") else { return -1 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  // Without ".", ".." and the folder's own.
  return count - 3
}

extension Loop {
  /// One turn of `mode` without sleeping.
  @discardableResult
  func poll(_ mode: Mode = .default) -> RunResult { run(mode: mode, for: .zero) }

  /// Turns of `mode` without sleeping until `condition` holds or nothing is left; a bound keeps a broken loop from
  /// hanging the test.
  func poll(_ mode: Mode = .default, atMost turns: Int = 10_000, until condition: () -> Bool) {
    var left = turns
    while left > 0 && !condition() {
      if poll(mode) == .finished { return }
      left -= 1
    }
  }
}
