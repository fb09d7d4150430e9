internal import Book
internal import Examples
internal import Templates
internal import Verification

/// The page that lists all examples and what was found out about them.
struct VerificationPage {
  let site: SiteContext

  /// The data for the template.
  var value: TemplateValue {
    var chapters: [TemplateValue] = []
    for (number, examples) in site.examples.enumerated() where !examples.examples.isEmpty {
      let entry = site.outline.entries[site.outline.entryOfChapter[number]]
      chapters.append([
        "title": .text(site.book.chapters[number].title), "number": .optional(entry.number),
        "path": .text(SiteAddress.encoded(site.map.pages[number])),
        "examples": .list(
          examples.examples.map { ExampleBlock(example: $0, verified: site.verified[$0.name], root: "").facts }),
      ])
    }
    let verdicts = site.verified.values.map(\.verdict)
    return [
      "chapters": .list(chapters), "count": .integer(site.examples.reduce(0) { $0 + $1.examples.count }),
      "passed": .integer(verdicts.count { $0.outcome == .passed }),
      "quoted": .integer(verdicts.count { $0.kind == .quote }),
      "events": .integer(verdicts.reduce(0) { $0 + $1.eventCount }),
      "same": .integer(verdicts.count { [.same, .sameButForTies].contains($0.reference) }),
    ]
  }
}
