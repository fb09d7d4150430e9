import LoopEngine
import LoopTracing
import Testing

@testable import Pictures

/// The picture of threads and time.
@Suite("Timeline")
struct TimelineTests {
  private func tree(_ trace: Trace, limit: Int = 200, lanes: Int = 12) throws -> MarkupTree {
    try MarkupTree.read(Timeline(trace, prefix: "t", limit: limit, lanes: lanes).svg)
  }

  /// Every event that is shown has a mark with its number, and every mark a title.
  private func expectMarks(of trace: Trace) throws {
    let marks = try tree(trace).classed("mark")
    let shown = TraceShape(trace).places.enumerated().filter { $0.element.isShown }.map { "\($0.offset)" }
    #expect(Set(shown).isSubset(of: Set(marks.compactMap { $0.attributes["data-event"] })), "\(trace.events)")
    #expect(marks.allSatisfy { $0.children.first?.name == "title" && $0.children.first?.text.isEmpty == false })
  }

  private func text(_ trace: Trace) throws -> String? { try tree(trace).elements("desc").first?.text }

  @Test("a sleep and what ended it are a sentence")
  func timerText() throws {
    #expect(
      try text(TraceBuilder.timer)
        == "main runs its loop in mode default. main sleeps from 0 s to 1 s, is woken by a timer, calls timer “tick”, prints “tick 1” and ends the run in mode default: finished."
    )
  }

  @Test("the text says which thread woke the other")
  func signalText() throws {
    #expect(
      try text(TraceBuilder.signal)
        == "main runs its loop in mode default. worker runs its loop in mode default. worker sleeps from 0 s to 1.5 s, is woken by a timer, calls timer “work”, signals source “result”, asks loop main to wake up and ends the run in mode default: finished. main sleeps from 0 s to 1.5 s, is woken by worker, calls source “result”, prints “got it” and ends the run in mode default: handledSource."
    )
  }

  @Test("a run inside a callout is told as such")
  func nestedText() throws {
    #expect(
      try text(TraceBuilder.nested)
        == "main runs its loop in mode default. main sleeps from 0 s to 100 ms, is woken by a timer, calls timer “outer” and runs its loop in mode tracking, inside that callout. main sleeps from 100 ms to 300 ms, is woken by the end of its time, ends the run in mode tracking: timedOut, prints “after” and ends the run in mode default: stopped."
    )
  }

  @Test("threads that wait forever are told, and what for")
  func deadlockText() throws {
    #expect(
      try text(TraceBuilder.deadlock)
        == "main prints “before”. other is blocked from 0 s to 2 s and prints “late”. In the end main waits for semaphore \"never\" (Book/A.swift:5), forever. In the end other waits for semaphore \"never\" (Book/A.swift:6), forever."
    )
    let tree = try tree(TraceBuilder.deadlock)
    #expect(tree.classed("blocked").count == 3)
    #expect(tree.classed("blocked").filter { $0.elements("text").first?.text == "forever" }.count == 2)
  }

  @Test("every event that is shown has a mark with its number and a title")
  func marks() throws {
    #expect(TraceShape(TraceBuilder.signal).places.contains { $0.isShown })
    try expectMarks(of: TraceBuilder.signal)
  }

  @Test("marks stand from left to right in the order of their events")
  func order() {
    let positions = Timeline(TraceBuilder.signal, prefix: "t").positions.compactMap { $0 }
    #expect(positions.count == TraceBuilder.signal.events.count)
    #expect(positions == positions.sorted())
  }

  @Test("a wake-up is an arrow to where the sleep ended, a signal one to the lane")
  func arrows() throws {
    let tree = try tree(TraceBuilder.signal)
    #expect(tree.classed("arrow").map { $0.attributes["class"] } == ["p-arrow p-signal", "p-arrow p-wakes"])
    let shape = TraceShape(TraceBuilder.signal)
    let wakes = shape.deeds.compactMap(\.wakes)
    #expect(wakes.map { TraceBuilder.signal.events[$0].kind } == [.loop(.woke(.wakeUp))])
  }

  @Test("a wake-up that comes when wake-ups do not count wakes nobody")
  func droppedWakeUp() {
    var builder = TraceBuilder()
    builder.begin(on: "main")
    builder.wake(.timer)
    builder.loop(.wakeUpRequested, on: "worker", of: "main")
    builder.activities(.beforeTimers, .beforeSources, .beforeWaiting)
    builder.loop(.slept(until: nil))
    builder.loop(.wakeUpRequested, on: "worker", of: "main")
    builder.wake(.wakeUp)
    let deeds = TraceShape(builder.trace).deeds
    #expect(deeds.map { $0.wakes != nil } == [false, true])
  }

  /// A picture of the book had an arrow where a frame's wake-up found the thread at work.
  ///
  /// The later one that woke it had none.
  @Test("a wake-up that a turn without a sleep has taken wakes no thread later, and a signal never does")
  func takenWakeUp() {
    var builder = TraceBuilder()
    builder.begin(on: "main")
    builder.wake(.timer)
    builder.activities(.beforeTimers, .beforeSources)
    builder.loop(.calloutBegan(.source), label: "frame", line: 2)
    builder.loop(.signaled, on: "worker", of: "", label: "frame", line: 2)
    builder.loop(.wakeUpRequested, on: "worker", of: "main")
    builder.loop(.calloutEnded(.source), label: "frame", line: 2)
    builder.activities(.beforeTimers, .beforeSources)
    builder.loop(.calloutBegan(.source), label: "frame", line: 2)
    builder.loop(.calloutEnded(.source), label: "frame", line: 2)
    builder.activities(.beforeTimers, .beforeSources, .beforeWaiting)
    builder.loop(.slept(until: nil))
    builder.loop(.signaled, on: "worker", of: "", label: "frame", line: 2)
    builder.loop(.wakeUpRequested, on: "worker", of: "main")
    builder.wake(.wakeUp)
    builder.activities(.beforeTimers, .beforeSources)
    builder.loop(.calloutBegan(.source), label: "frame", line: 2)
    builder.loop(.signaled, on: "worker", of: "", label: "frame", line: 2)
    builder.loop(.calloutEnded(.source), label: "frame", line: 2)
    builder.activities(.beforeTimers, .beforeSources, .beforeWaiting)
    builder.loop(.slept(until: nil))
    builder.wake(.source)
    builder.activities(.beforeTimers, .beforeSources)
    builder.loop(.calloutBegan(.source), label: "frame", line: 2)
    builder.loop(.calloutEnded(.source), label: "frame", line: 2)
    let deeds = TraceShape(builder.trace).deeds
    #expect(deeds.map { $0.wakes != nil } == [false, false, false, true, false])
  }

  @Test("sleep is no color only: it has a shape of its own, and says how long")
  func sleep() throws {
    let sleeps = try tree(TraceBuilder.timer).classed("asleep")
    #expect(sleeps.count == 1)
    #expect(sleeps.first?.elements("text").map(\.text) == ["1 s"])
    #expect(sleeps.first?.classed("bar").first?.attributes["fill"] == "url(#t-sleep)")
  }

  @Test("a long sleep is broken, and says how long it was")
  func breaks() throws {
    let tree = try tree(TraceBuilder.longSleep)
    let breaks = tree.classed("break")
    #expect(breaks.map { $0.elements("text").first?.text } == ["59 min 57 s"])
    #expect(tree.classed("time").map(\.text).contains("1 h"))
    #expect(Timeline(TraceBuilder.longSleep, prefix: "t").key.contains("time drawn shorter"))
  }

  @Test("runs inside each other stand below each other")
  func rows() throws {
    let tree = try tree(TraceBuilder.nested)
    let tops = tree.classed("awake").compactMap { $0.attributes["y"].flatMap(Double.init) }
    #expect(tops.count == 2)
    #expect(tops[0] < tops[1])
    #expect(tree.classed("mode").map(\.text) == ["default", "tracking"])
    #expect(tree.classed("reach").count == 1)
  }

  @Test("a thread's beginning and end are marks, and a run with nothing to run for is no time awake")
  func shortLife() throws {
    var builder = TraceBuilder()
    builder.loop(.threadBegan, on: "worker", of: "")
    builder.loop(.runBegan("empty"), on: "worker")
    builder.loop(.runEnded("empty", .finished), on: "worker")
    builder.loop(.threadEnded, on: "worker", of: "")
    #expect(
      try text(builder.trace)
        == "worker begins, runs its loop in mode empty, ends the run in mode empty: finished and ends.")
    let tree = try tree(builder.trace)
    #expect(tree.classed("disc").map { $0.attributes["data-event"] } == ["0", "3"])
    #expect(tree.classed("awake").isEmpty && tree.classed("mode").isEmpty)
    #expect(
      tree.classed("run").map { $0.elements("title").first?.text } == [
        "a run in mode empty that never begins: finished"
      ])
  }

  @Test("beads carry the numbers of the flow chart's steps")
  func beads() throws {
    let beads = try tree(TraceBuilder.timer).classed("bead")
    #expect(beads.map { $0.elements("text").first?.text } == ["1", "2", "3", "6", "8", "10"])
  }

  @Test("what is too much is left out, and the picture says how much")
  func limits() throws {
    let trace = TraceBuilder.turns(100)
    let timeline = Timeline(trace, prefix: "t", limit: 50)
    #expect(timeline.leftOut == 554)
    #expect(timeline.leftOutNote == "554 of 604 events are left out of the picture. It ends at 8 s.")
    #expect(timeline.positions.last == .some(nil))
    let tree = try MarkupTree.read(timeline.svg)
    #expect(tree.elements("desc").first?.text.hasSuffix(timeline.leftOutNote) == true)
    #expect(tree.classed("mark").count < 70)
    #expect(try MarkupTree.read(timeline.html).classed("picture-note").map(\.text) == [timeline.leftOutNote])

    // A few more than the limit are drawn all the same.
    #expect(Timeline(TraceBuilder.turns(8), prefix: "t", limit: 42).leftOut == 0)

    var builder = TraceBuilder()
    for number in 0..<20 { builder.print("x", on: "thread \(number)") }
    let many = Timeline(builder.trace, prefix: "t")
    #expect(many.leftOutNote == "8 of 20 events are left out of the picture. It has 12 of 20 threads.")
    #expect(try MarkupTree.read(many.names).classed("lane").count == 12)
  }

  @Test("with the real clock the picture does not depend on the times")
  func realClock() {
    var builder = TraceBuilder(clock: .real)
    builder.begin()
    builder.time = 1_003_456_789
    builder.wake(.timer)
    builder.end(.default, .finished)
    var other = builder.trace
    for index in other.events.indices { other.events[index].time *= 3 }
    #expect(Timeline(builder.trace, prefix: "t").svg == Timeline(other, prefix: "t").svg)
    #expect(Timeline(builder.trace, prefix: "t").svg.contains("main sleeps, is woken by a timer and"))
  }

  @Test("a trace without events says so")
  func empty() throws {
    let timeline = Timeline(Trace(clock: .virtual), prefix: "t")
    #expect(try MarkupTree.read(timeline.svg).elements("desc").map(\.text) == ["No events were recorded."])
    #expect(try MarkupTree.read(timeline.html).elements("svg").count == 2)
  }

  @Test("one event is a picture, whichever it is")
  func oneEvent() throws {
    for event in TraceBuilder.signal.events + TraceBuilder.hostile.events {
      try expectMarks(of: Trace(events: [event], clock: .virtual))
    }
  }

  @Test("times at the ends of their range and in no order do no harm")
  func hostileTimes() throws {
    var trace = TraceBuilder.signal
    let times: [Int64] = [0, .max, .min, -1, 1_000_000]
    for index in trace.events.indices { trace.events[index].time = times[index % 5] }
    try expectMarks(of: trace)
  }
}
