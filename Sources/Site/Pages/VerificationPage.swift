internal import Book
internal import Examples
internal import Templates
internal import Text
internal import Verification
internal import Words

/// The page that lists all examples and what was found out about them.
struct VerificationPage {
  let site: SiteContext

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
      $0.sums(ExampleBlock.Outcome.self, \.outcome)
    },
    .list(
      "comparisons", of: "sum", "The results of the comparison with CoreFoundation; together these are all examples."
    ) {
      $0.sums(ExampleBlock.Comparison.self, \.comparison)
    },
    .text("count", "The number of examples, with separated thousands.") { $0.words.number($0.blocks.count) },
    .text("events", "The number of events in all traces, with separated thousands.") { $0.words.number($0.eventCount) },
    .text("eventsInWords", "A sentence with that number.") { $0.words.count($0.eventCount, .tracesHave) },
    .flag("hasVariants", "Whether an example was run with values other than those it is written with.") {
      $0.variantCount > 0
    },
    .text("variantsInWords", "How many such runs there are in all: `27 runs with other values`.") {
      $0.words.count($0.variantCount, .variantsInWords)
    },
    .flag("hasReference", "Whether an example was compared with CoreFoundation.") {
      $0.blocks.contains { [.same, .different].contains($0.comparison) }
    })

  private var words: InterfaceWords { site.theme.words }
  private var variantCount: Int { site.verified.values.reduce(0) { $0 + $1.verdict.variants.count } }
  private var eventCount: Int { site.verified.values.reduce(0) { $0 + $1.steadyEventCount } }

  private var blocks: [ExampleBlock] {
    site.examples.flatMap { chapter in
      chapter.examples.map {
        ExampleBlock(example: $0, verified: site.verified[$0.name], root: "", words: site.templates.words)
      }
    }
  }

  /// For each kind of result that there is, how many examples have it.
  private func sums<Kind: CaseIterable & Hashable & RawRepresentable<String>>(
    _: Kind.Type, _ kind: (ExampleBlock) -> Kind
  ) -> [TemplateValue] {
    var counts: [Kind: Int] = [:]
    for block in blocks { counts[kind(block), default: 0] += 1 }
    let words = words
    return Kind.allCases.compactMap { kind in
      counts[kind].map {
        VerificationSum.keys.record(of: VerificationSum(kind: kind.rawValue, count: words.number($0)))
      }
    }
  }

  private var chapters: [TemplateValue] {
    site.examples.indices.filter { !site.examples[$0].isEmpty }.map { number in
      VerifiedChapter.keys.record(of: VerifiedChapter(site: site, chapter: number))
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
  let chapter: Int

  static let keys = DataKeys<VerifiedChapter>(
    .text("title", "The chapter's title.") { $0.site.book.chapters[$0.chapter].title },
    .optionalText("number", "Its number.") {
      $0.site.outline.entries[$0.site.outline.entryOfChapter[$0.chapter]].number
    },
    .text("path", "Its page, to follow `page.root`.") { SiteAddress.encoded($0.site.map.pages[$0.chapter]) },
    .list("examples", of: "example", "Its examples.") { $0.examples })

  private var examples: [TemplateValue] {
    site.examples[chapter].examples.map { example in
      ExampleBlock.factKeys.record(
        of: ExampleBlock(
          example: example, verified: site.verified[example.name], root: "", words: site.templates.words))
    }
  }
}
