internal import CLinux

/// A timer of the current thread's loop: calls its handler at a time, once or again and again.
///
/// ```swift
/// let (loop, start) = (Loop.current, LoopInstant.now)
/// loop.add(LoopTimer(after: .milliseconds(1_500), label: "once") { _ in print("once at", LoopInstant.now - start) })
/// var fires = 0
/// loop.add(
///   LoopTimer(every: .seconds(1), label: "twice") { timer in
///     fires += 1
///     print("again at", LoopInstant.now - start)
///     if fires == 2 { timer.invalidate() }
///   })
/// loop.run(mode: .default, for: .seconds(5))
/// ```
///
/// ```output
/// again at 1.0 seconds
/// once at 1.5 seconds
/// again at 2.0 seconds
/// ```
///
/// A small value that names the timer; copies name the same one. The loop owns the timer: it lives until it is
/// invalidated, has fired for the only time, or the loop ends, whether or not it is in a mode. Like its loop it belongs
/// to one thread, so its handler need not be `Sendable`; used on another, it ends the process with a sentence.
///
/// A handler that takes longer than the interval makes no backlog: fires that were missed are left out, and the phase
/// stays. CoreFoundation calls it `CFRunLoopTimer`, Foundation `Timer`.
///
/// ## Topics
///
/// ### Making a timer
///
/// - ``init(after:tolerance:label:file:line:handler:)``
/// - ``init(every:tolerance:label:file:line:handler:)``
/// - ``init(at:interval:tolerance:label:file:line:handler:)``
///
/// ### When it fires
///
/// - ``nextFireDate``
/// - ``setNextFireDate(_:)``
/// - ``interval``
/// - ``repeats``
/// - ``tolerance``
/// - ``setTolerance(_:)``
/// - ``fire()``
///
/// ### Its end
///
/// - ``invalidate()``
/// - ``isValid``
///
/// ### What traces tell of it
///
/// - ``label``
/// - ``location``
public struct LoopTimer: Hashable {
  let number: UInt32
  let generation: UInt32
  /// The number of the thread that it belongs to; 0: it was made while its loop ended.
  let owner: UInt32

  init(number: UInt32, generation: UInt32, owner: UInt32) {
    self.number = number
    self.generation = generation
    self.owner = owner
  }

  /// Makes a timer for `fireDate`, or for now if that is past; with an interval it repeats, keeping its phase.
  ///
  /// It fires in runs of the modes that it is added to. CoreFoundation calls it `CFRunLoopTimerCreateWithHandler`.
  ///
  /// - Parameters:
  ///   - fireDate: When it fires first.
  ///   - interval: The time between fires. Zero or less means that it fires once.
  ///   - tolerance: How late it may fire, so that timers share wake-ups; half the interval at most.
  ///   - label: What traces call it.
  ///   - handler: Called on the loop's thread, with the timer.
  @inlinable
  public init(
    at fireDate: LoopInstant, interval: Duration? = nil, tolerance: Duration? = nil, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    self.init(
      fireTime: Self.notPast(fireDate.nanoseconds), interval: interval, tolerance: tolerance, label: label,
      location: SourceLocation(file: file, line: line), handler: handler)
  }

  /// Makes a timer for a time that is not past.
  @inlinable
  init(
    fireTime: Int64, interval: Duration? = nil, tolerance: Duration?, label: String?, location: SourceLocation,
    handler: @escaping (LoopTimer) -> Void
  ) {
    // In the caller's module, where the constants are known: most timers have a date and a handler only.
    if interval == nil && label == nil {
      self = Self.once(fireTime, tolerance?.saturatingNanoseconds ?? 0, location, handler)
    } else {
      self = Self.full(fireTime, interval ?? .zero, tolerance ?? .zero, label, location, handler)
    }
  }

  /// Makes a timer that fires once, `delay` from now.
  ///
  /// CoreFoundation calls it `CFRunLoopTimerCreateWithHandler`.
  public init(
    after delay: Duration, tolerance: Duration? = nil, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    self.init(
      fireTime: Self.fromNow(delay), tolerance: tolerance, label: label,
      location: SourceLocation(file: file, line: line), handler: handler)
  }

