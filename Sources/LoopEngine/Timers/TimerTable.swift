internal import CLinux
internal import Synchronization

/// What a timer is, beside its places in the heaps.
struct TimerRecord {
  /// Nil once the timer is invalid.
  var handler: ((LoopTimer) -> Void)?
  /// When it fires next.
  var fireTime: Int64
  /// Nanoseconds between fires; 0: it fires once.
  var interval: Int64
  var tolerance: Int64
  var location: UInt64
  /// Tells this timer from others that had its number.
  var generation: UInt32
  /// The first mode it is in, counted from 1; 0: none.
  var mode: UInt16
  var flags: Flags

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let valid = Flags(rawValue: 1)
    /// Its callout is running: it stands in no heap, and nested runs leave it alone.
    static let firing = Flags(rawValue: 2)
    /// Added to the common modes.
    static let common = Flags(rawValue: 4)
    /// There is an entry in the table's `extras`.
    static let extras = Flags(rawValue: 8)
  }
}

/// What few timers have.
final class TimerExtras {
  var label: String?
  /// For whom a delayed perform is done.
  var target: AnyHashable?
  /// Modes beyond the first, and the places in their heaps.
  var others: [(mode: UInt16, position: UInt32)] = []
}

/// All timers of one loop: 56 bytes a timer in slabs, 4 bytes of position, 16 a heap entry, and no allocation of its
/// own.
///
/// Only the loop's thread touches it.
struct TimerTable {
  static let nowhere = UInt32.max
  static let secondary: UInt32 = 1 << 29
  private static let firstSlabSize: UInt32 = 64

  // Slabs never move, so a record's address holds while its timer lives. Each is twice as large as the one before, and
  // the kernel backs only what was written. Owned until `release`.
  private var slabs: UnsafeMutablePointer<UnsafeMutablePointer<TimerRecord>>
  private var slabCount = 0
  private static let mostSlabs = 23
  /// How many timers the slabs have room for.
  private var slabCapacity = 0
  /// Where a timer stands in its first mode's heap; links the free list for numbers not in use.
  private(set) var positions: UnsafeMutablePointer<UInt32>
  private var positionCapacity: Int
  /// Numbers given out so far; their records are initialized.
  private(set) var used: UInt32 = 0
  private var firstFree = nowhere
  private var generationSeed: UInt32
  /// The thread that the table, and every timer in it, belongs to.
  let owner: UInt32
  private var sequence: UInt64 = 0
  /// One heap a mode, in the order of the loop's modes.
  private(set) var heaps: UnsafeMutablePointer<TimerHeap>
  /// Modes known here, which are the loop's first so many.
  private(set) var modeCount = 0
  private var heapCapacity = 1
  private(set) var extras: [UInt32: TimerExtras] = [:]
  /// How many entries `extras` has; asked more often than the dictionary should be.
  private(set) var extraCount = 0
  /// Those whose callouts are running, outermost first.
  var firing: [UInt32] = []

  private static let seeds = Atomic<UInt32>(0)
  private static let owners = Atomic<UInt32>(0)

  /// A table of the calling thread's.
  init() {
    let thread = cl_thread()
    if thread.pointee.number == 0 {
      thread.pointee.number = Self.owners.wrappingAdd(1, ordering: .relaxed).newValue
    }
    owner = thread.pointee.number
    // Until the first timer there is no memory; nothing is read or written without one.
    slabs = Self.nothing()
    positions = Self.nothing()
    positionCapacity = 0
    heaps = .allocate(capacity: heapCapacity)
    // A thread may get a second loop; the handles of the first must not name timers of the second.
    generationSeed = Self.seeds.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B1
  }

  private static func nothing<Value>() -> UnsafeMutablePointer<Value> {
    // Not null, and aligned for whatever it stands for.
    UnsafeMutablePointer(bitPattern: 64)!
  }

  mutating func release() {
    for number in 0..<used { record(number).deinitialize(count: 1) }
    for slab in 0..<slabCount { Memory.release(slabs[slab], Int(Self.firstSlabSize) << slab) }
    used = 0
    if slabCount > 0 {
      slabs.deallocate()
      Memory.release(positions, positionCapacity)
    }
    slabCount = 0
    for heap in 0..<modeCount { heaps[heap].release() }
    heaps.deallocate()
    extras = [:]
    extraCount = 0
  }

