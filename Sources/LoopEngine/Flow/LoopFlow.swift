internal import CLinux
internal import Synchronization

/// How long a run may last.
enum RunLimit {
  /// One turn, without sleeping.
  case poll
  /// Until that time; Int64.max: no limit.
  case time(Int64)

  /// A run of that duration from now; nil, or longer than CoreFoundation's longest interval: no limit.
  static func lasting(_ duration: Duration?) -> RunLimit {
    guard let duration else { return .time(.max) }
    let nanoseconds = duration.saturatingNanoseconds
    if nanoseconds <= 0 { return .poll }
    return nanoseconds > LoopInstant.longestInterval ? .time(.max) : .time(clockNow().saturatingAdd(nanoseconds))
  }

  /// A run until `instant`.
  static func until(_ instant: LoopInstant) -> RunLimit {
    if instant == .distantFuture { return .time(.max) }
    return instant.nanoseconds <= clockNow() ? .poll : .time(instant.nanoseconds)
  }
}

/// What the wait of a turn brought.
enum Ready {
  case nothing
  case wakeUp
  case timers
  case mainQueue
  case port(SourceCore)
  case descriptor(SourceCore, DescriptorEvents)
  case timeout

  /// Whether serving it runs code that is not the loop's.
  var callsOut: Bool {
    switch self {
    case .nothing, .wakeUp, .timeout: false
    case .timers, .mainQueue, .port, .descriptor: true
    }
  }
}

// The flow of a run. The steps of a turn carry the letters that the documentation and the traces use:
// a wake-ups count again, b beforeTimers, c beforeSources, d blocks, e sources, f blocks again, g poll?, h main queue,
// i beforeWaiting, j–l sleep, m serve what woke it, n blocks, o is the run over?
extension Loop {
  func run(_ mode: Mode, _ limit: RunLimit, returnAfterSource: Bool) -> RunResult {
    checkThread()
    absorbInbox()
    guard mode != .common, !hasEnded, let state = find(mode) else { return finishAtOnce(mode) }
    Forks.check(core)
    if isEmpty(state) { return finishAtOnce(mode) }

    yieldToNestedRun()
    let outer = current
    let record = pushRun(state)
    times.enter(clockNow())
    if isRecording { report(.runBegan(mode)) }
    notify(.entry, state)
    let result = turns(state, limit, returnAfterSource)
    notify(.exit, state)
    times.leave(clockNow())
    let isRecorded = isRecording
    if isRecorded { report(.runEnded(mode, result), isDone: false) }
    popRun(record, outer)
    if isRecorded { LoopRecording.done(core) }
    if let outer { core.nestedRunEnded(in: outer.mode, isNested: isNested) }
    turnClock = .min
    return result
  }

  /// The end of a run that has nothing to run for.
  func finishAtOnce(_ mode: Mode) -> RunResult {
    if isRecording {
      report(.runBegan(mode))
      report(.runEnded(mode, .finished))
    }
    return .finished
  }

  /// Whether nothing in the mode keeps a run going.
  ///
  /// Observers do not.
  func isEmpty(_ state: ModeState) -> Bool {
    if servesMainQueue(state) { return false }
    if state.sourceCount.load(ordering: .acquiring) > 0 { return false }
    if timers.pointee.heaps[state.index].members > 0 { return false }
    absorbInbox()
    var node = held.first
    while let now = node {
      if now.pointee.modes.matches(state.mode, isCommon: state.isCommon) { return false }
      node = now.pointee.next
    }
    return true
  }

  /// Begins a run's own record of stops and ignored wake-ups; returns the enclosing run's.
  private func pushRun(_ state: ModeState) -> UInt32 {
    current = state
    core.words.pointee.currentMode.store(state.mode.id + 1, ordering: .relaxed)
    return replaceRecord(with: LoopState.running)
  }

  private func popRun(_ record: UInt32, _ outer: ModeState?) {
    current = outer
    core.words.pointee.currentMode.store(outer.map { $0.mode.id + 1 } ?? 0, ordering: .relaxed)
    _ = replaceRecord(with: record)
  }