  /// Makes a timer that fires every `interval`, first one interval from now.
  ///
  /// CoreFoundation calls it `CFRunLoopTimerCreateWithHandler`.
  public init(
    every interval: Duration, tolerance: Duration? = nil, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, handler: @escaping (LoopTimer) -> Void
  ) {
    self.init(
      fireTime: Self.fromNow(interval), interval: interval, tolerance: tolerance, label: label,
      location: SourceLocation(file: file, line: line), handler: handler)
  }

  /// What is made while the loop ends: its table is gone, or going.
  private static var invalid: LoopTimer { LoopTimer(number: .max, generation: 0, owner: 0) }

  /// CoreFoundation's rule: a repeating timer may be late by half its interval at most.
  private static func allowed(_ tolerance: Int64, _ interval: Int64) -> Int64 {
    max(0, interval > 0 ? min(tolerance, interval / 2) : tolerance)
  }

  /// The time, or now if it is past.
  @usableFromInline
  static func notPast(_ time: Int64) -> Int64 {
    // Most timers are for later: the coarse clock, which costs less, tells so. It is behind by a tick or two, of 10 ms
    // at most.
    if _fastPath(Kernel.scheduler == nil) && time.saturatingAdd(-100_000_000) > cl_now_coarse_ns() { return time }
    return max(time, clockNow())
  }

  private static func fromNow(_ delay: Duration) -> Int64 {
    clockNow().saturatingAdd(max(0, delay.saturatingNanoseconds))
  }

  @usableFromInline
  static func once(
    _ fireTime: Int64, _ tolerance: Int64, _ location: SourceLocation, _ handler: @escaping (LoopTimer) -> Void
  ) -> LoopTimer {
    withTable { table, loop in
      if loop.hasEnded { return invalid }
      return table.pointee.make(
        fireTime: fireTime, interval: 0, tolerance: max(0, tolerance), location: location.packed,
        handler: handler)
    }
  }

  @usableFromInline
  static func full(
    _ fireTime: Int64, _ interval: Duration, _ tolerance: Duration, _ label: String?, _ location: SourceLocation,
    _ handler: @escaping (LoopTimer) -> Void
  ) -> LoopTimer {
    let interval = min(max(0, interval.saturatingNanoseconds), LoopInstant.longestInterval)
    return withTable { table, loop in
      if loop.hasEnded { return invalid }
      let made = table.pointee.make(
        fireTime: fireTime, interval: interval,
        tolerance: allowed(tolerance.saturatingNanoseconds, interval), location: location.packed, handler: handler)
      if let label { table.pointee.extra(of: made.number).label = label }
      return made
    }
  }

  /// The calling thread's loop and its timers.
  @inline(__always)
  private static func withTable<Result>(_ body: (UnsafeMutablePointer<TimerTable>, Loop) -> Result) -> Result {
    if let known = cl_thread().pointee.loop {
      // The thread retains its loop.
      return Unmanaged<Loop>.fromOpaque(known)._withUnsafeGuaranteedRef { body($0.timers, $0) }
    }
    let loop = Loop.ofThisThread()
    return body(loop.timers, loop)
  }

  @inline(__always)
  private func withRecord<Result>(
    _ body: (UnsafeMutablePointer<TimerTable>, UnsafeMutablePointer<TimerRecord>, Loop) -> Result
  ) -> Result? {
    Self.withTable { table, loop in
      guard !loop.hasEnded, let record = table.pointee.find(self) else { return nil }
      return body(table, record, loop)
    }
  }

  /// Takes the timer out of every mode for good and lets its handler go.
  ///
  /// A second call changes nothing. CoreFoundation calls it `CFRunLoopTimerInvalidate`.
  @inline(__always)
  public func invalidate() {
    withRecord { _, record, loop in
      let isRecorded = isRecording
      if isRecorded { report(.itemInvalidated, loop, record) }
      loop.endTimer(number)
      if isRecorded { LoopRecording.done(loop.core) }
    }
  }

