internal import CLinux
internal import Synchronization

/// The words of a loop that other threads touch without a lock.
struct CoreWords: ~Copyable {
  /// See `LoopState`.
  ///
  /// First, since the kernel waits on it.
  let state = Atomic<UInt32>(0)
  /// The number of the current mode, plus 1; 0: not running.
  let currentMode = Atomic<UInt32>(0)
  /// When the pending wake-up was asked for.
  let wakeTime = Atomic<Int64>(0)
  let wakeOrder = Atomic<UInt64>(0)
  let readyPorts = Atomic<Int>(0)
  // Posters contend for the inbox; it has a cache line of its own.
  private let padding: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// The last block posted, linked to those before it; `closedInbox` once the loop has ended.
  let inbox = Atomic<UInt>(0)

  static let closedInbox: UInt = 1
}

/// A moment at which something became ready; ties of the clock go by order.
struct ReadyStamp: Comparable {
  var time: Int64
  var order: UInt64

  private static let orders = Atomic<UInt64>(0)

  static func now() -> ReadyStamp { ReadyStamp(time: clockNow(), order: nextOrder()) }

  static func nextOrder() -> UInt64 { orders.wrappingAdd(1, ordering: .relaxed).newValue }

  static func < (a: ReadyStamp, b: ReadyStamp) -> Bool {
    a.time < b.time || a.time == b.time && a.order < b.order
  }
}

/// The part of a loop that any thread may touch.
///
/// Handles retain it, so it outlives the loop's thread.
final class LoopCore: @unchecked Sendable {
  // @unchecked: `words` points to atomics and is this object's own; the `var`s below are read and written under
  // `structure` only, but for what ModeState says of its own fields.
  let words: UnsafeMutablePointer<CoreWords>
  let name: String
  let structure = Lock()
  /// Who schedules the loop's thread.
  ///
  /// Written only by that thread before others know of it.
  var scheduler: ThreadScheduler?
  /// Complete when the loop has ended.
  let ending: Completion
  /// In order of creation; never shrinks.
  var modes: [ModeState] = []
  /// Modes marked common, whether they exist yet or not.
  var commonModes: [Mode] = [.default]
  var commonSources: [ObjectIdentifier: (order: UInt64, source: SourceCore)] = [:]
  private var additions: UInt64 = 0
  /// Ports that had a message when they were listed, first come first.
  var readyPorts: [(stamp: ReadyStamp, port: SourceCore)] = []
  /// Wakes the thread where it sleeps in epoll; made with the first poller.
  var wakeDescriptor: Int32 = -1
  /// The executor that was asked for, if one was.
  var lastingExecutor: AnyObject?
  var performs: PerformQueue?
  /// The process that the pollers belong to.
  let forkGeneration = Atomic(Forks.generation)
  /// The loop itself, while its thread has it.
  // unowned(unsafe): set while the thread retains it, by the thread; read for a `LoopWatcher` only.
  unowned(unsafe) var loop: Loop?

  init(name: String, scheduler: ThreadScheduler? = Kernel.scheduler) {
    self.name = name
    self.scheduler = scheduler
    ending = Completion(scheduler: scheduler)
    words = .allocate(capacity: 1)
    words.initialize(to: CoreWords())
    words.pointee.state.store(LoopState.ignoring, ordering: .relaxed)
    _ = state(of: .default)
  }

  deinit {
    if wakeDescriptor >= 0 { _ = cl_close(wakeDescriptor) }
    words.deinitialize(count: 1)
    words.deallocate()
  }

  var hasEnded: Bool { words.pointee.state.load(ordering: .acquiring) & LoopState.ended != 0 }

  // MARK: Waking

  /// Remembers a wake-up, or wakes the thread; dropped while the loop ignores wake-ups.
  @inline(__always)
  func wakeUp() {
    Kernel.point(owner: scheduler)
    let isRecorded = isRecording
    if isRecorded { LoopRecording.report(.wakeUpRequested, loop: self, isDone: false) }
    setPending(alsoSetting: 0)
    if isRecorded { LoopRecording.done(self) }
  }