  mutating func addMode() {
    if modeCount == heapCapacity {
      let larger = UnsafeMutablePointer<TimerHeap>.allocate(capacity: heapCapacity * 2)
      larger.moveInitialize(from: heaps, count: modeCount)
      heaps.deallocate()
      heaps = larger
      heapCapacity *= 2
    }
    (heaps + modeCount).initialize(to: TimerHeap())
    modeCount += 1
  }

  @inline(__always)
  func record(_ timer: UInt32) -> UnsafeMutablePointer<TimerRecord> {
    // Slab k begins at firstSlabSize * (2^k - 1).
    let scaled = timer &+ Self.firstSlabSize
    let slab = 25 &- scaled.leadingZeroBitCount
    return slabs[slab] + Int(scaled &- Self.firstSlabSize &<< UInt32(truncatingIfNeeded: slab))
  }

  /// The record that `handle` names, or nil when that timer is invalid.
  @inline(__always)
  func find(_ handle: LoopTimer) -> UnsafeMutablePointer<TimerRecord>? {
    if _slowPath(handle.owner != owner) { return Self.notOfThisThread(handle) }
    if handle.number >= used { return nil }
    let found = record(handle.number)
    return found.pointee.generation == handle.generation && found.pointee.flags.contains(.valid) ? found : nil
  }

  @inline(never)
  private static func notOfThisThread(_ handle: LoopTimer) -> UnsafeMutablePointer<TimerRecord>? {
    // Made while its loop ended, it was never valid.
    if handle.owner == 0 { return nil }
    refuse(
      "a timer of another thread's loop was used on thread '\(ThreadIdentity.current.name)': a LoopTimer belongs to its thread; perform there what uses it, by the loop's handle"
    )
  }

  // MARK: Making and ending

  @inline(__always)
  mutating func make(
    fireTime: Int64, interval: Int64, tolerance: Int64, location: UInt64, handler: @escaping (LoopTimer) -> Void
  ) -> LoopTimer {
    let number: UInt32
    let made: UnsafeMutablePointer<TimerRecord>
    if firstFree != Self.nowhere {
      number = firstFree
      firstFree = positions[Int(number)]
      made = record(number)
      made.pointee.handler = handler
      made.pointee.fireTime = fireTime
      made.pointee.interval = interval
      made.pointee.tolerance = tolerance
      made.pointee.location = location
      made.pointee.mode = 0
      made.pointee.flags = .valid
    } else {
      number = used
      if Int(number) == slabCapacity { addSlab() }
      used = number &+ 1
      made = record(number)
      made.initialize(
        to: TimerRecord(
          handler: handler, fireTime: fireTime, interval: interval, tolerance: tolerance, location: location,
          generation: generationSeed, mode: 0, flags: .valid))
    }
    positions[Int(number)] = Self.nowhere
    return LoopTimer(number: number, generation: made.pointee.generation, owner: owner)
  }

  /// Makes room for more timers; nothing is written to it yet, so the kernel need not back it.
  @inline(never)
  mutating func addSlab() {
    require(slabCount < Self.mostSlabs, "a loop cannot have more than five hundred million timers")
    let size = Int(Self.firstSlabSize) << slabCount
    if slabCount == 0 { slabs = .allocate(capacity: Self.mostSlabs) }
    (slabs + slabCount).initialize(to: Memory.grow(nil, from: 0, to: size))
    slabCount += 1
    slabCapacity += size
    if slabCapacity > positionCapacity {
      let larger = max(slabCapacity, positionCapacity * 2)
      positions = Memory.grow(positionCapacity == 0 ? nil : positions, from: positionCapacity, to: larger)
      positionCapacity = larger
    }
  }

