internal import Synchronization

/// What loops know of a source, of whichever kind.
///
/// You never make one: a source has it, and a type of your own that wraps a source hands it out, to be a
/// ``LoopSource``.
///
/// ```swift
/// struct Doorbell: LoopSource {
///   let wrapped: MessagePort<String>
///   var core: SourceCore { wrapped.core }
/// }
///
/// let doorbell = Doorbell(wrapped: MessagePort(label: "door") { print($0.body, "is at the door") })
/// Loop.current.add(doorbell)
/// doorbell.wrapped.send("Ada")
/// Loop.current.run(mode: .default, for: .seconds(1), returnAfterSourceHandled: true)
/// ```
///
/// ```output
/// Ada is at the door
/// ```
///
/// The modes that hold it retain it: it goes on when the source itself is let go.
public final class SourceCore: @unchecked Sendable {
  // Lock order: a source's lock, then a loop's structure lock. Handlers are called with no lock held.
  // @unchecked: what is `let` is immutable or Sendable; `isInvalid`, `isSignaled`, `sequence`, `memberships`,
  // `messages` are read and written under `lock` only.
  enum Kind: Sendable {
    case signal(schedule: (@Sendable (LoopHandle, Mode) -> Void)?, cancel: (@Sendable (LoopHandle, Mode) -> Void)?)
    case descriptor(Int32, DescriptorEvents, @Sendable (DescriptorEvents) -> Void)
    case port
  }

  /// One mode of one loop that holds the source.
  struct Membership {
    // Not retained: the loop takes its sources out of all modes before it goes.
    let loopReference: Unmanaged<LoopCore>
    let modeReference: Unmanaged<ModeState>
    /// Whether it is in that mode's list of signaled sources.
    var isListed = false

    init(loop: LoopCore, mode: ModeState) {
      loopReference = .passUnretained(loop)
      modeReference = .passUnretained(mode)
    }

    var loop: LoopCore { loopReference.takeUnretainedValue() }
    var mode: ModeState { modeReference.takeUnretainedValue() }

    @inline(__always)
    func isOf(_ mode: ModeState) -> Bool { modeReference.toOpaque() == Unmanaged.passUnretained(mode).toOpaque() }
  }

  let kind: Kind
  /// A signal source's handler; apart from the kind, since it is looked up each turn.
  let perform: (@Sendable () -> Void)?
  /// Called once it is invalid.
  private let ended: (@Sendable () -> Void)?
  let order: Int
  let label: String?
  let location: SourceLocation
  /// Whether the loop tells of its calls; else its handler does.
  let tellsOfCallouts: Bool
  private let makersScheduler = Kernel.scheduler
  let lock = Lock()
  // @exclusivity(unchecked): used under the lock, in plain reads and writes, none held across a call of unknown code.
  @exclusivity(unchecked) var isInvalid = false
  @exclusivity(unchecked) var isSignaled = false
  /// When it was signaled, among all signals of the process.
  @exclusivity(unchecked) var sequence: UInt64 = 0
  @exclusivity(unchecked) var memberships: [Membership] = []
  /// A port's undelivered messages, each bound to the port's handler.
  var messages = MessageQueue()

  private static let sequences = Atomic<UInt64>(0)

  init(
    kind: Kind, perform: (@Sendable () -> Void)? = nil, ended: (@Sendable () -> Void)? = nil, order: Int,
    label: String?, location: SourceLocation, tellsOfCallouts: Bool = true
  ) {
    self.kind = kind
    self.perform = perform
    self.ended = ended
    self.order = order
    self.label = label
    self.location = location
    self.tellsOfCallouts = tellsOfCallouts
  }

  var isValid: Bool { lock.withLock { !isInvalid } }

  /// That of a loop which holds it, or else of the thread that made it.
  private var scheduler: ThreadScheduler? { lock.withLock { memberships.first?.loop.scheduler } ?? makersScheduler }

  var isSignal: Bool { if case .signal = kind { true } else { false } }

  /// Marks it signaled and tells the loops that hold it.
  ///
  /// Wakes none.
  func signal() {
    Kernel.point(owner: scheduler)
    mark()
    if isRecording { record(.signaled) }
  }

  /// The same, without a word.
  func mark() {
    lock.lock()
    if !isInvalid && !isSignaled {
      isSignaled = true
      sequence = Self.sequences.wrappingAdd(1, ordering: .relaxed).newValue
      for index in memberships.indices { list(index) }
    }
    lock.unlock()
  }

  /// Puts it on the mode's list of signaled sources.
  ///
  /// Called with `lock` held.
  @inline(__always)
  func list(_ index: Int) {
    let entry = Unmanaged.passUnretained(self)
    memberships.withUnsafeMutableBufferPointer { memberships in
      if memberships[index].isListed { return }
      memberships[index].isListed = true
      // Not gone: the loop takes its sources out of all modes first, which needs the lock that is held.
      memberships[index].loopReference._withUnsafeGuaranteedRef { loop in
        memberships[index].modeReference._withUnsafeGuaranteedRef { mode in
          loop.structure.lock()
          mode.signaled.append(entry)
          mode.signaledCount.store(mode.signaled.count, ordering: .releasing)
          loop.structure.unlock()
        }
      }
    }
  }

