/// The grid on which a timed program's events lie, so that no two of them ever compete.
///
/// Time is cut into ticks, eight of them make a round. Each future event has a residue of its own: the time limits
/// of runs by their depth, the timers by their number, the second thread. Callouts happen in the middle of a tick.
public enum ProgramGrid {
  /// The length of a tick in microseconds.
  public static let tick: Int64 = 3_000
  /// The ticks of a round.
  public static let round: Int64 = 8
  /// How many runs may be nested.
  public static let depth = 3
  /// How many timers of a program may have dates in the future.
  public static let timers = 4
  /// The residue of the second thread.
  public static let helper: Int64 = 5
  /// How late a timer with tolerance may be, in microseconds: over before callouts happen.
  public static let tolerance: Int64 = 400
  /// Where in a tick callouts may happen, in microseconds.
  public static let calm: ClosedRange<Int64> = 700...1_800

  /// The residue of the limit of a run that is nested in `depth` others.
  public static func limit(depth: Int) -> Int64 { [0, 7, 6][depth] }

  /// The residue of the timer `number`, below `timers`.
  public static func timer(_ number: Int) -> Int64 { 1 + Int64(number) }

  /// The first calm moment not before `micros`.
  public static func calmMoment(from micros: Int64) -> Int64 {
    let offset = micros % tick
    if offset < calm.lowerBound { return micros - offset + calm.lowerBound }
    if offset > calm.upperBound { return micros - offset + tick + calm.lowerBound }
    return micros
  }

  /// The tick with `residue` that follows `micros` and lies `rounds` (1 or more) of them ahead.
  public static func nextTick(after micros: Int64, residue: Int64, rounds: Int) -> Int64 {
    let next = micros / tick + 1
    let wait = (residue - next % round + round) % round
    return next + wait + Int64(rounds - 1) * round
  }
}
