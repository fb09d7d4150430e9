import CoreFoundation

/// What the wrappers know of an item and CoreFoundation does not; also the item's identity.
final class ItemFacts: Sendable {
  /// What it is; nil for a block.
  let kind: LoopSnapshot.Item.Kind?
  let order: Int
  let label: String?
  let location: SourceLocation
  let activities: LoopActivity?
  let interval: Duration?
  /// For a port: whether messages wait.
  let hasMessages: (@Sendable () -> Bool)?
  /// The loops whose books name the item.
  private let holders = Guarded<[ObjectIdentifier: WeakRecord]>([:])

  init(
    _ kind: LoopSnapshot.Item.Kind?, order: Int = 0, label: String?, location: SourceLocation,
    activities: LoopActivity? = nil, interval: Duration? = nil, hasMessages: (@Sendable () -> Bool)? = nil
  ) {
    self.kind = kind
    self.order = order
    self.label = label
    self.location = location
    self.activities = activities
    self.interval = interval
    self.hasMessages = hasMessages
  }

  private struct WeakRecord { weak var record: LoopRecord? }

  func entered(_ record: LoopRecord) {
    holders.withLock { $0[ObjectIdentifier(record)] = WeakRecord(record: record) }
  }

  func left(_ record: LoopRecord) {
    holders.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(record)) }
  }

  /// The item is invalid: takes it out of all books.
  func invalidated() {
    let records = holders.withLock { holders in
      defer { holders.removeAll() }
      return holders.values.compactMap(\.record)
    }
    for record in records { record.strike(self) }
  }
}

/// One of CoreFoundation's items with its facts.
///
/// Sendable: CoreFoundation locks its sources itself; timers and observers are used only by their loop's thread.
struct LoopItem: @unchecked Sendable {
  enum Object {
    case source(CFRunLoopSource)
    case timer(CFRunLoopTimer, TimerFacts)
    case observer(CFRunLoopObserver)
  }

  let object: Object
  let facts: ItemFacts

  func add(to loop: CFRunLoop, _ mode: Mode) {
    switch object {
    case .source(let source): CFRunLoopAddSource(loop, source, mode.string)
    case .timer(let timer, _): CFRunLoopAddTimer(loop, timer, mode.string)
    case .observer(let observer): CFRunLoopAddObserver(loop, observer, mode.string)
    }
  }

  func remove(from loop: CFRunLoop, _ mode: Mode) {
    switch object {
    case .source(let source): CFRunLoopRemoveSource(loop, source, mode.string)
    case .timer(let timer, _): CFRunLoopRemoveTimer(loop, timer, mode.string)
    case .observer(let observer): CFRunLoopRemoveObserver(loop, observer, mode.string)
    }
  }

  func isIn(_ loop: CFRunLoop, _ mode: Mode) -> Bool {
    switch object {
    case .source(let source): CFRunLoopContainsSource(loop, source, mode.string)
    case .timer(let timer, _): CFRunLoopContainsTimer(loop, timer, mode.string)
    case .observer(let observer): CFRunLoopContainsObserver(loop, observer, mode.string)
    }
  }

  var isValid: Bool {
    switch object {
    case .source(let source): CFRunLoopSourceIsValid(source)
    case .timer(let timer, _): CFRunLoopTimerIsValid(timer)
    case .observer(let observer): CFRunLoopObserverIsValid(observer)
    }
  }
}
