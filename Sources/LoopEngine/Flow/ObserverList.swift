/// The observers of a mode, by order and then age; used by the loop's thread only.
///
/// Calling goes over the list as it was when the phase began: observers removed meanwhile are still called, added ones
/// are not. So a list that is being called is replaced, not changed.
final class ObserverList {
  /// A list that is not changed while `users` go over it.
  private struct Storage {
    // Owned and retained by this list until `release`.
    var observers: UnsafeMutablePointer<Unmanaged<LoopObserver>>
    var count: Int
    var users: Int
    var isCurrent: Bool

    static func make(_ observers: [LoopObserver]) -> UnsafeMutablePointer<Storage> {
      let storage = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
      let copies = UnsafeMutablePointer<Unmanaged<LoopObserver>>.allocate(capacity: observers.count)
      for (index, observer) in observers.enumerated() { (copies + index).initialize(to: .passRetained(observer)) }
      storage.initialize(to: Storage(observers: copies, count: observers.count, users: 0, isCurrent: true))
      return storage
    }

    static func release(_ storage: UnsafeMutablePointer<Storage>) {
      for index in 0..<storage.pointee.count { storage.pointee.observers[index].release() }
      storage.pointee.observers.deallocate()
      storage.deallocate()
    }
  }

  // @exclusivity(unchecked): used by the loop's thread only, in plain reads and writes, none held while an observer is
  // called.
  @exclusivity(unchecked) private var storage: UnsafeMutablePointer<Storage>?
  /// Every activity that an observer here has ever asked for.
  @exclusivity(unchecked) private(set) var activities: LoopActivity = []

  deinit {
    if let storage { Storage.release(storage) }
  }

  var all: [LoopObserver] {
    guard let storage else { return [] }
    return (0..<storage.pointee.count).map { storage.pointee.observers[$0].takeUnretainedValue() }
  }

  func contains(_ observer: LoopObserver) -> Bool { all.contains { $0 === observer } }

  func insert(_ observer: LoopObserver) {
    var observers = all
    observers.insert(observer, at: observers.firstIndex { $0.order > observer.order } ?? observers.endIndex)
    activities.formUnion(observer.activities)
    replace(observers)
  }

  func remove(_ observer: LoopObserver) {
    replace(all.filter { $0 !== observer })
  }

  func removeAll() {
    replace([])
  }

  private func replace(_ observers: [LoopObserver]) {
    let before = storage
    storage = observers.isEmpty ? nil : Storage.make(observers)
    guard let before else { return }
    before.pointee.isCurrent = false
    // What is being gone over is released by the last who does.
    if before.pointee.users == 0 { Storage.release(before) }
  }

  /// Calls the observers of `activity`.
  @inline(__always)
  func call(_ activity: LoopActivity, _ loop: Loop) {
    guard let storage else { return }
    storage.pointee.users += 1
    for index in 0..<storage.pointee.count {
      // The storage retains its observers while it has users.
      storage.pointee.observers[index]._withUnsafeGuaranteedRef { observer in
        if observer.activities.rawValue & activity.rawValue != 0 { observer.call(activity, loop) }
      }
    }
    storage.pointee.users -= 1
    if storage.pointee.users == 0 && !storage.pointee.isCurrent { Storage.release(storage) }
  }
}
