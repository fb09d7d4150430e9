internal import LoopEngine
internal import Synchronization

/// What holds a recording's events as they happened.
///
/// Appending is a few stores under a lock, which gives the events of all threads one order. The committed length is
/// written last, so that a reader never takes half a record for a whole one.
///
/// ```swift reference=off reason="it reads traces, and the side of CoreFoundation only writes them"
/// import LoopEngine
///
/// LoopRecording.install(try TraceRecorder(folder: "recording"))
/// Loop.current.perform(label: "greet") {}
/// Loop.current.run(mode: .default, for: .zero)
/// LoopRecording.install(nil)
/// let trace = try TraceJournal.read(folder: "recording").trace
/// print(TraceText(trace, filter: TraceFilter(only: .callouts)).text, terminator: "")
/// ```
///
/// ```output
/// ~  main    block        "greet"
/// ```
///
/// You never make one: a ``TraceRecorder`` has it.
public final class TraceJournal: @unchecked Sendable {
  // @unchecked: every `var` is read and written under `lock` only.
  private let lock = Lock()
  private let captures: OutputCapture?
  private var space: JournalSpace
  /// The process that the journal is of.
  private let generation: Int
  private var length = JournalFormat.headerWords * 8
  private var lastTime: Int64 = 0
  private var seen = OutputLengths()
  private var stringCount: UInt32 = 0
  private var strings: [String: UInt32] = [:]
  private var names = NameNumbers()
  /// The error number that ended the recording.
  private var failure: Int32 = 0

  /// Begins the journal in an empty space; the captures' lengths go into each record.
  init(_ space: consuming JournalSpace, clock: Trace.Clock, captures: OutputCapture?) {
    self.space = space
    generation = JournalSpace.generation
    self.captures = captures
    let base = self.space.base
    base.storeBytes(of: JournalFormat.magic, as: UInt64.self)
    base.storeBytes(of: JournalFormat.version | (clock == .virtual ? 1 << 32 : 0), toByteOffset: 8, as: UInt64.self)
    commit()
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
    // In the child of a fork, which has the space, but neither the threads nor a say in the order.
    if JournalSpace.generation != generation { return false }
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
    if _slowPath(size > space.capacity - length) && !grow(by: size) { return nil }
    return space.base + length
  }

  @inline(never)
  private func grow(by size: Int) -> Bool {
    if failure != 0 { return false }
    do throws(SystemError) {
      try space.grow(by: size)
      return true
    } catch {
      // The program goes on; the reader says why the trace ends here.
      failure = error.errno
      space.base.storeBytes(
        of: UInt64(error.errno), toByteOffset: JournalFormat.errorWord * 8, as: UInt64.self)
      return false
    }
  }

  @inline(__always)
  private func commit() {
    let word = (space.base + JournalFormat.committedWord * 8).assumingMemoryBound(to: Atomic<UInt64>.self)
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
