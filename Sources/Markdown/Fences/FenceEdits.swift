extension Fence {
  /// The longest fence whose length cmark tells from longer ones.
  private static let longest = 255

  /// The bytes of a line with this text in this fence, without a line end; a blank line gets no needless blanks.
  package func line(_ text: String) -> [UInt8] {
    let prefix = linePrefix
    guard text.isEmpty, !keepsPrefixOnBlankLines else { return prefix + text.utf8 }
    return Array(prefix[...(prefix.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? -1)])
  }

  /// What makes the fence say `texts` instead of what it says; lines that stay the same keep their bytes.
  ///
  /// The fences are made longer where a line would close them; `nil` if none can be long enough. `texts` hold no line
  /// ends. No edit is returned where nothing changes.
  package func edits(replacingLinesBy texts: [String]) -> [TextEdit]? {
    let old = lines.map(\.text)
    // Bytes, since two texts that only differ in how letters are composed are equal as strings.
    let same = zip(old, texts).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let limit = min(old.count, texts.count) - same
    let sameAtEnd = zip(old.reversed(), texts.reversed()).prefix(limit)
      .prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let replaced = same..<old.count - sameAtEnd
    let added = texts[same..<texts.count - sameAtEnd]
    guard !replaced.isEmpty || !added.isEmpty else { return [] }
    guard let length = Self.length(holding: added, character: character, atLeast: length) else { return nil }
    let range = start(ofLine: replaced.lowerBound)..<start(ofLine: replaced.upperBound)
    var bytes = added.flatMap { line($0) + lineEnd }
    let lacksLineEnd = endsWithoutLineEnd && closing == nil && range.upperBound == fullLines.upperBound
    if lacksLineEnd, let last = added.last {
      // The file ends without a line end, and goes on to do so, if that leaves a line.
      if !line(last).isEmpty { bytes.removeLast(lineEnd.count) }
      if same == old.count { bytes = lineEnd + bytes }
    }
    let edit = TextEdit(range: range, bytes: bytes)
    guard length > self.length else { return [edit] }
    let more = [UInt8](repeating: character, count: length - self.length)
    let longer = [opening, closing].map { fence in
      fence.map { [TextEdit(range: $0.lowerBound..<$0.lowerBound, bytes: more)] } ?? []
    }
    return longer[0] + [edit] + longer[1]
  }

  /// What adds a fence after this one, in the same container; `nil` if no fence can hold `texts`.
  ///
  /// A fence that is not closed is closed first. `isSeparated` puts a blank line between the two.
  package func addition(infoString: String, lines texts: [String], isSeparated: Bool) -> TextEdit? {
    let mark = infoString.utf8.contains(UInt8(ascii: "`")) ? UInt8(ascii: "~") : character
    guard let length = Self.length(holding: texts, character: mark, atLeast: 3) else { return nil }
    let fence = linePrefix + [UInt8](repeating: mark, count: length)
    var bytes: [UInt8] = endsWithoutLineEnd ? lineEnd : []
    if closing == nil {
      bytes += linePrefix + [UInt8](repeating: character, count: self.length) + lineEnd
    }
    if isSeparated { bytes += line("") + lineEnd }
    bytes += fence + infoString.utf8 + lineEnd
    bytes += texts.flatMap { line($0) + lineEnd }
    bytes += fence + lineEnd
    return TextEdit(range: fullLines.upperBound..<fullLines.upperBound, bytes: bytes)
  }

  /// The shortest fence that none of the lines closes.
  private static func length(holding texts: some Sequence<String>, character: UInt8, atLeast minimum: Int) -> Int? {
    var length = minimum
    for text in texts {
      let line = text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let run = line.prefix { $0 == character }
      guard run.count >= min(length, longest) else { continue }
      let closes = line.dropFirst(run.count).allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if closes { length = run.count + 1 }
    }
    return length > longest && length > minimum ? nil : length
  }

  /// Where a line of the fence begins in the file, or where the next would.
  private func start(ofLine index: Int) -> Int {
    index < lines.count ? lines[index].start : closingStart
  }
}
