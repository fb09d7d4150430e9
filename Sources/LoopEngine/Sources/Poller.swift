internal import CLinux
internal import Synchronization

/// The kernel's view of one mode's descriptors: an epoll instance and what is registered with it.
///
/// Registrations change under the loop's structure lock; waiting and the buffer are the loop's thread's.
/// An event names its registration by slot and generation, so that one from a descriptor that has been removed, or
/// closed and opened anew, is recognised and dropped.
final class Poller {
  static let wakeTag = UInt64.max
  static let mainQueueTag = UInt64.max - 1
  private static let pausedTag = UInt64.max - 2

  private struct Registration {
    var descriptor: Int32
    var generation: UInt32
    var sources: [SourceCore]
    /// Those of them whose handlers run, and run the loop: they are told nothing meanwhile.
    var paused: [SourceCore] = []
    /// What the kernel watches for.
    var events: DescriptorEvents
    /// Whether it is watched for anything: not while all its sources are paused.
    ///
    /// The kernel knows it all the same, so that it is the kernel who tells whether the descriptor names the same file.
    var isWatched = true
    /// The kernel does not poll regular files: they are always ready.
    var alwaysReady: Bool
    /// What the descriptor named when it was registered, for where the kernel cannot be asked.
    ///
    /// It does not tell eventfds and their like apart, which have no inode of their own.
    var file: FileIdentity?
  }

  // @exclusivity(unchecked): under the lock or by the loop's thread, as said above, and none held across a call of
  // unknown code.
  @exclusivity(unchecked) private(set) var epoll: Int32
  @exclusivity(unchecked) private var slots: [Registration] = []
  @exclusivity(unchecked) private var freeSlots: [Int] = []
  @exclusivity(unchecked) private var slotOf: [Int32: Int] = [:] {
    didSet { registeredCount.store(slotOf.count, ordering: .relaxed) }
  }
  /// How many descriptors are registered; read without the lock.
  private let registeredCount = Atomic(0)
  /// How many registrations are always ready; read without the lock.
  let alwaysReadyCount = Atomic(0)
  /// The loop's own descriptors that are watched.
  @exclusivity(unchecked) private var watched: [(descriptor: Int32, tag: UInt64)] = []
  /// Tags that were found stale; seen again, they come from a file that the kernel has not let go of.
  @exclusivity(unchecked) private var staleTags: Set<UInt64> = []

  // The buffer: events in the order in which the kernel reported them. Owned until deinit.
  private static let capacity = 64
  private let tags: UnsafeMutablePointer<UInt64>
  private let ready: UnsafeMutablePointer<UInt32>
  @exclusivity(unchecked) private var head = 0
  @exclusivity(unchecked) private var tail = 0
  /// Registered sources that share the last event's descriptor and still have to be told.
  ///
  /// Under the structure lock, since the thread that removes a source takes it off.
  @exclusivity(unchecked) private var shared: [(source: SourceCore, events: DescriptorEvents)] = [] {
    didSet { sharedCount.store(shared.count, ordering: .relaxed) }
  }
  /// How many those are; read without the lock.
  private let sharedCount = Atomic(0)
  /// When the buffered events were learned of.
  @exclusivity(unchecked) private(set) var learned = ReadyStamp(time: .min, order: 0)
  /// In which of the loop's waits that was.
  @exclusivity(unchecked) private var learnedIn: UInt64 = 0

  init() throws(SystemError) {
    epoll = try SystemError.check("epoll_create1", cl_epoll_create())
    // Only now: an initialiser that throws has no deinit.
    tags = .allocate(capacity: Self.capacity)
    ready = .allocate(capacity: Self.capacity)
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
    watched.append((descriptor, tag))
  }

  // MARK: Registrations

