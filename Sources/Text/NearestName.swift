/// Finds what an author may have meant by a name that is not known.
package enum NearestName {
  /// The candidate with the fewest edits from `name`, if it is near enough to be meant.
  ///
  /// A name of more than 200 bytes gets no suggestion: it was not typed by hand, and comparing it would take long.
  ///
  /// - Parameter limit: How many edits are near enough; by default, more in a longer name.
  package static func suggestion(
    for name: String, among candidates: some Sequence<String>, within limit: Int? = nil
  ) -> String? {
    guard name.utf8.count <= 200 else { return nil }
    let letters = letters(of: name)
    let limit = limit ?? max(1, letters.count / 3)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let other = self.letters(of: candidate)
      // A difference in length alone is that many edits.
      guard abs(other.count - letters.count) <= limit, let distance = distance(letters, other, limit: limit) else {
        continue
      }
      if best.map({ (distance, candidate) < ($0.distance, $0.name) }) ?? true { best = (distance, candidate) }
    }
    return best?.name
  }

  /// What is compared of a name: how its words are joined is easily taken for the custom of another tool.
  private static func letters(of name: String) -> [Unicode.Scalar] {
    let joints: Set<Unicode.Scalar> = ["_", "-"]
    let letters = name.lowercased().unicodeScalars.filter { !joints.contains($0) }
    return letters.isEmpty ? Array(name.unicodeScalars) : Array(letters)
  }

  /// The number of insertions, deletions, replacements and swaps of neighbors between two words; `nil` past a limit.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var current = beforeLast
    var lastMinimum = 0
    for row in 1...left.count {
      current[0] = row
      var minimum = row
      for column in 1...right.count {
        let same = left[row - 1] == right[column - 1]
        var edits = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          edits = min(edits, beforeLast[column - 2] + 1)
        }
        current[column] = edits
        minimum = min(minimum, edits)
      }
      // Later rows build on these two, and only grow.
      if min(minimum, lastMinimum) > limit { return nil }
      lastMinimum = minimum
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
