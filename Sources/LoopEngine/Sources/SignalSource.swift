/// A source that is performed when it has been signaled: CoreFoundation's source0.
///
/// Any thread may signal it, as often as it likes: one performing answers all signals before it. So it says *that*
/// something is to be done; a ``MessagePort`` also says what.
///
/// ```swift
/// let loop = Loop.current
/// let redraw = SignalSource(label: "redraw") { print("drawn on", Loop.current.handle) }
/// loop.add(redraw)
/// let worker = try LoopThread(name: "worker") { _ in
///   redraw.signal()
///   redraw.signal()
///   Loop.main.wakeUp()
/// }
/// print(loop.run(mode: .default, for: .seconds(1), returnAfterSourceHandled: true))
/// worker.join()
/// ```
///
/// ```output
/// drawn on main
/// handledSource
/// ```
///
/// May be in many modes of many loops. A signal is taken once, by the first loop that comes to it; it wakes none.
/// CoreFoundation calls it `CFRunLoopSource`, of version 0.
public final class SignalSource: LoopSource {
  /// The part of it that loops know.
  public let core: SourceCore

  /// Makes a source.
  ///
  /// ```swift
  /// let source = SignalSource(
  ///   label: "mail", schedule: { loop, mode in print("joins", mode, "of", loop) },
  ///   cancel: { loop, mode in print("leaves", mode, "of", loop) }, perform: {})
  /// Loop.current.add(source)
  /// Loop.current.add(source, to: "work")
  /// source.invalidate()
  /// ```
  ///
  /// ```output
  /// joins default of main
  /// joins work of main
  /// leaves default of main
  /// leaves work of main
  /// ```
  ///
  /// CoreFoundation calls it `CFRunLoopSourceCreate`.
  ///
  /// - Parameters:
  ///   - order: Of several that are signaled, lower ones are performed first.
  ///   - label: What traces call it.
  ///   - schedule: Called for each mode that it joins, on the thread that makes the change.
  ///   - cancel: Called for each mode that it leaves, likewise.
  ///   - perform: Called on the thread of the loop that takes the signal.
  public init(
    order: Int = 0, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    schedule: (@Sendable (LoopHandle, Mode) -> Void)? = nil, cancel: (@Sendable (LoopHandle, Mode) -> Void)? = nil,
    perform: @escaping @Sendable () -> Void
  ) {
    core = SourceCore(
      kind: .signal(schedule: schedule, cancel: cancel), perform: perform, order: order, label: label,
      location: SourceLocation(file: file, line: line))
  }

  /// Marks it signaled; a second signal before it is performed changes nothing.
  ///
  /// Wakes no loop: that is for ``LoopHandle/wakeUp()`` of the loop's handle. For any thread. CoreFoundation calls it
  /// `CFRunLoopSourceSignal`.
  ///
  /// - Complexity: Proportional to the number of modes that it is in.
  public func signal() { core.signal() }

  /// Whether there is a signal that no loop has taken.
  public var isSignaled: Bool { core.lock.withLock { core.isSignaled } }

  /// Lower ones are performed first; equal ones in the order of their signals.
  public var order: Int { core.order }
}
