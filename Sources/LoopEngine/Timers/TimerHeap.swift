/// One entry of a timer heap: when, and whose.
struct HeapSlot {
  var time: Int64
  /// Orders entries of equal time by insertion (upper 34 bits) and says whose it is (lower 30).
  var low: UInt64

  static let timerBits: UInt64 = 30
  static let lastSequence: UInt64 = (1 << 34) - 1

  @inline(__always)
  init(time: Int64, timer: UInt32, sequence: UInt64) {
    self.time = time
    low = sequence &<< Self.timerBits | UInt64(timer)
  }

  /// The timer's number; the top bit of the 30 says that this heap is not of the timer's first mode.
  @inline(__always)
  var timer: UInt32 {
    get { UInt32(truncatingIfNeeded: low & (1 << Self.timerBits - 1)) }
    set { low = (low >> Self.timerBits) << Self.timerBits | UInt64(newValue) }
  }

  /// Without branches: in a heap, which of two is earlier is anybody's guess.
  @inline(__always)
  func precedes(_ other: HeapSlot) -> Bool {
    let earlier = time < other.time
    let same = time == other.time
    let older = low < other.low
    return earlier != (same && older)
  }
}

/// The timers of one mode by fire time: a 4-ary heap whose groups of children fill one cache line each.
///
/// The code that moves an entry tells its timer the new position; that is the table's business, passed in as `place`.
struct TimerHeap {
  // Entries stand at `base[3...]`: the children of p are 4(p-2)...4(p-2)+3, a 64-byte line, the parent of p is p/4+2.
  // Owned: allocated by `grow`, released by `release`.
  private(set) var base: UnsafeMutablePointer<HeapSlot>?
  private(set) var count: UInt32 = 0
  private var capacity: UInt32 = 0
  /// Timers of the mode, those in their callout included.
  var members = 0
  /// How many of the members may fire late.
  var tolerant = 0
  /// When an entry that was due already came to stand first: it is ready since then, not since its own time.
  private(set) var armed = ReadyStamp(time: .min, order: 0)
  /// No entry that was put in since the heap was last empty has less tolerance.
  private var leastTolerance = Int64.max

  static let root: UInt32 = 3

  @inline(__always)
  var first: HeapSlot? {
    // Not null: there is an entry, so `grow` has run.
    count == 0 ? nil : base.unsafelyUnwrapped[Int(Self.root)]
  }

  @inline(__always)
  mutating func insert(_ slot: HeapSlot, place: (UInt32, UInt32) -> Void) {
    if count == capacity { grow() }
    // Not null: there is room now.
    if count == 0 { leastTolerance = .max }
    noteFirst(slot.time)
    count &+= 1
    siftUp(slot, from: count &+ (Self.root &- 1), place)
  }

  /// Notes since when the first entry is ready, if one of that time comes to stand first.
  @inline(__always)
  mutating func noteFirst(_ time: Int64) {
    // Not null where there is an entry.
    if count == 0 || time < base.unsafelyUnwrapped[Int(Self.root)].time { becomeFirst(time) }
  }

  @inline(never)
  private mutating func becomeFirst(_ time: Int64) {
    let now = clockNow()
    if time <= now && (first?.time ?? .max) > now { armed = .now() }
  }

  /// The first entry is due, and ready since that moment.
  mutating func isReady(since stamp: ReadyStamp) {
    armed = stamp
  }

  /// Takes the entry at `position` out.
  @inline(__always)
  mutating func remove(at position: UInt32, place: (UInt32, UInt32) -> Void) {
    // Not null: there is an entry at `position`.
    let base = base.unsafelyUnwrapped
    let lastPosition = count &+ (Self.root &- 1)
    count &-= 1
    if position == lastPosition { return }
    move(base[Int(lastPosition)], at: position, place: place)
  }

  /// Puts `slot` where the entry at `position` stands, and moves it to where it belongs.
  @inline(__always)
  func move(_ slot: HeapSlot, at position: UInt32, place: (UInt32, UInt32) -> Void) {
    // Not null: there is an entry at `position`.
    if position > Self.root, slot.precedes(base.unsafelyUnwrapped[Int(position >> 2 &+ 2)]) {
      siftUp(slot, from: position, place)
    } else {
      siftDown(slot, from: position, place)
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
      if child &+ 4 <= end {
        // Two pairs, then their winners: the comparisons of a pair do not wait for each other.
        let (second, third, fourth) = (base[Int(child &+ 1)], base[Int(child &+ 2)], base[Int(child &+ 3)])
        let secondWins = second.precedes(bestSlot)
        best = secondWins ? child &+ 1 : child
        bestSlot = secondWins ? second : bestSlot
        let fourthWins = fourth.precedes(third)
        let other = fourthWins ? child &+ 3 : child &+ 2
        let otherSlot = fourthWins ? fourth : third
        let otherWins = otherSlot.precedes(bestSlot)
        best = otherWins ? other : best
        bestSlot = otherWins ? otherSlot : bestSlot
      } else {
        for next in child &+ 1..<end {
          let candidate = base[Int(next)]
          if candidate.precedes(bestSlot) { (best, bestSlot) = (next, candidate) }
        }
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

  /// Numbers the entries anew in the order they have; returns the last number.
  func renumber() -> UInt64 {
    guard let base else { return 0 }
    let positions = (Self.root..<Self.root + count).sorted { base[Int($0)].precedes(base[Int($1)]) }
    for (number, position) in positions.enumerated() {
      let slot = base[Int(position)]
      base[Int(position)] = HeapSlot(time: slot.time, timer: slot.timer, sequence: UInt64(number))
    }
    return UInt64(positions.count)
  }

  private mutating func grow() {
    let larger = capacity == 0 ? 13 : capacity * 2 + 3
    let grown = Memory.grow(base, from: Self.entries(capacity), to: Self.entries(larger))
    base = grown
    capacity = larger
  }

  private static func entries(_ capacity: UInt32) -> Int { capacity == 0 ? 0 : Int(capacity + root) }

  mutating func release() {
    if let base { Memory.release(base, Self.entries(capacity)) }
    base = nil
    count = 0
    capacity = 0
  }

  @inline(__always)
  mutating func noteTolerance(_ tolerance: Int64) {
    if tolerance < leastTolerance { leastTolerance = tolerance }
  }

  /// The latest time at which the first timers may fire together: the earliest fire time plus tolerance.
  ///
  /// Only entries that fire before the best time found so far are looked at.
  func latestWake(toleranceOf: (UInt32) -> Int64) -> Int64 {
    guard let first else { return .max }
    let tolerance = toleranceOf(first.timer)
    var best = first.time.saturatingAdd(tolerance)
    // No other can be earlier: the usual case, as timers of one kind have one tolerance.
    if tolerance <= leastTolerance { return best }
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
