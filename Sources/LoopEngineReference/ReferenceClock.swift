import CReference
import CoreFoundation

/// Between the loop's clock and CoreFoundation's dates.
///
/// CoreFoundation turns a date into a moment of the monotonic clock with a wall clock of whole microseconds, in doubles
/// of 0.12 us: two timers of one date are up to a microsecond apart, in either order. So that a timer never fires
/// before its instant, dates are rounded up; so that timers of one instant keep the order they were made in, each is
/// given two microseconds more than the one before it.
enum ReferenceClock {
  /// The date of an instant that is yet to come, for the next timer of that instant.
  static func date(of instant: LoopInstant) -> CFAbsoluteTime {
    let now = Now()
    let until = now.monotonic.duration(to: instant).saturatingNanoseconds
    if until <= 0 { return now.date - 1 }
    if until > farAway { return now.date + Double(until) * 1e-9 }
    let place = instantsInUse.withLock { $0.place(at: instant, now: now.monotonic) }
    let wall = now.wall + until + 2_000 * place - epoch
    return (Double(wall / 1_000_000_000) + Double(wall % 1_000_000_000) * 1e-9).nextUp.nextUp
  }

  /// The instant of a date, to about a microsecond.
  static func instant(of date: CFAbsoluteTime) -> LoopInstant {
    let now = Now()
    let until = (date - now.date) * 1e9
    if until >= 0x1p62 { return .distantFuture }
    if until <= -0x1p62 { return .distantPast }
    return now.monotonic.advanced(by: .nanoseconds(Int64(until)))
  }

  /// The seconds from now until `instant`, never too few.
  static func seconds(until instant: LoopInstant) -> CFTimeInterval {
    (Double(LoopInstant.now.duration(to: instant).saturatingNanoseconds) * 1e-9).nextUp
  }

  /// 2001-01-01 in nanoseconds since 1970.
  private static let epoch: Int64 = 978_307_200_000_000_000
  /// A century: CoreFoundation clamps such dates, and their nanoseconds would overflow.
  private static let farAway: Int64 = 3_155_760_000_000_000_000

  private static let instantsInUse = Guarded(InstantsInUse())

  /// One moment on both clocks.
  private struct Now {
    let monotonic: LoopInstant
    let wall: Int64

    init() {
      // The wall clock second: a date that is late by the gap is harmless, one that is early is not.
      monotonic = .now
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
func clockNow() -> Int64 { reference_monotonic_clock() }

extension Duration {
  /// Its seconds as CoreFoundation counts them.
  var timeInterval: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
