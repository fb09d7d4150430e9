internal import CLinux
internal import Glibc

/// The kernel's view of one mode's descriptors: an epoll instance and what is registered with it.
///
/// Registrations change under the loop's structure lock; waiting and the buffer are the loop's thread's.
/// An event names its registration by slot and generation, so that one from a descriptor that has been removed, or
/// closed and opened anew, is recognised and dropped.
final class Poller {
  static let wakeTag = UInt64.max
  static let mainQueueTag = UInt64.max - 1

  private struct Registration {
    var descriptor: Int32
    var generation: UInt32
    var sources: [SourceCore]
    var events: DescriptorEvents
    /// The kernel does not poll regular files: they are always ready.
    var alwaysReady: Bool
  }

  @exclusivity(unchecked) private(set) var epoll: Int32
  @exclusivity(unchecked) private var slots: [Registration] = []
  @exclusivity(unchecked) private var freeSlots: [Int] = []
  @exclusivity(unchecked) private var slotOf: [Int32: Int] = [:]
  @exclusivity(unchecked) private(set) var alwaysReadyCount = 0

  // The buffer: events in the order in which the kernel reported them. Owned until deinit.
  private static let capacity = 64
  private let tags = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
  private let ready = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
  @exclusivity(unchecked) private var head = 0
  @exclusivity(unchecked) private var tail = 0
  /// Sources that share the last event's descriptor and still have to be told.
  @exclusivity(unchecked) private var shared: [(SourceCore, DescriptorEvents)] = []
  /// When the buffered events were learned of.
  @exclusivity(unchecked) private(set) var learned: Int64 = 0

  init() throws(SystemError) {
    epoll = try SystemError.check("epoll_create1", cl_epoll_create())
  }

  deinit {
    _ = cl_close(epoll)
    tags.deallocate()
    ready.deallocate()
  }

  /// Watches a descriptor of the loop's own, edge-triggered: its events are never read away.
  func watch(_ descriptor: Int32, tag: UInt64) throws(SystemError) {
    _ = try SystemError.check(
      "epoll_ctl", cl_epoll_add(epoll, descriptor, UInt32(CL_EPOLLIN) | CL_EPOLLET, tag))
  }

  /// Stops watching it.
  func unwatch(_ descriptor: Int32) {
    // Closed already: then the kernel has let go of it by itself.
    _ = cl_epoll_remove(epoll, descriptor)
  }

  // MARK: Registrations

  /// Watches the source's descriptor.
  ///
  /// When the descriptor's number is known here but was closed meanwhile and names another file now, the sources of the
  /// old one are returned: nothing will come for them any more.
  func add(_ source: SourceCore, _ descriptor: Int32, _ events: DescriptorEvents) throws(SystemError) -> [SourceCore] {
    if let slot = slotOf[descriptor] {
      let before = slots[slot]
      let all = before.events.union(events)
      // The kernel knows by the file whether this is the same registration.
      let result = before.alwaysReady ? -EEXIST : cl_epoll_add(epoll, descriptor, all.epoll, tag(slot))
      switch result {
      case -EEXIST:
        if !before.alwaysReady && all != before.events {
          _ = try SystemError.check("epoll_ctl", cl_epoll_modify(epoll, descriptor, all.epoll, tag(slot)))
        }
        slots[slot].sources.append(source)
        slots[slot].events = all
        return []
      case 0:
        slots[slot].generation &+= 1
        slots[slot].sources = [source]
        slots[slot].events = events
        _ = try SystemError.check("epoll_ctl", cl_epoll_modify(epoll, descriptor, events.epoll, tag(slot)))
        return before.sources
      default:
        throw SystemError(call: "epoll_ctl", errno: -result)
      }
    }
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count {
      slots.append(
        Registration(descriptor: descriptor, generation: 0, sources: [], events: [], alwaysReady: false))
    }
    let result = cl_epoll_add(epoll, descriptor, events.epoll, tag(slot))
    if result != 0 && result != -EPERM {
      freeSlots.append(slot)
      throw SystemError(call: "epoll_ctl", errno: -result)
    }
    slots[slot].descriptor = descriptor
    slots[slot].sources = [source]
    slots[slot].events = events
    slots[slot].alwaysReady = result == -EPERM
    if result == -EPERM { alwaysReadyCount += 1 }
    slotOf[descriptor] = slot
    return []
  }

