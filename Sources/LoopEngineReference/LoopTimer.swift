import CoreFoundation

/// A timer of the current thread's loop.
///
/// A small value that names a timer: copies name the same one. It is used by its loop's thread alone. The loop owns the
/// timer until it is invalidated, has fired for the only time, or the loop ends.
public struct LoopTimer: Hashable {
  let timer: CFRunLoopTimer
  let facts: TimerFacts

  /// Makes a timer that is in no mode yet; it repeats when `interval` is positive.
  ///
  /// A past date is clamped to now.
  public init(
    at fireDate: LoopInstant, interval: Duration? = nil, tolerance: Duration? = nil, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    let interval = max(interval ?? .zero, .zero)
    facts = TimerFacts(
      interval: interval, label: label, location: SourceLocation(file: file, line: line), at: fireDate)
    let body = TimerBody(facts: facts, handler: handler)
    var context = CFRunLoopTimerContext()
    context.info = ContextInfo.pointer(to: body)
    context.retain = ContextInfo.retain
    context.release = ContextInfo.release
    // Not nil: CoreFoundation ends the process rather than fail to allocate.
    timer = CFRunLoopTimerCreate(
      nil, ReferenceClock.date(of: fireDate), interval.seconds, 0, 0,
      { timer, info in
        let body = ContextInfo.object(TimerBody.self, at: info)
        // Not nil: CoreFoundation names the timer that fires.
        body.fired(LoopTimer(timer: timer!, facts: body.facts))
      }, &context)!
    facts.set(fireDate, for: timer)
    if let tolerance { setTolerance(tolerance) }
  }

  /// Makes a timer that fires once, `delay` from now.
  public init(
    after delay: Duration, tolerance: Duration? = nil, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    self.init(
      at: .now + delay, tolerance: tolerance, label: label, file: file, line: line,
      handler: handler)
  }

  /// Makes a timer that fires every `interval`, for the first time one interval from now.
  public init(
    every interval: Duration, tolerance: Duration? = nil, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    self.init(
      at: .now + interval, interval: interval, tolerance: tolerance, label: label, file: file, line: line,
      handler: handler)
  }

  private init(timer: CFRunLoopTimer, facts: TimerFacts) {
    self.timer = timer
    self.facts = facts
  }

  /// Takes it out of its loop, for good.
  public func invalidate() {
    guard isValid else { return }
    CFRunLoopTimerInvalidate(timer)
    LoopRecording.emit(.itemInvalidated, facts.item)
  }

  /// Calls the handler now; a timer that does not repeat is then invalidated.
  ///
  /// Does nothing when invalid.
  public func fire() {
    guard isValid else { return }
    var context = CFRunLoopTimerContext()
    CFRunLoopTimerGetContext(timer, &context)
    ContextInfo.object(TimerBody.self, at: context.info).fired(self)
    if !repeats { invalidate() }
  }

  /// Whether it has not been invalidated; still true while it fires for the only time.
  public var isValid: Bool { CFRunLoopTimerIsValid(timer) }

  /// When it fires next; nil when invalid.
  ///
  /// While it fires, the date it fires for.
  public var nextFireDate: LoopInstant? {
    isValid ? facts.instant(of: CFRunLoopTimerGetNextFireDate(timer)) : nil
  }

  /// Has it fire next at `date`, from where a repeating timer goes on.
  ///
  /// A past date is clamped to now.
  public func setNextFireDate(_ date: LoopInstant) {
    guard isValid else { return }
    CFRunLoopTimerSetNextFireDate(timer, ReferenceClock.date(of: date))
    facts.set(date, for: timer)
  }

  /// The time between two fires; zero when it does not repeat.
  public var interval: Duration { facts.interval }
  /// Whether it fires more than once.
  public var repeats: Bool { CFRunLoopTimerDoesRepeat(timer) }
  /// How late it may fire.
  ///
  /// CoreFoundation on Linux knows none: always zero.
  public var tolerance: Duration { .taking(CFRunLoopTimerGetTolerance(timer)) }
  /// Sets how late it may fire.
  ///
  /// CoreFoundation on Linux ignores it.
  public func setTolerance(_ tolerance: Duration) { CFRunLoopTimerSetTolerance(timer, tolerance.seconds) }
  /// What diagnostics call it.
  public var label: String? { facts.item.label }
  /// Where it was made.
  public var location: SourceLocation? { facts.item.location }

  /// Whether both name the same timer.
  public static func == (a: LoopTimer, b: LoopTimer) -> Bool { a.facts === b.facts }
  /// Hashes the timer's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(facts)) }

  var item: LoopItem { LoopItem(object: .timer(timer, facts), facts: facts.item) }
}

@available(*, unavailable)
extension LoopTimer: Sendable {}

/// What CoreFoundation does not keep of a timer.
///
/// Used by the timer's thread alone.
final class TimerFacts {
  let item: ItemFacts
  let interval: Duration
  /// The instant last set, and the date CoreFoundation keeps for it.
  private var instant: LoopInstant
  private var date: CFAbsoluteTime

  init(interval: Duration, label: String?, location: SourceLocation, at instant: LoopInstant) {
    self.interval = interval
    self.instant = instant
    date = 0
    item = ItemFacts(.timer, label: label, location: location, interval: interval > .zero ? interval : nil)
  }

  /// The timer was given an instant; CoreFoundation may have clamped the date it was given for it.
  func set(_ instant: LoopInstant, for timer: CFRunLoopTimer) {
    self.instant = max(instant, .now)
    date = CFRunLoopTimerGetNextFireDate(timer)
  }

  /// The instant of CoreFoundation's date: the one that was set, or that and whole intervals, when the date is theirs.
  func instant(of date: CFAbsoluteTime) -> LoopInstant {
    if date == self.date { return instant }
    let measured = ReferenceClock.instant(of: date)
    let step = interval.saturatingNanoseconds
    let since = instant.duration(to: measured).saturatingNanoseconds
    // Below, the microseconds of CoreFoundation's dates would hide which tick it is.
    guard step >= 20_000, since > 0, since < Int64.max - step else { return measured }
    return LoopInstant(nanoseconds: instant.nanoseconds + (since + step / 2) / step * step)
  }
}

/// What a timer does.
///
/// CoreFoundation releases it when the timer is invalidated.
private final class TimerBody {
  let facts: TimerFacts
  private let handler: (LoopTimer) -> Void

  init(facts: TimerFacts, handler: @escaping (LoopTimer) -> Void) {
    self.facts = facts
    self.handler = handler
  }

  deinit { facts.item.invalidated() }

  func fired(_ timer: LoopTimer) {
    LoopRecording.callout(.timer, facts.item) { handler(timer) }
  }
}