  /// Asks the innermost run to end, and wakes it.
  ///
  /// Nothing happens when the loop does not run.
  func stop() {
    Kernel.point(owner: scheduler)
    let isRecorded = isRecording
    if isRecorded { LoopRecording.report(.stopRequested(nil), loop: self, isDone: false) }
    stopRun()
    if isRecorded { LoopRecording.done(self) }
  }

  /// The same, without a word.
  func stopRun() { setPending(alsoSetting: LoopState.stopped) }

  /// A wake-up, without a word.
  func remindOfBlocks() { setPending(alsoSetting: 0) }

  @inline(__always)
  private func setPending(alsoSetting extra: UInt32) {
    var state = words.pointee.state.load(ordering: .sequentiallyConsistent)
    var hasStamp = false
    while true {
      if extra != 0 && state & LoopState.running == 0 { return }
      var desired = state | extra
      if state & (LoopState.ignoring | LoopState.pending) == 0 {
        if !hasStamp {
          let stamp = ReadyStamp.now()
          words.pointee.wakeTime.store(stamp.time, ordering: .relaxed)
          words.pointee.wakeOrder.store(stamp.order, ordering: .relaxed)
          hasStamp = true
        }
        desired |= LoopState.pending
      }
      if desired == state { return }
      let (done, seen) = words.pointee.state.compareExchange(
        expected: state, desired: desired, ordering: .sequentiallyConsistent)
      if done { break }
      state = seen
    }
    if state & LoopState.asleep != 0 { wakeSleeper(state) }
  }

  /// Makes a sleeper look again, without a wake-up.
  func attend() {
    let before = words.pointee.state.bitwiseOr(LoopState.attention, ordering: .sequentiallyConsistent).oldValue
    if before & LoopState.attention == 0 && before & LoopState.asleep != 0 { wakeSleeper(before) }
  }

  private func wakeSleeper(_ state: UInt32) {
    if state & LoopState.asleepOnWord != 0 || scheduler != nil {
      Kernel.wake(words, count: 1, owner: scheduler)
    } else {
      // The descriptor was made before the thread could sleep in epoll, and lives as long as this object.
      let result = cl_eventfd_write(wakeDescriptor)
      require(result == 0, "a loop's eventfd cannot be written (errno \(-result)): other code has closed it")
    }
  }

  /// Asks the next or present run in `mode` to end; kept until a run of that mode takes it.
  func stop(mode: Mode) {
    Kernel.point(owner: scheduler)
    if mode == .common { return }
    let isThere = structure.withLock {
      if hasEnded { return false }
      state(of: mode).stopRequested.store(true, ordering: .sequentiallyConsistent)
      return true
    }
    if !isThere { return }
    if isRecording { LoopRecording.report(.stopRequested(mode), loop: self) }
    setPending(alsoSetting: 0)
  }

  // MARK: Posting

  /// Queues a block; false when the loop has ended, and the block with what it holds is let go.
  ///
  /// Wakes no thread. Its callers let others go first.
  @inline(__always)
  func post(
    _ modes: ModeSet, location: UInt64, extras: BlockExtras?, _ body: @escaping () -> Void
  ) -> Bool {
    let (node, chunk) = BlockChunk.take()
    node.initialize(
      to: BlockNode(
        next: nil, body: body, modes: modes, location: location, extras: extras.map { .passRetained($0) }, chunk: chunk)
    )
    let inbox = UInt(bitPattern: node)
    var last = words.pointee.inbox.load(ordering: .relaxed)
    while last != CoreWords.closedInbox {
      node.pointee.next = UnsafeMutablePointer(bitPattern: last)
      let (done, seen) = words.pointee.inbox.weakCompareExchange(
        expected: last, desired: inbox, successOrdering: .sequentiallyConsistent, failureOrdering: .relaxed)
      if done { return true }
      last = seen
    }
    Self.discard(node)
    return false
  }

