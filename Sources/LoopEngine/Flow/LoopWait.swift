internal import CLinux
internal import Synchronization

/// What one look at a mode for what is ready goes by.
private struct Look {
  /// When the mode's next timer is due; Int64.max: it has none.
  let wakeTime: Int64
  /// The end of the run's time, if it has come.
  let limit: ReadyStamp?
  /// Whether the kernel is asked even when nothing else is ready.
  let asksKernel: Bool
  let mainQueue: MainQueueLook
  let areTimersDue: Bool
  let isWakePending: Bool
  let arePortsListed: Bool
}

/// How a wait looks at the main queue.
enum MainQueueLook {
  /// Not at all: another loop serves it, or none.
  case never
  case looks
  /// The turn has found no work in it, and has called nothing since.
  case foundEmpty
}

extension Loop {
  /// Takes the next event of the mode, one only; with `sleeps` it sleeps for it until `deadline`, the end of the run's
  /// time.
  ///
  /// What is ready goes by the moment it became so: timers by their time, wake-ups and ports by when they were asked,
  /// descriptors by when the kernel was asked, the end of the run's time by itself. The main queue comes last.
  func wait(_ mode: ModeState, until deadline: Int64, sleeps: Bool, _ mainQueueLook: MainQueueLook) -> Ready {
    let word = core.words
    var hasSlept = false
    waits &+= 1
    while true {
      removalsBefore = mode.removals.load(ordering: .acquiring)
      if word.pointee.state.load(ordering: .relaxed) & LoopState.attention != 0 {
        word.pointee.state.bitwiseAnd(~LoopState.attention, ordering: .sequentiallyConsistent)
      }
      let wakeTime = timers.pointee.wakeTime(of: mode.index)
      let now = wakeTime != .max || deadline != .max ? clockNow() : 0
      let isOver = deadline <= now && deadline != .max
      let look = Look(
        wakeTime: wakeTime, limit: isOver ? ReadyStamp(time: deadline, order: .max) : nil,
        asksKernel: isOver || !sleeps, mainQueue: mainQueueLook,
        areTimersDue: wakeTime != .max && wakeTime <= now,
        isWakePending: word.pointee.state.load(ordering: .acquiring) & LoopState.pending != 0,
        arePortsListed: word.pointee.readyPorts.load(ordering: .acquiring) != 0)
      if let ready = takeReady(mode, look) {
        if hasSlept && isRecording { report(.woke(Self.reason(ready))) }
        if !hasSlept, let scheduler = Kernel.scheduler {
          scheduler.scheduling.turned()
          return seenAgain(ready, mode, removalsBefore)
        }
        return mode.removals.load(ordering: .acquiring) == removalsBefore
          ? ready : seenAgain(ready, mode, removalsBefore)
      }
      if !sleeps {
        Kernel.scheduler?.scheduling.turned()
        return .nothing
      }
      let until = min(deadline, wakeTime)
      let poller = mode.poller
      let bit = poller == nil ? LoopState.asleepOnWord : LoopState.asleepInKernel
      let state = word.pointee.state.load(ordering: .sequentiallyConsistent)
      if state & (LoopState.pending | LoopState.attention) != 0 { continue }
      let isToldNow = !hasSlept && isRecording
      if isToldNow {
        report(.slept(until: until == .max ? nil : LoopInstant(nanoseconds: until)), isDone: false)
      }
      hasSlept = true
      let fallsAsleep = word.pointee.state.compareExchange(
        expected: state, desired: state | bit, ordering: .sequentiallyConsistent
      ).exchanged
      if isToldNow { LoopRecording.done(core) }
      if !fallsAsleep { continue }
      sleep(until, state | bit, poller)
      word.pointee.state.bitwiseAnd(~LoopState.asleep, ordering: .sequentiallyConsistent)
    }
  }

  /// What is left of `ready` after others may have acted: a source may have left the mode, or its descriptor may have
  /// been read.
  @inline(never)
  func seenAgain(_ ready: Ready, _ mode: ModeState, _ removals: UInt64) -> Ready {
    switch ready {
    case .nothing, .wakeUp, .timers, .mainQueue, .timeout: return ready
    case .port(let port):
      if mode.removals.load(ordering: .acquiring) == removals { return ready }
      if core.structure.withLock({ mode.sources[ObjectIdentifier(port)] != nil }) { return ready }
      core.keepReady(port)
      return .nothing
    case .descriptor(let source, _):
      // An observer may have forked: the parent's kernel objects are not to be asked.
      Forks.check(core)
      let events = core.structure.withLock { mode.poller?.readyNow(source) }
      return events.map { .descriptor(source, $0) } ?? .nothing
    }
  }

  private static func reason(_ ready: Ready) -> LoopEvent.WakeReason {
    switch ready {
    case .nothing: .nothing
    case .wakeUp: .wakeUp
    case .timers: .timer
    case .mainQueue: .mainQueue
    case .port, .descriptor: .source
    case .timeout: .timeout
    }
  }

  /// Blocks the thread until `until`, a change of the state word or a descriptor; may return early.
  private func sleep(_ until: Int64, _ state: UInt32, _ poller: Poller?) {
    let began = clockNow()
    if let scheduler = Kernel.scheduler {
      sleep(until, state, poller, scheduler)
      times.asleep += clockNow() - began
    } else if let poller {
      poller.wait(until == .max ? -1 : max(0, Self.leg(until - began)))
      let ended = clockNow()
      poller.stamp(ended, waits)
      times.asleep += ended - began
    } else {
      // EAGAIN, EINTR and ETIMEDOUT all mean: look again.
      _ = cl_futex_wait(core.words, state, until)
      times.asleep += clockNow() - began
    }
  }

