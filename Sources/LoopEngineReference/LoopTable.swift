import CReference
import CoreFoundation
import Glibc
import Synchronization

/// Which record belongs to which of CoreFoundation's loops.
enum LoopTable {
  private static let records = Guarded<[UInt: LoopRecord]>([:])

  /// The main thread's, which any thread may make.
  static let main: LoopRecord = {
    // Not nil: CoreFoundation makes it on first use.
    let record = LoopRecord(CFRunLoopGetMain()!, name: "main", isMain: true)
    enter(record)
    return record
  }()

  static func enter(_ record: LoopRecord) { records.withLock { $0[record.key] = record } }
  static func remove(_ record: LoopRecord) { records.withLock { _ = $0.removeValue(forKey: record.key) } }

  static func record(of loop: CFRunLoop) -> LoopRecord? {
    let key = UInt(bitPattern: Unmanaged.passUnretained(loop).toOpaque())
    return records.withLock { $0[key] }
  }
}

/// What the wrappers keep for a thread: its loop, until after CoreFoundation has ended it.
///
/// CoreFoundation ends a thread's loop in the third round of the destructors of thread-specific data: then come the
/// cancel hooks and the release of blocks that were not run. So the loop counts as ended from the first round, and the
/// record is kept to the third. In each round CoreFoundation, whose key was made when its library was loaded, comes
/// first. The fourth and last round is Thread Sanitizer's: after it a thread may no longer run what it watches.
final class ThreadLoop {
  let loop: Loop
  private var round = 0
  /// Called by the thread as its very last act.
  var onEnd: (() -> Void)?

  private init(_ loop: Loop) { self.loop = loop }

  /// The calling thread's, if it has one.
  static var existing: ThreadLoop? {
    pthread_getspecific(key).map { Unmanaged<ThreadLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The calling thread's, made on first use.
  static func current(name: String? = nil) -> ThreadLoop {
    if let existing { return existing }
    let record: LoopRecord
    if reference_is_main_thread() != 0 {
      record = LoopTable.main
    } else {
      // Not nil: CoreFoundation makes it on first use.
      record = LoopRecord(CFRunLoopGetCurrent()!, name: name ?? ThreadName.current, isMain: false)
      LoopTable.enter(record)
    }
    let made = ThreadLoop(Loop(record))
    pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
    LoopRecording.emit(.loopMade, nil, record: record)
    return made
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { ThreadLoop.nextRound($0) }
    precondition(result == 0, "no thread-specific data left: pthread_key_create: \(result)")
    return key
  }()

  private static func nextRound(_ value: UnsafeMutableRawPointer?) {
    guard let value else { return }
    let reference = Unmanaged<ThreadLoop>.fromOpaque(value)
    let thread = reference.takeUnretainedValue()
    thread.round += 1
    if thread.round < 3 {
      pthread_setspecific(key, value)
      if thread.round == 1 {
        thread.loop.record.end()
        if thread.onEnd != nil { LoopRecording.emit(.threadEnded, nil) }
      }
      return
    }
    LoopTable.remove(thread.loop.record)
    thread.loop.record.close()
    reference.release()
    thread.onEnd?()
  }
}

/// What threads are called.
package enum ThreadName {
  private static let count = Atomic<Int>(0)

  /// A name of the form "thread-3" that no thread has had.
  static func make() -> String { "thread-\(next())" }

  /// The calling thread's.
  package static var current: String {
    if let thread = ThreadLoop.existing { return thread.loop.record.name }
    if reference_is_main_thread() != 0 { return "main" }
    // The number itself is the value: there is nothing to free.
    if let value = pthread_getspecific(key) { return "thread-\(Int(bitPattern: value))" }
    let number = next()
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
    return "thread-\(number)"
  }

  private static func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "no thread-specific data left: pthread_key_create: \(result)")
    return key
  }()
}