  /// Lets go of a node that will not run.
  static func discard(_ node: UnsafeMutablePointer<BlockNode>) {
    let taken = node.move()
    taken.extras?.release()
    BlockChunk.release(taken.chunk, nodes: 1)
  }

  /// Whether nothing is posted.
  @inline(__always)
  var inboxIsEmpty: Bool { words.pointee.inbox.load(ordering: .sequentiallyConsistent) <= CoreWords.closedInbox }

  /// Takes everything posted, oldest first.
  ///
  /// The loop's thread only.
  func takeInbox() -> BlockList {
    let last = words.pointee.inbox.exchange(0, ordering: .acquiring)
    return last == CoreWords.closedInbox ? BlockList() : Self.inOrder(last)
  }

  /// Takes everything posted and lets nothing more in.
  func closeInbox() -> BlockList {
    let last = words.pointee.inbox.exchange(CoreWords.closedInbox, ordering: .acquiringAndReleasing)
    return last == CoreWords.closedInbox ? BlockList() : Self.inOrder(last)
  }

  private static func inOrder(_ last: UInt) -> BlockList {
    var list = BlockList()
    var node = UnsafeMutablePointer<BlockNode>(bitPattern: last)
    list.last = node
    while let now = node {
      node = now.pointee.next
      now.pointee.next = list.first
      list.first = now
      list.modes |= now.pointee.modes.isWide ? ModeSet.tableBit : now.pointee.modes.bits
    }
    return list
  }

  // MARK: Modes and sources. `structure` is held where a comment says so.

  /// The state of `mode`, made when there is none.
  ///
  /// `structure` is held, or no other thread knows the loop yet.
  func state(of mode: Mode) -> ModeState {
    if let found = find(mode) { return found }
    let made = ModeState(mode, index: modes.count)
    made.isCommon = commonModes.contains(mode)
    modes.append(made)
    return made
  }

  /// `structure` is held, or this is the loop's thread looking for what it made.
  func find(_ mode: Mode) -> ModeState? {
    modes.first { $0.mode == mode }
  }

  /// The modes that an item added to `mode` goes to.
  ///
  /// `structure` is held.
  private func targets(_ mode: Mode) -> [ModeState] {
    mode == .common ? commonModes.map { state(of: $0) } : [state(of: mode)]
  }

  func add(_ source: SourceCore, to mode: Mode) throws(SystemError) {
    Kernel.point(owner: scheduler)
    var joined: [SourceCore.Membership] = []
    var replaced: [SourceCore] = []
    source.lock.lock()
    if source.isInvalid {
      source.lock.unlock()
      return
    }
    structure.lock()
    if hasEnded {
      structure.unlock()
      source.lock.unlock()
      return
    }
    let identity = ObjectIdentifier(source)
    let modeCount = modes.count
    let newlyCommon = mode == .common && commonSources[identity] == nil
    if newlyCommon {
      additions += 1
      commonSources[identity] = (additions, source)
    }
    do throws(SystemError) {
      for target in targets(mode) {
        if let membership = try attach(source, target, &replaced) { joined.append(membership) }
      }
    } catch {
      for membership in joined { release(source, from: membership.mode) }
      source.memberships.removeAll { left in joined.contains { $0.loop === left.loop && $0.mode === left.mode } }
      if newlyCommon { commonSources[identity] = nil }
      // No other thread has seen those made here, since the lock was held.
      modes.removeLast(modes.count - modeCount)
      structure.unlock()
      source.lock.unlock()
      throw error
    }
    structure.unlock()
    joinedModes(source, joined)
    source.lock.unlock()
    source.scheduled(joined)
    for old in replaced { old.invalidate() }
  }

  /// Tells the loop what a source that has just joined brings along.
  ///
  /// The source's lock is held.
  private func joinedModes(_ source: SourceCore, _ joined: [SourceCore.Membership]) {
    if joined.isEmpty { return }
    switch source.kind {
    case .signal:
      if source.isSignaled {
        for index in source.memberships.indices
        where joined.contains(where: { $0.mode === source.memberships[index].mode }) {
          source.list(index)
        }
      }
    case .port:
      if !source.messages.isEmpty { portIsReady(source) }
    case .descriptor:
      // A sleeper on the word must take the new poller into account.
      attend()
    }
  }

