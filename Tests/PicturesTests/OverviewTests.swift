import LoopEngine
import LoopTracing
import Testing

@testable import Pictures

/// The picture of a whole trace, to scale.
@Suite("Overview")
struct OverviewTests {
  private func tree(_ trace: Trace) throws -> MarkupTree {
    try MarkupTree.read(try #require(Overview(trace, prefix: "o")).html)
  }

  private func percent(_ text: String?) -> Double? { text.flatMap { $0.hasSuffix("%") ? Double($0.dropLast()) : nil } }

  /// Timers at those times, in milliseconds, each called once.
  private func timers(at times: Int64...) -> Trace {
    var builder = TraceBuilder()
    builder.begin()
    for time in times {
      builder.time = time * 1_000_000
      builder.wake(.timer)
      builder.loop(.calloutBegan(.timer), label: "at \(time)", line: 3)
      builder.loop(.calloutEnded(.timer), label: "at \(time)", line: 3)
      builder.activities(.beforeTimers, .beforeSources, .beforeWaiting)
      builder.loop(.slept(until: nil))
    }
    return builder.trace
  }

  @Test("a second is equally wide everywhere")
  func scale() throws {
    let marks = try tree(timers(at: 100, 200, 1_000, 5_000)).classed("work")
    let places = marks.compactMap { percent($0.elements("line").first?.attributes["x1"]) }
    try #require(places.count >= 4)
    let unit = (places[3] - places[0]) / 4_900
    #expect(abs(places[1] - places[0] - 100 * unit) < 0.02)
    #expect(abs(places[2] - places[0] - 900 * unit) < 0.02)
    #expect(places.allSatisfy { (0...100).contains($0) })
  }

  @Test("each event that is shown has one mark, of its own time, and each mark is that of an event")
  func marks() throws {
    let trace = timers(at: 100, 200, 1_000)
    let drawn = try tree(trace).classed("mark").compactMap { $0.attributes["data-event"].flatMap { Int($0) } }
    let marks = OverviewMarks(trace)
    #expect(Set(trace.events.indices.compactMap { marks[$0] }) == Set(drawn))
    for event in trace.events.indices {
      if let mark = marks[event] { #expect(trace.events[mark].time == trace.events[event].time) }
    }
    #expect(drawn.count == 4 && drawn.allSatisfy { marks[$0] == $0 })
    #expect(marks[trace.events.count] == nil)
  }

  @Test("what happens at one moment is one mark, which names it all")
  func moments() throws {
    var builder = TraceBuilder()
    builder.begin()
    builder.time = 1_000_000_000
    builder.wake(.timer)
    for label in ["first", "second"] {
      builder.loop(.calloutBegan(.timer), label: label, line: 3)
      builder.print("in \(label)")
      builder.loop(.calloutEnded(.timer), label: label, line: 3)
    }
    builder.end(.default, .finished)
    let tree = try tree(builder.trace)
    let mark = try #require(tree.classed("mark").last)
    #expect(tree.classed("mark").count == 2)
    #expect(
      mark.elements("title").first?.text
        == "1 s: main calls timer “first”, prints “in first”, calls timer “second” and prints “in second”")
    #expect(tree.classed("label").map(\.text) == ["first +1"])
  }

  @Test("sleeping, waiting elsewhere and working have shapes of their own")
  func shapes() throws {
    let tree = try tree(TraceBuilder.nested)
    #expect(try self.tree(TraceBuilder.signal).classed("asleep").contains { !$0.elements("rect").isEmpty })
    #expect(!tree.classed("work").isEmpty)
    var builder = TraceBuilder()
    builder.print("before")
    builder.time = 2_000_000_000
    builder.print("after")
    let blocked = try self.tree(builder.trace).classed("blocked")
    #expect(blocked.contains { $0.elements("line").contains { $0.attributes["class"] == "p-bar" } })
  }

  @Test("a wake-up is an arrow from the thread that did it")
  func wakes() throws {
    let arrows = try tree(TraceBuilder.signal).classed("wake").filter { $0.attributes["x1"]?.hasSuffix("%") == true }
    #expect(arrows.count == 1)
    #expect(arrows.first?.attributes["x1"] == arrows.first?.attributes["x2"])
  }

  @Test("there is none where no time passes, or where times differ from run to run")
  func none() {
    var builder = TraceBuilder()
    builder.print("a")
    builder.print("b")
    #expect(Overview(builder.trace, prefix: "o") == nil)
    #expect(Overview(Trace(clock: .virtual), prefix: "o") == nil)
    var real = TraceBuilder.timer
    real.clock = .real
    #expect(Overview(real, prefix: "o") == nil)
    var extreme = TraceBuilder()
    extreme.time = .min
    extreme.print("a")
    extreme.time = .max
    extreme.print("b")
    #expect(Overview(extreme.trace, prefix: "o") == nil)
  }

  @Test(
    "the axis has round times, few of them",
    arguments: [1, 7, 999, 60_000, 90_000, 86_400_000, 864_000_000_000] as [Int64])
  func ticks(milliseconds: Int64) throws {
    let ticks = try #require(TimeScale(timers(at: milliseconds))).ticks
    #expect((2...9).contains(ticks.count))
    #expect(ticks.first?.time == 0)
    #expect(Set(zip(ticks, ticks.dropFirst()).map { $1.time - $0.time }).count == 1)
  }

  @Test("it says in words when each thread was at work")
  func text() throws {
    let tree = try tree(timers(at: 100, 300))
    #expect(tree.elements("title").first?.text == "Overview of main, time to scale")
    #expect(tree.elements("desc").first?.text == "It goes from 0 s to 300 ms. main is at work at 100 ms and 300 ms.")
  }

  @Test("text that was measured is told how wide it is, and what joins its letters is not")
  func measured() {
    var markup = Markup()
    markup.text("tick", .code, x: 1, y: 2)
    markup.text("日本語の長い", .code, x: 1, y: 2)
    #expect(
      markup.text
        == "<text x=\"1\" y=\"2\" textLength=\"29\" lengthAdjust=\"spacingAndGlyphs\">tick</text><text x=\"1\" y=\"2\">日本語の長い</text>"
    )
    #expect(TextStyle.words.width(of: "mmmm") > 2 * TextStyle.words.width(of: "iiii"))
    #expect(TextStyle.code.width(of: "日") == 2 * TextStyle.columnWidth)
  }
}
