internal import LoopEngine
internal import Words

/// A loop's structure in sentences, for who does not see it.
struct StructureText {
  /// The sentences.
  let description: String

  init(_ snapshot: LoopSnapshot, _ items: StructureItems) {
    var sentences: [String] = []
    let name = snapshot.loop.shortened(to: 40)
    let language = items.language
    sentences.append(language.text(.loopSays, ["name": name, "what": Self.state(snapshot, language)]))
    for mode in snapshot.modes {
      let list = mode.items.map { Self.words($0, items) }
      let name = mode.mode.name.shortened(to: 40)
      sentences.append(
        list.isEmpty
          ? language.text(mode.isCommon ? .commonIsEmpty : .modeIsEmpty, ["mode": name])
          : language.text(
            mode.isCommon ? .commonHolds : .modeHolds, ["mode": name, "items": language.list(list)]))
    }
    if !snapshot.commonItems.isEmpty {
      let list = snapshot.commonItems.map {
        language.text(
          .itemNamed, ["kind": items.word($0.kind), "name": items.name($0).shortened(to: 60)])
      }
      sentences.append(language.text(.commonItems, ["items": language.list(list)]))
    }
    if !snapshot.blocks.isEmpty {
      let list = snapshot.blocks.map { block in
        let name =
          block.label.map { language.text(.quoted, ["name": $0.shortened(to: 60)]) }
          ?? block.location.map { language.text(.ofLine, ["line": "\($0.line)"]) } ?? language[.withoutName]
        let modes = language.list(block.modes.map { $0.name.shortened(to: 40) })
        return language.text(.nameFor, ["name": name, "modes": modes])
      }
      sentences.append(language.text(.blocksWait, ["blocks": language.list(list)]))
    }
    description = sentences.joined(separator: " ")
  }

  /// What the loop does.
  static func state(_ snapshot: LoopSnapshot, _ language: InterfaceWords) -> String {
    var words =
      snapshot.currentMode.map { language.text(.runsInMode, ["mode": $0.name.shortened(to: 40)]) }
      ?? language[.doesNotRun]
    if snapshot.isWaiting { words = language.text(.isAsleep, ["what": words]) }
    if snapshot.isStopped { words = language.text(.isStopping, ["what": words]) }
    return words
  }

  private static func words(_ item: LoopSnapshot.Item, _ items: StructureItems) -> String {
    let language = items.language
    let name = language.text(
      .itemNamed, ["kind": items.word(item.kind), "name": items.name(item).shortened(to: 60)])
    var details = items.details(item)
    if items.number(item) != nil { details.append(language[.alsoElsewhere]) }
    return details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))"
  }
}