  private func sleep(_ until: Int64, _ state: UInt32, _ poller: Poller?, _ scheduler: ThreadScheduler) {
    let words = core.words
    scheduler.scheduling.wait(
      UInt(bitPattern: words), while: { words.pointee.state.load(ordering: .acquiring) == state }, until: until,
      watch: poller.map { DescriptorWatch(epoll: $0.epoll, isOpenToOutside: $0.watchesDescriptors) },
      reason: { [core, current] in
        let watches = poller?.watchesDescriptors == true ? ", which watches descriptors" : ""
        return WaitReason("in its loop '\(core.name)', mode '\(current?.mode.name ?? "")'\(watches)")
      })
    if let poller {
      poller.wait(0)
      poller.stamp(clockNow(), waits)
    }
  }

  /// epoll may be late by a thousandth of the time-out: a long one is waited for in two legs, the second short.
  private static func leg(_ timeout: Int64) -> Int64 {
    timeout > 100_000_000 ? timeout - timeout / 500 : timeout
  }

  @inline(__always)
  private func takeReady(_ mode: ModeState, _ look: Look) -> Ready? {
    if mode.poller != nil || look.arePortsListed || look.limit != nil { return choose(mode, look) }
    // Nothing but a wake-up and timers.
    switch (look.areTimersDue, look.isWakePending) {
    case (true, true): return wakeFirst(mode, look.wakeTime) ? takeWake() : .timers
    case (true, false): return .timers
    case (false, true): return takeWake()
    case (false, false): return nil
    }
  }

  private func wakeFirst(_ mode: ModeState, _ wakeTime: Int64) -> Bool {
    wakeStamp < timers.pointee.readyStamp(of: mode.index, wakeTime)
  }

  /// When the pending wake-up was asked for.
  private var wakeStamp: ReadyStamp {
    ReadyStamp(
      time: core.words.pointee.wakeTime.load(ordering: .relaxed),
      order: core.words.pointee.wakeOrder.load(ordering: .relaxed))
  }

  private func takeWake() -> Ready {
    core.words.pointee.state.bitwiseAnd(~LoopState.pending, ordering: .sequentiallyConsistent)
    return .wakeUp
  }

  @inline(never)
  private func choose(_ mode: ModeState, _ look: Look) -> Ready? {
    var best: Ready?
    var bestStamp = ReadyStamp(time: .max, order: .max)
    if look.areTimersDue {
      best = .timers
      bestStamp = timers.pointee.readyStamp(of: mode.index, look.wakeTime)
    }
    if look.isWakePending && wakeStamp < bestStamp { (best, bestStamp) = (.wakeUp, wakeStamp) }
    if look.arePortsListed, let (stamp, port) = firstReadyPort(mode), stamp < bestStamp {
      (best, bestStamp) = (.port(port), stamp)
    }
    // CoreFoundation ends a run by waking its loop at the limit.
    if let limit = look.limit, limit < bestStamp { (best, bestStamp) = (.timeout, limit) }
    if let poller = mode.poller {
      // Where no descriptor is watched, the kernel knows of nothing but the main queue, which reading tells of, too.
      if best == nil, look.asksKernel, !poller.watchesDescriptors, !poller.hasBuffered {
        return look.mainQueue == .looks && mainQueue.hasWork() ? .mainQueue : nil
      }
      let looksAtMainQueue = look.mainQueue != .never && mainQueue.mayHaveWork && !poller.hasLooked(in: waits)
      let asks = best != nil || look.asksKernel || looksAtMainQueue
      if let (source, events) = readyDescriptor(poller, before: bestStamp, asks: asks) {
        return .descriptor(source, events)
      }
    }
    switch best {
    case nil: return look.mainQueue != .never && mainQueue.mayHaveWork && mainQueue.hasWork() ? .mainQueue : nil
    case .wakeUp: return takeWake()
    case .timeout:
      _ = takeWake()
      return best
    case .port(let port):
      core.structure.withLock { core.unlist(port) }
      return best
    default: return best
    }
  }

  /// The next descriptor that became ready before `stamp`, from the poller's buffer or, if that `asks` for it, from the
  /// kernel.
  private func readyDescriptor(
    _ poller: Poller, before stamp: ReadyStamp, asks: Bool
  ) -> (SourceCore, DescriptorEvents)? {
    // A handler may have forked: what follows must not take the parent's events.
    Forks.check(core)
    let alwaysReady = poller.alwaysReadyCount.load(ordering: .relaxed) > 0
    var mayAsk = asks || alwaysReady
    while true {
      while poller.hasBuffered && poller.learned < stamp {
        switch core.structure.withLock({ poller.takeEvent(waits) }) {
        case nil, .wake: break
        case .mainQueue: mainQueue.mayHaveWork = true
        case .descriptor(let source, let events): return (source, events)
        }
      }
      // What was buffered may have been stale, or news of no descriptor.
      if !mayAsk || poller.hasBuffered { return nil }
      mayAsk = false
      poller.wait(0)
      poller.stamp(clockNow(), waits)
      if alwaysReady { core.structure.withLock { poller.bufferAlwaysReady() } }
    }
  }

  /// The port of the mode that has waited longest.
  private func firstReadyPort(_ mode: ModeState) -> (ReadyStamp, SourceCore)? {
    core.structure.withLock {
      guard let first = core.readyPorts.first(where: { mode.sources[ObjectIdentifier($0.port)] != nil }) else {
        return nil
      }
      return (first.stamp, first.port)
    }
  }
}
