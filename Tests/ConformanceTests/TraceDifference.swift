/// How one trace differs from another: the words of both, [-missing-] and {+unexpected+} ones marked.
struct TraceDifference: CustomStringConvertible {
  let description: String

  /// The changes that lead from one trace to the other.
  init(from expected: [String], to seen: [String]) {
    let changes = seen.difference(from: expected)
    var missing: Set<Int> = []
    var unexpected: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): missing.insert(offset)
      case .insert(let offset, _, _): unexpected.insert(offset)
      }
    }
    var words: [String] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < seen.count {
      if left < expected.count, missing.contains(left) {
        words.append("[-\(expected[left])-]")
        left += 1
      } else if right < seen.count, unexpected.contains(right) {
        words.append("{+\(seen[right])+}")
        right += 1
      } else {
        words.append(expected[left])
        left += 1
        right += 1
      }
    }
    description = words.joined(separator: " ")
  }
}
