import LoopTracing
import Testing

@testable import Pictures

/// The picture of a stack that a program printed.
@Suite("Stack")
struct StackTests {
  private func tree(_ lines: [String]) throws -> MarkupTree {
    var builder = TraceBuilder()
    for line in lines { builder.print(line) }
    return try MarkupTree.read(try #require(StackPicture(builder.trace, prefix: "s")).svg)
  }

  @Test("the text says all that the picture has")
  func text() throws {
    let tree = try MarkupTree.read(try #require(StackPicture(TraceBuilder.pool, prefix: "s")).svg)
    #expect(tree.elements("title").first?.text == "The stack, step by step")
    #expect(
      tree.elements("desc").first?.text
        == "Each step has the entries from the bottom to the top. 0 s, “push”: a mark. 100 ms, “keep first”: a mark and first. 250 ms, “pop”: empty."
    )
  }

  @Test("each printed state is a column, with its time where that is another")
  func columns() throws {
    let tree = try MarkupTree.read(try #require(StackPicture(TraceBuilder.pool, prefix: "s")).svg)
    #expect(tree.classed("item").map { $0.attributes["data-event"] } == ["0", "1", "4"])
    #expect(tree.classed("time").map(\.text) == ["0 s", "100 ms", "250 ms"])
    #expect(tree.classed("detail").map(\.text) == ["push", "keep first", "pop"])
    #expect(tree.classed("item").map { $0.classed("life").count } == [1, 1, 0])
    #expect(tree.classed("item").map { $0.classed("label").map(\.text) } == [[], ["first"], []])
  }

  @Test("what is above in the stack is above in the picture, and columns do not touch")
  func places() throws {
    let tree = try tree(["[| a]  keep a", "[| a | b]  keep b"])
    let boxes = tree.classed("item").map { $0.classed("box").compactMap { Double($0.attributes["y"] ?? "") } }
    #expect(boxes.map(\.count) == [1, 2])
    #expect(boxes[0] == [boxes[1][0]])
    #expect(boxes[1][1] < boxes[1][0])
    let lefts = tree.classed("item").map { $0.classed("box").compactMap { Double($0.attributes["x"] ?? "") }.min() }
    let widths = tree.classed("box").compactMap { Double($0.attributes["width"] ?? "") }
    #expect(try #require(lefts[0]) + widths[0] < #require(lefts[1]))
  }

  @Test("only lines that begin with a list in brackets are states")
  func others() {
    for line in ["push", "", "[", "[a", " [a]", "a]", "(a)"] {
      #expect(StackState(line, event: 0, time: 0) == nil, "\(line)")
    }
    #expect(StackState("[a | b] x ]", event: 0, time: 0)?.entries == ["a", nil, "b"])
    #expect(StackState("[a | b] x ]", event: 0, time: 0)?.step == "x ]")
    #expect(StackState("[]", event: 0, time: 0)?.entries == [])
  }

  @Test("no state is no picture, and it is drawn only where it is asked for")
  func none() {
    #expect(StackPicture(TraceBuilder.timer, prefix: "s") == nil)
    #expect(TracePictures(TraceBuilder.timer, prefix: "p", drawsStack: true).stack == nil)
    #expect(TracePictures(TraceBuilder.pool, prefix: "p").stack == nil)
    #expect(!TracePictures(TraceBuilder.pool, prefix: "p").html.contains("stack-picture"))
    #expect(TracePictures(TraceBuilder.pool, prefix: "p", drawsStack: true).html.contains("stack-picture"))
    #expect(TracePictures(TraceBuilder.pool, prefix: "p", drawsStack: true).still.contains("stack-picture"))
  }

  @Test("of more states than are drawn it says where it ends, and long names stay in their columns")
  func bounds() throws {
    var builder = TraceBuilder()
    for number in 0..<30 {
      builder.time = Int64(number) * 1_000_000_000
      builder.print("[" + String(repeating: "x", count: 500) + "]  " + String(repeating: "y", count: 500))
    }
    let svg = try #require(StackPicture(builder.trace, prefix: "s", limit: 10)).svg
    let tree = try MarkupTree.read(svg)
    #expect(tree.classed("item").count == 10)
    #expect(tree.elements("desc").first?.text.hasSuffix("It ends at 9 s.") == true)
    #expect(Double(tree.attributes["width"] ?? "").map { $0 < 10 * 180 } == true)
  }

  @Test("what differs from run to run is not drawn")
  func realClock() {
    var trace = TraceBuilder.pool
    trace.clock = .real
    #expect(StackPicture(trace, prefix: "s") == nil)
  }
}
