internal import LoopEngine

/// A loop's structure in sentences, for who does not see it.
struct StructureText {
  /// The sentences.
  let description: String

  init(_ snapshot: LoopSnapshot, _ items: StructureItems) {
    var sentences: [String] = []
    let name = snapshot.loop.shortened(to: 40)
    sentences.append("Loop \(name) \(Self.state(snapshot)).")
    for mode in snapshot.modes {
      let marks = mode.isCommon ? ", a common mode," : ""
      let list = mode.items.map { Self.words($0, items) }
      sentences.append(
        "Mode \(mode.mode.name.shortened(to: 40))\(marks) "
          + (list.isEmpty ? "is empty." : "holds \(EventWords.list(list))."))
    }
    if !snapshot.commonItems.isEmpty {
      let list = snapshot.commonItems.map {
        "\(StructureItems.word($0.kind)) “\(StructureItems.name($0).shortened(to: 60))”"
      }
      sentences.append("Common items, which every common mode has: \(EventWords.list(list)).")
    }
    if !snapshot.blocks.isEmpty {
      let list = snapshot.blocks.map { block in
        let name =
          block.label.map { "“\($0.shortened(to: 60))”" } ?? block.location.map { "of line \($0.line)" }
          ?? "without a name"
        return "\(name) for \(EventWords.list(block.modes.map { $0.name.shortened(to: 40) }))"
      }
      sentences.append("Blocks that wait, first to last: \(EventWords.list(list)).")
    }
    description = sentences.joined(separator: " ")
  }

  /// What the loop does.
  static func state(_ snapshot: LoopSnapshot) -> String {
    var words = snapshot.currentMode.map { "runs in mode \($0.name.shortened(to: 40))" } ?? "does not run"
    if snapshot.isWaiting { words += ", asleep" }
    if snapshot.isStopped { words += ", about to stop" }
    return words
  }

  private static func words(_ item: LoopSnapshot.Item, _ items: StructureItems) -> String {
    let name = "\(StructureItems.word(item.kind)) “\(StructureItems.name(item).shortened(to: 60))”"
    var details = items.details(item)
    if items.number(item) != nil { details.append("also in another mode") }
    return details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))"
  }
}
