/// What a loop's wrappers have noted of it, since CoreFoundation can list neither items nor blocks.
struct LoopBooks {
  /// A run under way, or the block behind a nested one.
  struct Run {
    var mode: Mode
    var deadline: LoopInstant?
    var isStopped = false
    var hasBegun = false
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

  /// Notes an item in a mode; false when it was noted before.
  mutating func enter(_ item: LoopItem, _ mode: Mode) -> Bool {
    if items[mode]?.contains(where: { $0.facts === item.facts }) == true { return false }
    items[mode, default: []].append(item)
    return true
  }

  /// What was taken out of the books: the modes, the items to be released outside the lock, and whether any are left.
  struct Struck {
    var modes: [Mode] = []
    var items: [LoopItem] = []
    var isGone = true
  }

  /// Takes an item out of some modes, or of all.
  mutating func strike(_ facts: ItemFacts, from modes: [Mode]?, common: Bool) -> Struck {
    var struck = Struck()
    for mode in modes ?? self.modes {
      guard var left = items[mode], let index = left.firstIndex(where: { $0.facts === facts }) else { continue }
      struck.items.append(left.remove(at: index))
      struck.modes.append(mode)
      items[mode] = left
    }
    if common, let index = commonItems.firstIndex(where: { $0.facts === facts }) {
      struck.items.append(commonItems.remove(at: index))
    }
    struck.isGone =
      !(commonItems.contains { $0.facts === facts } || items.values.contains { $0.contains { $0.facts === facts } })
    return struck
  }
}
