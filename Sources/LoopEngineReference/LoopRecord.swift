import CReference
import CoreFoundation
import Dispatch

/// What the wrappers keep of a loop beside CoreFoundation: its thread's end, and the books behind snapshots.
///
/// Sendable: `loop` is used only while its thread has not ended (`whileAlive`), by functions CoreFoundation calls
/// thread-safe; the rest is constant or under a lock. It does not retain the loop: what does keeps its blocks from
/// being released at the thread's end.
final class LoopRecord: @unchecked Sendable {
  let name: String
  let isMain: Bool
  private let loop: Unmanaged<CFRunLoop>
  private let life = Guarded(Life())
  let books = Guarded(LoopBooks())
  let endings = Endings()
  let performs = PerformQueue()
  /// The blocks that CoreFoundation still has.
  let queuedBlocks = DispatchGroup()
  private let ownExecutor = Guarded<LoopExecutor?>(nil)

  private struct Life {
    var hasEnded = false
    var calls = 0
    var ending: DispatchSemaphore?
  }

  init(_ loop: CFRunLoop, name: String, isMain: Bool) {
    self.loop = Unmanaged.passUnretained(loop)
    self.name = name
    self.isMain = isMain
  }

  /// The loop's address, by which CoreFoundation's callouts name it.
  var key: UInt { UInt(bitPattern: loop.toOpaque()) }

  /// Whether it is the calling thread's.
  var isCurrent: Bool {
    if let thread = ThreadLoop.existing { return thread.loop.record === self }
    return isMain && reference_is_main_thread() != 0
  }

  var hasEnded: Bool { life.withLock(\.hasEnded) }

  /// CoreFoundation's loop, for its own thread.
  var own: CFRunLoop { loop.takeUnretainedValue() }

  /// Calls `body` with the loop, whose thread waits with its end; nil when it has ended.
  func whileAlive<Result>(_ body: (CFRunLoop) -> Result) -> Result? {
    let isAlive = life.withLock { life in
      if !life.hasEnded { life.calls += 1 }
      return !life.hasEnded
    }
    guard isAlive else { return nil }
    defer {
      life.withLock { life in
        life.calls -= 1
        if life.calls == 0 { life.ending?.signal() }
      }
    }
    return body(loop.takeUnretainedValue())
  }

  /// The thread ends: from now on nothing reaches the loop.
  func end() {
    let ending = life.withLock { life -> DispatchSemaphore? in
      life.hasEnded = true
      if life.calls > 0 { life.ending = DispatchSemaphore(value: 0) }
      return life.ending
    }
    ending?.wait()
    LoopRecording.emit(.loopEnded, nil, record: self)
  }

  /// CoreFoundation has ended the loop: forgets what kept its items.
  func close() {
    let closed = books.withLock { books in
      defer { books = LoopBooks() }
      return books
    }
    let executor = ownExecutor.withLock { executor in
      defer { executor = nil }
      return executor
    }
    // Released outside the locks: an item's deinit comes back to the books.
    withExtendedLifetime((closed, executor)) {}
    for request in performs.close() { request.onDrop?() }
  }

  /// One executor per loop: Swift concurrency knows executors by identity.
  var executor: LoopExecutor {
    ownExecutor.withLock { executor in
      if let executor { return executor }
      let made = LoopExecutor(LoopHandle(self))
      // After the end nothing would ever take it out again.
      if !hasEnded { executor = made }
      return made
    }
  }
}

// MARK: - What loops and handles share

extension LoopRecord {
  func add(_ item: LoopItem, to mode: Mode, _ loop: CFRunLoop) {
    let isNew = !item.isIn(loop, mode)
    item.add(to: loop, mode)
    guard isNew, item.isIn(loop, mode) else { return }
    item.facts.entered(self)
    let candidates = mode == .common ? books.withLock(\.commonModes) : [mode]
    noteModes(candidates, loop)
    // CoreFoundation is asked outside the lock: it has locks of its own.
    let holding = candidates.filter { item.isIn(loop, $0) }
    let entered = books.withLock { books in
      if mode == .common { books.commonItems.append(item) }
      return holding.filter { books.enter(item, $0) }
    }
    for mode in entered { LoopRecording.emit(.itemAdded(mode), item.facts, record: self) }
  }

  func remove(_ item: LoopItem, from mode: Mode, _ loop: CFRunLoop) {
    let wasIn = item.isIn(loop, mode)
    item.remove(from: loop, mode)
    guard wasIn, !item.isIn(loop, mode) else { return }
    let struck = books.withLock { books in
      books.strike(item.facts, from: mode == .common ? books.commonModes : [mode], common: mode == .common)
    }
    withExtendedLifetime(struck) {
      if struck.isGone { item.facts.left(self) }
      for mode in struck.modes { LoopRecording.emit(.itemRemoved(mode), item.facts, record: self) }
    }
  }

