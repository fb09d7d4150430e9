import Testing

/// The book's glossary leads to the places that introduce its words.
@Suite("The glossary")
struct GlossaryTests {
  /// A row: a word, what it means, and where it is first used.
  private struct Entry {
    var word: String
    var meaning: String
    var file: String
    var heading: String
  }

  private func entries() throws -> [Entry] {
    try Repository.text("content/f-glossary.md").matches(
      of: #/\| ([^|]+) \| ([^|]+) \| \[[^\]|]+\]\(([^)#]+)(?:#([^)]+))?\) \|/#
    ).map {
      Entry(
        word: String($0.1), meaning: String($0.2), file: String($0.3), heading: $0.4.map(String.init) ?? "")
    }
  }

  /// What a chapter says below each heading, in its order; what stands above the second is below an empty name.
  private func sections(of file: String) throws -> [(heading: String, text: String)] {
    var sections: [(heading: String, text: String)] = []
    var isFenced = false
    var headings = 0
    for line in try Repository.file("content/\(file)").lines {
      let content = line.text.drop { $0 == " " || $0 == ">" }
      if content.hasPrefix("```") { isFenced.toggle() }
      if !isFenced, line.text.hasPrefix("#") {
        headings += 1
        let name = line.text.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
        sections.append((headings == 1 ? "" : name, line.text))
      } else if !isFenced, !sections.isEmpty {
        sections[sections.count - 1].text += " " + content
      }
    }
    return sections
  }

  @Test("words stand in their order, each once, with a sentence")
  func rows() throws {
    let entries = try entries()
    let rows = try Repository.file("content/f-glossary.md").lines.filter { $0.text.hasPrefix("| ") }
    #expect(entries.count >= 40)
    // All rows but that of the columns' names are read.
    #expect(entries.count == rows.count - 1)
    #expect(entries.map(\.word) == Set(entries.map(\.word)).sorted())
    #expect(entries.filter { !$0.meaning.hasSuffix(".") || $0.meaning.contains(". ") }.map(\.word) == [])
  }

  @Test("a word occurs where it is said to be first used, and is introduced nowhere before")
  func firstUses() throws {
    let order =
      try ["index.md"]
      + Repository.text("content/SUMMARY.md").matches(of: #/\]\(([^)]+)\)/#).map { String($0.1) }
      .filter { $0 != "index.md" }
    let book = try order.map { ($0, try sections(of: $0)) }
    let all = book.flatMap { file, sections in sections.map { (file: file, heading: $0.heading, text: $0.text) } }
    for entry in try entries() {
      let place = try #require(
        all.firstIndex { $0.file == entry.file && $0.heading == entry.heading },
        "\(entry.word): no section \(entry.file)#\(entry.heading)")
      let word = try Regex("\\b\(entry.word.replacing(" ", with: "\\s+"))").ignoresCase()
      #expect(all[place].text.contains(word), "\(entry.word) does not occur in \(entry.file)#\(entry.heading)")
      let introduction = try Regex("\\*\(entry.word.replacing(" ", with: "\\s+"))s?\\*").ignoresCase()
      let earlier = all[..<place].first { $0.text.contains(introduction) }
      #expect(earlier == nil, "\(entry.word) is introduced in \(earlier?.file ?? "")#\(earlier?.heading ?? "")")
    }
  }
}
