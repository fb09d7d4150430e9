import DifferentialModel
import Glibc
import LoopEngine

/// Tells on any thread whether a descriptor is ready.
struct ReadinessProbe: Sendable {
  let descriptor: Int32
  let events: DescriptorEvents

  /// Whether a source that watches it is to be told of something now.
  var isReady: Bool {
    let wanted = Int16(events.contains(.writable) ? POLLOUT : POLLIN)
    var one = pollfd(fd: descriptor, events: wanted, revents: 0)
    return poll(&one, 1, 0) == 1
  }
}

/// What a descriptor source of a program watches, and the other end of it.
final class WatchedDescriptor {
  let descriptor: Int32
  let events: DescriptorEvents
  private var otherEnd: Int32
  /// Whether it was ready, and was read by another than the source that was to be told.
  var wasTakenBack = false
  private var isOpen = true

  /// Opens what the kind says; ends the process when the system has no descriptors to give.
  init(_ kind: ProgramDescriptor) {
    var ends: [Int32] = [-1, -1]
    switch kind {
    case .socket, .shared:
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "socketpair failed: \(errno)")
      events = .readable
    case .pipe:
      Self.makePipe(&ends)
      events = .readable
    case .writable:
      Self.makePipe(&ends)
      ends.reverse()
      events = .writable
    }
    (descriptor, otherEnd) = (ends[0], ends[1])
  }

  private static func makePipe(_ ends: inout [Int32]) {
    precondition(pipe(&ends) == 0, "pipe failed: \(errno)")
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  var probe: ReadinessProbe { ReadinessProbe(descriptor: descriptor, events: events) }

  /// Whether a source that watches it is to be told of something now.
  var isReady: Bool { probe.isReady }

  /// Makes it readable, while the other end is open.
  func write() {
    var byte: UInt8 = 1
    if otherEnd < 0 || events.contains(.writable) { return }
    let size = Glibc.write(otherEnd, &byte, 1)
    precondition(size == 1, "write failed: \(errno)")
  }

  /// Takes up to eight bytes; how many there were, or -1.
  func read() -> Int {
    var bytes: UInt64 = 0
    return events.contains(.writable) ? 0 : Glibc.read(descriptor, &bytes, 8)
  }

  /// Closes the other end.
  func hangUp() {
    if otherEnd >= 0 { Glibc.close(otherEnd) }
    otherEnd = -1
  }

  /// Closes both ends; to be called when no source watches it.
  func close() {
    hangUp()
    if isOpen { Glibc.close(descriptor) }
    isOpen = false
  }
}

// Descriptor sources of a program: what they watch, and what no loop may do with them.
extension ProgramSession {
  /// What the item number `index` watches: a thing of its own or, if shared, that of an item before it.
  func watchedDescriptor(_ kind: ProgramDescriptor, before index: Int) -> WatchedDescriptor {
    if kind == .shared {
      for earlier in (0..<index).reversed() {
        if let place = watched[earlier], !place.events.contains(.writable) { return place }
      }
    }
    return WatchedDescriptor(kind)
  }

  func callOutToDescriptor(_ index: Int, _ events: DescriptorEvents) {
    guard let place = watched[index] else { return }
    checkMembership(index)
    if !place.isReady { recorder.violate("item\(index) is called for a descriptor that is not ready") }
    if activeDescriptors.contains(index) { recorder.violate("item\(index) is called within its own callout") }
    markReadyDescriptors(beside: index)
    markRepeatedPort(index)
    let size = place.read()
    if watched.contains(where: { $0.key != index && $0.value === place }) { place.wasTakenBack = true }
    activeDescriptors.insert(index)
    callOut(index, "events \(events.rawValue) bytes \(size)")
    activeDescriptors.remove(index)
    if place.isReady { stillReady.insert(index) } else { stillReady.remove(index) }
    if !events.isDisjoint(with: [.hangup, .error]) {
      // The end of a stream is told every turn: twice is enough.
      hangups[index, default: 0] += 1
      if hangups[index, default: 0] >= 2 { invalidate(items[index]) }
    }
    clock.disturb()
  }

  /// Reads all that there is.
  func drain(_ index: Int) {
    guard let place = watched[index] else { return }
    // The loop may have taken note of it for the turn: CoreFoundation then counts a source as handled.
    if activities.contains(.afterWaiting), place.isReady { recorder.mark("taken-descriptor-served-nested") }
    if place.isReady { place.wasTakenBack = true }
    while place.read() > 0 {}
  }

  /// Before a descriptor becomes ready: in CoreFoundation one that was before has kept its place.
  func markOldPlace(_ index: Int) {
    if watched[index]?.wasTakenBack == true { recorder.mark("ready-place-kept") }
  }

  /// What waits for the message that `index` has handled gets its answer.
  func reply(by index: Int, to answer: MessagePort<Int>, as number: Int) {
    guard !isExhausted else { return }
    markUnread()
    if answer.send(index) { unheard[number, default: 0] += 1 }
    clock.disturb()
    clock.settle()
  }

  /// No handler is called for what is invalid or, but for signal sources and timers in another mode, not in the mode.
  func checkMembership(_ index: Int) {
    guard let mode = loop.currentMode else {
      recorder.violate("item\(index) is called outside of runs")
      return
    }
    let isThere: Bool
    switch items[index] {
    case .port(let port): isThere = port.isValid && loop.contains(port, in: mode)
    case .descriptor(let source): isThere = source.isValid && loop.contains(source, in: mode)
    case .timer(let timer):
      isThere = timer.isValid && ProgramMode.real.contains { loop.contains(timer, in: Mode($0.name)) }
    case .source(let source): isThere = source.isValid
    case .observer, .block: isThere = true
    }
    if !isThere { recorder.violate("item\(index) is called though it is invalid or not in \(mode.name)") }
  }

  /// The descriptor sources that are ready and would be told so in a run.
  var readyDescriptors: [Int] {
    items.indices.filter { index in
      guard case .descriptor(let source) = items[index], source.isValid, let place = watched[index] else {
        return false
      }
      return !activeDescriptors.contains(index) && place.isReady
    }
  }

  /// A ready thing is called: where other ready things stand beside a descriptor, the loops may take them in another
  /// order.
  func markReadyDescriptors(beside index: Int) {
    if watched.isEmpty { return }
    let ready = readyDescriptors
    guard let place = watched[index] else {
      if !ready.isEmpty { recorder.mark("descriptor-seen-late") }
      return
    }
    let others = ready.filter { $0 != index }
    let now = LoopInstant.now
    let hasOtherKind = items.indices.contains { other in
      switch items[other] {
      case .timer(let timer):
        guard !activeTimers.contains(other), let date = timer.nextFireDate else { return false }
        return date <= now
      case .port: return unheard[other, default: 0] > 0
      default: return false
      }
    }
    // One that was ready still after its callout is so anew on CoreFoundation, and has kept its place on the engine.
    let hasOldPlace = !others.isEmpty && (stillReady.contains(index) || others.contains { stillReady.contains($0) })
    let isShared = watched.contains { $0.key != index && $0.value === place }
    if hasOtherKind || hasDelayedPerforms || hasOldPlace || isShared { recorder.mark("descriptor-seen-late") }
  }
}
