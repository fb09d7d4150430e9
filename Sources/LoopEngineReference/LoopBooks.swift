/// What a loop's wrappers have noted of it, since CoreFoundation can list neither items nor blocks.
struct LoopBooks {
  /// A run under way, or the block behind a nested one.
  struct Run {
    var mode: Mode
    var deadline: LoopInstant?
    var isStopped = false
  }

  /// A block that has not begun.
  struct Block {
    var modes: [Mode]
    var facts: ItemFacts
  }

  var modes: [Mode] = [.default]
  var commonModes: [Mode] = [.default]
  var commonItems: [LoopItem] = []
  var items: [Mode: [LoopItem]] = [:]
  var blocks: [UInt64: Block] = [:]
  var lastBlock: UInt64 = 0
  var runs: [Run] = []

  mutating func enter(_ item: LoopItem, _ mode: Mode) {
    if items[mode]?.contains(where: { $0.facts === item.facts }) != true { items[mode, default: []].append(item) }
  }

  /// Takes an item out of some modes, or of all; gives it back, to be released outside the lock.
  mutating func strike(
    _ facts: ItemFacts, from modes: [Mode]?, common: Bool
  ) -> (items: [LoopItem], isGone: Bool) {
    var struck: [LoopItem] = []
    for mode in modes ?? Array(items.keys) {
      if let index = items[mode]?.firstIndex(where: { $0.facts === facts }) {
        struck.append(items[mode]![index])  // It was found there.
        items[mode]!.remove(at: index)
      }
    }
    if common, let index = commonItems.firstIndex(where: { $0.facts === facts }) {
      struck.append(commonItems.remove(at: index))
    }
    let isElsewhere =
      commonItems.contains { $0.facts === facts } || items.values.contains { $0.contains { $0.facts === facts } }
    return (struck, !isElsewhere)
  }
}