  private func replaceRecord(with new: UInt32) -> UInt32 {
    let mine = LoopState.running | LoopState.stopped | LoopState.ignoring
    let word = core.words
    var state = word.pointee.state.load(ordering: .relaxed)
    while true {
      let (done, seen) = word.pointee.state.weakCompareExchange(
        expected: state, desired: state & ~mine | new, ordering: .sequentiallyConsistent)
      if done { return state & mine }
      state = seen
    }
  }

  private func turns(_ mode: ModeState, _ limit: RunLimit, _ returnAfterSource: Bool) -> RunResult {
    let word = core.words
    if takeStop() || takeStop(of: mode) { return .stopped }
    let servesMainQueue = servesMainQueue(mode)
    if servesMainQueue { watchMainQueueInRun(mode) }
    let poll: Bool
    let deadline: Int64
    switch limit {
    case .poll: (poll, deadline) = (true, .min)
    case .time(let time): (poll, deadline) = (false, time)
    }
    // The first turn does not look at the main queue before it sleeps.
    var justServedMainQueue = true

    while true {
      // a: wake-ups count again.
      let state = word.pointee.state.load(ordering: .relaxed)
      if state & (LoopState.ignoring | LoopState.endsOtherModes) != 0 {
        word.pointee.state.bitwiseAnd(~LoopState.ignoring, ordering: .sequentiallyConsistent)
        // Asked once wake-ups count: a thread that has the runs end later wakes this one.
        core.stopIfEnding(mode.mode)
      }
      turnClock = .min
      notify(.beforeTimers, mode)  // b
      notify(.beforeSources, mode)  // c
      runBlocks(mode)  // d
      var handled = performSources(mode, onlyOne: returnAfterSource)  // e
      if handled { runBlocks(mode) }  // f
      let staysAwake = handled || poll  // g

      var ready = Ready.mainQueue
      if !servesMainQueue || justServedMainQueue || !mainQueue.hasWork() {  // h
        if !staysAwake { notify(.beforeWaiting, mode) }  // i
        let look: MainQueueLook = !servesMainQueue ? .never : justServedMainQueue || !staysAwake ? .looks : .foundEmpty
        ready = wait(mode, until: poll ? .max : deadline, sleeps: !staysAwake, look)  // j, k
        if !staysAwake {  // l; where nothing was waited for, before the first callout
          ignoreWakeUps()
          let removals = removalsBefore
          notify(.afterWaiting, mode)
          if !mode.observers.activities.isDisjoint(with: .afterWaiting) { ready = seenAgain(ready, mode, removals) }
        }
      }

      justServedMainQueue = false
      if ready.callsOut { ignoreWakeUps() }
      switch ready {  // m
      case .nothing, .wakeUp, .timeout: break
      case .timers: fireDueTimers(mode)
      case .mainQueue:
        drainMainQueue(mode)
        justServedMainQueue = true
        handled = true
      case .port(let port): if deliver(port) { handled = true }
      case .descriptor(let source, let events): if deliver(source, events) { handled = true }
      }
      absorbInbox()
      if held.first != nil {  // n
        ignoreWakeUps()
        runHeldBlocks(mode)
      }

      if let result = result(mode, handled && returnAfterSource, poll, deadline) {
        ignoreWakeUps()
        return result
      }
    }
  }

  /// o: whether the run is over, and why: in this order.
  @inline(__always)
  private func result(_ mode: ModeState, _ returns: Bool, _ poll: Bool, _ deadline: Int64) -> RunResult? {
    if returns { return .handledSource }
    if deadline != .max && (poll || deadline <= clockNow()) { return .timedOut }
    if takeStop() || takeStop(of: mode) { return .stopped }
    return isEmpty(mode) ? .finished : nil
  }

  /// Drops wake-ups from here to the end of the turn.
  @inline(__always)
  private func ignoreWakeUps() {
    let word = core.words
    if word.pointee.state.load(ordering: .relaxed) & LoopState.ignoring != 0 { return }
    word.pointee.state.bitwiseOr(LoopState.ignoring, ordering: .sequentiallyConsistent)
  }

