internal import Book
internal import Examples
internal import Templates
internal import Text
internal import Verification
internal import Words

/// The page that lists all examples and what was found out about them.
struct VerificationPage {
  private let site: SiteContext
  private var chapters: [TemplateValue] = []
  private var outcomes: [ExampleBlock.Outcome: Int] = [:]
  private var comparisons: [ExampleBlock.Comparison: Int] = [:]

  /// Looks at each example once: those that are only quoted are read for it.
  init(site: SiteContext) {
    self.site = site
    for number in site.examples.indices where !site.examples[number].isEmpty {
      let chapter = site.book.chapters[number]
      let wasParsed = chapter.isParsed
      let blocks = site.examples[number].examples.map { example in
        ExampleBlock(
          example: example, verified: site.verified[example.name], root: "", words: site.templates.words)
      }
      for block in blocks {
        outcomes[block.outcome, default: 0] += 1
        comparisons[block.comparison, default: 0] += 1
      }
      chapters.append(
        VerifiedChapter.keys.record(of: VerifiedChapter(site: site, number: number, blocks: blocks)))
      if !wasParsed {
        chapter.forgetText()
        site.examples[number].forgetQuotes()
      }
    }
  }

  static let keys = DataKeys<VerificationPage>(
    .list("chapters", of: "verified", "The chapters that have examples.") { $0.chapters },
    .optionalText("imports", "The modules that every example imports automatically, separated by commas.") {
      let imports = $0.site.book.configuration.examples.imports
      return imports.isEmpty ? nil : imports.joined(separator: ", ")
    },
    .optionalText("compiler", "The version line of the compiler that compiled all examples.") {
      $0.site.compiler
    },
    .optionalText("commit", "The commit of the book, if `build` was given it.") { $0.site.commit },
    .list("outcomes", of: "sum", "The results of the examples, each with a count; together these are all examples.") {
      $0.sums($0.outcomes)
    },
    .list(
      "comparisons", of: "sum", "The results of the comparison with CoreFoundation; together these are all examples."
    ) {
      $0.sums($0.comparisons)
    },
    .text("count", "The number of examples, with separated thousands.") {
      $0.words.number($0.outcomes.values.reduce(0, +))
    },
    .text("events", "The number of events in all traces, with separated thousands.") { $0.words.number($0.eventCount) },
    .flag("hasEvents", "Whether an example has a trace with events.") { $0.eventCount > 0 },
    .text("columns", "The number of columns of the list of examples.") {
      "\(2 + ($0.hasReference ? 1 : 0) + ($0.eventCount > 0 ? 2 : 0))"
    },
    .text("eventsInWords", "A sentence with that number.") { $0.words.count($0.eventCount, .tracesHave) },
    .flag("hasVariants", "Whether an example was run with values other than those it is written with.") {
      $0.variantCount > 0
    },
    .text("variantsInWords", "How many such runs there are in all: `27 runs with other values`.") {
      $0.words.count($0.variantCount, .variantsInWords)
    },
    .text("comma", "What the site's language has between two things that are told, with its blank: `, `.") {
      $0.words.text(.listComma, ["first": "", "next": ""])
    },
    .flag("hasReference", "Whether an example was compared with CoreFoundation.") {
      $0.hasReference
    })

  private var words: InterfaceWords { site.theme.words }
  private var hasReference: Bool { comparisons[.same] != nil || comparisons[.different] != nil }
  private var variantCount: Int { site.verified.values.reduce(0) { $0 + $1.verdict.variants.count } }
  private var eventCount: Int { site.verified.values.reduce(0) { $0 + $1.steadyEventCount } }

  /// For each kind of result that there is, how many examples have it.
  private func sums<Kind: CaseIterable & Hashable & RawRepresentable<String>>(_ counts: [Kind: Int]) -> [TemplateValue]
  {
    Kind.allCases.compactMap { kind in
      counts[kind].map {
        VerificationSum.keys.record(of: VerificationSum(kind: kind.rawValue, count: words.number($0)))
      }
    }
  }
}

/// How many examples have a kind of result.
struct VerificationSum {
  /// The word for the kind.
  let kind: String
  let count: String

  static let keys: DataKeys<VerificationSum> = {
    let kinds = ExampleBlock.Outcome.allCases.map(\.rawValue) + ExampleBlock.Comparison.allCases.map(\.rawValue)
    let flags = kinds.map { kind in
      DataKeys<VerificationSum>.Key.flag(
        "is\(kind.prefix(1).uppercased())\(kind.dropFirst())", "Whether it is the kind `\(kind)`."
      ) {
        $0.kind == kind
      }
    }
    return DataKeys(
      [
        .text("kind", "The kind, as in an example's `outcome` or `comparison`.") { $0.kind },
        .text("count", "How many, with separated thousands.") { $0.count },
      ] + flags)
  }()
}

/// What is told about a chapter on the page that lists all examples.
struct VerifiedChapter {
  let site: SiteContext
  /// The chapter's number in the book.
  let number: Int
  /// Its examples, with what was found out about them.
  let blocks: [ExampleBlock]

  static let keys = DataKeys<VerifiedChapter>(
    .text("title", "The chapter's title.") { $0.site.book.chapters[$0.number].title },
    .optionalText("number", "Its number.") {
      $0.site.outline.entries[$0.site.outline.entryOfChapter[$0.number]].number
    },
    .text("path", "Its page, to follow `page.root`.") { WebPath.encoded($0.site.map.pages[$0.number]) },
    .list("examples", of: "example", "Its examples.") {
      $0.blocks.map($0.site.templates.exampleFactKeys.record)
    })
}
