/// How one text became another, line by line.
package enum LineDifference {
  /// The lines of both with `-` before those that are gone and `+` before those that are new.
  package static func text(_ old: String, _ new: String) -> String {
    let old = lines(old)
    let new = lines(new)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var text = ""
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        text += "  - \(old[oldIndex])\n"
        oldIndex += 1
      } else if inserted.contains(newIndex) {
        text += "  + \(new[newIndex])\n"
        newIndex += 1
      } else {
        text += "    \(new[newIndex])\n"
        oldIndex += 1
        newIndex += 1
      }
    }
    return text
  }

  /// A last line without its end differs from one with it, and shows.
  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "\u{23CE} is missing" }
    return lines
  }
}
