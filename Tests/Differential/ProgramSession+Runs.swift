import DifferentialModel
import LoopEngine
import Synchronization

extension ProgramSession {
  /// Runs the loop, unless as many runs as may be are active, and writes down how it ended.
  func run(_ run: ProgramRun) {
    guard limits.count < ProgramGrid.depth else { return }
    clock.settle()
    let run = shortened(run)
    markTakenTimers()
    if modesWithTwoWakeUps.contains(run.mode) { recorder.mark("ready-place-kept") }
    markAlarmsOfOtherModes()
    markDueTimers(in: run.mode)
    if run.mode == .common { recorder.mark("common-run-is-false") }
    recorder.record(.runBegan("\(run)"))
    let outerGuard = control.guardTick.load(ordering: .relaxed)
    var tick: Int64?
    var isUnbounded = run.form == .untilStopped
    switch run.limit {
    case .poll: break
    case .rounds(let rounds):
      tick = clock.nextTick(residue: ProgramGrid.limit(depth: limits.count), rounds: rounds)
    case .unbounded: isUnbounded = true
    }
    if isUnbounded {
      let now = clock.micros / ProgramGrid.tick
      control.guardTick.store(min(outerGuard, now + ProgramGrid.round), ordering: .releasing)
    }
    limits.append(tick)
    let readyCallOutsBefore = readyCallOuts
    let (outerBatch, outerActivity) = (batch, lastActivity)
    let result = result(of: run, until: tick.map(clock.instant))
    markPassedLimits()
    limits.removeLast()
    control.guardTick.store(outerGuard, ordering: .releasing)
    recorder.record(.runEnded(result))
    (batch, lastActivity) = (outerBatch, outerActivity)
    // The limit of a run wakes the loop, too, and so does the second thread, which also ends what would run on.
    if run.limit != .poll || isUnbounded || !program.helper.isEmpty { modesWithOldWakeUp.formUnion(ProgramMode.real) }
    let mode = [.until, .untilStopped].contains(run.form) ? ProgramMode.standard : run.mode
    // A run that ends otherwise, or took another ready thing first, may not have come to its place.
    if readyCallOuts == readyCallOutsBefore, result == "timedOut" || result == "handledSource" {
      modesWithOldWakeUp.remove(mode)
      modesWithTwoWakeUps.remove(mode)
    }
    clock.arrive()
    // CoreFoundation wakes the loop at the limit of a run, once: when a nested run took that wake-up, the outer one
    // might sleep for ever.
    if limits.contains(where: { ($0 ?? .max) <= clock.micros / ProgramGrid.tick }) {
      markWakeUp()
      loop.wakeUp()
    }
    clock.disturb()
    clock.settle()
  }

  /// The run, or a poll instead when it would outlast the limit of an outer one, at which CoreFoundation wakes it.
  private func shortened(_ run: ProgramRun) -> ProgramRun {
    guard let outer = limits.compactMap(\.self).min() else { return run }
    var poll = run
    poll.limit = .poll
    if run.form == .untilStopped { poll.form = .forDuration }
    switch run.limit {
    case _ where run.form == .untilStopped: return poll
    case .poll: return run
    case .unbounded: return poll
    case .rounds(let rounds):
      let tick = clock.nextTick(residue: ProgramGrid.limit(depth: limits.count), rounds: rounds)
      return tick < outer ? run : poll
    }
  }

  private func result(of run: ProgramRun, until end: LoopInstant?) -> String {
    let mode = Mode(run.mode.name)
    let limit =
      switch run.limit {
      case .poll: LoopInstant.distantPast
      case .rounds: end ?? .distantPast
      case .unbounded: LoopInstant.distantFuture
      }
    switch run.form {
    case .forDuration:
      let duration: Duration? =
        switch run.limit {
        case .poll: .zero
        case .rounds: limit - .now
        case .unbounded: nil
        }
      return "\(loop.run(mode: mode, for: duration, returnAfterSourceHandled: run.returnAfterSourceHandled))"
    case .before:
      return "\(loop.run(mode: mode, before: limit))"
    case .acceptInput:
      loop.acceptInput(in: mode, before: limit)
      return "done"
    case .limitDate:
      switch loop.limitDate(in: mode) {
      case nil: return "none"
      case .some(.distantFuture): return "distant future"
      case .some: return "a date"
      }
    case .until:
      // Without a limit it would never return, whoever stops it.
      loop.run(until: run.limit == .unbounded ? .now : limit)
      return "done"
    case .untilStopped:
      return "\(loop.runUntilStopped())"
    }
  }
}
