import DifferentialModel
import LoopEngine

/// The clock of one running program: its own time, which real time is made to follow.
///
/// CoreFoundation takes ready things in the order in which they became ready, and a timer that is due becomes ready
/// some tens of microseconds after it was set. So the program lets real time pass after everything that makes
/// something ready; both loops then see the same order. In a timed program it also keeps away from the ticks.
final class ProgramClock {
  /// When the program began.
  let start: LoopInstant
  /// The program's own time since then.
  private(set) var micros: Int64 = ProgramGrid.calm.lowerBound
  private let isTimed: Bool
  private static let step: Int64 = 250
  private var isDirty = false

  /// Starts the clock.
  init(for program: Program) {
    start = .now
    isTimed = program.isTimed
  }

  /// The real time of a tick.
  static func instant(_ tick: Int64, start: LoopInstant) -> LoopInstant {
    start + .microseconds(tick * ProgramGrid.tick)
  }

  /// The real time of a tick.
  func instant(_ tick: Int64) -> LoopInstant { Self.instant(tick, start: start) }

  /// Something may have become ready: `settle()` has to wait before anything else does.
  func disturb() { isDirty = true }

  /// Lets things become ready that were set since the last time.
  func settle() {
    guard isDirty else { return }
    isDirty = false
    let earliest = LoopInstant.now + .microseconds(Self.step)
    if isTimed {
      micros = ProgramGrid.calmMoment(from: micros + Self.step + 150)
      Self.sleep(until: max(earliest, start + .microseconds(micros)))
    } else {
      Self.sleep(until: earliest)
    }
  }

  /// The loop may have slept: takes over the real time.
  func arrive() {
    guard isTimed else { return }
    let real = LoopInstant.now.duration(since: start) / ProgramGrid.tick * ProgramGrid.tick
    let moment = ProgramGrid.calmMoment(from: real)
    if moment > micros {
      micros = moment
      Self.sleep(until: start + .microseconds(micros))
    }
  }

  /// Lets ticks pass.
  func spend(_ ticks: Int) {
    guard isTimed else { return }
    micros = ProgramGrid.calmMoment(from: micros + Int64(ticks) * ProgramGrid.tick)
    Self.sleep(until: start + .microseconds(micros))
  }

  /// The next tick with a residue.
  func nextTick(residue: Int64, rounds: Int) -> Int64 {
    ProgramGrid.nextTick(after: micros, residue: residue, rounds: rounds)
  }

  /// Sleeps without the loop, whatever signals arrive.
  static func sleep(until instant: LoopInstant) {
    while true {
      let rest = instant.nanoseconds - LoopInstant.now.nanoseconds
      if rest <= 0 { return }
      LoopThread.sleep(for: .nanoseconds(rest))
    }
  }
}

extension LoopInstant {
  /// The microseconds since an earlier instant.
  fileprivate func duration(since other: LoopInstant) -> Int64 {
    (nanoseconds - other.nanoseconds) / 1_000
  }
}
