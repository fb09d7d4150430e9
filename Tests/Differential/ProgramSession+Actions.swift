import DifferentialModel
import Dispatch
import LoopEngine

extension ProgramSession {
  /// Does one step of the program; whatever it makes ready is ready when it returns.
  func perform(_ action: ProgramAction) {
    markMovedAlarm(action)
    switch action {
    case .add(let index, let mode): add(index, to: Mode(mode.name))
    case .remove(let index, let mode): remove(index, from: Mode(mode.name), markedAs: mode)
    case .invalidate(let index):
      if case .source(let source) = items[index], source.isSignaled, !activeSources.isEmpty {
        recorder.mark("source-pass-any")
      }
      markLastTimer(index, isRemoved: true)
      invalidate(items[index])
    case .signal(let index):
      if case .source(let source) = items[index] { source.signal() }
    case .send(let index):
      if case .port(let port) = items[index], port.send(index) { unheard[index, default: 0] += 1 }
    case .request(let index, let reply):
      if case .port(let port) = items[index], case .port(let answer) = items[reply],
        port.send(index, id: reply, replyTo: answer)
      {
        unheard[index, default: 0] += 1
      }
    case .write(let index):
      markOldPlace(index)
      watched[index]?.write()
    case .drain(let index): drain(index)
    case .hangUp(let index):
      markOldPlace(index)
      watched[index]?.hangUp()
    case .dispatch(let index):
      guard program.isOnMain else { break }
      let confined = Confined(session: self)
      DispatchQueue.main.async { confined.session.callOut(index, "main queue") }
    case .perform(let index, let modes):
      if modes.count == 1 {
        loop.perform(in: Mode(modes[0].name)) { [unowned self] in self.callOut(index) }
      } else {
        loop.perform(in: Set(modes.map { Mode($0.name) })) { [unowned self] in self.callOut(index) }
      }
    case .performOnThread(let index, let mode):
      markWakeUp()
      let confined = Confined(session: self)
      loop.handle.performOnThread(in: Mode(mode.name)) { confined.session.callOutOnThread(index) }
    case .performAfterDelay(let index, let modes):
      if hadBatch { recorder.mark("ready-place-kept") }
      // A delayed perform is a timer that the program cannot ask for.
      if !program.keepsTimers { recorder.mark("last-timer-disarmed") }
      hasDelayedPerforms = true
      loop.perform(after: .zero, in: Set(modes.map { Mode($0.name) }), for: index) { [unowned self] in
        self.callOut(index, "timer", isTimer: true)
      }
    case .cancelPerforms(let index):
      // One of them may be due.
      if hasDelayedPerforms { recorder.mark("ready-place-kept") }
      loop.cancelPerforms(for: index)
    case .setNextFireDate(let index, let next): setNextFireDate(index, next)
    case .fire(let index):
      if case .timer(let timer) = items[index] {
        let wasFiring = isFiring
        isFiring = true
        timer.fire()
        isFiring = wasFiring
      }
    case .stop:
      markWakeUp()
      if fault != .deafToStop { loop.stop() }
    case .stopMode(let mode):
      markWakeUp()
      loop.stop(mode: Mode(mode.name))
    case .wakeUp:
      markWakeUp()
      loop.wakeUp()
    case .addCommonMode(let mode):
      guard commonItemsHaveAnOrder else { break }
      do throws(SystemError) {
        try loop.addCommonMode(Mode(mode.name))
      } catch {
        recorder.record(.noted("addCommonMode: \(error)"))
      }
    case .run(let run): self.run(run)
    case .spend(let ticks):
      // The second thread may wake the loop meanwhile.
      if program.needsGuard || !program.helper.isEmpty { markUnread() }
      // In a nested run, not beyond the limits of the outer ones: see `shortened(_:)`.
      let end = clock.micros / ProgramGrid.tick + Int64(ticks)
      if limits.dropLast().allSatisfy({ $0 ?? .max > end }) { clock.spend(ticks) }
      markPassedLimits()
    case .ask(let question): recorder.record(.answered("\(question): \(answer(question))"))
    }
    recorder.flushHooks()
    switch action {
    case .ask, .spend, .run, .perform, .signal: break
    default:
      clock.disturb()
      clock.settle()
      markPassedLimits()
    }
  }

  /// Whether it does not matter in which order the common items come into a new common mode: in CoreFoundation that is
  /// the order of a hash table.
  private var commonItemsHaveAnOrder: Bool {
    var orders: Set<Int> = []
    var timers = 0
    for item in items {
      if case .observer(let observer) = item, loop.contains(observer, in: .common) {
        if !orders.insert(observer.order).inserted { return false }
      }
      if case .timer(let timer) = item, loop.contains(timer, in: .common) { timers += 1 }
    }
    return timers < 2 || !program.sharesDates
  }

