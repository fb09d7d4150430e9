extension TimerTable {
  /// Moves the timer to `time`, behind those that have that time already.
  @inline(__always)
  mutating func move(_ timer: UInt32, to time: Int64) {
    let it = record(timer)
    it.pointee.fireTime = time
    if it.pointee.flags.contains(.firing) { return }
    let position = positions[Int(timer)]
    if extraCount == 0 && position != Self.nowhere {
      let slot = HeapSlot(time: time, timer: timer, sequence: nextSequence())
      let positions = positions
      heaps[Int(it.pointee.mode) &- 1].noteFirst(slot.time)
      heaps[Int(it.pointee.mode) &- 1].move(slot, at: position) { positions[Int($0)] = $1 }
      return
    }
    takeOut(timer, it)
    putIn(timer, it, time)
  }

  mutating func setTolerance(_ timer: UInt32, _ tolerance: Int64) {
    let it = record(timer)
    let change = (tolerance > 0 ? 1 : 0) - (it.pointee.tolerance > 0 ? 1 : 0)
    it.pointee.tolerance = tolerance
    for heap in modes(of: timer) {
      heaps[heap].tolerant += change
      heaps[heap].noteTolerance(0)
    }
  }

  /// When a loop asleep in that mode is to wake for its timers; Int64.max: never.
  ///
  /// That is as late as their tolerances allow, less what the kernel may be late by.
  @inline(__always)
  func wakeTime(of heap: Int) -> Int64 {
    guard let first = heaps[heap].first else { return .max }
    if heaps[heap].tolerant == 0 { return first.time }
    let latest = heaps[heap].latestWake { record($0 & ~Self.secondary).pointee.tolerance }
    return max(first.time, latest &- Kernel.slack)
  }

  /// Since when the timers of the mode, due at `wakeTime`, are ready.
  ///
  /// At that time before all else: a timer is due before anybody can act at its time. One that was due when it was
  /// added is ready since then.
  @inline(__always)
  func readyStamp(of heap: Int, _ wakeTime: Int64) -> ReadyStamp {
    wakeTime > heaps[heap].armed.time ? ReadyStamp(time: wakeTime, order: 0) : heaps[heap].armed
  }

  /// The earliest fire time in the mode, timers in their callout included.
  func nextFireTime(of heap: Int) -> Int64? {
    var earliest = heaps[heap].first?.time
    for timer in firing where isMember(timer, of: heap) {
      let time = record(timer).pointee.fireTime
      earliest = earliest.map { min($0, time) } ?? time
    }
    return earliest
  }

  /// Takes the mode's first entry out when it is due at `limit`.
  ///
  /// The timer stays a member of its modes.
  @inline(__always)
  mutating func takeDue(from heap: Int, limit: Int64) -> HeapSlot? {
    guard let first = heaps[heap].first, first.time <= limit else { return nil }
    unplace(heap, TimerHeap.root)
    setPosition(first.timer, Self.nowhere, heap)
    return first
  }

  /// Puts back an entry that `takeDue` took and that has not fired, at its old place in the order; nothing is done when
  /// the timer, a member of the mode, stands there again already.
  mutating func putBack(_ slot: HeapSlot, to heap: Int) {
    let timer = Self.number(of: slot)
    // Which of its modes is the first may have changed since the entry was taken.
    let isFirst = Int(record(timer).pointee.mode) == heap + 1
    let position =
      isFirst
      ? positions[Int(timer)]
      : extras[timer]?.others.first { Int($0.mode) == heap + 1 }?.position ?? Self.nowhere
    if position != Self.nowhere { return }
    var entry = slot
    entry.timer = isFirst ? timer : timer | Self.secondary
    let table = self
    heaps[heap].insert(entry) { table.setPosition($0, $1, heap) }
    // Where it is alone, what was noted of others is forgotten.
    heaps[heap].noteTolerance(record(timer).pointee.tolerance)
  }

  /// Takes it out of the heaps for its callout.
  @inline(__always)
  mutating func beginFiring(_ timer: UInt32) {
    let it = record(timer)
    takeOut(timer, it)
    it.pointee.flags.insert(.firing)
    firing.append(timer)
  }

  /// Puts it back into the heaps of its modes, for `time`.
  @inline(__always)
  mutating func endFiring(_ timer: UInt32, next time: Int64) {
    let it = record(timer)
    it.pointee.flags.remove(.firing)
    it.pointee.fireTime = time
    stopFiring(timer)
    putIn(timer, it, time)
  }

  @inline(__always)
  mutating func stopFiring(_ timer: UInt32) {
    if firing.last == timer { firing.removeLast() } else { firing.removeAll { $0 == timer } }
  }

  /// The valid timers that satisfy `condition`, by number.
  func all(where condition: (UInt32, TimerRecord) -> Bool) -> [UInt32] {
    (0..<used).filter { number in
      let it = record(number).pointee
      return it.flags.contains(.valid) && condition(number, it)
    }
  }

  func handle(_ timer: UInt32) -> LoopTimer {
    LoopTimer(number: timer, generation: record(timer).pointee.generation, owner: owner)
  }

  static func number(of slot: HeapSlot) -> UInt32 { slot.timer & ~secondary }
}
