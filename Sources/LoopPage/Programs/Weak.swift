// Embedded Swift has no weak references. What a program says of them is written with these.

/// Tells whether an object is still there.
///
/// The object has it, and each weak reference to the object holds it, too.
final class LoopbookWatch: @unchecked Sendable {
  // @unchecked: threads are fibers here, of which one runs until it waits.
  private var object: Unmanaged<AnyObject>?
  private var hasEnded = false

  /// The object that the watch is of, which must be there.
  func watch(_ watched: AnyObject) { object = hasEnded ? nil : .passUnretained(watched) }

  /// The object's `deinit` begins.
  func end() {
    hasEnded = true
    object = nil
  }

  /// The object, if it is still there.
  func watched() -> AnyObject? { object?.takeUnretainedValue() }
}

/// A class that ends its objects' watches.
protocol LoopbookWatched: AnyObject {
  var _loopbookWatch: LoopbookWatch { get }
}

/// What `weak` is.
@propertyWrapper struct LoopbookWeak<Object: LoopbookWatched> {
  private var watch: LoopbookWatch?

  init() {}
  init(wrappedValue: Object?) { self.wrappedValue = wrappedValue }

  var wrappedValue: Object? {
    get { watch?.watched().map { unsafeDowncast($0, to: Object.self) } }
    set {
      watch = newValue?._loopbookWatch
      if let newValue { watch?.watch(newValue) }
    }
  }
}