  private func takeStop() -> Bool {
    if core.words.pointee.state.load(ordering: .acquiring) & LoopState.stopped == 0 { return false }
    core.words.pointee.state.bitwiseAnd(~LoopState.stopped, ordering: .sequentiallyConsistent)
    return true
  }

  private func takeStop(of mode: ModeState) -> Bool {
    mode.stopRequested.load(ordering: .acquiring) && mode.stopRequested.exchange(false, ordering: .acquiring)
  }

  /// Called before a nested run: it may fire and perform what the enclosing turn has not come to yet.
  private func yieldToNestedRun() {
    if batch.isActive { putBackBatch() }
    if pass.isActive { relistPass() }
    // Its caller, further up on this stack, retains it.
    serving?._withUnsafeGuaranteedRef { pauseServing($0) }
  }

  // MARK: Observers

  @inline(__always)
  func notify(_ activity: LoopActivity, _ mode: ModeState) {
    if isRecording { report(.activity(activity)) }
    if mode.observers.activities.rawValue & activity.rawValue != 0 { mode.observers.call(activity, self) }
  }

  // MARK: Blocks

  @inline(__always)
  func runBlocks(_ mode: ModeState) {
    absorbInbox()
    if held.first != nil { runHeldBlocks(mode) }
  }

  /// Takes over what was posted.
  ///
  /// A block makes the modes that it names.
  @inline(__always)
  func absorbInbox() {
    if core.inboxIsEmpty { return }
    let posted = core.takeInbox()
    held.append(posted)
    if posted.modes & ~knownModes != 0 { makeModes(of: posted) }
  }

  @inline(never)
  private func makeModes(of posted: BlockList) {
    // Neighbors mostly name the same modes: those seen are not looked up again.
    var lastWide: UInt64 = 0
    // Made when all are known, since who is told of a mode may have the blocks run.
    var made: [Mode] = []
    posted.visit { node in
      let modes = node.pointee.modes
      if modes.isWide ? modes.bits == lastWide : modes.bits & ~knownModes == 0 { return }
      made += modes.modes.sorted { $0.id < $1.id }.filter { $0 != .common }
      // The bits of sets with modes numbered 63 and up say too little to be remembered.
      if modes.isWide { lastWide = modes.bits } else { knownModes |= modes.bits }
    }
    for mode in made { _ = state(of: mode) }
  }

  @inline(never)
  private func runHeldBlocks(_ mode: ModeState) {
    var node = held.first
    held = BlockList()
    var kept = BlockList()
    var done: (chunk: UnsafeMutablePointer<BlockChunk>, nodes: Int)?
    while let now = node {
      node = now.pointee.next
      if !now.pointee.modes.matches(mode.mode, isCommon: mode.isCommon) {
        kept.append(now)
        continue
      }
      let chunk = now.pointee.chunk
      runBlock(now, BlockPass(kept: kept.first, next: node))
      // Neighbors mostly share a chunk: one subtraction for all of them.
      if let same = done, same.chunk == chunk {
        done = (chunk, same.nodes + 1)
      } else {
        if let done { BlockChunk.release(done.chunk, nodes: done.nodes) }
        done = (chunk, 1)
      }
    }
    if let done { BlockChunk.release(done.chunk, nodes: done.nodes) }
    // Back in front of what was queued meanwhile.
    kept.append(held)
    held = kept
  }

  @inline(__always)
  private func runBlock(_ node: UnsafeMutablePointer<BlockNode>, _ pass: BlockPass) {
    let block = node.move()
    if isRecording {
      recordBlock(block, pass)
    } else {
      block.body()
    }
    block.extras?.release()
  }

  @inline(never)
  private func recordBlock(_ block: BlockNode, _ pass: BlockPass) {
    passes.append(pass)
    defer { passes.removeLast() }
    // The block retains its extras until `runBlock` releases them.
    let label = block.extras?._withUnsafeGuaranteedRef { $0.label }
    let location = SourceLocation(packed: block.location)
    report(.calloutBegan(.block), label: label, location: location)
    block.body()
    report(.calloutEnded(.block), label: label, location: location)
  }
}
