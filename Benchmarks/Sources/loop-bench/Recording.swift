import CBench
import Glibc
import LoopEngine
import LoopTracing
import Synchronization

/// `record`: what an event costs that is recorded, with the turns it comes from; the figure is per event.
enum Recording {
  private final class Counter: LoopEventSink {
    let count = Atomic<Int64>(0)

    func record(_ event: LoopEvent) {
      count.add(1, ordering: .relaxed)
    }
  }

  // Unsafe but sound: only the main thread uses these.
  nonisolated(unsafe) private static var source: SignalSource?
  nonisolated(unsafe) private static var left: Int64 = 0

  /// N turns of the main thread's loop with a source that signals itself, recorded into a folder that is removed then.
  static func turns() throws {
    let loop = Loop.current
    let source = SignalSource {
      left -= 1
      if left == 0 { Loop.current.stop() } else { Recording.source?.signal() }
    }
    Recording.source = source
    loop.add(source)

    let trial: Int64 = 1_000
    let counter = Counter()
    LoopRecording.install(counter)
    run(loop, trial)
    let eventsPerTurn = Double(counter.count.load(ordering: .relaxed)) / Double(trial)

    var folder = Array("\(P_tmpdir)/loop-bench-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else { throw SystemError(call: "mkdtemp", errno: errno) }
    let path = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try TracedProgram.begin(folder: path, passesOn: true)
    let start = bench_now()
    run(loop, Measurement.count)
    let total = bench_now() - start
    for name in ["events.journal", "output.txt", "errors.txt"] { unlink("\(path)/\(name)") }
    rmdir(path)
    bench_report(Measurement.workload, Measurement.count, total, Int64(Double(Measurement.count) * eventsPerTurn))
    TracedProgram.end()
    bench_exit(0)
  }

  private static func run(_ loop: Loop, _ turns: Int64) {
    left = turns
    source?.signal()
    loop.run(mode: .default, for: .seconds(3600))
  }
}
