import Synchronization

/// Where loops tell what they do.
public enum LoopRecording {
  private static let installed = Guarded<(any LoopEventSink)?>(nil)
  private static let hasSink = Atomic<Bool>(false)

  /// Has all loops tell `sink` what they do from now on; nil: none.
  ///
  /// For any thread.
  public static func install(_ sink: (any LoopEventSink)?) {
    let previous = installed.withLock { installed in
      defer { installed = sink }
      hasSink.store(sink != nil, ordering: .releasing)
      return installed
    }
    // Released outside the lock: its deinit may install another.
    withExtendedLifetime(previous) {}
  }

  /// Whether a sink is installed.
  public static var isOn: Bool { hasSink.load(ordering: .relaxed) }

  /// Does nothing: what a loop that is not CoreFoundation's does must not be taken for what CoreFoundation does.
  public static func record(_ event: LoopEvent) {}

  /// Tells the sink, if there is one, what happened to `record`'s loop, or to none.
  static func emit(_ kind: @autoclosure () -> LoopEvent.Kind, _ item: ItemFacts?, record: LoopRecord? = nil) {
    if isOn { send(kind(), item, record) }
  }

  /// Calls a handler, and tells the sink before and after.
  static func callout(_ callout: LoopEvent.Callout, _ item: ItemFacts, _ handler: () -> Void) {
    guard isOn else { return handler() }
    let record = ThreadLoop.existing?.loop.record
    send(.calloutBegan(callout), item, record)
    handler()
    send(.calloutEnded(callout), item, record)
  }

  private static func send(_ kind: LoopEvent.Kind, _ item: ItemFacts?, _ record: LoopRecord?) {
    guard let sink = installed.withLock(\.self) else { return }
    sink.record(
      LoopEvent(
        kind: kind, time: .now, loop: record?.name ?? "", thread: ThreadName.current,
        mode: record?.books.withLock(\.runs.last?.mode), label: item?.label, location: item?.location))
  }
}
