import DifferentialModel
import LoopEngine

// Where a program does what a listed difference is about. Marking too much costs some programs their judgement, marking
// too little makes a listed difference a failure.
extension ProgramSession {
  /// The loop is woken, maybe while a descriptor is readable, or while a mode has not seen an earlier wake-up.
  func markWakeUp() {
    let current = ProgramMode.real.first { $0.name == loop.currentMode?.name }
    if let current, modesWithOldWakeUp.contains(current) { recorder.mark("ready-place-kept") }
    modesWithTwoWakeUps.formUnion(modesWithOldWakeUp)
    modesWithOldWakeUp.formUnion(ProgramMode.real)
    markUnread()
  }

  func markUnread() {
    if !watched.isEmpty, !readyDescriptors.isEmpty { recorder.mark("descriptor-seen-late") }
  }

  /// CoreFoundation does not take back the alarm of a mode that loses its last timer.
  func markLastTimer(_ index: Int, isRemoved: Bool, from programMode: ProgramMode? = nil) {
    guard case .timer(let timer) = items[index], !program.keepsTimers else { return }
    for mode in ProgramMode.real {
      guard loop.contains(timer, in: Mode(mode.name)) else { continue }
      if let programMode, programMode != .common, programMode != mode { continue }
      if isRemoved || batch > 1 || isFiring || loop.currentMode != Mode(mode.name) {
        if !hasOtherTimer(than: index, in: mode) { recorder.mark("last-timer-disarmed") }
      }
    }
  }

  /// The alarm was set for a timer that was found due before it went off, and there is no other to set it for.
  func markStaleAlarm() {
    guard !program.keepsTimers, let mode = ProgramMode.real.first(where: { $0.name == loop.currentMode?.name }) else {
      return
    }
    if !hasOtherTimer(in: mode) { recorder.mark("last-timer-disarmed") }
  }

  /// The alarm has gone off and is set anew before the loop saw it.
  func markMovedAlarm(_ action: ProgramAction) {
    let now = LoopInstant.now
    guard let index = action.item else { return }
    if case .add(_, let mode) = action, case .port = items[index] { markPortOfModes(index, mode) }
    guard case .timer(let changed) = items[index], let date = changed.nextFireDate else { return }
    if hadBatch { recorder.mark("ready-place-kept") }
    guard date <= now else { return }
    switch action {
    case .add(_, let mode):
      let isEarlier = items.contains { item in
        guard case .timer(let timer) = item, let other = timer.nextFireDate else { return false }
        return other <= now && other > date && (mode == .common || loop.contains(timer, in: Mode(mode.name)))
      }
      if isEarlier { recorder.mark("ready-place-kept") }
    case .remove, .invalidate, .setNextFireDate, .fire:
      if ProgramMode.real.contains(where: { loop.contains(changed, in: Mode($0.name)) }) {
        recorder.mark("ready-place-kept")
      }
    default: break
    }
  }

  /// A run is nested in an observer after waiting, when the loop has taken note of a due timer or a readable descriptor
  /// and not yet called it.
  func markTakenTimers() {
    guard activities.contains(.afterWaiting) else { return }
    if !readyDescriptors.isEmpty { recorder.mark("taken-descriptor-served-nested") }
    let now = LoopInstant.now
    let hasDueTimer = items.contains { item in
      guard case .timer(let timer) = item, let date = timer.nextFireDate else { return false }
      return date <= now && ProgramMode.real.contains { loop.contains(timer, in: Mode($0.name)) }
    }
    if hasDueTimer || hasDelayedPerforms { recorder.mark("taken-timer-fires-nested") }
  }

  /// A port or descriptor that stands in several modes has been heard in one of them.
  func markRepeatedPort(_ index: Int) {
    let modes = ProgramMode.real.count { mode in
      switch items[index] {
      case .port(let port): loop.contains(port, in: Mode(mode.name))
      case .descriptor(let source): loop.contains(source, in: Mode(mode.name))
      default: false
      }
    }
    if modes > 1 { recorder.mark("ready-place-kept") }
  }

  /// A run is nested in the callout of a timer that stands in several modes, and whose alarm is set in the others.
  func markAlarmsOfOtherModes() {
    for index in activeTimers {
      guard case .timer(let timer) = items[index] else { continue }
      let modes = ProgramMode.real.count { loop.contains(timer, in: Mode($0.name)) }
      if modes > 1 { recorder.mark("last-timer-disarmed") }
    }
  }

  /// A run is nested in a timer's callout while another is due, whose alarm may have gone off before.
  func markDueTimers(in mode: ProgramMode) {
    guard !activeTimers.isEmpty else { return }
    let now = LoopInstant.now
    for (index, item) in items.enumerated() where !activeTimers.contains(index) {
      guard case .timer(let timer) = item, loop.contains(timer, in: Mode(mode.name)) else { continue }
      if let date = timer.nextFireDate, date <= now { recorder.mark("ready-place-kept") }
    }
  }

  /// A port comes into another mode, in which it is ready only from then on.
  private func markPortOfModes(_ index: Int, _ mode: ProgramMode) {
    guard case .port(let port) = items[index] else { return }
    let isElsewhere = ProgramMode.real.contains { $0 != mode && loop.contains(port, in: Mode($0.name)) }
    if isElsewhere { recorder.mark("ready-place-kept") }
  }

  /// A timer that fires keeps its place in the other modes it stands in.
  func markTimerOfModes(_ index: Int) {
    guard case .timer(let timer) = items[index] else { return }
    let modes = ProgramMode.real.count { loop.contains(timer, in: Mode($0.name)) }
    if modes > 1 { recorder.mark("ready-place-kept") }
  }

  private func hasOtherTimer(than index: Int? = nil, in mode: ProgramMode) -> Bool {
    items.enumerated().contains { other, item in
      guard other != index, !activeTimers.contains(other), case .timer(let timer) = item else { return false }
      return loop.contains(timer, in: Mode(mode.name))
    }
  }
}
