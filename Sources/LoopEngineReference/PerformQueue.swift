import CoreFoundation

/// What a loop's thread is asked to perform, and the sources that do it: one for each mode that is named, which is in
/// the loop while anything is asked of that mode.
final class PerformQueue: Sendable {
  private struct State {
    var requests = PerformRequests()
    var sources: [Mode: LoopItem] = [:]
    var isClosed = false
  }

  private let state = Guarded(State())

  /// Has a run of the request's mode perform it; false when the loop has ended.
  ///
  /// Wakes no thread.
  func post(_ request: PerformRequest, to record: LoopRecord) -> Bool {
    record.whileAlive { post(request, to: record, $0) } ?? false
  }

  private func post(_ request: PerformRequest, to record: LoopRecord, _ loop: CFRunLoop) -> Bool {
    // Before it can be performed.
    LoopRecording.emit(.signaled, request.facts)
    let mode = request.mode
    let made = LoopItem(object: .source(makeSource()), facts: ItemFacts(performingFor: request))
    let source = state.withLock { state -> LoopItem? in
      if state.isClosed { return nil }
      state.requests.append(request)
      if let there = state.sources[mode] { return there }
      state.sources[mode] = made
      return made
    }
    guard let source, case .source(let object) = source.object else { return false }
    if source.facts === made.facts {
      record.add(made, to: mode, loop)
      // Performed by the source of another mode meanwhile.
      if state.withLock({ $0.sources[mode]?.facts !== made.facts }) { record.remove(made, from: mode, loop) }
    }
    CFRunLoopSourceSignal(object)
    return true
  }

  /// What one source has alone: CoreFoundation takes sources with equal contexts for one.
  private final class Performer: Sendable {
    let queue: PerformQueue

    init(_ queue: PerformQueue) { self.queue = queue }
  }

  private func makeSource() -> CFRunLoopSource {
    let performer = Performer(self)
    var context = CFRunLoopSourceContext()
    context.info = ContextInfo.pointer(to: performer)
    context.retain = ContextInfo.retain
    context.release = ContextInfo.release
    context.perform = { info in ContextInfo.object(Performer.self, at: info).queue.performAll() }
    // Not nil: CoreFoundation ends the process rather than fail to allocate.
    return withExtendedLifetime(performer) { CFRunLoopSourceCreate(nil, 0, &context)! }
  }

  /// Performs what is asked for by now and may run in this mode; on the loop's thread.
  private func performAll() {
    let record = ThreadLoop.current().loop.record
    guard let mode = record.currentMode(record.own) else { return }
    let asked = state.withLock(\.requests.asked)
    while let request = next(in: mode, of: record, asked: asked) {
      LoopRecording.callout(.source, request.facts) { request.body() }
    }
    leaveModes(of: record)
  }

  private func next(in mode: Mode, of record: LoopRecord, asked: Int) -> PerformRequest? {
    let isCommon = record.books.withLock { $0.commonModes.contains(mode) }
    let (request, rest) = state.withLock { state in
      let request = state.requests.take(in: mode, isCommon: isCommon, asked: asked)
      return (request, state.requests.next(in: mode, isCommon: isCommon).flatMap { state.sources[$0] })
    }
    // If it runs the loop, that run is to find what is left.
    if request != nil, case .source(let source) = rest?.object { CFRunLoopSourceSignal(source) }
    return request
  }

  /// Takes the sources of which nothing is asked any more out of the loop.
  private func leaveModes(of record: LoopRecord) {
    let idle = state.withLock { state in
      let asked = state.requests.modes
      let idle = state.sources.filter { !asked.contains($0.key) }
      for mode in idle.keys { state.sources[mode] = nil }
      return idle
    }
    for (mode, source) in idle.sorted(by: { $0.key.name < $1.key.name }) {
      record.remove(source, from: mode, record.own)
    }
  }

  /// Takes what is not performed, and lets nothing more in.
  func close() -> [PerformRequest] {
    // The sources are released outside the lock: the last one may release the queue.
    let (requests, sources) = state.withLock { state in
      defer { state.sources = [:] }
      state.isClosed = true
      return (state.requests.takeAll(), state.sources)
    }
    return withExtendedLifetime(sources) { requests }
  }
}

extension PerformRequest {
  fileprivate var facts: ItemFacts { ItemFacts(nil, label: label, location: location) }
}

extension ItemFacts {
  fileprivate convenience init(performingFor request: PerformRequest) {
    self.init(.signalSource, label: "perform", location: request.location)
  }
}