  /// Puts the source into one mode, nil when it is there already.
  ///
  /// Both locks are held.
  private func attach(
    _ source: SourceCore, _ mode: ModeState, _ replaced: inout [SourceCore]
  ) throws(SystemError) -> SourceCore.Membership? {
    let identity = ObjectIdentifier(source)
    if mode.sources[identity] != nil { return nil }
    if case .descriptor(let descriptor, let events, _) = source.kind {
      try ownPollers()
      replaced += try poller(of: mode).add(source, descriptor, events)
    }
    additions += 1
    mode.sources[identity] = (additions, source)
    mode.sourceCount.wrappingAdd(1, ordering: .releasing)
    let membership = SourceCore.Membership(loop: self, mode: mode)
    source.memberships.append(membership)
    return membership
  }

  /// Takes the source out of the mode's tables.
  ///
  /// `structure` is held.
  private func release(_ source: SourceCore, from mode: ModeState) {
    if mode.sources.removeValue(forKey: ObjectIdentifier(source)) == nil { return }
    mode.sourceCount.wrappingSubtract(1, ordering: .releasing)
    mode.removals.wrappingAdd(1, ordering: .releasing)
    mode.signaled.remove(source)
    mode.signaledCount.store(mode.signaled.count, ordering: .releasing)
    switch source.kind {
    case .signal: break
    case .descriptor(let descriptor, _, _):
      mode.poller?.remove(source, descriptor, tellingKernel: !Forks.isForeign(self))
    case .port:
      if !modes.contains(where: { $0.sources[ObjectIdentifier(source)] != nil }) { unlist(source) }
    }
  }

  /// The same, for callers that hold the source's lock only.
  func detach(_ source: SourceCore, from mode: ModeState) {
    structure.withLock { release(source, from: mode) }
  }

  func forgetCommon(_ source: SourceCore) {
    _ = structure.withLock { commonSources.removeValue(forKey: ObjectIdentifier(source)) }
  }

  func remove(_ source: SourceCore, from mode: Mode) {
    Kernel.point(owner: scheduler)
    var left: [SourceCore.Membership] = []
    source.lock.lock()
    structure.lock()
    // Removing from the common modes what was not added to them changes nothing.
    if mode != .common || commonSources.removeValue(forKey: ObjectIdentifier(source)) != nil {
      let modes = mode == .common ? commonModes.compactMap { find($0) } : [find(mode)].compactMap { $0 }
      left = source.memberships.filter { member in member.loop === self && modes.contains { $0 === member.mode } }
      for membership in left { release(source, from: membership.mode) }
      source.memberships.removeAll { member in member.loop === self && modes.contains { $0 === member.mode } }
    }
    structure.unlock()
    source.lock.unlock()
    source.cancelled(left)
  }

  func contains(_ source: SourceCore, in mode: Mode) -> Bool {
    structure.withLock {
      let identity = ObjectIdentifier(source)
      if mode == .common { return commonSources[identity] != nil }
      return find(mode)?.sources[identity] != nil
    }
  }

  /// Marks a mode common and adds the common sources to it.
  ///
  /// Timers and observers are the loop's own affair.
  ///
  /// Throws the first error when some cannot be added; the others are.
  ///
  /// `marked` is called between the two.
  func addCommonMode(_ mode: Mode, marked: () -> Void) throws(SystemError) {
    let sources: [SourceCore]? = structure.withLock {
      if mode == .common || commonModes.contains(mode) { return nil }
      commonModes.append(mode)
      find(mode)?.isCommon = true
      return commonSources.values.sorted { $0.order < $1.order }.map { $0.source }
    }
    marked()
    var failure: SystemError?
    for source in sources ?? [] {
      // It may have left the common modes meanwhile; then it has no business here.
      if !contains(source, in: .common) { continue }
      do throws(SystemError) { try add(source, to: mode) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }
}
