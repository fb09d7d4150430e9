import LoopEngine
import LoopTracing
import Testing

@testable import Pictures

/// The flow chart and the steps of events.
@Suite("Steps")
struct StepTests {
  @Test("the chart has ten steps, in order, each with name and number")
  func chart() throws {
    let tree = try MarkupTree.read(FlowChart(prefix: "f").svg)
    let steps = tree.classed("step")
    #expect(steps.map { $0.attributes["data-step"] } == (1...10).map { "\($0)" })
    #expect(steps.allSatisfy { $0.classed("name").count == 1 && $0.classed("number").count == 1 })
    let description = try #require(tree.elements("desc").first?.text)
    #expect(description.contains("7, sleep: until something is ready; if it stays awake, it only looks."))
    #expect(description.contains("If the main queue has work in step 5, the loop goes on with step 9. After a source"))
    // The two ways past the sleep end at the left edges of the boxes 7 and 9.
    let boxes = steps.map { $0.classed("box").first?.attributes ?? [:] }
    let ends = tree.classed("way").compactMap { way -> Double? in
      guard let path = way.attributes["d"], path.hasSuffix("H22"), let turn = path.split(separator: "Q").last else {
        return nil
      }
      return turn.split(separator: " ").last?.split(separator: "H").first.flatMap { Double($0) }
    }
    let middles = [boxes[8], boxes[6]].map { box in
      (box["y"].flatMap { Double($0) } ?? -1) + (box["height"].flatMap { Double($0) } ?? -1) / 2
    }
    #expect(ends == middles)
  }

  @Test("the letters of the engine's code all have a step")
  func letters() {
    #expect(LoopStep.allCases.map(\.letters).joined(separator: " ").split(separator: " ").joined() == "abcdefghijklmno")
  }

  @Test("activities, callouts and sleeps have a step by themselves")
  func alone() {
    let steps: [(LoopEvent.Kind, Int?)] = [
      (.activity(.entry), 1), (.activity(.beforeTimers), 2), (.activity(.beforeSources), 3),
      (.calloutBegan(.source), 4), (.activity(.beforeWaiting), 6), (.slept(until: nil), 7), (.woke(.timer), 8),
      (.activity(.afterWaiting), 8), (.calloutBegan(.timer), 9), (.calloutBegan(.port), 9), (.activity(.exit), 10),
      (.calloutBegan(.block), nil), (.calloutBegan(.observer), nil), (.loopMade, nil), (.activity(.all), nil),
    ]
    for (kind, step) in steps {
      let event = TraceEvent(kind: .loop(kind), time: 0, thread: "main")
      #expect(LoopStep(of: event)?.rawValue == step, "\(kind)")
    }
  }

  @Test("a block belongs to step 4 before the sleep and to step 9 after it")
  func blocks() {
    var builder = TraceBuilder()
    builder.loop(.runBegan(.default))
    builder.activities(.entry, .beforeTimers, .beforeSources)
    builder.loop(.calloutBegan(.block))
    builder.loop(.calloutEnded(.block))
    builder.activities(.beforeWaiting, .afterWaiting)
    builder.loop(.calloutBegan(.block))
    builder.print("inside")
    let steps = TraceShape(builder.trace).places.map { $0.step?.rawValue }
    #expect(steps == [1, 1, 2, 3, 4, 4, 6, 8, 9, 9])
  }

  @Test("after a run inside another, the outer one is where it was")
  func nested() throws {
    let trace = TraceBuilder.nested
    let shape = TraceShape(trace)
    let after = try #require(trace.events.firstIndex { $0.kind == .print("after", .output) })
    #expect(shape.places[after].step == .serves)
    #expect(shape.places[after].line == 1)
  }
}
