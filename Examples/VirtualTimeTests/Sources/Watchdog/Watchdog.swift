public import LoopEngine

/// Raises an alarm when it has heard nothing for a while, and again each time that this while passes.
public final class Watchdog {
  private let timer: LoopTimer
  private let patience: Duration

  /// Watches on the calling thread's loop, from now on.
  public init(on loop: Loop, patience: Duration, alarm: @escaping () -> Void) {
    self.patience = patience
    timer = LoopTimer(every: patience, label: "watchdog") { _ in alarm() }
    loop.add(timer)
  }

  /// Puts the next alarm off.
  public func feed() {
    timer.setNextFireDate(.now + patience)
  }
}
