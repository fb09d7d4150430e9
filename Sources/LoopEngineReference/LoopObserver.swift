import CoreFoundation

/// Is told of the stages of a loop's runs.
///
/// It is used by its loop's thread alone; the loop keeps it, and it never keeps a mode from being empty.
public final class LoopObserver {
  /// The stages it is told of.
  public let activities: LoopActivity
  /// Whether it is told more than once.
  public let repeats: Bool
  /// Observers of a stage are told in ascending order.
  public let order: Int
  /// What diagnostics call it.
  public let label: String?
  /// Where it was made.
  public let location: SourceLocation
  private let observer: CFRunLoopObserver
  private let facts: ItemFacts

  /// Makes an observer that is in no mode yet.
  public init(
    _ activities: LoopActivity, repeats: Bool = true, order: Int = 0, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping (LoopObserver, LoopActivity) -> Void
  ) {
    self.activities = activities
    self.repeats = repeats
    self.order = order
    self.label = label
    location = SourceLocation(file: file, line: line)
    facts = ItemFacts(.observer, order: order, label: label, location: location, activities: activities)
    let body = ObserverBody(facts: facts, handler: handler)
    var context = CFRunLoopObserverContext()
    context.info = ContextInfo.pointer(to: body)
    context.retain = ContextInfo.retain
    context.release = ContextInfo.release
    // Not nil: CoreFoundation ends the process rather than fail to allocate.
    observer = CFRunLoopObserverCreate(
      nil, CFOptionFlags(activities.rawValue), repeats, order,
      { observer, activity, info in
        // Not nil: CoreFoundation names the observer that it calls.
        ContextInfo.object(ObserverBody.self, at: info).called(observer!, activity)
      }, &context)!
    body.observer = self
  }

  /// Another name of an observer that its loop has kept while all others were dropped.
  fileprivate init(_ observer: CFRunLoopObserver, _ facts: ItemFacts) {
    activities = LoopActivity(rawValue: UInt32(CFRunLoopObserverGetActivities(observer)))
    repeats = CFRunLoopObserverDoesRepeat(observer)
    order = CFRunLoopObserverGetOrder(observer)
    label = facts.label
    location = facts.location
    self.observer = observer
    self.facts = facts
  }

  /// Takes it out of its loop, for good.
  public func invalidate() {
    guard isValid else { return }
    CFRunLoopObserverInvalidate(observer)
    LoopRecording.emit(.itemInvalidated, facts)
  }

  /// Whether it has not been invalidated.
  public var isValid: Bool { CFRunLoopObserverIsValid(observer) }

  var item: LoopItem { LoopItem(object: .observer(observer), facts: facts) }
}

@available(*, unavailable)
extension LoopObserver: Sendable {}

/// What an observer does.
///
/// CoreFoundation releases it when the observer is invalidated.
private final class ObserverBody {
  let facts: ItemFacts
  private let handler: (LoopObserver, LoopActivity) -> Void
  /// Weak: a loop's end does not invalidate observers, and a strong one would keep both for ever.
  weak var observer: LoopObserver?

  init(facts: ItemFacts, handler: @escaping (LoopObserver, LoopActivity) -> Void) {
    self.facts = facts
    self.handler = handler
  }

  deinit { facts.invalidated() }

  func called(_ object: CFRunLoopObserver, _ activity: CFRunLoopActivity) {
    let named = observer ?? LoopObserver(object, facts)
    observer = named
    LoopRecording.callout(.observer, facts) { handler(named, LoopActivity(rawValue: UInt32(activity.rawValue))) }
  }
}
