import DifferentialModel
import Glibc
import LoopEngine

extension Catalogue {
  /// What section 6 says of the processor's time.
  static let processorTime = Section { section in
    section.add(
      "6.5d", "a timer that missed millions of fires costs no more than one that missed none", "T constant-cost",
      .differs("missed-fires-constant", coreFoundation: "T linear-cost")
    ) { probe, loop in
      // Every nanosecond, and late by two fifths of a second: four hundred million fires are missed.
      var before = threadTime()
      probe.timer("T", every: .nanoseconds(1), on: loop) { timer in
        LoopThread.sleep(for: 400.ms)
        before = threadTime()
        loop.perform { timer.invalidate() }
      }
      LoopThread.sleep(for: 2.ms)
      loop.run(mode: .default, for: .zero)
      probe.note(threadTime() - before < 20.ms ? "constant-cost" : "linear-cost")
    }
  }

  /// The processor time that the calling thread has used.
  private static func threadTime() -> Duration {
    var time = timespec()
    // Cannot fail: the clock always exists and the pointer is valid.
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
