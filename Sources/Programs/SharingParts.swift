/// Divides programs that may share a module into parts, so that within a part nobody mentions a name that another declares.
struct SharingParts {
  /// The indices of the programs that share a module, for each module.
  private(set) var parts: [[Int]] = []
  /// Those for which there is no company.
  private(set) var alone: [(Int, AloneReason)] = []

  private struct Part {
    var members: [Int] = []
    var declared: Set<String> = []
    var mentioned: Set<String> = []

    func admits(_ text: SharedText) -> Bool {
      declared.isDisjoint(with: text.mentioned) && mentioned.isDisjoint(with: text.declared)
    }

    mutating func add(_ index: Int, _ text: SharedText) {
      members.append(index)
      declared.formUnion(text.declared)
      mentioned.formUnion(text.mentioned)
    }
  }

  /// As many parts as can be compiled at once, in even sizes, and more where names force it.
  init(_ members: [Int], jobs: Int, smallest: Int, largest: Int, text: (Int) -> SharedText?) {
    if members.count < smallest {
      alone = members.map { ($0, AloneReason("is one of too few with the same imports")) }
      return
    }
    let count = max(min(jobs, members.count / smallest), (members.count - 1) / largest + 1)
    var open = [Part](repeating: Part(), count: count)
    for index in members {
      guard let text = text(index) else { continue }
      // The smallest that will have it; the earliest of those.
      let fitting = open.indices.filter { open[$0].members.count < largest && open[$0].admits(text) }
      if let place = fitting.min(by: { (open[$0].members.count, $0) < (open[$1].members.count, $1) }) {
        open[place].add(index, text)
      } else {
        var part = Part()
        part.add(index, text)
        open.append(part)
      }
    }
    for part in open {
      if part.members.count >= smallest {
        parts.append(part.members)
      } else {
        alone += part.members.map { ($0, AloneReason("uses the same names as others")) }
      }
    }
  }
}
