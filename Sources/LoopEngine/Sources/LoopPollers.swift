internal import CLinux
internal import Synchronization

// Ports that have messages, and the kernel's view of descriptors.
extension LoopCore {
  /// Lists a port that has a message, and makes a sleeper look.
  ///
  /// The port's lock is held.
  func portIsReady(_ port: SourceCore) {
    structure.withLock {
      // Added to a second mode it is listed already.
      if readyPorts.contains(where: { $0.port === port }) { return }
      readyPorts.append((ReadyStamp.now(), port))
      words.pointee.readyPorts.store(readyPorts.count, ordering: .releasing)
    }
    attend()
  }

  /// Lists a port again that was to be served in a mode that it has left, if it is in another.
  func keepReady(_ port: SourceCore) {
    let isElsewhere = structure.withLock { modes.contains { $0.sources[ObjectIdentifier(port)] != nil } }
    if isElsewhere { portIsReady(port) }
  }

  /// Takes a port off the list.
  ///
  /// `structure` is held.
  func unlist(_ port: SourceCore) {
    guard let at = readyPorts.firstIndex(where: { $0.port === port }) else { return }
    readyPorts.remove(at: at)
    words.pointee.readyPorts.store(readyPorts.count, ordering: .releasing)
  }

  /// The mode's poller, made when there is none.
  ///
  /// `structure` is held.
  func poller(of mode: ModeState) throws(SystemError) -> Poller {
    if let poller = mode.poller { return poller }
    if wakeDescriptor < 0 { wakeDescriptor = try SystemError.check("eventfd", cl_eventfd()) }
    let poller = try Poller()
    try poller.watch(wakeDescriptor, tag: Poller.wakeTag)
    mode.poller = poller
    return poller
  }

  /// Has this loop's modes tell a descriptor's source nothing, while its handler runs the loop; or tell it again.
  func pause(_ source: SourceCore, _ isPaused: Bool) {
    guard case .descriptor(let descriptor, _, _) = source.kind else { return }
    source.lock.withLock {
      for membership in source.memberships where membership.loop === self {
        structure.withLock {
          let isOurs = !Forks.isForeign(self)
          let poller = membership.mode.poller
          if isPaused {
            poller?.pause(source, descriptor, tellingKernel: isOurs)
          } else {
            poller?.resume(source, descriptor, tellingKernel: isOurs)
          }
        }
      }
    }
  }

  /// In a forked child: descriptors of its own instead of those shared with the parent.
  ///
  /// `structure` is held.
  func ownPollers() throws(SystemError) {
    if !Forks.isForeign(self) { return }
    let now = Forks.generation
    if wakeDescriptor >= 0 {
      let fresh = try SystemError.check("eventfd", cl_eventfd())
      _ = cl_close(wakeDescriptor)
      wakeDescriptor = fresh
      for mode in modes { try mode.poller?.rebuild(wake: fresh) }
    }
    forkGeneration.store(now, ordering: .relaxed)
  }
}