  /// Calls the handler now, in a mode or not; a timer that fires once is then invalid, the schedule of others stays.
  ///
  /// ```swift reference=off reason="CoreFoundation cannot fire a timer by hand"
  /// let refresh = LoopTimer(every: .seconds(60), label: "refresh") { _ in print("refreshed at", LoopInstant.now) }
  /// Loop.current.add(refresh)
  /// refresh.fire()
  /// Loop.current.run(mode: .default, for: .seconds(61))
  /// ```
  ///
  /// ```output
  /// refreshed at 0.000000000s
  /// refreshed at 60.000000000s
  /// ```
  public func fire() {
    let found = withRecord { _, record, _ in (record.pointee.handler, record.pointee.interval) }
    guard case (let handler?, let interval)? = found else { return }
    handler(self)
    if interval == 0 { invalidate() }
  }

  /// Whether it has not been invalidated.
  ///
  /// CoreFoundation calls it `CFRunLoopTimerIsValid`.
  public var isValid: Bool { withRecord { _, _, _ in true } ?? false }

  /// When it fires next; in its handler, the time it fires for.
  ///
  /// Nil when it is invalid.
  ///
  /// CoreFoundation calls it `CFRunLoopTimerGetNextFireDate`.
  @inline(__always)
  public var nextFireDate: LoopInstant? {
    withRecord { _, record, _ in LoopInstant(nanoseconds: record.pointee.fireTime) }
  }

  /// Moves the next fire to `date`, or to now if that is past; later fires keep the phase of the new date.
  ///
  /// A deadline that is put off each time something comes is one timer that moves, which is cheaper than a new one each
  /// time:
  ///
  /// ```swift
  /// let loop = Loop.current
  /// let idle = LoopTimer(after: .seconds(2), label: "idle") { _ in print("idle at", LoopInstant.now) }
  /// loop.add(idle)
  /// for second in 1...3 {
  ///   loop.perform(after: .seconds(second), label: "input") { idle.setNextFireDate(.now + .seconds(2)) }
  /// }
  /// loop.run(mode: .default, for: .seconds(10))
  /// ```
  ///
  /// ```output
  /// idle at 5.000000000s
  /// ```
  ///
  /// In its own handler a repeating timer obeys only a later date, and a timer that fires once is not saved by it.
  /// CoreFoundation calls it `CFRunLoopTimerSetNextFireDate`.
  ///
  /// - Complexity: Logarithmic in the number of timers in its modes, at most.
  @inline(__always)
  public func setNextFireDate(_ date: LoopInstant) {
    withRecord { table, _, _ in table.pointee.move(number, to: Self.notPast(date.nanoseconds)) }
  }

  /// The time between fires; zero when it fires once or is invalid.
  ///
  /// CoreFoundation calls it `CFRunLoopTimerGetInterval`.
  public var interval: Duration { .nanoseconds(withRecord { _, record, _ in record.pointee.interval } ?? 0) }

  /// Whether it fires again and again.
  ///
  /// CoreFoundation calls it `CFRunLoopTimerDoesRepeat`.
  public var repeats: Bool { interval > .zero }

  /// How late it may fire; for a repeating timer half its interval at most.
  ///
  /// CoreFoundation calls it `CFRunLoopTimerGetTolerance`.
  public var tolerance: Duration { .nanoseconds(withRecord { _, record, _ in record.pointee.tolerance } ?? 0) }

  /// Lets it fire up to `tolerance` late.
  ///
  /// CoreFoundation calls it `CFRunLoopTimerSetTolerance`.
  public func setTolerance(_ tolerance: Duration) {
    withRecord { table, record, _ in
      table.pointee.setTolerance(number, Self.allowed(tolerance.saturatingNanoseconds, record.pointee.interval))
    }
  }

  /// What traces call it.
  public var label: String? { withRecord { table, _, _ in table.pointee.extras[number]?.label } ?? nil }

  /// The line that made it; nil when it is invalid.
  public var location: SourceLocation? {
    withRecord { _, record, _ in SourceLocation(packed: record.pointee.location) }
  }