  private func add(_ index: Int, to mode: Mode) {
    switch items[index] {
    case .source(let source): loop.add(source, to: mode)
    case .observer(let observer): loop.add(observer, to: mode)
    case .timer(let timer): loop.add(timer, to: mode)
    case .port(let port): loop.add(port, to: mode)
    case .descriptor(let source):
      do throws(SystemError) {
        try loop.add(source, to: mode)
      } catch {
        recorder.record(.noted("item\(index): \(error)"))
      }
    case .block: break
    }
  }

  private func remove(_ index: Int, from mode: Mode, markedAs programMode: ProgramMode) {
    markLastTimer(index, isRemoved: true, from: programMode)
    switch items[index] {
    case .source(let source): loop.remove(source, from: mode)
    case .observer(let observer): loop.remove(observer, from: mode)
    case .timer(let timer): loop.remove(timer, from: mode)
    case .port(let port): loop.remove(port, from: mode)
    case .descriptor(let source): loop.remove(source, from: mode)
    case .block: break
    }
  }

  /// Invalidates an item, whatever it is.
  func invalidate(_ item: Item) {
    switch item {
    case .source(let source): source.invalidate()
    case .observer(let observer): observer.invalidate()
    case .timer(let timer): timer.invalidate()
    case .port(let port): port.invalidate()
    case .descriptor(let source): source.invalidate()
    case .block: break
    }
  }

  private func setNextFireDate(_ index: Int, _ next: ProgramDate) {
    guard case .timer(let timer) = items[index], case .timer(_, let interval) = program.items[index].kind else {
      return
    }
    // A timer that repeats on the grid stays on it.
    if next == .due, case .rounds = interval { return }
    // What is due is due at once, on both.
    if program.hasTolerance { timer.setTolerance(tolerance(of: next)) }
    timer.setNextFireDate(date(next, of: index))
  }

  /// How late a timer with that date may be.
  func tolerance(of date: ProgramDate) -> Duration {
    program.hasTolerance && date != .due ? .microseconds(ProgramGrid.tolerance) : .zero
  }

  /// The date of a timer; only the first few timers can have dates in the future, others are due at once.
  func date(_ date: ProgramDate, of index: Int) -> LoopInstant {
    let number = timerNumbers[index] ?? ProgramGrid.timers
    guard case .rounds(let rounds) = date, number < ProgramGrid.timers else { return .now - .seconds(1) }
    let residue = ProgramGrid.timer(program.sharesDates ? 0 : number)
    return clock.instant(clock.nextTick(residue: residue, rounds: rounds))
  }

  /// The interval of a timer; only the first few timers repeat on the grid, others so late that it never happens.
  func duration(of interval: ProgramInterval, _ index: Int) -> Duration {
    switch interval {
    case .none: .zero
    case .rounds(let rounds) where (timerNumbers[index] ?? ProgramGrid.timers) < ProgramGrid.timers:
      .microseconds(Int64(rounds) * ProgramGrid.round * ProgramGrid.tick)
    case .long, .rounds: .seconds(1_000)
    }
  }

  private func answer(_ question: ProgramQuestion) -> String {
    switch question {
    case .contains(let index, let programMode):
      let mode = Mode(programMode.name)
      switch items[index] {
      case .source(let source): return "\(loop.contains(source, in: mode))"
      // In CoreFoundation an invalid one may stay among the common items: listed as invalid-leaves-common.
      case .observer(let observer): return "\(observer.isValid && loop.contains(observer, in: mode))"
      case .timer(let timer):
        // And one that is in no mode is not found among them: listed as common-timer-found.
        let isInNone = ProgramMode.real.allSatisfy { !loop.contains(timer, in: Mode($0.name)) }
        if programMode == .common, isInNone { return "-" }
        return "\(timer.isValid && loop.contains(timer, in: mode))"
      case .port(let port): return "\(loop.contains(port, in: mode))"
      case .descriptor(let source): return "\(loop.contains(source, in: mode))"
      case .block: return "-"
      }
    case .isValid(let index):
      switch items[index] {
      case .source(let source): return "\(source.isValid)"
      case .observer(let observer): return "\(observer.isValid)"
      case .timer(let timer): return "\(timer.isValid)"
      case .port(let port): return "\(port.isValid)"
      case .descriptor(let source): return "\(source.isValid)"
      case .block: return "-"
      }
    case .isSignaled(let index):
      guard case .source(let source) = items[index] else { return "-" }
      return "\(source.isSignaled)"
    case .hasNextFireDate(let index):
      guard case .timer(let timer) = items[index] else { return "-" }
      return "\(timer.nextFireDate != nil)"
    case .modeHasNextFireDate(let mode): return "\(loop.nextFireDate(in: Mode(mode.name)) != nil)"
    case .currentMode: return loop.currentMode?.name ?? "none"
    case .allModes:
      // In CoreFoundation a block for the common modes makes a mode of that name: listed as common-is-no-mode.
      return loop.allModes.filter { $0 != .common }.map(\.name).sorted().joined(separator: " ")
    case .commonModes: return loop.commonModes.map(\.name).sorted().joined(separator: " ")
    case .isWaiting: return "\(loop.isWaiting)"
    }
  }
}
