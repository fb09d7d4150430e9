internal import CLinux

/// Due timers taken out of their heap, to be fired in one wake.
struct TimerBatch {
  struct Due {
    var slot: HeapSlot
    /// Tells whether the number still means the timer that was due.
    var generation: UInt32
  }

  // Owned by the batch while it is fired, then kept by the loop for the next.
  private var room: UnsafeMutablePointer<Due>?
  private var capacity = 0
  private(set) var count = 0
  var next = 0
  var heap = 0
  /// When those after the first became ready anew: the kernel's timer of the mode would be set for them before the
  /// first callout, and go off at once.
  var ready = ReadyStamp(time: .min, order: 0)
  /// Those not fired yet stand in the heap again, for a nested run to find.
  var isPutBack = false

  var isActive: Bool { next < count && !isPutBack }

  @inline(__always)
  mutating func append(_ slot: HeapSlot, _ timers: UnsafeMutablePointer<TimerTable>) {
    if count == capacity { grow() }
    // Its record will be needed in a moment; the heap goes on meanwhile.
    cl_prefetch(timers.pointee.record(TimerTable.number(of: slot)))
    // Not null: there is room.
    room.unsafelyUnwrapped[count] = Due(slot: slot, generation: 0)
    count &+= 1
  }

  /// Notes which timers these are, before any of them can end.
  func identify(_ timers: UnsafeMutablePointer<TimerTable>) {
    for index in 0..<count {
      // Not null: there is an entry.
      let due = room.unsafelyUnwrapped + index
      due.pointee.generation = timers.pointee.record(TimerTable.number(of: due.pointee.slot)).pointee.generation
    }
  }

  @inline(__always)
  subscript(index: Int) -> Due {
    // Not null: callers ask for entries below `count`.
    room.unsafelyUnwrapped[index]
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Due>.allocate(capacity: max(64, capacity * 2))
    if let room { larger.update(from: room, count: count) }
    room?.deallocate()
    room = larger
    capacity = max(64, capacity * 2)
  }

  /// An empty batch with this one's room, which it gives up; nothing is left where there was none.
  mutating func emptied() -> TimerBatch {
    var empty = TimerBatch()
    swap(&empty.room, &room)
    swap(&empty.capacity, &capacity)
    return empty
  }

  mutating func release() {
    room?.deallocate()
    room = nil
    capacity = 0
  }
}
