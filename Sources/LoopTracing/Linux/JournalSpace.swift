internal import Glibc
internal import LoopEngine
internal import Synchronization

/// The bytes of a journal: a file, mapped into memory and shared with the kernel.
///
/// What was written stays there however the process ends, as long as the machine runs. Nothing here takes a lock.
struct JournalSpace: ~Copyable {
  private let descriptor: Int32
  private(set) var base: UnsafeMutableRawPointer
  private(set) var capacity: Int

  private static let step = 1 << 20
  private static let largestStep = 1 << 24
  private static let forks = Atomic<Int>(0)

  /// Makes the journal of a folder, in place of one that is there; all its bytes are zero.
  init(folder: String) throws(SystemError) {
    let descriptor = open("\(folder)/\(JournalFormat.journalName)", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw SystemError(call: "open", errno: errno) }
    do throws(SystemError) {
      base = try Self.map(descriptor, from: 0, to: Self.step)
    } catch {
      // The descriptor was just opened, and the first error is the one to tell.
      _ = close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    capacity = Self.step
    _ = Self.countsForks
  }

  deinit {
    // Both are this value's own.
    _ = munmap(base, capacity)
    _ = close(descriptor)
  }

  /// How many forks lie between this process and the one that made the first journal.
  @inline(__always)
  static var generation: Int { forks.load(ordering: .relaxed) }

  /// It fails without memory only, at the beginning of a process.
  private static let countsForks: Void = {
    _ = pthread_atfork(nil, nil) { JournalSpace.forks.add(1, ordering: .relaxed) }
  }()

  /// Makes room for `size` bytes more, which are zero; what was written may lie elsewhere then.
  mutating func grow(by size: Int) throws(SystemError) {
    let grown = capacity + max(min(capacity, Self.largestStep), (size + Self.step - 1) / Self.step * Self.step)
    let moved = try Self.map(descriptor, from: capacity, to: grown)
    // The old mapping is this value's own.
    _ = munmap(base, capacity)
    base = moved
    capacity = grown
  }

  /// Allots the file's space, so that a full disk is an error here and not a signal at a store, and maps it.
  private static func map(
    _ descriptor: Int32, from old: Int, to size: Int
  ) throws(SystemError) -> UnsafeMutableRawPointer {
    // Beyond the process's own limit there is a signal, too.
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, UInt(size) > limit.rlim_cur {
      throw SystemError(call: "posix_fallocate", errno: EFBIG)
    }
    let error = posix_fallocate(descriptor, off_t(old), off_t(size - old))
    if error != 0 { throw SystemError(call: "posix_fallocate", errno: error) }
    guard let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), base != MAP_FAILED else {
      throw SystemError(call: "mmap", errno: errno)
    }
    return base
  }
}
