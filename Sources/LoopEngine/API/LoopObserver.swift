/// Is called at chosen points of its loop's runs.
///
/// An observer is how code finds out that a loop is about to sleep, has woken, or ends: for work that is put off until
/// nothing else is to be done, for measuring, for cleaning up.
///
/// ```swift
/// let loop = Loop.current
/// loop.add(
///   LoopObserver([.beforeWaiting, .afterWaiting], label: "watch") { observer, activity in
///     print(activity)
///     if activity == .afterWaiting { observer.invalidate() }
///   })
/// for second in 1...2 { loop.add(LoopTimer(after: .seconds(second), label: "timer") { _ in print("timer", second) }) }
/// loop.run(mode: .default, for: .seconds(3))
/// ```
///
/// ```output
/// beforeWaiting
/// afterWaiting
/// timer 1
/// timer 2
/// ```
///
/// It belongs to one loop and its thread, so its handler need not be `Sendable`. It keeps no run alive. The modes it is
/// in retain it. While its handler is called, the loop may be run again inside; the observer is not called then.
/// CoreFoundation calls it `CFRunLoopObserver`.
public final class LoopObserver {
  /// When it is called.
  public let activities: LoopActivity
  /// Whether it is called more than once.
  public let repeats: Bool
  /// Lower ones are called first; equal ones in the order of being added.
  public let order: Int
  /// What traces call it.
  public let label: String?
  /// The line that made it.
  public let location: SourceLocation

  // @exclusivity(unchecked): used by the loop's thread only, in plain reads and writes, none held while the handler is
  // called.
  @exclusivity(unchecked) private var handler: ((LoopObserver, LoopActivity) -> Void)?
  @exclusivity(unchecked) private var isFiring = false
  private var memberships: [ModeState] = []
  // unowned(unsafe): set only while it is in a mode of the loop or among its common observers, all of which the loop
  // has leave before it goes.
  private unowned(unsafe) var loop: Loop?

  /// Makes an observer of `activities`.
  ///
  /// ```swift
  /// let loop = Loop.current
  /// loop.add(LoopObserver(.exit, order: 2, label: "last") { _, _ in print("last") })
  /// loop.add(LoopObserver(.exit, order: -1, label: "first") { _, _ in print("first") })
  /// loop.add(LoopObserver(.exit, repeats: false, order: 1, label: "once") { _, _ in print("once") })
  /// for _ in 1...2 { loop.run(mode: .default, for: .zero) }
  /// ```
  ///
  /// ```output
  /// first
  /// once
  /// last
  /// first
  /// last
  /// ```
  ///
  /// CoreFoundation calls it `CFRunLoopObserverCreateWithHandler`.
  ///
  /// - Parameters:
  ///   - activities: When it is called.
  ///   - repeats: False for an observer that is called once, and then invalid.
  ///   - order: Lower ones are called first.
  ///   - label: What traces call it.
  ///   - handler: Called on the loop's thread, with the observer and the one activity that it is called for.
  public init(
    _ activities: LoopActivity, repeats: Bool = true, order: Int = 0, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, handler: @escaping (LoopObserver, LoopActivity) -> Void
  ) {
    self.activities = activities
    self.repeats = repeats
    self.order = order
    self.label = label
    location = SourceLocation(file: file, line: line)
    self.handler = handler
  }

  /// Whether it has not been invalidated.
  public var isValid: Bool { handler != nil }

  /// Takes it out of every mode for good and lets its handler go.
  ///
  /// A second call changes nothing. While its loop calls the observers of one activity, one that is removed is still
  /// called, but not one that is invalidated.
  ///
  /// CoreFoundation calls it `CFRunLoopObserverInvalidate`.
  public func invalidate() {
    // Let go last: its captures' deinitialisers may use the loop.
    guard let handler else { return }
    loop?.checkThread()
    defer { withExtendedLifetime(handler) {} }
    let told = isRecording ? loop : nil
    self.handler = nil
    for mode in memberships { mode.observers.remove(self) }
    memberships = []
    loop?.commonObservers.removeAll { $0 === self }
    forgetLoopIfApart()
    told?.report(.itemInvalidated, label: label, location: location)
  }

  /// Calls the handler, unless it is being called or has been invalidated.
  func call(_ activity: LoopActivity, _ loop: Loop) {
    guard !isFiring, let handler else { return }
    isFiring = true
    if isRecording { loop.report(.calloutBegan(.observer), label: label, location: location) }
    handler(self, activity)
    if isRecording { loop.report(.calloutEnded(.observer), label: label, location: location) }
    if !repeats { invalidate() }
    isFiring = false
  }

  /// False when it belongs to another loop, in whose modes it still is.
  fileprivate func join(_ mode: ModeState, _ loop: Loop) -> Bool {
    if let owner = self.loop, owner !== loop, !memberships.isEmpty { return false }
    self.loop = loop
    memberships.append(mode)
    return true
  }

  func leave(_ mode: ModeState) {
    memberships.removeAll { $0 === mode }
    forgetLoopIfApart()
  }

  /// Lets the loop go that has it neither in a mode nor among its common observers.
  func forgetLoopIfApart() {
    guard let loop, memberships.isEmpty, !loop.commonObservers.contains(where: { $0 === self }) else { return }
    self.loop = nil
  }
}

// It belongs to its loop's thread.
@available(*, unavailable)
extension LoopObserver: Sendable {}

extension Loop {
  /// Adds an observer to a mode; nothing changes when it is there already, invalid, or in a mode of another loop.
  ///
  /// CoreFoundation calls it `CFRunLoopAddObserver`.
  ///
  /// - Complexity: Proportional to the number of observers in the mode.
  public func add(_ observer: LoopObserver, to mode: Mode = .default) {
    checkThread()
    if hasEnded || !observer.isValid { return }
    if mode == .common {
      if !commonObservers.contains(where: { $0 === observer }) { commonObservers.append(observer) }
      for mode in core.structure.withLock({ core.commonModes }) { add(observer, to: mode) }
      return
    }
    let state = state(of: mode)
    if state.observers.contains(observer) || !observer.join(state, self) { return }
    state.observers.insert(observer)
    if isRecording { report(.itemAdded(mode), label: observer.label, location: observer.location) }
  }

  /// Takes an observer out of a mode; it stays valid and may be added again.
  ///
  /// CoreFoundation calls it `CFRunLoopRemoveObserver`.
  public func remove(_ observer: LoopObserver, from mode: Mode = .default) {
    checkThread()
    if mode == .common {
      // Removing from the common modes what was not added to them changes nothing.
      guard let at = commonObservers.firstIndex(where: { $0 === observer }) else { return }
      commonObservers.remove(at: at)
      defer { observer.forgetLoopIfApart() }
      for mode in core.structure.withLock({ core.commonModes }) { remove(observer, from: mode) }
      return
    }
    guard let state = find(mode), state.observers.contains(observer) else { return }
    state.observers.remove(observer)
    observer.leave(state)
    if isRecording { report(.itemRemoved(mode), label: observer.label, location: observer.location) }
  }

  /// Whether the observer is in the mode.
  ///
  /// Of `common`: whether it was added to the common modes.
  ///
  /// CoreFoundation calls it `CFRunLoopContainsObserver`.
  public func contains(_ observer: LoopObserver, in mode: Mode = .default) -> Bool {
    checkThread()
    if mode == .common { return commonObservers.contains { $0 === observer } }
    return find(mode)?.observers.contains(observer) ?? false
  }
}
