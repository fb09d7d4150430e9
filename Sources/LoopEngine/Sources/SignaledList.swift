/// The signaled sources of a mode, which retains them as its sources; the list does not.
///
/// One or two sources, which is what most turns have, need no allocation after the first.
struct SignaledList {
  // Owned: grown by `append`, released by `release`.
  private var entries: UnsafeMutablePointer<Unmanaged<SourceCore>>?
  private(set) var count = 0
  private var capacity = 0

  @inline(__always)
  mutating func append(_ source: Unmanaged<SourceCore>) {
    if count == capacity { grow() }
    // Not null: there is room.
    entries.unsafelyUnwrapped[count] = source
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Unmanaged<SourceCore>>.allocate(capacity: max(2, capacity * 2))
    if let entries { larger.update(from: entries, count: count) }
    entries?.deallocate()
    entries = larger
    capacity = max(2, capacity * 2)
  }

  /// Takes the only entry, or nil when there are several or none.
  @inline(__always)
  mutating func takeOnly() -> Unmanaged<SourceCore>? {
    if count != 1 { return nil }
    count = 0
    // Not null: there is an entry.
    return entries.unsafelyUnwrapped[0]
  }

  /// Takes all entries, retained.
  mutating func takeAll() -> [SourceCore] {
    defer { count = 0 }
    // Not null: nothing is read when there are none.
    return (0..<count).map { entries.unsafelyUnwrapped[$0].takeUnretainedValue() }
  }

  mutating func remove(_ source: SourceCore) {
    guard let entries else { return }
    let left = Unmanaged.passUnretained(source).toOpaque()
    var kept = 0
    for index in 0..<count where entries[index].toOpaque() != left {
      entries[kept] = entries[index]
      kept += 1
    }
    count = kept
  }

  mutating func release() {
    entries?.deallocate()
    entries = nil
    count = 0
    capacity = 0
  }
}