  /// Watches the source's descriptor.
  ///
  /// When the descriptor's number is known here but was closed meanwhile and names another file now, the sources of the
  /// old one are returned: nothing will come for them any more.
  func add(_ source: SourceCore, _ descriptor: Int32, _ events: DescriptorEvents) throws(SystemError) -> [SourceCore] {
    let known = slotOf[descriptor]
    let slot = known ?? freeSlots.last ?? slots.count
    let before = slot < slots.count ? slots[slot] : nil
    let file = FileIdentity(descriptor)
    // In case this is another file; if not, the kernel knows the descriptor and changes nothing.
    let generation = (before?.generation ?? 0) &+ 1
    let result = cl_epoll_add(epoll, descriptor, events.epoll, Self.tag(slot, generation))
    if let before, known != nil,
      result == -CL_EEXIST || result == -CL_EPERM && before.alwaysReady && before.file == file
    {
      slots[slot].sources.append(source)
      watchWhatIsWanted(slot, true)
      return []
    }
    if result != 0 && result != -CL_EPERM { throw SystemError(call: "epoll_ctl", errno: -result) }
    let made = Registration(
      descriptor: descriptor, generation: generation, sources: [source], events: events,
      alwaysReady: result == -CL_EPERM,
      file: file)
    if slot == slots.count { slots.append(made) } else { slots[slot] = made }
    if known == nil && slot == freeSlots.last { freeSlots.removeLast() }
    slotOf[descriptor] = slot
    let wasAlwaysReady = known != nil && before?.alwaysReady == true
    alwaysReadyCount.wrappingAdd((made.alwaysReady ? 1 : 0) - (wasAlwaysReady ? 1 : 0), ordering: .relaxed)
    if known == nil { return [] }
    let old = before?.sources ?? []
    shared.removeAll { waiting in old.contains { $0 === waiting.source } }
    return old
  }

  /// Stops watching for the source; tells the kernel so unless the epoll instance is the parent's, in a forked child.
  func remove(_ source: SourceCore, _ descriptor: Int32, tellingKernel: Bool) {
    shared.removeAll { $0.source === source }
    guard let slot = slotOf[descriptor], let at = slots[slot].sources.firstIndex(where: { $0 === source }) else {
      return
    }
    slots[slot].sources.remove(at: at)
    slots[slot].paused.removeAll { $0 === source }
    if slots[slot].sources.isEmpty {
      // Fails when the descriptor is closed already: then the kernel has let go of it by itself, unless it has another.
      if tellingKernel && !slots[slot].alwaysReady { _ = cl_epoll_remove(epoll, descriptor) }
      if slots[slot].alwaysReady { alwaysReadyCount.wrappingSubtract(1, ordering: .relaxed) }
      slots[slot].generation &+= 1
      slots[slot].alwaysReady = false
      slotOf[descriptor] = nil
      freeSlots.append(slot)
      return
    }
    watchWhatIsWanted(slot, tellingKernel)
  }

  /// Tells a registered source nothing until `resume`.
  func pause(_ source: SourceCore, _ descriptor: Int32, tellingKernel: Bool) {
    guard let slot = slotOf[descriptor], slots[slot].sources.contains(where: { $0 === source }),
      !slots[slot].paused.contains(where: { $0 === source })
    else { return }
    shared.removeAll { $0.source === source }
    slots[slot].paused.append(source)
    watchWhatIsWanted(slot, tellingKernel)
  }

  /// Tells a source that was paused again what its descriptor is ready for.
  func resume(_ source: SourceCore, _ descriptor: Int32, tellingKernel: Bool) {
    guard let slot = slotOf[descriptor], let at = slots[slot].paused.firstIndex(where: { $0 === source }) else {
      return
    }
    slots[slot].paused.remove(at: at)
    watchWhatIsWanted(slot, tellingKernel)
  }

  /// The sources of a registration that are to be told.
  private func listening(_ slot: Int) -> [SourceCore] {
    let all = slots[slot]
    return all.paused.isEmpty ? all.sources : all.sources.filter { one in !all.paused.contains { $0 === one } }
  }

  /// Has the kernel watch a descriptor for what its sources that are not paused want.
  ///
  /// It refuses only when the descriptor is closed already, or names another file.
  private func watchWhatIsWanted(_ slot: Int, _ tellingKernel: Bool) {
    let listeners = listening(slot)
    let wanted = listeners.reduce(into: DescriptorEvents()) { $0.formUnion($1.wantedEvents) }
    let before = (slots[slot].events, slots[slot].isWatched)
    slots[slot].events = wanted
    if slots[slot].alwaysReady { return }
    slots[slot].isWatched = !listeners.isEmpty
    if before == (wanted, slots[slot].isWatched) { return }
    // What was learned before is not for those that are told again.
    if !slots[slot].isWatched { slots[slot].generation &+= 1 }
    if tellingKernel { _ = tellKernel(slot, cl_epoll_modify) }
  }

