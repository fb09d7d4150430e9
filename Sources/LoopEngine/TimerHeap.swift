/// One entry of a timer heap: when, and whose.
struct HeapSlot {
  var time: Int64
  /// The timer's number; the top bit says that this heap is not of the timer's first mode.
  var timer: UInt32
  /// Orders entries of equal time by insertion; wraps.
  var sequence: UInt32

  @inline(__always)
  func precedes(_ other: HeapSlot) -> Bool {
    time < other.time || (time == other.time && Int32(bitPattern: sequence &- other.sequence) < 0)
  }
}

/// The timers of one mode by fire time: a 4-ary heap whose groups of children fill one cache line each.
///
/// Whoever moves an entry tells its timer the new position; that is the table's business, passed in as `place`.
struct TimerHeap {
  // Entries stand at `base[3...]`: the children of p are 4(p-2)...4(p-2)+3, a 64-byte line, the parent of p is p/4+2.
  // Owned: allocated by `grow`, released by `release`.
  private(set) var base: UnsafeMutablePointer<HeapSlot>?
  private(set) var count: UInt32 = 0
  private var capacity: UInt32 = 0
  /// Timers of the mode, those in their callout included.
  var members = 0
  /// How many entries may fire late.
  var tolerant = 0

  static let root: UInt32 = 3

  @inline(__always)
  var first: HeapSlot? {
    // Not null: there is an entry, so `grow` has run.
    count == 0 ? nil : base.unsafelyUnwrapped[Int(Self.root)]
  }

  @inline(__always)
  mutating func insert(_ slot: HeapSlot, place: (UInt32, UInt32) -> Void) {
    if count == capacity { grow() }
    count += 1
    siftUp(slot, from: count &+ (Self.root &- 1), place)
  }

  /// Takes the entry at `position` out.
  @inline(__always)
  mutating func remove(at position: UInt32, place: (UInt32, UInt32) -> Void) {
    // Not null: there is an entry at `position`.
    let base = base.unsafelyUnwrapped
    let lastPosition = count &+ (Self.root &- 1)
    count -= 1
    if position == lastPosition { return }
    let last = base[Int(lastPosition)]
    if position > Self.root, last.precedes(base[Int(position >> 2 &+ 2)]) {
      siftUp(last, from: position, place)
    } else {
      siftDown(last, from: position, place)
    }
  }

  @inline(__always)
  private func siftUp(_ slot: HeapSlot, from start: UInt32, _ place: (UInt32, UInt32) -> Void) {
    // Not null: the callers made room or found an entry.
    let base = base.unsafelyUnwrapped
    var position = start
    while position > Self.root {
      let parent = position >> 2 &+ 2
      let above = base[Int(parent)]
      if !slot.precedes(above) { break }
      base[Int(position)] = above
      place(above.timer, position)
      position = parent
    }
    base[Int(position)] = slot
    place(slot.timer, position)
  }

  @inline(__always)
  private func siftDown(_ slot: HeapSlot, from start: UInt32, _ place: (UInt32, UInt32) -> Void) {
    // Not null: as above.
    let base = base.unsafelyUnwrapped
    let end = count &+ Self.root
    var position = start
    while true {
      let child = (position &- 2) << 2
      if child >= end { break }
      var best = child
      var bestSlot = base[Int(child)]
      var next = child &+ 1
      let stop = min(child &+ 4, end)
      while next < stop {
        let candidate = base[Int(next)]
        if candidate.precedes(bestSlot) {
          best = next
          bestSlot = candidate
        }
        next &+= 1
      }
      if !bestSlot.precedes(slot) { break }
      base[Int(position)] = bestSlot
      place(bestSlot.timer, position)
      position = best
    }
    base[Int(position)] = slot
    place(slot.timer, position)
  }

  func rename(at position: UInt32, _ timer: UInt32) {
    // Not null: there is an entry at `position`.
    base.unsafelyUnwrapped[Int(position)].timer = timer
  }

  private mutating func grow() {
    let larger = capacity == 0 ? 13 : capacity * 2 + 3
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: (Int(larger) + Int(Self.root)) * MemoryLayout<HeapSlot>.stride, alignment: 64)
    let fresh = raw.bindMemory(to: HeapSlot.self, capacity: Int(larger) + Int(Self.root))
    if let base {
      (fresh + Int(Self.root)).initialize(from: base + Int(Self.root), count: Int(count))
      base.deallocate()
    }
    base = fresh
    capacity = larger
  }

  mutating func release() {
    base?.deallocate()
    base = nil
    count = 0
    capacity = 0
  }

  /// The latest time at which the first timers may fire together: the earliest fire time plus tolerance.
  ///
  /// Only entries that fire before the best time found so far are looked at.
  func latestWake(toleranceOf: (UInt32) -> Int64) -> Int64 {
    guard let first else { return .max }
    if tolerant == 0 { return first.time }
    var best = first.time.saturatingAdd(toleranceOf(first.timer))
    narrow(under: Self.root, &best, toleranceOf)
    return best
  }

  private func narrow(under position: UInt32, _ best: inout Int64, _ toleranceOf: (UInt32) -> Int64) {
    // Not null: there is an entry at `position`.
    let base = base.unsafelyUnwrapped
    let child = (position &- 2) << 2
    var next = child
    while next < min(child &+ 4, count &+ Self.root) {
      let slot = base[Int(next)]
      if slot.time < best {
        best = min(best, slot.time.saturatingAdd(toleranceOf(slot.timer)))
        narrow(under: next, &best, toleranceOf)
      }
      next += 1
    }
  }
}