  /// Takes the timer out of every mode and ends it.
  ///
  /// Its handler is handed back, to be released when the caller is done.
  @inline(__always)
  mutating func end(_ timer: UInt32) -> ((LoopTimer) -> Void)? {
    let ended = record(timer)
    if ended.pointee.flags.contains(.firing) {
      stopFiring(timer)
      leaveModes(timer, ended)
    } else if ended.pointee.mode != 0 {
      removeFromAllModes(timer, ended)
    }
    if ended.pointee.flags.contains(.extras) {
      extras[timer] = nil
      extraCount = extras.count
    }
    let handler = ended.pointee.handler.take()
    ended.pointee.flags = []
    ended.pointee.generation &+= 1
    positions[Int(timer)] = firstFree
    firstFree = timer
    return handler
  }

  // MARK: Modes

  @inline(__always)
  mutating func nextSequence() -> UInt64 {
    if sequence == HeapSlot.lastSequence { renumber() }
    sequence &+= 1
    return sequence
  }

  /// Gives all entries small sequence numbers again, in their present order.
  @inline(never)
  mutating func renumber() {
    sequence = 0
    for heap in 0..<modeCount { sequence = max(sequence, heaps[heap].renumber()) }
  }

  @inline(__always)
  mutating func place(_ heap: Int, _ time: Int64, _ entry: UInt32) {
    let slot = HeapSlot(time: time, timer: entry, sequence: nextSequence())
    let positions = positions
    if extraCount == 0 {
      heaps[heap].insert(slot) { positions[Int($0)] = $1 }
    } else {
      let table = self
      heaps[heap].insert(slot) { table.setPosition($0, $1, heap) }
    }
    if heaps[heap].tolerant != 0 { heaps[heap].noteTolerance(record(entry & ~Self.secondary).pointee.tolerance) }
  }

  @inline(__always)
  func setPosition(_ entry: UInt32, _ position: UInt32, _ heap: Int) {
    if entry & Self.secondary == 0 {
      positions[Int(entry)] = position
    } else {
      setSecondaryPosition(entry & ~Self.secondary, position, heap)
    }
  }

  @inline(never)
  private func setSecondaryPosition(_ timer: UInt32, _ position: UInt32, _ heap: Int) {
    // Both not nil: an entry with the top bit was made from the timer's list of other modes.
    let extra = extras[timer]!
    let at = extra.others.firstIndex { Int($0.mode) == heap + 1 }!
    extra.others[at].position = position
  }

  @inline(__always)
  mutating func unplace(_ heap: Int, _ position: UInt32) {
    let positions = positions
    if extraCount == 0 {
      heaps[heap].remove(at: position) { positions[Int($0)] = $1 }
    } else {
      let table = self
      heaps[heap].remove(at: position) { table.setPosition($0, $1, heap) }
    }
  }

  /// The timer's modes, by heap.
  func modes(of timer: UInt32) -> [Int] {
    let it = record(timer)
    if it.pointee.mode == 0 { return [] }
    return [Int(it.pointee.mode) - 1] + (extras[timer]?.others.map { Int($0.mode) - 1 } ?? [])
  }

  @inline(__always)
  func isMember(_ timer: UInt32, of heap: Int) -> Bool {
    let it = record(timer)
    if Int(it.pointee.mode) == heap + 1 { return true }
    if !it.pointee.flags.contains(.extras) { return false }
    return extras[timer]?.others.contains { Int($0.mode) == heap + 1 } ?? false
  }

  mutating func extra(of timer: UInt32) -> TimerExtras {
    if let extra = extras[timer] { return extra }
    let extra = TimerExtras()
    extras[timer] = extra
    extraCount = extras.count
    record(timer).pointee.flags.insert(.extras)
    return extra
  }

  @inline(__always)
  mutating func add(_ timer: UInt32, to heap: Int) {
    let it = record(timer)
    let waits = !it.pointee.flags.contains(.firing)
    if it.pointee.tolerance > 0 && !isMember(timer, of: heap) { becomeTolerant(heap) }
    if it.pointee.mode == 0 {
      it.pointee.mode = UInt16(heap + 1)
      if waits { place(heap, it.pointee.fireTime, timer) }
    } else {
      if isMember(timer, of: heap) { return }
      extra(of: timer).others.append((UInt16(heap + 1), Self.nowhere))
      if waits { place(heap, it.pointee.fireTime, timer | Self.secondary) }
    }
    heaps[heap].members &+= 1
  }