  /// Has the kernel watch a registration, by `call`.
  ///
  /// It reports a hangup even of a registration without events. One that is paused is reported once, and ignored.
  private func tellKernel(_ slot: Int, _ call: (Int32, Int32, UInt32, UInt64) -> Int32) -> Int32 {
    let one = slots[slot]
    if !one.isWatched { return call(epoll, one.descriptor, CL_EPOLLET, Self.pausedTag) }
    return call(epoll, one.descriptor, one.events.epoll, tag(slot))
  }

  /// Whether a registration's descriptor still names the file that it named then.
  ///
  /// The kernel knows a file by more than its inode, and refuses to watch one twice. Not to be asked in a forked child
  /// that has the parent's instance still.
  private func namesSameFile(_ slot: Int) -> Bool {
    let one = slots[slot]
    if one.alwaysReady { return one.file == FileIdentity(one.descriptor) }
    let result = cl_epoll_add(epoll, one.descriptor, CL_EPOLLET, Self.pausedTag)
    if result == 0 { _ = cl_epoll_remove(epoll, one.descriptor) }
    return result == -CL_EEXIST
  }

  private func tag(_ slot: Int) -> UInt64 { Self.tag(slot, slots[slot].generation) }

  private static func tag(_ slot: Int, _ generation: UInt32) -> UInt64 { UInt64(slot) | UInt64(generation) << 32 }

  /// In a forked child: an instance of its own, with everything registered again.
  func rebuild(wake: Int32) throws(SystemError) {
    // The parent may have told its instance otherwise since: that is not asked.
    let same = slotOf.values.filter { slots[$0].file == FileIdentity(slots[$0].descriptor) }
    try renew(watching: [(wake, Self.wakeTag)], and: same)
    head = 0
    tail = 0
    shared = []
  }

  /// Replaces the epoll instance by one that knows these descriptors and those slots, nothing else.
  ///
  /// What is not among them was closed, or names another file now, and is heard of no more.
  private func renew(
    watching descriptors: [(descriptor: Int32, tag: UInt64)], and registered: [Int]
  ) throws(SystemError) {
    let fresh = try SystemError.check("epoll_create1", cl_epoll_create())
    // In a forked child the parent goes on using its own; closing our number does not touch it.
    _ = cl_close(epoll)
    epoll = fresh
    staleTags = []
    watched = []
    for (descriptor, tag) in descriptors { try watch(descriptor, tag: tag) }
    for slot in registered.sorted() where !slots[slot].alwaysReady {
      _ = try SystemError.check("epoll_ctl", tellKernel(slot, cl_epoll_add))
    }
  }

  // MARK: Events

  /// Whether a descriptor source is registered; any thread may ask.
  var watchesDescriptors: Bool { registeredCount.load(ordering: .relaxed) > 0 }

  var hasBuffered: Bool { head < tail || sharedCount.load(ordering: .relaxed) > 0 }

  /// Asks the kernel, waiting at most `timeout` nanoseconds (negative: for ever) or until a signal handler ran.
  func wait(_ timeout: Int64) {
    let count = cl_epoll_wait(epoll, tags, ready, Int32(Self.capacity), timeout)
    require(
      count >= 0 || count == -CL_EINTR, "epoll_wait failed with errno \(-count): the loop's descriptor was closed")
    head = 0
    tail = max(0, Int(count))
  }

  /// Says when the buffered events were learned of, and in which of the loop's waits.
  ///
  /// What the kernel tells once more at one moment, as on virtual time, comes behind what has become ready meanwhile.
  func stamp(_ now: Int64, _ wait: UInt64) {
    learned = ReadyStamp(time: now, order: now == learned.time ? ReadyStamp.nextOrder() : 0)
    learnedIn = wait
  }

  /// Whether the kernel was last asked in the loop's wait of that number.
  func hasLooked(in wait: UInt64) -> Bool { learnedIn == wait }

