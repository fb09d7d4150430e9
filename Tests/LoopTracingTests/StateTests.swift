import LoopEngine
import LoopTracing
import Synchronization
import Testing

/// Loops as they stand after each of their events, against what the events themselves tell.
///
/// What watches is the process's, so each test has a process of its own.
@Suite("The state of a loop at an event")
struct StateTests {
  @Test("when an event is over its loop has what the events that are over tell, though others go on between any two")
  func truth() async {
    await #expect(processExitsWith: .success) {
      try Self.check(try StateRun(.inOrder))
      var orders: Set<[Int]> = []
      for seed: UInt64 in 1...60 {
        let run = try StateRun(.seed(seed), isInterrupted: true)
        try Self.check(run)
        orders.insert(run.states.map(\.number))
      }
      // Events end in another order than they begin.
      #expect(orders.contains { $0 != $0.sorted() })
    }
  }

  private static func check(_ run: StateRun) throws {
    #expect(run.events.count > 150)
    try #require(run.states.map(\.number).sorted() == Array(1...run.events.count), "each event was looked at once")
    var model = StateModel()
    for (number, seen) in run.states {
      let event = run.events[number - 1]
      model.happened(event, isAsleep: seen?.isWaiting)
      // Events without a loop are of the thread's.
      let loop = event.loop.isEmpty ? event.thread : event.loop
      #expect(model.contradictions(seen, of: loop) == [], "event \(number): \(event)")
    }
    #expect(Set(run.states.compactMap { $0.seen?.loop }) == ["main", "worker"])
  }

  @Test("a run that is watched does what it does unwatched", arguments: [0, 1, 2, 7, 40])
  func undisturbed(seed: UInt64) async {
    await #expect(processExitsWith: .success) { [seed] in
      let schedule = seed == 0 ? Schedule.inOrder : .seed(seed)
      let (watched, plain) = (try StateRun(schedule), try StateRun(schedule, isWatched: false))
      #expect(watched.events.map(\.description) == plain.events.map(\.description) && plain.states.isEmpty)
    }
  }

  @Test("a moment is read as it is written")
  func moments() {
    let moments: [RecordingMoment] = [.record(12), .printed(.output, 345), .printed(.error, 1)]
    for moment in moments { #expect(RecordingMoment(moment.description) == moment) }
    for text in ["", "0", "-1", "x", "output", "output:", "output:0", "film:3", "output:3:4", "12 "] {
      #expect(RecordingMoment(text) == nil, "\(text)")
    }
  }
}

/// A program of two threads that does something of everything, with what was seen of it.
private struct StateRun {
  let events: [LoopEvent]
  /// By the numbers of the events, from 1, in the order in which they were over.
  let states: [(number: Int, seen: LoopSnapshot?)]

  private final class Sink: LoopEventSink {
    let events = Mutex<[LoopEvent]>([])
    let watch: StateWatch?
    let isInterrupted: Bool

    init(_ watch: StateWatch?, isInterrupted: Bool) {
      self.watch = watch
      self.isInterrupted = isInterrupted
    }

    func record(_ event: LoopEvent) {
      events.withLock { $0.append(event) }
      watch?.hasRecorded()
      // As a recorder has it where something was printed.
      if isInterrupted { Kernel.point() }
    }
  }

  private final class Seen: Sendable {
    let states = Mutex<[(number: Int, seen: LoopSnapshot?)]>([])
  }

  init(_ schedule: Schedule, isWatched: Bool = true, isInterrupted: Bool = false) throws {
    let seen = Seen()
    let watch =
      isWatched
      ? StateWatch(nil) { moment, snapshot in
        if case .record(let number) = moment { seen.states.withLock { $0.append((number, snapshot)) } }
      } : nil
    let sink = Sink(watch, isInterrupted: isInterrupted)
    let outcome = try VirtualRun(schedule).run { loop in
      LoopRecording.install(sink)
      LoopRecording.watch(watch)
      try Self.main(loop)
      LoopRecording.install(nil)
      LoopRecording.watch(nil)
    }
    try #require(outcome.ending == .finished)
    events = sink.events.withLock { $0 }
    states = seen.states.withLock { $0 }
  }

  private static func main(_ loop: Loop) throws {
    let mail = SignalSource(label: "mail") {}
    loop.add(mail, to: .common)
    loop.add(MessagePort<Int>(label: "numbers") { _ in })
    loop.add(LoopTimer(every: .seconds(1), label: "tick") { _ in mail.signal() }, to: .common)
    try loop.addCommonMode(.tracking)
    let watcher = LoopObserver([.beforeWaiting, .exit], label: "watcher") { _, _ in }
    loop.add(watcher)
    loop.add(LoopObserver(.entry, repeats: false, label: "greeter") { _, _ in }, to: .common)
    let worker = try LoopThread(name: "worker") { own in
      own.add(MessagePort<Never>(label: "keep-alive"))
      own.perform(label: "own") { touch(own) }
      own.run(mode: .default, for: .seconds(20))
    }
    loop.perform(in: .tracking, label: "later") {}
    // It makes a mode when it is taken over.
    loop.perform(in: "never", label: "never") {}
    for name in ["first", "second", "third"] {
      loop.perform(in: [.default, "inner"], label: name) {
        if name == "second" { nest(loop) }
        loop.perform(label: "after \(name)") {}
      }
    }
    loop.add(LoopTimer(after: .milliseconds(1_500), label: "once") { _ in loop.remove(watcher) })
    let moving = LoopTimer(after: .milliseconds(1_200), label: "moving") { _ in }
    loop.add(moving, to: "inner")
    moving.setNextFireDate(.now + .seconds(30))
    loop.add(
      LoopTimer(after: .milliseconds(2_500), label: "ends") { timer in
        worker.handle.perform(label: "posted") {}
        worker.handle.wakeUp()
        moving.invalidate()
        loop.perform(label: "waits") {}
        loop.stop()
      })
    loop.run(mode: .default, for: .seconds(10))
    loop.run(mode: .tracking, for: .milliseconds(1_700))
    loop.remove(mail, from: .common)
    watcher.invalidate()
    worker.handle.stop()
    worker.join()
  }

