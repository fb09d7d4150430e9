import CBench
import LoopEngine

/// `pingpong`, `pingblk`: the round trip between two loops on two threads.
enum PingPong {
  // Unsafe but sound: written before the first ping, which every other access follows.
  nonisolated(unsafe) private static var handles: (LoopHandle?, LoopHandle?) = (nil, nil)
  nonisolated(unsafe) private static var sources: (SignalSource?, SignalSource?) = (nil, nil)
  // Unsafe but sound: only side 0 uses it.
  nonisolated(unsafe) private static var trips: Int64 = 0

  @inline(__always)
  private static func arrived() {
    trips += 1
    if trips == Measurement.count { Measurement.end() }
  }

  /// Through a source: signal and wake-up.
  static func signals() throws {
    let source0 = SignalSource {
      arrived()
      wake(sources.1, handles.1)
    }
    let source1 = SignalSource { wake(sources.0, handles.0) }
    sources = (source0, source1)
    handles.0 = try Measurement.startLoop(side: 0) { $0.add(source0) }
    handles.1 = try Measurement.startLoop(side: 1) { $0.add(source1) }
    Measurement.settle()
    Measurement.begin()
    wake(source1, handles.1)
    Measurement.waitForEver()
  }

  @inline(__always)
  private static func wake(_ source: SignalSource?, _ handle: LoopHandle?) {
    source?.signal()
    handle?.wakeUp()
  }

  /// Through a block: perform and wake-up.
  static func blocks() throws {
    handles.0 = try Measurement.startLoop(side: 0) { $0.add(Measurement.keepAlive()) }
    handles.1 = try Measurement.startLoop(side: 1) { $0.add(Measurement.keepAlive()) }
    Measurement.settle()
    Measurement.begin()
    send(to: 1)
    Measurement.waitForEver()
  }

  private static func send(to side: Int) {
    guard let handle = side == 0 ? handles.0 : handles.1 else { return }
    handle.perform {
      if side == 0 { arrived() }
      send(to: 1 - side)
    }
    handle.wakeUp()
  }
}