  private func report(_ kind: LoopEvent.Kind, _ loop: Loop, _ record: UnsafeMutablePointer<TimerRecord>) {
    loop.report(
      kind, label: loop.timers.pointee.extras[number]?.label, location: SourceLocation(packed: record.pointee.location),
      isDone: false)
  }
}

// It belongs to its loop's thread.
@available(*, unavailable)
extension LoopTimer: Sendable {}

extension Loop {
  /// Adds a timer to a mode; nothing changes when it is there already or invalid.
  ///
  /// CoreFoundation calls it `CFRunLoopAddTimer`.
  ///
  /// - Complexity: Logarithmic in the number of timers in the mode, at most.
  @inline(__always)
  public func add(_ timer: LoopTimer, to mode: Mode = .default) {
    checkThread()
    if hasEnded || timers.pointee.find(timer) == nil { return }
    if mode == .default && !isRecording {
      timers.pointee.add(timer.number, to: 0)
    } else {
      addSlowly(timer, mode)
    }
  }

  private func addSlowly(_ timer: LoopTimer, _ mode: Mode) {
    if mode == .common {
      timers.pointee.record(timer.number).pointee.flags.insert(.common)
      for mode in core.structure.withLock({ core.commonModes }) { addSlowly(timer, mode) }
      return
    }
    let state = state(of: mode)
    if timers.pointee.isMember(timer.number, of: state.index) { return }
    timers.pointee.add(timer.number, to: state.index)
    if isRecording { reportTimer(.itemAdded(mode), timer) }
  }

  /// Takes a timer out of a mode; it stays valid and may be added again.
  ///
  /// CoreFoundation calls it `CFRunLoopRemoveTimer`.
  public func remove(_ timer: LoopTimer, from mode: Mode = .default) {
    checkThread()
    if hasEnded { return }
    guard let record = timers.pointee.find(timer) else { return }
    if mode == .common {
      // Removing from the common modes what was not added to them changes nothing.
      if record.pointee.flags.remove(.common) == nil { return }
      for mode in core.structure.withLock({ core.commonModes }) { remove(timer, from: mode) }
      return
    }
    guard let state = find(mode), timers.pointee.isMember(timer.number, of: state.index) else { return }
    timers.pointee.remove(timer.number, from: state.index)
    if isRecording { reportTimer(.itemRemoved(mode), timer) }
  }

  /// Whether the timer is in the mode.
  ///
  /// Of `common`: whether it was added to the common modes.
  ///
  /// CoreFoundation calls it `CFRunLoopContainsTimer`.
  public func contains(_ timer: LoopTimer, in mode: Mode = .default) -> Bool {
    checkThread()
    guard !hasEnded, let record = timers.pointee.find(timer) else { return false }
    if mode == .common { return record.pointee.flags.contains(.common) }
    guard let state = find(mode) else { return false }
    return timers.pointee.isMember(timer.number, of: state.index)
  }

  /// The earliest fire date in the mode; nil without timers.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(LoopTimer(after: .seconds(5), label: "late") { _ in })
  /// loop.add(LoopTimer(after: .seconds(2), label: "early") { _ in })
  /// print(loop.nextFireDate() ?? .distantFuture, loop.nextFireDate(in: "empty") == nil)
  /// ```
  ///
  /// ```output
  /// 2.000000000s true
  /// ```
  ///
  /// CoreFoundation calls it `CFRunLoopGetNextTimerFireDate`.
  public func nextFireDate(in mode: Mode = .default) -> LoopInstant? {
    checkThread()
    if hasEnded { return nil }
    putBackBatch()
    guard let state = find(mode), let time = timers.pointee.nextFireTime(of: state.index) else { return nil }
    return LoopInstant(nanoseconds: time)
  }

  private func reportTimer(_ kind: LoopEvent.Kind, _ timer: LoopTimer) {
    report(
      kind, label: timers.pointee.extras[timer.number]?.label,
      location: SourceLocation(packed: timers.pointee.record(timer.number).pointee.location))
  }
}
