/// Finds what an author may have meant by a name that is not known.
package enum NearestName {
  /// The candidate with the fewest edits from `name`, if it is near enough to be meant.
  package static func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    let letters = Array(name.lowercased())
    let limit = max(1, letters.count / 3)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let distance = distance(letters, Array(candidate.lowercased()))
      guard distance <= limit else { continue }
      if best.map({ (distance, candidate) < ($0.distance, $0.name) }) ?? true { best = (distance, candidate) }
    }
    return best?.name
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row] + [Int](repeating: 0, count: right.count)
      for column in 1...right.count {
        let same = left[row - 1] == right[column - 1]
        current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          current[column] = min(current[column], beforeLast[column - 2] + 1)
        }
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
