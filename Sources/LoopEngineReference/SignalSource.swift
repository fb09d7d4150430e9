import CoreFoundation

/// A source that is performed after someone signaled it: CoreFoundation's version-0 source.
///
/// It may be in many modes of many loops; the first loop that sees the signal performs it. All methods may be called by
/// any thread.
public final class SignalSource: LoopSource {
  /// Sources signaled together are performed in ascending order.
  public let order: Int
  /// The part of it that loops know.
  public let core: SourceCore

  /// Makes a source that is in no loop yet.
  ///
  /// `schedule` and `cancel` are called for each mode it enters and leaves, by the thread that made the change;
  /// `perform` by the loop's thread.
  public init(
    order: Int = 0, label: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    schedule: (@Sendable (LoopHandle, Mode) -> Void)? = nil,
    cancel: (@Sendable (LoopHandle, Mode) -> Void)? = nil,
    perform: @escaping @Sendable () -> Void
  ) {
    self.order = order
    let location = SourceLocation(file: file, line: line)
    let facts = ItemFacts(.signalSource, order: order, label: label, location: location)
    let body = SignalBody(facts: facts, schedule: schedule, cancel: cancel, perform: perform)
    var context = CFRunLoopSourceContext()
    context.info = ContextInfo.pointer(to: body)
    context.retain = ContextInfo.retain
    context.release = ContextInfo.release
    context.schedule = { info, loop, mode in
      ContextInfo.object(SignalBody.self, at: info).call(\.schedule, loop, mode)
    }
    context.cancel = { info, loop, mode in
      ContextInfo.object(SignalBody.self, at: info).call(\.cancel, loop, mode)
    }
    context.perform = { info in ContextInfo.object(SignalBody.self, at: info).performed() }
    // Not nil: CoreFoundation ends the process rather than fail to allocate.
    core = SourceCore(source: CFRunLoopSourceCreate(nil, order, &context)!, facts: facts)
  }

  /// Marks it to be performed once.
  ///
  /// Does not wake a loop.
  public func signal() {
    LoopRecording.emit(.signaled, core.facts)
    CFRunLoopSourceSignal(core.source)
  }

  /// Whether it waits to be performed.
  public var isSignaled: Bool { core.isSignaled }
}

/// The closures of a signal source.
private final class SignalBody: Sendable {
  typealias Hook = @Sendable (LoopHandle, Mode) -> Void
  let facts: ItemFacts
  let schedule: Hook?
  let cancel: Hook?
  let perform: @Sendable () -> Void

  init(facts: ItemFacts, schedule: Hook?, cancel: Hook?, perform: @escaping @Sendable () -> Void) {
    self.facts = facts
    self.schedule = schedule
    self.cancel = cancel
    self.perform = perform
  }

  func call(_ hook: KeyPath<SignalBody, Hook?>, _ loop: CFRunLoop?, _ mode: CFString?) {
    // A loop is in the table from before its first item until after its last has been cancelled.
    guard let hook = self[keyPath: hook], let loop, let mode, let record = LoopTable.record(of: loop) else { return }
    hook(LoopHandle(record), Mode(mode))
  }

  func performed() {
    LoopRecording.callout(.source, facts) { perform() }
  }
}
