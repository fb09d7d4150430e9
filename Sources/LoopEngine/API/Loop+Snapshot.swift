internal import Synchronization

extension Loop {
  /// The loop as it stands: modes, items, waiting blocks.
  ///
  /// - Returns: Plain data, which any thread may have.
  /// - Complexity: Proportional to the number of all items, with sorting.
  public func snapshot() -> LoopSnapshot {
    checkThread()
    putBackBatch()
    absorbInbox()
    for mode in core.structure.withLock({ core.modes }) { _ = self.state(of: mode.mode) }
    return snapshot(held.nodes)
  }

  /// The loop as it stands, changed in nothing; also for another thread while no other runs.
  ///
  /// The blocks that a pass under way has still to come to are among those that wait.
  package func observed() -> LoopSnapshot {
    var nodes: [UnsafeMutablePointer<BlockNode>] = []
    for pass in passes { nodes += BlockList(first: pass.kept).nodes + BlockList(first: pass.next).nodes }
    return snapshot(nodes + held.nodes + core.posted)
  }

  private func snapshot(_ waiting: [UnsafeMutablePointer<BlockNode>]) -> LoopSnapshot {
    let state = core.words.pointee.state.load(ordering: .acquiring)
    let (modes, commonModes, commonSources) = core.structure.withLock {
      let modes = core.modes.map { mode in
        (mode, mode.sources.values.sorted { $0.order < $1.order }.map { $0.source })
      }
      return (modes, core.commonModes, core.commonSources.values.sorted { $0.order < $1.order }.map { $0.source })
    }
    let blocks = waiting.map { node in
      // The node retains its extras.
      LoopSnapshot.Block(
        modes: node.pointee.modes.modes.sorted { $0.id < $1.id },
        label: node.pointee.extras?._withUnsafeGuaranteedRef { $0.label },
        location: SourceLocation(packed: node.pointee.location))
    }
    let commonTimers = timers.pointee.all { _, record in record.flags.contains(.common) }
    return LoopSnapshot(
      loop: core.name, currentMode: currentMode, commonModes: commonModes,
      commonItems: commonSources.map(Self.item) + commonTimers.map { timerItem($0) } + commonObservers.map(Self.item),
      modes: modes.map { mode, sources in
        LoopSnapshot.ModeState(
          mode: mode.mode, isCommon: mode.isCommon,
          sources: sources.filter { $0.isSignal }.map(Self.item), ports: sources.filter { !$0.isSignal }.map(Self.item),
          timers: timers.pointee.all { number, _ in timers.pointee.isMember(number, of: mode.index) }
            .sorted { timers.pointee.record($0).pointee.fireTime < timers.pointee.record($1).pointee.fireTime }
            .map { timerItem($0) },
          observers: mode.observers.all.map(Self.item))
      }, blocks: blocks, isWaiting: isWaiting, isStopped: state & LoopState.stopped != 0)
  }

  private static func item(_ source: SourceCore) -> LoopSnapshot.Item {
    let (isValid, isSignaled) = source.lock.withLock {
      (!source.isInvalid, source.isSignaled || !source.messages.isEmpty)
    }
    let kind: LoopSnapshot.Item.Kind =
      switch source.kind {
      case .signal: .signalSource
      case .descriptor: .descriptorSource
      case .port: .port
      }
    return LoopSnapshot.Item(
      kind: kind, label: source.label, location: source.location, order: source.order, isValid: isValid,
      isSignaled: isSignaled)
  }

  private func timerItem(_ timer: UInt32) -> LoopSnapshot.Item {
    let record = timers.pointee.record(timer).pointee
    return LoopSnapshot.Item(
      kind: .timer, label: timers.pointee.extras[timer]?.label, location: SourceLocation(packed: record.location),
      nextFireDate: LoopInstant(nanoseconds: record.fireTime),
      interval: record.interval > 0 ? .nanoseconds(record.interval) : nil)
  }

  private static func item(_ observer: LoopObserver) -> LoopSnapshot.Item {
    LoopSnapshot.Item(
      kind: .observer, label: observer.label, location: observer.location, order: observer.order,
      isValid: observer.isValid, activities: observer.activities)
  }
}

extension LoopCore {
  /// What is posted and not taken yet, oldest first.
  var posted: [UnsafeMutablePointer<BlockNode>] {
    var nodes: [UnsafeMutablePointer<BlockNode>] = []
    let last = words.pointee.inbox.load(ordering: .acquiring)
    var node = last == CoreWords.closedInbox ? nil : UnsafeMutablePointer<BlockNode>(bitPattern: last)
    while let now = node {
      nodes.append(now)
      node = now.pointee.next
    }
    return nodes.reversed()
  }
}
