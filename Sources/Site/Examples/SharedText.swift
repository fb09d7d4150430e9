internal import Text

/// Texts that have much in common, put into one in which nothing of some length is written twice.
///
/// `choices.js` reads it: a list of strings, which stand for themselves, and of pairs of numbers, which stand for a
/// part of the text that is there so far, by its place and its length in UTF-16.
struct SharedText {
  private var text: [UInt16] = []

  /// Adds a text; where it stands in the whole.
  mutating func add(_ part: String) -> Range<Int> {
    let start = text.count
    text.append(contentsOf: part.utf16)
    return start..<text.count
  }

  /// So much is written again rather than referred to.
  private static let shortest = 16
  /// How many earlier places of the same beginning are looked at.
  private static let probes = 24

  /// The list.
  var pieces: JSONValue {
    var pieces: [JSONValue] = []
    var heads = [Int32](repeating: -1, count: 1 << 16)
    var earlier = [Int32](repeating: -1, count: text.count)
    var literal = 0
    var next = 0
    while next < text.count {
      let found = longest(at: next, heads, earlier)
      guard found.count >= Self.shortest else {
        note(next, &heads, &earlier)
        next += 1
        continue
      }
      if literal < next { pieces.append(self.literal(literal..<next)) }
      pieces += [.integer(found.start), .integer(found.count)]
      for place in next..<(next + found.count) { note(place, &heads, &earlier) }
      next += found.count
      literal = next
    }
    if literal < text.count { pieces.append(self.literal(literal..<text.count)) }
    return .array(pieces)
  }

  private func literal(_ range: Range<Int>) -> JSONValue { .string(String(decoding: text[range], as: UTF16.self)) }

  private func note(_ place: Int, _ heads: inout [Int32], _ earlier: inout [Int32]) {
    guard let hash = hash(place) else { return }
    earlier[place] = heads[hash]
    heads[hash] = Int32(place)
  }

  /// The longest earlier part that the text goes on with.
  private func longest(at place: Int, _ heads: [Int32], _ earlier: [Int32]) -> (start: Int, count: Int) {
    var best = (start: 0, count: 0)
    guard let hash = hash(place), !UTF16.isTrailSurrogate(text[place]) else { return best }
    var start = Int(heads[hash])
    for _ in 0..<Self.probes where start >= 0 {
      var count = 0
      while place + count < text.count, start + count < place, text[start + count] == text[place + count] { count += 1 }
      // A character of two units stays whole.
      if count > 0, UTF16.isLeadSurrogate(text[place + count - 1]) { count -= 1 }
      if count > best.count { best = (start, count) }
      start = Int(earlier[start])
    }
    return best
  }

  private func hash(_ place: Int) -> Int? {
    guard place + Self.shortest <= text.count else { return nil }
    var hash: UInt32 = 2_166_136_261
    for unit in text[place..<(place + Self.shortest)] { hash = (hash ^ UInt32(unit)) &* 16_777_619 }
    return Int(hash >> 16)
  }
}
