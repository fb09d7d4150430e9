internal import CLinux
internal import LoopEngine
internal import Synchronization

/// What a blocked thread waits for.
struct Block {
  var address: UInt
  var deadline: Int64
  var watch: DescriptorWatch?
  /// Counts blockings: ties of deadlines go by it.
  var order: UInt64
  var reason: WaitReason
}

/// Which of a thread's waits in the kernel it is, from the first on.
struct KernelWait: Equatable {
  var number: UInt64
}

/// A thread as the scheduler knows it.
final class ThreadRecord: @unchecked Sendable {
  // @unchecked: `block` is read and written under the scheduler's lock only; `baton` is atomic and this record's own.
  let name: String
  var block: Block?
  private let baton: UnsafeMutablePointer<Atomic<UInt32>>
  /// The kernel's number of the thread; 0 until it has begun.
  private let number = Atomic<Int32>(0)

  init(name: String) {
    self.name = name
    baton = .allocate(capacity: 1)
    baton.initialize(to: Atomic(0))
  }

  deinit {
    baton.deinitialize(count: 1)
    baton.deallocate()
  }

  /// Names the record across threads; the scheduler retains it as long as it exists itself.
  var ticket: UInt64 { UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())) }

  static func of(_ ticket: UInt64) -> ThreadRecord? {
    UnsafeRawPointer(bitPattern: UInt(ticket)).map { Unmanaged<ThreadRecord>.fromOpaque($0).takeUnretainedValue() }
  }

  func handBaton() {
    baton.pointee.store(1, ordering: .releasing)
    // It fails for bad addresses only.
    _ = cl_futex_wake(baton, 1)
  }

  /// Blocks, for real, until the baton comes.
  func awaitBaton() {
    while !baton.pointee.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing).exchanged {
      // EAGAIN (it has come) and EINTR both mean: look again.
      _ = cl_futex_wait(baton, 0, .max)
    }
  }

  /// Called by the thread itself.
  func isHere() { number.store(cl_gettid(), ordering: .relaxed) }

  /// The wait in the kernel in which the thread is, one that may be for another thread of the program; nil: in none.
  var kernelWait: KernelWait? {
    var count: UInt64 = 0
    return cl_thread_waits(number.load(ordering: .relaxed), &count) ? KernelWait(number: count) : nil
  }

  static func isDueEarlier(_ a: ThreadRecord, _ b: ThreadRecord) -> Bool {
    // Not nil: both are blocked.
    let (first, second) = (a.block!, b.block!)
    return (first.deadline, first.order) < (second.deadline, second.order)
  }
}
