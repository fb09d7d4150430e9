internal import Glibc
internal import LoopEngine
internal import Synchronization

/// The file that holds a recording's events as they happened.
///
/// It is mapped into memory and shared with the kernel: what was appended stays there however the process ends, as long
/// as the machine runs. Appending is a few stores under a lock, which gives the events of all threads one order. The
/// committed length is written last, so that a reader never takes half a record for a whole one.
public final class TraceJournal: @unchecked Sendable {
  // @unchecked: every `var` is read and written under `lock` only; `base` points to a mapping of this object's own.
  private let lock = Lock()
  private let descriptor: Int32
  private let captures: OutputCapture?
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var length = JournalFormat.headerWords * 8
  private var lastTime: Int64 = 0
  private var seen = OutputLengths()
  private var stringCount: UInt32 = 0
  private var strings: [String: UInt32] = [:]
  private var names = NameNumbers()
  /// The error number that ended the recording.
  private var failure: Int32 = 0

  private static let step = 1 << 20
  private static let largestStep = 1 << 24
  /// Set in the child of a fork, which has the mapping, but neither the threads nor a say in the order.
  private static let isForkedChild = Atomic<Bool>(false)

  /// Makes the journal of a folder, in place of one that is there.
  ///
  /// The captures' lengths go into each record.
  init(folder: String, clock: Trace.Clock, captures: OutputCapture?) throws(SystemError) {
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
    self.captures = captures
    capacity = Self.step
    // It fails without memory only, at the beginning of a process.
    _ = pthread_atfork(nil, nil) { TraceJournal.isForkedChild.store(true, ordering: .relaxed) }
    base.storeBytes(of: JournalFormat.magic, as: UInt64.self)
    base.storeBytes(of: JournalFormat.version | (clock == .virtual ? 1 << 32 : 0), toByteOffset: 8, as: UInt64.self)
    commit()
  }

  deinit {
    // Both are this object's own.
    _ = munmap(base, capacity)
    _ = close(descriptor)
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

  // MARK: Appending

  /// Appends what a loop reported, at a time of the clock that `origin` is of; true when something was printed before.
  @inline(__always)
  func append(_ event: LoopEvent, at time: Int64, origin: Int64) -> Bool {
    append(at: time - origin) {
      let form = KindForm(event.kind, origin: origin) { self.string($0) }
      var head = RecordHead(tag: JournalFormat.Tag.event.rawValue, code: form.code, detail: form.detail)
      head.payload = form.payload
      head.thread = self.string(event.thread)
      head.loop = event.loop.isEmpty ? 0 : self.string(event.loop)
      if let mode = event.mode { head.mode = self.string(mode) }
      if let label = event.label { head.label = self.string(label) }
      if let location = event.location {
        head.file = self.string(location)
        head.line = UInt32(clamping: location.line)
      }
      return head
    }
  }

  /// Appends a loop's state, called `name`.
  func append(_ snapshot: LoopSnapshot, name: String, thread: String, at time: Int64, origin: Int64) -> Bool {
    append(at: time - origin) {
      let words = SnapshotWriter(snapshot, origin: origin) { self.string($0) }.words
      var head = RecordHead(tag: JournalFormat.Tag.snapshot.rawValue)
      head.length = UInt32(clamping: (JournalFormat.headWords + words.count) * 8)
      head.thread = self.string(thread)
      head.loop = self.string(snapshot.loop)
      if let mode = snapshot.currentMode { head.mode = self.string(mode) }
      head.label = self.string(name)
      if let room = self.reserve(Int(head.length)) {
        for (index, word) in words.enumerated() {
          room.storeBytes(of: word, toByteOffset: (JournalFormat.headWords + index) * 8, as: UInt64.self)
        }
      }
      return head
    }
  }

  /// Appends that something was printed, if so, and returns whether.
  func look(thread: String, at time: Int64, origin: Int64) -> Bool {
    guard let captures else { return false }
    // Appending looks again; nothing gets lost in between.
    if lock.withLock({ captures.lengths() == seen }) { return false }
    return append(at: time - origin) {
      var head = RecordHead(tag: JournalFormat.Tag.look.rawValue)
      head.thread = self.string(thread)
      return head
    }
  }

  @inline(__always)
  private func append(at time: Int64, _ make: () -> RecordHead) -> Bool {
    if Self.isForkedChild.load(ordering: .relaxed) { return false }
    lock.lock()
    var wasPrinted = false
    if let captures {
      let lengths = captures.lengths()
      wasPrinted = lengths != seen
      if wasPrinted { captures.pass(from: seen, to: lengths) }
      seen = lengths
    }
    // Two threads may have read the clock in another order than they come here.
    lastTime = max(lastTime, time)
    var head = make()
    head.time = lastTime
    head.output = seen.output
    head.error = seen.error
    if let room = reserve(Int(head.length)) {
      room.storeBytes(of: head, as: RecordHead.self)
      length += Int(head.length)
      commit()
    }
    lock.unlock()
    return wasPrinted
  }

  /// Where the next record goes, or nil when there is no more space for the journal.
  @inline(__always)
  private func reserve(_ size: Int) -> UnsafeMutableRawPointer? {
    if _slowPath(size > capacity - length) && !grow(by: size) { return nil }
    return base + length
  }

  @inline(never)
  private func grow(by size: Int) -> Bool {
    if failure != 0 { return false }
    let grown = capacity + max(min(capacity, Self.largestStep), (size + Self.step - 1) / Self.step * Self.step)
    do throws(SystemError) {
      let moved = try Self.map(descriptor, from: capacity, to: grown)
      // The old mapping is this object's own.
      _ = munmap(base, capacity)
      base = moved
      capacity = grown
      return true
    } catch {
      // The program goes on; the reader says why the trace ends here.
      failure = error.errno
      base.storeBytes(
        of: UInt64(error.errno), toByteOffset: JournalFormat.errorWord * 8, as: UInt64.self)
      return false
    }
  }

  @inline(__always)
  private func commit() {
    let word = (base + JournalFormat.committedWord * 8).assumingMemoryBound(to: Atomic<UInt64>.self)
    word.pointee.store(UInt64(length), ordering: .releasing)
  }

  // MARK: Strings

  @inline(__always)
  private func string(_ text: String) -> UInt32 {
    strings[text] ?? add(text)
  }

  @inline(__always)
  private func string(_ mode: Mode) -> UInt32 {
    names.number(of: mode) { self.string($0) }
  }

  @inline(__always)
  private func string(_ location: SourceLocation) -> UInt32 {
    names.number(of: location) { self.string($0) }
  }

  @inline(never)
  private func add(_ text: String) -> UInt32 {
    let utf8 = Array(text.utf8)
    let size = 16 + (utf8.count + 7) / 8 * 8
    guard let room = reserve(size) else { return 0 }
    // New pages are zero, and so is what pads the text.
    room.storeBytes(of: UInt32(clamping: size), as: UInt32.self)
    room.storeBytes(of: UInt32(JournalFormat.Tag.string.rawValue), toByteOffset: 4, as: UInt32.self)
    room.storeBytes(of: UInt64(utf8.count), toByteOffset: 8, as: UInt64.self)
    (room + 16).copyMemory(from: utf8, byteCount: utf8.count)
    length += size
    commit()
    stringCount += 1
    strings[text] = stringCount
    return stringCount
  }
}
