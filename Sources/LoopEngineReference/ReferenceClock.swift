import CReference
import CoreFoundation

/// Between the loop's clock and CoreFoundation's dates.
///
/// CoreFoundation turns a date into a moment of the monotonic clock with a wall clock of whole microseconds, in doubles
/// of 0.12 us: two timers of one date are up to a microsecond apart, in either order. So that a timer never fires
/// before its instant, dates are rounded up; so that timers of one instant keep the order they were made in, each is
/// given two microseconds more than the one before it.
///
/// At a slower pace (`LoopPace`) CoreFoundation is given dates and durations that are as many times farther away.
enum ReferenceClock {
  /// The date of an instant that is yet to come, for the next timer of that instant.
  static func date(of instant: LoopInstant) -> CFAbsoluteTime {
    let now = Now()
    let rest = now.instant.duration(to: instant)
    if rest <= .zero { return now.date - 1 }
    let (until, isTooFar) = rest.saturatingNanoseconds.multipliedReportingOverflow(by: Int64(reference_pace()))
    if isTooFar || until > farAway { return now.date + rest.seconds }
    let place = instantsInUse.withLock { $0.place(at: instant, now: now.instant) }
    let wall = now.wall + until + 2_000 * place - epoch
    return (Double(wall / 1_000_000_000) + Double(wall % 1_000_000_000) * 1e-9).nextUp.nextUp
  }

  /// The instant of a date, to about a microsecond.
  static func instant(of date: CFAbsoluteTime) -> LoopInstant {
    let now = Now()
    let until = (date - now.date) * 1e9 / Double(reference_pace())
    if until >= 0x1p62 { return .distantFuture }
    if until <= -0x1p62 { return .distantPast }
    return now.instant.advanced(by: .nanoseconds(Int64(until)))
  }

  /// The seconds from now until `instant`, never too few.
  static func seconds(until instant: LoopInstant) -> CFTimeInterval {
    LoopInstant.now.duration(to: instant).seconds.nextUp
  }

  /// 2001-01-01 in nanoseconds since 1970.
  private static let epoch: Int64 = 978_307_200_000_000_000
  /// A century: CoreFoundation clamps such dates, and their nanoseconds would overflow.
  private static let farAway: Int64 = 3_155_760_000_000_000_000

  private static let instantsInUse = Guarded(InstantsInUse())

  /// One moment on both clocks.
  private struct Now {
    let instant: LoopInstant
    let wall: Int64

    init() {
      // The wall clock second: a date that is late by the gap is harmless, one that is early is not.
      instant = .now
      wall = reference_wall_clock()
    }

    var date: CFAbsoluteTime { Double(wall - epoch) * 1e-9 }
  }

  /// How many timers were given each instant that is yet to come.
  private struct InstantsInUse {
    private var counts: [LoopInstant: Int64] = [:]
    private var limit = 1_024

    mutating func place(at instant: LoopInstant, now: LoopInstant) -> Int64 {
      if counts.count >= limit {
        counts = counts.filter { $0.key > now }
        limit = max(1_024, counts.count * 2)
      }
      let place = counts[instant, default: 0]
      counts[instant] = place + 1
      return place
    }
  }
}

/// Nanoseconds of the clock of loops.
func clockNow() -> Int64 { reference_loop_clock() }

/// How slowly the clock of loops goes, for a machine that is too busy for real time to keep events apart.
package enum LoopPace {
  /// Has one second on the clock of loops take that many; on the main thread, before there are others.
  package static func set(_ seconds: Int) { reference_set_pace(Int32(clamping: seconds)) }
}

extension Duration {
  /// The whole nanoseconds that it takes, as seconds for CoreFoundation.
  var seconds: CFTimeInterval { Double(saturatingNanoseconds) * 1e-9 * Double(reference_pace()) }

  /// What takes that many of CoreFoundation's seconds.
  static func taking(_ seconds: CFTimeInterval) -> Duration { .seconds(seconds / Double(reference_pace())) }
}
