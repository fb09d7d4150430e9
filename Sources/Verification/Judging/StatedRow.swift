internal import Execution

/// What a comment behind a call of `print` says its values are, as in `print(x, y) // x = 5, y = 11` or `// 5, 11`.
struct StatedRow {
  /// As it is written.
  let text: String
  /// The values, each with what is written before it, if that is a name.
  private let parts: [(name: String?, value: StatedValue)]

  /// Reads a comment; `nil` for one that says anything else, or one value only.
  init?(_ comment: String) {
    let said = comment.saidBehindSlashes
    let words = (said.last == "." ? said.dropLast() : said).replacing(" and ", with: ", ").replacing(",,", with: ",")
    let list = words.split(separator: ", ").map { $0[...].trimmed }
    guard list.count > 1 else { return nil }
    var parts: [(name: String?, value: StatedValue)] = []
    for part in list {
      let value = PrintedClaim.named(part)
      guard PrintedClaim.isValue(value ?? part), let stated = StatedValue(String(value ?? part)) else { return nil }
      parts.append(
        (
          value.map {
            String(part[..<$0.startIndex].prefix { $0.isLetter || $0.isNumber || "_. ".contains($0) }.trimmed)
          },
          stated
        ))
    }
    guard Set(parts.map { $0.name == nil }).count == 1 else { return nil }
    text = String(said)
    self.parts = parts
  }

  /// Whether a call that printed these texts, one after the other, printed its values.
  func agreement(withPrinted printed: [String]) -> Agreement {
    var views = printed.map(agreement)
    // The values of a loop may stand in one comment.
    if isNameless {
      let all = printed.flatMap(Self.values)
      if parts.count == printed.count { views.append(agreement(with: printed)) }
      if parts.count == all.count { views.append(agreement(with: all)) }
    }
    return .told(by: views)
  }

  private var isNameless: Bool { parts.allSatisfy { $0.name == nil } }

  /// The values that a text shows one after the other; none where it has other words, too.
  private static func values(of printed: String) -> [String] {
    let words = printed.split(whereSeparator: \.isWhitespace).map(String.init)
    return words.allSatisfy { PrintedClaim.isValue($0[...]) } ? words : []
  }

  /// The same where others of its values are what calls before it on the line printed.
  func agreement(withLastPrinted printed: [String]) -> Agreement {
    let last = parts[parts.count - 1].value
    return .told(
      by: printed.map { agreement($0) == .unknown ? .unknown : last.agreement(with: [$0, $0]) }
        + [agreement(withPrinted: printed)])
  }

  private func agreement(_ printed: String) -> Agreement {
    if printed == text { return .same }
    if let row = StatedRow(printed), row.parts.map(\.name) == parts.map(\.name) {
      return agreement(with: row.parts.map(\.value.text))
    }
    for (open, close) in [("[", "]"), ("(", ")")] where isNameless && printed.hasPrefix(open) {
      let list = open + parts.map(\.value.text).joined(separator: ", ") + close
      return StatedValue(list)?.agreement(with: [printed, printed]) ?? .unknown
    }
    let values = Self.values(of: printed)
    if values.isEmpty { return .unknown }
    if values.count == parts.count { return agreement(with: values) }
    // A comment may leave values out, but it has them in their order; names may be those of what was put together.
    if values.count > parts.count { return hasAll(in: values) ? .same : .different }
    return isNameless ? .different : .unknown
  }

  /// Whether its values are some of these, in their order.
  private func hasAll(in values: [String]) -> Bool {
    var rest = values[...]
    return parts.allSatisfy { part in
      guard let index = rest.firstIndex(where: { part.value.agreement(with: [$0, $0]) == .same }) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  private func agreement(with values: [String]) -> Agreement {
    .all(zip(parts, values).map { $0.value.agreement(with: [$1, $1]) })
  }
}
