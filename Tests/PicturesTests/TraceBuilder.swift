import LoopEngine
import LoopTracing

/// Traces written by hand, as the engine writes them.
struct TraceBuilder {
  var trace: Trace
  var time: Int64 = 0

  init(clock: Trace.Clock = .virtual) {
    trace = Trace(clock: clock)
  }

  /// Adds an event of the engine.
  mutating func loop(
    _ kind: LoopEvent.Kind, on thread: String = "main", of loop: String? = nil, label: String? = nil, line: UInt? = nil
  ) {
    trace.events.append(
      TraceEvent(
        kind: .loop(kind), time: time, thread: thread, loop: loop ?? thread, label: label,
        file: line.map { _ in "Book/Example.swift" }, line: line))
  }

  mutating func print(_ text: String, on thread: String = "main", _ stream: TraceEvent.PrintStream = .output) {
    trace.events.append(TraceEvent(kind: .print(text, stream), time: time, thread: thread))
  }

  mutating func activities(_ activities: LoopActivity..., on thread: String = "main") {
    for activity in activities { loop(.activity(activity), on: thread) }
  }

  /// A run's beginning up to the first sleep.
  mutating func begin(_ mode: Mode = .default, on thread: String = "main") {
    loop(.runBegan(mode), on: thread)
    activities(.entry, .beforeTimers, .beforeSources, .beforeWaiting, on: thread)
    loop(.slept(until: nil), on: thread)
  }

  mutating func wake(_ reason: LoopEvent.WakeReason, on thread: String = "main") {
    loop(.woke(reason), on: thread)
    activities(.afterWaiting, on: thread)
  }

  mutating func end(_ mode: Mode = .default, _ result: RunResult, on thread: String = "main") {
    activities(.exit, on: thread)
    loop(.runEnded(mode, result), on: thread)
  }

  /// A stack that is printed as it grows and shrinks.
  static var pool: Trace {
    var builder = TraceBuilder()
    builder.print("[|]  push")
    builder.time = 100_000_000
    builder.print("[| first]  keep first")
    builder.print("not a state")
    builder.print("[|]  an error", .error)
    builder.time = 250_000_000
    builder.print("[]  pop")
    return builder.trace
  }

  /// One timer of one second, once.
  static var timer: Trace {
    var builder = TraceBuilder()
    builder.loop(.loopMade)
    builder.begin()
    builder.time = 1_000_000_000
    builder.wake(.timer)
    builder.loop(.calloutBegan(.timer), label: "tick", line: 3)
    builder.print("tick 1")
    builder.loop(.calloutEnded(.timer), label: "tick", line: 3)
    builder.end(.default, .finished)
    return builder.trace
  }

  /// A worker that signals a source of the main thread's loop and wakes it.
  static var signal: Trace {
    var builder = TraceBuilder()
    builder.begin()
    builder.begin(on: "worker")
    builder.time = 1_500_000_000
    builder.wake(.timer, on: "worker")
    builder.loop(.calloutBegan(.timer), on: "worker", label: "work", line: 9)
    builder.loop(.signaled, on: "worker", of: "", label: "result", line: 2)
    builder.loop(.wakeUpRequested, on: "worker", of: "main")
    builder.loop(.calloutEnded(.timer), on: "worker", label: "work", line: 9)
    builder.end(.default, .finished, on: "worker")
    builder.wake(.wakeUp)
    builder.activities(.beforeTimers, .beforeSources)
    builder.loop(.calloutBegan(.source), label: "result", line: 2)
    builder.print("got it")
    builder.loop(.calloutEnded(.source), label: "result", line: 2)
    builder.end(.default, .handledSource)
    return builder.trace
  }

  /// A run inside a timer's callout.
  static var nested: Trace {
    var builder = TraceBuilder()
    builder.begin()
    builder.time = 100_000_000
    builder.wake(.timer)
    builder.loop(.calloutBegan(.timer), label: "outer", line: 1)
    builder.begin("tracking")
    builder.time = 300_000_000
    builder.wake(.timeout)
    builder.end("tracking", .timedOut)
    builder.print("after")
    builder.loop(.calloutEnded(.timer), label: "outer", line: 1)
    builder.end(.default, .stopped)
    return builder.trace
  }

  /// Timers, the last of which is far away, and an observer.
  static var longSleep: Trace {
    var builder = TraceBuilder()
    builder.begin()
    for seconds: Int64 in [1, 2, 3, 3_600] {
      builder.time = seconds * 1_000_000_000
      builder.wake(.timer)
      builder.activities(.beforeTimers, .beforeSources, .beforeWaiting)
      builder.loop(.calloutBegan(.observer), label: "commit")
      builder.loop(.calloutEnded(.observer), label: "commit")
      builder.loop(.slept(until: nil))
    }
    builder.trace.events.append(
      TraceEvent(kind: .snapshot("end", SnapshotSamples.usual), time: builder.time, thread: "main"))
    return builder.trace
  }

  /// Two threads that wait for each other's semaphores, as the program's last words tell.
  static var deadlock: Trace {
    var builder = TraceBuilder()
    builder.loop(.loopMade)
    builder.print("before")
    builder.loop(.loopMade, on: "other")
    builder.time = 2_000_000_000
    builder.print("late", on: "other")
    builder.print("deadlock: nothing can ever run again at 2.000000000s", .error)
    builder.print("  thread 'main' waits for semaphore \"never\" (Book/A.swift:5)", .error)
    builder.print("  thread 'other' waits for semaphore \"never\" (Book/A.swift:6)", .error)
    return builder.trace
  }

  /// So many turns of a timer every second.
  static func turns(_ count: Int) -> Trace {
    var builder = TraceBuilder()
    builder.begin()
    for turn in 1...count {
      builder.time = Int64(turn) * 1_000_000_000
      builder.wake(.timer)
      builder.loop(.calloutBegan(.timer), label: "tick", line: 3)
      builder.print("tick \(turn)")
      builder.loop(.calloutEnded(.timer), label: "tick", line: 3)
      builder.activities(.beforeTimers, .beforeSources, .beforeWaiting)
      builder.loop(.slept(until: nil))
    }
    return builder.trace
  }

  /// Labels that would break out, take all the room or turn the text.
  static let hostileNames = [
    "<script>alert(1)</script>", "\"'&lt;--><![CDATA[", String(repeating: "wide ", count: 60),
    "日本語の長いラベルはここで切れるはずです", "👩‍👩‍👧‍👦🧵🎉👩‍👩‍👧‍👦🧵🎉👩‍👩‍👧‍👦🧵🎉", "a\u{0}\u{1B}[31m\n\r\t\u{85}\u{2028}", "\u{202E}dlrow\u{2066}",
    "\u{FFFE}\u{1FFFF}", "", "</svg></title>",
  ]

  /// Every name where a name can be.
  static var hostile: Trace {
    var builder = TraceBuilder()
    for name in hostileNames {
      builder.loop(.runBegan(Mode(name)), on: name)
      builder.activities(.entry, on: name)
      builder.loop(.calloutBegan(.block), on: name, label: name, line: 1)
      builder.print(name, on: name)
      builder.print(name, on: name, .error)
      builder.loop(.signaled, on: name, of: "", label: name)
      builder.loop(.stopRequested(Mode(name)), on: name, of: hostileNames[0])
      builder.loop(.calloutEnded(.block), on: name, label: name, line: 1)
      builder.end(Mode(name), .finished, on: name)
      builder.trace.events.append(
        TraceEvent(kind: .snapshot(name, SnapshotSamples.hostile(name)), time: builder.time, thread: name))
    }
    return builder.trace
  }
}