  func remove(_ source: SourceCore, _ descriptor: Int32) {
    guard let slot = slotOf[descriptor], let at = slots[slot].sources.firstIndex(where: { $0 === source }) else {
      return
    }
    slots[slot].sources.remove(at: at)
    if slots[slot].sources.isEmpty {
      // Fails when the descriptor is closed already: then the kernel has let go of it by itself.
      if !slots[slot].alwaysReady { _ = cl_epoll_remove(epoll, descriptor) } else { alwaysReadyCount -= 1 }
      slots[slot].generation &+= 1
      slots[slot].alwaysReady = false
      slotOf[descriptor] = nil
      freeSlots.append(slot)
      return
    }
    let left = slots[slot].sources.reduce(into: DescriptorEvents()) { $0.formUnion($1.wantedEvents) }
    if left != slots[slot].events {
      slots[slot].events = left
      // Fails only when the descriptor is closed already.
      if !slots[slot].alwaysReady { _ = cl_epoll_modify(epoll, descriptor, left.epoll, tag(slot)) }
    }
  }

  private func tag(_ slot: Int) -> UInt64 {
    UInt64(slot) | UInt64(slots[slot].generation) << 32
  }

  /// After a fork: the child's own instance, with everything registered again.
  func rebuild(wake: Int32) throws(SystemError) {
    let fresh = try SystemError.check("epoll_create1", cl_epoll_create())
    // The parent goes on using its own; closing our number does not touch it.
    _ = cl_close(epoll)
    epoll = fresh
    head = 0
    tail = 0
    try watch(wake, tag: Self.wakeTag)
    for (descriptor, slot) in slotOf where !slots[slot].alwaysReady {
      _ = try SystemError.check("epoll_ctl", cl_epoll_add(epoll, descriptor, slots[slot].events.epoll, tag(slot)))
    }
  }

  // MARK: Events

  /// Is a descriptor source registered?
  var watchesDescriptors: Bool { !slotOf.isEmpty }

  var hasBuffered: Bool { head < tail || !shared.isEmpty }

  /// Asks the kernel, waiting at most `timeout` nanoseconds (negative: for ever) or until a signal handler ran.
  func wait(_ timeout: Int64) {
    let count = cl_epoll_wait(epoll, tags, ready, Int32(Self.capacity), timeout)
    precondition(count >= 0 || count == -EINTR, "epoll_wait failed with errno \(-count): the loop's descriptor was closed")
    head = 0
    tail = max(0, Int(count))
  }

  /// Says when the buffered events were learned of.
  func stamp(_ now: Int64) {
    learned = now
  }

  enum Event {
    case wake
    case mainQueue
    case descriptor(SourceCore, DescriptorEvents)
  }

  /// The next event, or nil when the buffer is empty. Called under the structure lock.
  func takeEvent() -> Event? {
    if !shared.isEmpty {
      let (source, events) = shared.removeFirst()
      return .descriptor(source, events)
    }
    while head < tail {
      let (tag, bits) = (tags[head], ready[head])
      head += 1
      if tag == Self.wakeTag { return .wake }
      if tag == Self.mainQueueTag { return .mainQueue }
      let slot = Int(tag & 0xFFFF_FFFF)
      // Stale: removed since, or closed and its number used anew.
      if slot >= slots.count || slots[slot].generation != UInt32(truncatingIfNeeded: tag >> 32) { continue }
      let events = DescriptorEvents(epoll: bits)
      if slots[slot].sources.count == 1 { return .descriptor(slots[slot].sources[0], events) }
      shared = slots[slot].sources.compactMap { source in
        let own = events.intersection(source.wantedEvents.union([.hangup, .error]))
        return own.isEmpty ? nil : (source, own)
      }
      if !shared.isEmpty { return takeEvent() }
    }
    return nil
  }

  /// Buffers an event for each registration that is always ready. Called under the structure lock, the buffer empty.
  func bufferAlwaysReady() {
    for slot in slots.indices where slots[slot].alwaysReady {
      for source in slots[slot].sources { shared.append((source, source.wantedEvents)) }
    }
  }
}

extension SourceCore {
  var wantedEvents: DescriptorEvents {
    if case .descriptor(_, let events, _) = kind { events } else { [] }
  }
}
