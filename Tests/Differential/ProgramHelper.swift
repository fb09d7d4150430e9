import DifferentialModel
import LoopEngine
import Synchronization

/// The second thread of a program: it does its steps at their ticks and stops runs that have no limit.
enum ProgramHelper {
  /// What the program's thread tells the second one.
  final class Control: Sendable {
    /// Set when the program has ended.
    let isFinished = Atomic(false)
    /// The tick from which runs are stopped, or `Int64.max` while none needs it.
    let guardTick = Atomic(Int64.max)
  }

  /// Starts the thread, if the program needs one.
  static func start(for session: ProgramSession) -> ProgramThread? {
    let program = session.program
    guard !program.helper.isEmpty || program.needsGuard else { return nil }
    var sources: [Int: SignalSource] = [:]
    var ports: [Int: MessagePort<Int>] = [:]
    for (index, item) in session.items.enumerated() {
      if case .source(let source) = item { sources[index] = source }
      if case .port(let port) = item { ports[index] = port }
    }
    let (start, control, recorder) = (session.clock.start, session.control, session.recorder)
    let probes = session.watched.values.map(\.probe)
    let (handle, confined) = (session.loop.handle, ProgramSession.Confined(session: session))
    // Descriptors are closed when this thread has ended.
    let markUnread = { @Sendable in
      if probes.contains(where: \.isReady) { recorder.mark("descriptor-seen-late") }
    }
    return ProgramThread { [sources, ports] in
      var tick = ProgramGrid.helper
      while sleep(until: ProgramClock.instant(tick, start: start), unless: control) {
        let step = program.helper.first { Int64($0.round) == tick / ProgramGrid.round }
        for action in step?.actions ?? [] {
          recorder.record(.noted("second thread: \(action)"))
          if action.wakes { markUnread() }
          switch action {
          case .signal(let index): sources[index]?.signal()
          case .send(let index): ports[index]?.send(index)
          case .perform(let index, let mode):
            handle.perform(in: Mode(mode.name)) { confined.session.callOut(index) }
          case .performOnThread(let index, let mode):
            handle.performOnThread(in: Mode(mode.name)) { confined.session.callOutOnThread(index) }
          case .wakeUp: handle.wakeUp()
          case .stop: handle.stop()
          case .stopMode(let mode): handle.stop(mode: Mode(mode.name))
          }
        }
        if step == nil, control.guardTick.load(ordering: .acquiring) <= tick {
          recorder.record(.noted("second thread: enough"))
          markUnread()
          handle.stop()
        }
        tick += ProgramGrid.round
      }
    }
  }

  /// Sleeps tick by tick; false when the program has ended meanwhile.
  private static func sleep(until instant: LoopInstant, unless control: Control) -> Bool {
    while !control.isFinished.load(ordering: .acquiring) {
      let next = LoopInstant.now + .microseconds(ProgramGrid.tick)
      if next >= instant {
        ProgramClock.sleep(until: instant)
        return !control.isFinished.load(ordering: .acquiring)
      }
      ProgramClock.sleep(until: next)
    }
    return false
  }
}
