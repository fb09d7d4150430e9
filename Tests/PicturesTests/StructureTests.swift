import LoopEngine
import Testing

@testable import Pictures

/// The picture of a loop at one moment.
@Suite("Structure")
struct StructureTests {
  private func tree(_ snapshot: LoopSnapshot) throws -> MarkupTree {
    try MarkupTree.read(StructurePicture(snapshot, name: "here", prefix: "s").svg)
  }

  @Test("the text says all that the picture has")
  func text() throws {
    let tree = try tree(SnapshotSamples.usual)
    #expect(tree.elements("title").first?.text == "Loop main: here")
    #expect(
      tree.elements("desc").first?.text
        == "Loop main runs in mode default. Mode default, a common mode, holds source “touch” (signaled), timer “tick” (fires at 1 s, every 1 s, also in another mode) and observer “commit” (beforeWaiting, exit). Mode tracking, a common mode, holds timer “tick” (fires at 1 s, every 1 s, also in another mode). Mode other is empty. Common items, which every common mode has: timer “tick”. Blocks that wait, first to last: “later” for tracking."
    )
  }

  @Test("an item in several modes has one number in all of them")
  func shared() throws {
    let items = try tree(SnapshotSamples.usual).classed("timer")
    #expect(items.map { $0.attributes["data-item"] } == ["1", "1"])
    #expect(items.map { $0.classed("number").first?.text } == ["1", "1"])
    #expect(items.map { $0.classed("diamond").count } == [1, 1])
  }

  @Test("the current mode and the common ones are marked in words")
  func modes() throws {
    let modes = try tree(SnapshotSamples.usual).classed("mode-box")
    #expect(modes.map { $0.classed("mode-name").first?.text } == ["default", "tracking", "other"])
    #expect(modes.map { $0.classed("badges").map(\.text) } == [["current", "common"], ["common"], []])
    #expect(modes.map { $0.classed("diamond").count } == [1, 1, 0])
  }

  @Test("it fits a column of text, whatever number of modes")
  func width() {
    var snapshot = SnapshotSamples.usual
    #expect(StructurePicture(snapshot, name: "", prefix: "s").size.width <= 720)
    snapshot.modes = Array(snapshot.modes.prefix(1))
    #expect(StructurePicture(snapshot, name: "", prefix: "s").size.width <= 358)
    snapshot.modes += (0..<9).map { LoopSnapshot.ModeState(made: Mode("mode \($0)"), isCommon: false) }
    #expect(StructurePicture(snapshot, name: "", prefix: "s").size.width <= 720)
  }

  @Test("without an origin of times, none are shown")
  func realClock() {
    let picture = StructurePicture(SnapshotSamples.usual, name: "", prefix: "s", origin: nil)
    #expect(!picture.svg.contains("fires at"))
    #expect(picture.svg.contains("every 1 s"))
  }

  @Test("a loop with nothing in it is a picture")
  func empty() throws {
    let snapshot = LoopSnapshot(
      made: "", currentMode: nil, commonModes: [], commonItems: [], modes: [], blocks: [], isWaiting: false,
      isStopped: false)
    #expect(try tree(snapshot).elements("desc").first?.text == "Loop  does not run.")
  }
}
