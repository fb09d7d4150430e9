// What answers of the chapter on the stall monitor share.

// ANCHOR: monitor
final class StallMonitor {
  private var last: (activity: LoopActivity, time: LoopInstant)?

  func watch(_ loop: Loop, mode: Mode = .common, limit: Duration) {
    loop.add(
      LoopObserver(.all, label: "monitor") { [self] _, activity in
        let now = LoopInstant.now
        if let last, last.activity != .beforeWaiting, last.activity != .exit, now - last.time > limit {
          print("stall: \(now - last.time) from \(last.activity) to \(activity)")
        }
        last = (activity, now)
      }, to: mode)
  }
}
// ANCHOR_END: monitor
