/// What a loop's thread is asked to perform, and the sources that do it: one for each mode that is named, which is in
/// the loop while anything is asked of that mode.
final class PerformQueue: @unchecked Sendable {
  // @unchecked: the `var`s are read and written under `lock` only. No handler or sink is called with it held.
  private let lock = Lock()
  private var requests = PerformRequests()
  private var sources: [Mode: SourceCore] = [:]
  private var isClosed = false

  /// Has a run of the request's mode perform it; false when the loop has ended.
  ///
  /// Wakes no thread.
  func post(_ request: PerformRequest, to core: LoopCore) -> Bool {
    Kernel.point(owner: core.scheduler)
    // Before it can be performed.
    let isRecorded = isRecording
    if isRecorded {
      LoopRecording.report(.signaled, loop: nil, label: request.label, location: request.location, isDone: false)
    }
    defer { if isRecorded { LoopRecording.done(nil) } }
    let mode = request.mode
    let (there, made) = lock.withLock { () -> (SourceCore?, SourceCore?) in
      if isClosed { return (nil, nil) }
      requests.append(request)
      if let there = sources[mode] { return (there, nil) }
      let made = SourceCore(
        kind: .signal(schedule: nil, cancel: nil), perform: { self.performAll() }, order: 0, label: "perform",
        location: request.location, tellsOfCallouts: false)
      sources[mode] = made
      return (made, made)
    }
    guard let there else { return false }
    if let made {
      do throws(SystemError) { try core.add(made, to: mode) } catch {
        refuse("a source that watches no descriptor could not be added: \(error)")
      }
      // Performed by the source of another mode meanwhile.
      if lock.withLock({ sources[mode] !== made }) { core.remove(made, from: mode) }
    }
    there.mark()
    return true
  }

  /// Performs what is asked for by now and may run in this mode; on the loop's thread.
  private func performAll() {
    let loop = Loop.ofThisThread()
    guard let mode = loop.currentMode else { return }
    let asked = lock.withLock { requests.asked }
    while let request = next(in: mode, of: loop.core, asked: asked) {
      if isRecording { loop.report(.calloutBegan(.source), label: request.label, location: request.location) }
      request.body()
      if isRecording { loop.report(.calloutEnded(.source), label: request.label, location: request.location) }
    }
    leaveModes(of: loop.core)
  }

  private func next(in mode: Mode, of core: LoopCore, asked: Int) -> PerformRequest? {
    let isCommon = core.structure.withLock { core.commonModes.contains(mode) }
    let (request, rest) = lock.withLock {
      let request = requests.take(in: mode, isCommon: isCommon, asked: asked)
      return (request, requests.next(in: mode, isCommon: isCommon).flatMap { sources[$0] })
    }
    // If it runs the loop, that run is to find what is left.
    if request != nil { rest?.mark() }
    return request
  }

  /// Takes the sources of which nothing is asked any more out of the loop.
  private func leaveModes(of core: LoopCore) {
    let idle = lock.withLock {
      let asked = requests.modes
      let idle = sources.filter { !asked.contains($0.key) }
      for mode in idle.keys { sources[mode] = nil }
      return idle
    }
    // Sorted, since a dictionary's order differs from run to run.
    for (mode, source) in idle.sorted(by: { $0.key.id < $1.key.id }) { core.remove(source, from: mode) }
  }

  /// Takes what is not performed, and lets nothing more in.
  func close() -> [PerformRequest] {
    lock.withLock {
      isClosed = true
      sources = [:]
      return requests.takeAll()
    }
  }
}

extension LoopCore {
  /// The loop's only one, made when there is none; nil when the loop has ended.
  var performQueue: PerformQueue? {
    structure.withLock {
      if hasEnded { return nil }
      if let performs { return performs }
      let made = PerformQueue()
      performs = made
      return made
    }
  }
}