  /// Takes it off the list of `mode`, whose pass has taken the list; when it is to be performed there, says when it was
  /// signaled.
  func unlist(from mode: ModeState) -> UInt64? {
    lock.lock()
    defer { lock.unlock() }
    unlisted(mode)
    return !isInvalid && isSignaled ? sequence : nil
  }

  /// `unlist` and `claim` at once.
  func unlistAndClaim(from mode: ModeState) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    unlisted(mode)
    if isInvalid || !isSignaled { return false }
    isSignaled = false
    return true
  }

  @inline(__always)
  private func unlisted(_ mode: ModeState) {
    memberships.withUnsafeMutableBufferPointer { memberships in
      for index in memberships.indices where memberships[index].isOf(mode) { memberships[index].isListed = false }
    }
  }

  /// Puts it back on the list of `mode` if it is still signaled and in it.
  func relist(to mode: ModeState) {
    lock.lock()
    defer { lock.unlock() }
    guard !isInvalid, isSignaled, let index = memberships.firstIndex(where: { $0.mode === mode }) else { return }
    list(index)
  }

  /// Clears the signal; true when there was one and the source is valid, so that the caller performs it.
  func claim() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if isInvalid || !isSignaled { return false }
    isSignaled = false
    return true
  }

  func invalidate() {
    Kernel.point(owner: scheduler)
    lock.lock()
    if isInvalid {
      lock.unlock()
      return
    }
    isInvalid = true
    isSignaled = false
    let left = memberships
    // Held: once the source is out of their modes, their threads may end without asking it.
    let loops = Self.distinctLoops(left)
    for membership in left { membership.loop.detach(self, from: membership.mode) }
    memberships = []
    let unsent = messages.removeAll()
    lock.unlock()
    for loop in loops { loop.forgetCommon(self) }
    if isRecording { record(.itemInvalidated) }
    cancelled(left)
    ended?()
    // What the messages held is let go with no lock held: their deinitialisers may use loops.
    withExtendedLifetime((loops, unsent)) {}
  }

  static func distinctLoops(_ memberships: [Membership]) -> [LoopCore] {
    var loops: [LoopCore] = []
    for membership in memberships where !loops.contains(where: { $0 === membership.loop }) {
      loops.append(membership.loop)
    }
    return loops
  }

  /// Calls the cancel hook for each mode left, on the calling thread.
  func cancelled(_ left: [Membership]) {
    for membership in left {
      if isRecording {
        record(.itemRemoved(membership.mode.mode), loop: membership.loop)
      }
      if case .signal(_, let cancel?) = kind { cancel(LoopHandle(membership.loop), membership.mode.mode) }
    }
  }

  func scheduled(_ joined: [Membership]) {
    for membership in joined {
      if isRecording {
        record(.itemAdded(membership.mode.mode), loop: membership.loop)
      }
      if case .signal(let schedule?, _) = kind { schedule(LoopHandle(membership.loop), membership.mode.mode) }
    }
  }

  func record(_ kind: LoopEvent.Kind, loop: LoopCore? = nil) {
    LoopRecording.report(kind, loop: loop, mode: nil, label: label, location: location)
  }

  // MARK: Ports

  /// Queues a message and tells the loops that hold the port; false when it is invalid.
  func send(_ message: @escaping @Sendable () -> Void) -> Bool {
    Kernel.point(owner: scheduler)
    lock.lock()
    defer { lock.unlock() }
    if isInvalid { return false }
    messages.append(message)
    // Even if there were messages before: a loop that is about to deliver one of them has it off its list.
    for loop in Self.distinctLoops(memberships) { loop.portIsReady(self) }
    return true
  }

  /// The next message, if any.
  ///
  /// When more are left, the port takes its turn again behind the others.
  func nextMessage(on loop: LoopCore) -> (@Sendable () -> Void)? {
    lock.lock()
    defer { lock.unlock() }
    guard let message = messages.removeFirst() else { return nil }
    if !messages.isEmpty { loop.portIsReady(self) }
    return message
  }
}

/// First in, first out, in amortized constant time.
struct MessageQueue {
  private var items: [(@Sendable () -> Void)?] = []
  private var head = 0

  var count: Int { items.count - head }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ message: @escaping @Sendable () -> Void) {
    items.append(message)
  }

  mutating func removeFirst() -> (@Sendable () -> Void)? {
    if isEmpty { return nil }
    let message = items[head]
    items[head] = nil
    head += 1
    if head == items.count || head > 32 && head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
    return message
  }

  mutating func removeAll() -> [(@Sendable () -> Void)?] {
    defer {
      items = []
      head = 0
    }
    return items
  }
}