  /// Counts a tolerant timer more in the heap.
  ///
  /// Before the first, no tolerance there was looked at.
  mutating func becomeTolerant(_ heap: Int) {
    if heaps[heap].tolerant == 0 && heaps[heap].count > 0 { heaps[heap].noteTolerance(0) }
    heaps[heap].tolerant &+= 1
  }

  mutating func remove(_ timer: UInt32, from heap: Int) {
    if !isMember(timer, of: heap) { return }
    let it = record(timer)
    let extra = extras[timer]
    if Int(it.pointee.mode) == heap + 1 {
      if positions[Int(timer)] != Self.nowhere { unplace(heap, positions[Int(timer)]) }
      positions[Int(timer)] = Self.nowhere
      it.pointee.mode = 0
      if let extra, !extra.others.isEmpty { promote(timer, extra.others.removeFirst()) }
    } else if let extra, let at = extra.others.firstIndex(where: { Int($0.mode) == heap + 1 }) {
      if extra.others[at].position != Self.nowhere { unplace(heap, extra.others[at].position) }
      extra.others.remove(at: at)
    }
    heaps[heap].members -= 1
    if it.pointee.tolerance > 0 { heaps[heap].tolerant -= 1 }
  }

  /// Makes a mode beyond the first the first, its entry staying where it stands.
  mutating func promote(_ timer: UInt32, _ other: (mode: UInt16, position: UInt32)) {
    record(timer).pointee.mode = other.mode
    positions[Int(timer)] = other.position
    if other.position != Self.nowhere { heaps[Int(other.mode) - 1].rename(at: other.position, timer) }
  }

  @inline(__always)
  mutating func removeFromAllModes(_ timer: UInt32, _ it: UnsafeMutablePointer<TimerRecord>) {
    takeOut(timer, it)
    leaveModes(timer, it)
  }

  /// Forgets its modes, in whose heaps it stands no more.
  @inline(__always)
  mutating func leaveModes(_ timer: UInt32, _ it: UnsafeMutablePointer<TimerRecord>) {
    let tolerant = it.pointee.tolerance > 0 ? 1 : 0
    if it.pointee.mode != 0 {
      heaps[Int(it.pointee.mode) &- 1].members &-= 1
      heaps[Int(it.pointee.mode) &- 1].tolerant &-= tolerant
    }
    if it.pointee.flags.contains(.extras) { leaveOtherModes(timer, tolerant) }
    it.pointee.mode = 0
  }

  @inline(never)
  mutating func leaveOtherModes(_ timer: UInt32, _ tolerant: Int) {
    guard let extra = extras[timer] else { return }
    for other in extra.others {
      heaps[Int(other.mode) - 1].members -= 1
      heaps[Int(other.mode) - 1].tolerant -= tolerant
    }
    extra.others = []
  }

  /// Takes its entries out of the heaps, where it has any; it stays a member of its modes.
  @inline(__always)
  mutating func takeOut(_ timer: UInt32, _ it: UnsafeMutablePointer<TimerRecord>) {
    let position = positions[Int(timer)]
    if position != Self.nowhere {
      unplace(Int(it.pointee.mode) - 1, position)
      positions[Int(timer)] = Self.nowhere
    }
    if it.pointee.flags.contains(.extras) { takeOutOthers(timer) }
  }

  @inline(never)
  mutating func takeOutOthers(_ timer: UInt32) {
    guard let extra = extras[timer] else { return }
    for index in extra.others.indices where extra.others[index].position != Self.nowhere {
      unplace(Int(extra.others[index].mode) - 1, extra.others[index].position)
      extra.others[index].position = Self.nowhere
    }
  }

  /// Puts entries for `time` into the heaps of all its modes.
  @inline(__always)
  mutating func putIn(_ timer: UInt32, _ it: UnsafeMutablePointer<TimerRecord>, _ time: Int64) {
    if it.pointee.mode == 0 { return }
    place(Int(it.pointee.mode) - 1, time, timer)
    if it.pointee.flags.contains(.extras), let extra = extras[timer] {
      for other in extra.others { place(Int(other.mode) - 1, time, timer | Self.secondary) }
    }
  }
}
