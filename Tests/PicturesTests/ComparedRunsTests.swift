import LoopEngine
import LoopTracing
import Testing
import Words

@testable import Pictures

/// Two runs, one below the other.
@Suite("Compared runs")
struct ComparedRunsTests {
  private func compared(_ first: Trace, _ second: Trace, _ language: String = "en") -> ComparedRuns {
    ComparedRuns(
      ComparedRuns.Run(name: "fault", address: "#example.fault", trace: first),
      ComparedRuns.Run(name: "cure \"<b>&", address: nil, trace: second), prefix: "c",
      language: InterfaceWords(language))
  }

  /// A timer that is called at some times, in milliseconds.
  private func timer(at times: Int64...) -> Trace {
    var builder = TraceBuilder()
    builder.begin()
    for time in times {
      builder.time = time * 1_000_000
      builder.wake(.timer)
      builder.loop(.calloutBegan(.timer), label: "tick", line: 3)
      builder.loop(.calloutEnded(.timer), label: "tick", line: 3)
    }
    builder.end(.default, .finished)
    return builder.trace
  }

  @Test("what only one of them has is marked in its picture and among the lines, and nothing else is")
  func marks() throws {
    let runs = compared(timer(at: 100, 200, 300), timer(at: 100, 300))
    let apart = runs.lines.filter { $0.place != .both }
    #expect(apart.allSatisfy { $0.place == .first } && apart.count == 2)
    #expect(apart.allSatisfy { $0.text.hasPrefix("+0.200s  main") })
    let tree = try MarkupTree.read(runs.html)
    // The key has a sample, too.
    #expect(tree.all.count { $0.attributes["class"] == "p-differs" } == 2)
    #expect(tree.elements("del").count == 2 && tree.elements("ins").isEmpty)
    #expect(runs.html.contains("2 lines are in only one of the runs."))
    #expect(runs.html.contains("main differs from the other run at 200 ms."))
  }

  @Test("an event at another time is another one, however its time is written")
  func times() {
    var shifted = timer(at: 100)
    let same = compared(shifted, shifted)
    #expect(same.lines.allSatisfy { $0.place == .both } && same.html.contains("Both runs have the same trace."))
    // One event that is not at a whole millisecond gives all times of its trace six decimals.
    var late = shifted.events[shifted.events.count - 1]
    late.time += 1
    shifted.events[shifted.events.count - 1] = late
    shifted.events.append(late)
    let runs = compared(timer(at: 100), shifted)
    #expect(runs.lines.contains { $0.place == .both && $0.text.contains("tick") })
  }

  @Test("both are drawn on one axis")
  func axis() throws {
    let html = compared(timer(at: 100), timer(at: 100, 2_000)).html
    let ticks = try MarkupTree.read(html).all.filter { $0.attributes["class"] == "p-tick" }.compactMap {
      $0.attributes["x1"]
    }
    #expect(ticks.count.isMultiple(of: 2) && ticks.count > 4)
    #expect(Array(ticks.prefix(ticks.count / 2)) == Array(ticks.suffix(ticks.count / 2)))
  }

  @Test("where no time passes there are the lines, and they are open")
  func noTime() {
    var builder = TraceBuilder()
    builder.print("one")
    let runs = compared(builder.trace, Trace(clock: .virtual))
    #expect(!runs.html.contains("<svg") && runs.html.contains("<details class=\"stepper-more\" open=\"\""))
  }

  @Test("dots that a program prints stand for nothing else")
  func dots() {
    var dots = TraceBuilder()
    dots.print("...")
    var other = TraceBuilder()
    other.print("else")
    #expect(compared(dots.trace, other.trace).lines.map(\.place) == [.first, .second])
  }

  @Test(
    "are well-formed in each language, with ids of their own, whatever they show",
    arguments: PictureTests.Sample.allCases, ["en", "de", "ar", "ja"])
  func wellFormed(sample: PictureTests.Sample, language: String) throws {
    let html = compared(sample.trace, TraceBuilder.hostile, language).html
    let tree = try MarkupTree.read(html)
    let ids = tree.all.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count && ids.allSatisfy { $0.hasPrefix("c-") })
    #expect(tree.all.allSatisfy { $0.attributes["data-event"] == nil })
    #expect(compared(sample.trace, TraceBuilder.hostile, language).html == html)
  }
}