  enum Event {
    case wake
    case mainQueue
    case descriptor(SourceCore, DescriptorEvents)
  }

  /// The next event in the loop's wait of that number, or nil when the buffer is empty.
  ///
  /// What was learned in an earlier wait is looked at again: handlers have been called since.
  ///
  /// Called under the structure lock.
  func takeEvent(_ wait: UInt64) -> Event? {
    while !shared.isEmpty {
      let (source, events) = shared.removeFirst()
      if learnedIn == wait { return .descriptor(source, events) }
      if let now = readyNow(source) { return .descriptor(source, now) }
    }
    while head < tail {
      let (tag, bits) = (tags[head], ready[head])
      head += 1
      if tag == Self.wakeTag { return .wake }
      if tag == Self.mainQueueTag { return .mainQueue }
      if tag == Self.pausedTag { continue }
      let slot = Int(tag & 0xFFFF_FFFF)
      // Stale: removed since, or closed and its number used anew.
      if slot >= slots.count || slots[slot].generation != UInt32(truncatingIfNeeded: tag >> 32) {
        noteStale(tag)
        continue
      }
      if slots[slot].sources.count == 1 && slots[slot].paused.isEmpty {
        let source = slots[slot].sources[0]
        if learnedIn == wait { return .descriptor(source, DescriptorEvents(epoll: bits, for: source.wantedEvents)) }
        // A number that was closed and used anew within this buffer is not told from the old one: that costs as much
        // again, and a source is to be invalidated before its descriptor is closed.
        let now = eventsNow(source, slots[slot].descriptor)
        if !now.isEmpty { return .descriptor(source, now) }
        continue
      }
      shared = listening(slot).compactMap { source in
        let own = DescriptorEvents(epoll: bits, for: source.wantedEvents)
        return own.isEmpty ? nil : (source, own)
      }
      if !shared.isEmpty { return takeEvent(wait) }
    }
    return nil
  }

  /// What a registered source is ready for at this moment; nil when that is nothing, or its descriptor was closed or
  /// names another file now.
  ///
  /// Called under the structure lock.
  func readyNow(_ source: SourceCore) -> DescriptorEvents? {
    guard case .descriptor(let descriptor, _, _) = source.kind, let slot = slotOf[descriptor],
      listening(slot).contains(where: { $0 === source })
    else { return nil }
    let events = eventsNow(source, descriptor)
    return events.isEmpty || !namesSameFile(slot) ? nil : events
  }

  private func eventsNow(_ source: SourceCore, _ descriptor: Int32) -> DescriptorEvents {
    let wanted = source.wantedEvents
    return DescriptorEvents(epoll: cl_ready_now(descriptor, wanted.epoll), for: wanted)
  }

  /// A stale tag that is seen again comes from a file whose descriptor was closed while it was watched, and that
  /// another descriptor, perhaps another process's, holds open.
  ///
  /// The kernel would report it for ever and can be made to forget it only with the whole instance.
  private func noteStale(_ tag: UInt64) {
    if staleTags.insert(tag).inserted {
      if staleTags.count > 64 { staleTags = [tag] }
      return
    }
    // Without a descriptor to spare it goes on as it was, and is tried again with the next report.
    try? renew(watching: watched, and: slotOf.values.filter(namesSameFile))
  }

  /// Buffers an event for each registration that is always ready.
  ///
  /// Called under the structure lock, the buffer empty.
  func bufferAlwaysReady() {
    for slot in slots.indices
    where slots[slot].alwaysReady && slots[slot].file == FileIdentity(slots[slot].descriptor) {
      for source in listening(slot) { shared.append((source, source.wantedEvents)) }
    }
  }
}

/// Tells whether a descriptor's number names the file that it did before.
private struct FileIdentity: Equatable {
  private var device: UInt64 = 0
  private var file: UInt64 = 0

  /// Nil when the descriptor is not open.
  init?(_ descriptor: Int32) {
    if cl_file_identity(descriptor, &device, &file) != 0 { return nil }
  }
}

extension SourceCore {
  var wantedEvents: DescriptorEvents {
    if case .descriptor(_, let events, _) = kind { events } else { [] }
  }
}
