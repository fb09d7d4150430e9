import LoopEngine

/// `iter`, `iter-main`: one turn of a loop whose source signals itself, with an observer of all activities.
enum Turns {
  // Unsafe but sound: only the thread of the measured loop uses these.
  nonisolated(unsafe) private static var source: SignalSource?
  nonisolated(unsafe) private static var handled: Int64 = 0
  nonisolated(unsafe) private static var observed: Int64 = 0

  /// The loop of a thread of its own.
  static func onThread() throws {
    try Measurement.startLoop(prepare)
    Measurement.waitForEver()
  }

  /// The main thread's loop, which also serves the main dispatch queue.
  static func onMain() {
    let loop = Loop.current
    prepare(loop)
    loop.runUntilStopped()
  }

  private static func prepare(_ loop: Loop) {
    let source = SignalSource {
      handled += 1
      if handled == Measurement.count { Measurement.end() }
      Turns.source?.signal()
    }
    Turns.source = source
    loop.add(source)
    loop.add(LoopObserver(.all) { _, _ in observed += 1 })
    source.signal()
    Measurement.begin()
  }
}