  private static func nest(_ loop: Loop) {
    loop.add(LoopTimer(after: .milliseconds(100), label: "deep") { _ in loop.stop() }, to: "inner")
    loop.run(mode: "inner", for: .seconds(5))
  }

  private static func touch(_ loop: Loop) {
    let source = SignalSource(label: "own source") {}
    loop.add(source)
    source.signal()
    loop.add(LoopTimer(after: .milliseconds(10), label: "own timer") { _ in source.invalidate() })
  }
}

/// What loops have, by their events alone.
private struct StateModel {
  private struct Run {
    var mode: Mode
    var isStopped = false
  }

  private struct One {
    var modes: [Mode: Set<String>] = [:]
    var blocks: [String] = []
    var runs: [Run] = []
    var signaled: Set<String> = []
    /// Nil: it was woken before it slept, and may sleep again untold.
    var isAsleep: Bool? = false
    var hasEnded = false
  }

  private var loops: [String: One] = [:]
  /// Timers that fire once are gone when their callout is over, which no event tells of.
  private static let once: Set = ["once", "moving", "ends", "deep", "own timer"]
  /// The last such, by its loop, whose thread has told of nothing since.
  private var fired: [String: String] = [:]

  mutating func happened(_ event: LoopEvent, isAsleep: Bool?) {
    if let label = fired.removeValue(forKey: event.thread) { remove(label, of: event.thread) }
    let name = event.loop
    let label = event.label ?? ""
    switch event.kind {
    case .itemAdded(let mode): loops[name, default: One()].modes[mode, default: []].insert(label)
    // What leaves the common modes has left all of them before the first is told of.
    case .itemRemoved: remove(label, of: name)
    case .itemInvalidated: for loop in loops.keys { remove(label, of: loop) }
    case .blockQueued: loops[name, default: One()].blocks.append(label)
    case .calloutBegan(.block): loops[name]?.blocks.removeAll { $0 == label }
    case .calloutEnded(.timer): if Self.once.contains(label) { fired[name] = label }
    case .signaled: for loop in loops.keys { loops[loop]?.signaled.insert(label) }
    case .calloutBegan(.source): for loop in loops.keys { loops[loop]?.signaled.remove(label) }
    case .runBegan(let mode): loops[name]?.runs.append(Run(mode: mode))
    case .runEnded: loops[name]?.runs.removeLast()
    case .stopRequested(nil):
      if let last = loops[name]?.runs.indices.last { loops[name]?.runs[last].isStopped = true }
    case .activity(.exit):
      if let last = loops[name]?.runs.indices.last { loops[name]?.runs[last].isStopped = false }
    case .slept: loops[name]?.isAsleep = isAsleep == true ? true : nil
    case .woke: loops[name]?.isAsleep = false
    case .loopEnded: loops[name]?.hasEnded = true
    default: break
    }
  }

  private mutating func remove(_ label: String, of loop: String) {
    for mode in (loops[loop] ?? One()).modes.keys { loops[loop]?.modes[mode]?.remove(label) }
  }

  func contradictions(_ seen: LoopSnapshot?, of loop: String) -> [String] {
    guard let seen else {
      // Before it is made, and when it has ended.
      let one = loops[loop]
      return one == nil || one?.hasEnded == true ? [] : ["nothing was seen of '\(loop)'"]
    }
    let one = loops[loop] ?? One()
    var found: [String] = []
    func check<Value: Equatable>(_ what: String, _ seen: Value, _ told: Value) {
      if seen != told { found.append("\(what) is \(seen), not \(told)") }
    }
    check("the loop", seen.loop, loop)
    for state in seen.modes {
      let items = Set((state.sources + state.ports + state.timers + state.observers).compactMap(\.label))
      // Another thread's event does not say whether it is gone already.
      let unknown = Set([fired[loop]].compactMap { $0 })
      let told = one.modes[state.mode] ?? []
      check("\(state.mode)", items.subtracting(unknown).sorted(), told.subtracting(unknown).sorted())
      for source in state.sources { check("signal", source.isSignaled, one.signaled.contains(source.label ?? "")) }
    }
    for (mode, items) in one.modes where !items.isEmpty {
      check("\(mode)", seen.modes.contains { $0.mode == mode }, true)
    }
    check("the number of blocks", seen.blocks.map { $0.label ?? "" }.sorted(), one.blocks.sorted())
    check("the mode", seen.currentMode, one.runs.last?.mode)
    check("stop", seen.isStopped, one.runs.last?.isStopped ?? false)
    if let isAsleep = one.isAsleep { check("sleep", seen.isWaiting, isAsleep) }
    return found
  }
}