  /// The item is invalid, so in no mode any more.
  func strike(_ facts: ItemFacts) {
    let struck = books.withLock { $0.strike(facts, from: nil, common: true) }
    // Released outside the lock, also in an optimised build.
    withExtendedLifetime(struck) {
      // For timers and observers, as in the engine, the end says it all.
      guard facts.kind != .timer, facts.kind != .observer else { return }
      for mode in struck.modes { LoopRecording.emit(.itemRemoved(mode), facts, record: self) }
    }
  }

  func addCommonMode(_ mode: Mode, _ loop: CFRunLoop) {
    // With items in the common modes CoreFoundation would add them to `common` again and again until the stack ends.
    if mode == .common { return }
    CFRunLoopAddCommonMode(loop, mode.string)
    let items = books.withLock { books -> [LoopItem]? in
      if books.commonModes.contains(mode) { return nil }
      books.commonModes.append(mode)
      return books.commonItems
    }
    guard let items else { return }
    if !items.isEmpty { noteModes([mode], loop) }
    LoopRecording.emit(.commonModeAdded(mode), nil, record: self)
    let held = items.filter { $0.isIn(loop, mode) }
    let entered = books.withLock { books in held.filter { books.enter($0, mode) } }
    for item in entered { LoopRecording.emit(.itemAdded(mode), item.facts, record: self) }
  }

  /// Queues a block of any of `modes`.
  func perform(_ block: QueuedBlock, _ modes: [Mode], _ loop: CFRunLoop) {
    block.enter(self, modes)
    LoopRecording.emit(.blockQueued, block.facts, record: self)
    let body: () -> Void = { block.run() }
    if modes.count == 1 {
      CFRunLoopPerformBlock(loop, modes[0].string, body)
    } else {
      CFRunLoopPerformBlock(loop, Self.array(modes), body)
    }
    noteModes(modes, loop)
  }

  func stop(mode: Mode?, _ loop: CFRunLoop) {
    LoopRecording.emit(.stopRequested(mode), nil, record: self)
    if let mode {
      _CFRunLoopStopMode(Unmanaged.passUnretained(loop).toOpaque(), Unmanaged.passUnretained(mode.string).toOpaque())
      noteModes([mode], loop)
    } else {
      books.withLock { books in
        if !books.runs.isEmpty { books.runs[books.runs.count - 1].isStopped = true }
      }
      CFRunLoopStop(loop)
    }
  }

  func wakeUp(_ loop: CFRunLoop) {
    LoopRecording.emit(.wakeUpRequested, nil, record: self)
    CFRunLoopWakeUp(loop)
  }

  func currentMode(_ loop: CFRunLoop) -> Mode? { CFRunLoopCopyCurrentMode(loop).map { Mode($0) } }

  /// All modes in order of creation.
  ///
  /// CoreFoundation keeps none, so the books do.
  func allModes(_ loop: CFRunLoop) -> [Mode] {
    noteModes([], loop, always: true)
    return books.withLock(\.modes)
  }

  /// Enters modes that CoreFoundation has made for `candidates`, in their order.
  ///
  /// A mode is never destroyed.
  private func noteModes(_ candidates: [Mode], _ loop: CFRunLoop, always: Bool = false) {
    let isNews = books.withLock { books in candidates.contains { !books.modes.contains($0) } }
    guard isNews || always else { return }
    let existing = existingModes(loop)
    let made = books.withLock { books in
      let found = candidates.filter(existing.contains) + existing.sorted { $0.name < $1.name }
      return found.filter { mode in
        if books.modes.contains(mode) { return false }
        books.modes.append(mode)
        return true
      }
    }
    for mode in made { LoopRecording.emit(.modeCreated(mode), nil, record: self) }
  }

  func existingModes(_ loop: CFRunLoop) -> Set<Mode> {
    guard let names = CFRunLoopCopyAllModes(loop) else { return [] }
    return Set(
      (0..<CFArrayGetCount(names)).map { index in
        // Not nil, and a string: the array holds the modes' names.
        Mode(Unmanaged<CFString>.fromOpaque(CFArrayGetValueAtIndex(names, index)!).takeUnretainedValue())
      })
  }

  private static func array(_ modes: [Mode]) -> CFArray {
    var callbacks = kCFTypeArrayCallBacks
    // Not nil: CoreFoundation ends the process rather than fail to allocate.
    let array = CFArrayCreateMutable(nil, modes.count, &callbacks)!
    for mode in modes { CFArrayAppendValue(array, Unmanaged.passUnretained(mode.string).toOpaque()) }
    return array
  }
}
