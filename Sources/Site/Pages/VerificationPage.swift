internal import Book
internal import Examples
internal import Templates
internal import Verification

/// The page that lists all examples and what was found out about them.
struct VerificationPage {
  let site: SiteContext

  static let keys = DataKeys<VerificationPage>(
    .list("chapters", of: "verified", "The chapters that have examples.") { $0.chapters },
    .optionalText("imports", "The modules that every example imports without saying so, with commas between them.") {
      let imports = $0.site.book.configuration.examples.imports
      return imports.isEmpty ? nil : imports.joined(separator: ", ")
    },
    .number("count", "The number of examples.") { $0.site.examples.reduce(0) { $0 + $1.examples.count } },
    .number("passed", "How many were compiled, run or both.") { $0.count { $0.outcome == .passed } },
    .number("quoted", "How many are only quoted.") { $0.count { $0.kind == .quote } },
    .number("events", "The number of events in all traces.") {
      $0.site.verified.values.reduce(0) { $0 + $1.verdict.eventCount }
    },
    .number("same", "How many had the same order of activities and callouts on CoreFoundation.") {
      $0.count { [.same, .sameButForTies].contains($0.reference) }
    })

  /// How many verdicts are as wanted.
  private func count(_ isWanted: (Verdict) -> Bool) -> Int { site.verified.values.count { isWanted($0.verdict) } }

  private var chapters: [TemplateValue] {
    site.examples.indices.filter { !site.examples[$0].examples.isEmpty }.map { number in
      VerifiedChapter.keys.record(of: VerifiedChapter(site: site, chapter: number))
    }
  }
}

/// What is told about a chapter on the page that lists all examples.
struct VerifiedChapter {
  let site: SiteContext
  /// The chapter's number in the book.
  let chapter: Int

  static let keys = DataKeys<VerifiedChapter>(
    .text("title", "The chapter's title.") { $0.site.book.chapters[$0.chapter].title },
    .optionalText("number", "Its number.") {
      $0.site.outline.entries[$0.site.outline.entryOfChapter[$0.chapter]].number
    },
    .text("path", "Its page, to stand behind `page.root`.") { SiteAddress.encoded($0.site.map.pages[$0.chapter]) },
    .list("examples", of: "example", "Its examples.") { $0.examples })

  private var examples: [TemplateValue] {
    site.examples[chapter].examples.map { example in
      ExampleBlock.factKeys.record(of: ExampleBlock(example: example, verified: site.verified[example.name], root: ""))
    }
  }
}
