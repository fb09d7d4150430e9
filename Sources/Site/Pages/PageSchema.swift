package import Templates

/// The data that templates are given, as `docs/templates.md` lists it.
package enum PageSchema {
  /// The data of a whole page.
  package static let page = TemplateSchema(
    root: "data",
    records: [
      "data": [
        .init("site", .record("site"), "The book as a whole."),
        .init("page", .record("page"), "The page at hand."),
        .init("sidebar", .record("sidebar"), "The table of contents, as far as this page shows it."),
        .init("assets", .list(.record("inline")), "What a page that is to stand alone holds itself; empty for others."),
      ],
      "site": [
        .init("title", .text, "The book's title."),
        .init("description", .text, isOptional: true, "One sentence about the book."),
        .init("language", .text, "The language of the text, for `lang`."),
        .init("authors", .list(.text), "Who wrote it."),
        .init("repository", .text, isOptional: true, "The address of the book's sources."),
        .init("version", .text, "Changes with every file in `assets/`, for `?v=` behind their addresses."),
        .init("generator", .text, "The program that made the page."),
        .init("hasSearch", .flag, "Whether there is a search index in `assets/`."),
        .init("hasPrint", .flag, "Whether there is a page `print.html` with the whole book."),
        .init("hasExamples", .flag, "Whether there is a page `verification.html`."),
      ],
      "page": [
        .init("isChapter", .flag, "Whether it is a chapter."),
        .init("isContents", .flag, "Whether it lists the whole table of contents."),
        .init("isVerification", .flag, "Whether it lists the examples."),
        .init("isPrint", .flag, "Whether it is the whole book, to be printed."),
        .init("isNotFound", .flag, "Whether a web server shows it for what is not there."),
        .init("isSingleFile", .flag, "Whether it is the whole book in one file that needs no other."),
        .init("title", .text, isOptional: true, "The chapter's title; none on pages that the program adds."),
        .init("number", .text, isOptional: true, "The chapter's number, such as `1.2.`."),
        .init("part", .text, isOptional: true, "The title of the part that the chapter is in."),
        .init("description", .text, isOptional: true, "One sentence about the page."),
        .init("path", .text, "The page's own path in the site, as addresses have it."),
        .init("canonical", .text, isOptional: true, "The path of the page that this one repeats."),
        .init("root", .text, "What leads from the page to the site's folder: `../` or the like; often nothing."),
        .init("editLink", .text, isOptional: true, "Where the chapter can be edited."),
        .init("hasHeading", .flag, "Whether the body begins with a heading that is the title."),
        .init("hasBreadcrumbs", .flag, "Whether there are breadcrumbs."),
        .init("hasContents", .flag, "Whether there are contents."),
        .init("breadcrumbs", .list(.record("link")), "The chapters above this one, outermost first."),
        .init("previous", .record("link"), isOptional: true, "The chapter before it."),
        .init("next", .record("link"), isOptional: true, "The chapter after it."),
        .init("contents", .list(.record("section")), "The sections of the page; empty where there are not two."),
        .init("body", .html, isOptional: true, "The chapter, or on other pages nothing."),
        .init("chapters", .list(.record("chapter")), "On pages with the whole book: its chapters; empty on others."),
        .init("outline", .list(.record("part")), "On the page of contents: all of it; empty on others."),
        .init("verification", .record("verification"), isOptional: true, "On the page of examples: all of them."),
      ],
      "link": [
        .init("title", .text, "The chapter's title."),
        .init("number", .text, isOptional: true, "The chapter's number."),
        .init("path", .text, isOptional: true, "Its page, to stand behind `page.root`; none for a draft."),
      ],
      "section": [
        .init("title", .text, "What the heading says."),
        .init("id", .text, "The heading's name, to stand behind `#`."),
        .init("hasSections", .flag, "Whether there are sections in it."),
        .init("sections", .list(.record("section")), "The sections in it."),
      ],
      "chapter": [
        .init("title", .text, "The chapter's title."),
        .init("number", .text, isOptional: true, "Its number."),
        .init("part", .text, isOptional: true, "The title of the part that begins with it."),
        .init("id", .text, "Its name on the page."),
        .init("hasHeading", .flag, "Whether the body begins with a heading that is the title."),
        .init("body", .html, "Its text."),
      ],
      "sidebar": [
        .init("isWhole", .flag, "Whether it is the whole table of contents."),
        .init("parts", .list(.record("part")), "The parts; chapters before the first are one without a title."),
      ],
      "part": [
        .init("title", .text, isOptional: true, "The part's title."),
        .init("path", .text, isOptional: true, "The page of its first chapter, to stand behind `page.root`."),
        .init("isCurrent", .flag, "Whether the page at hand is in it."),
        .init("isGap", .flag, "Whether it stands for parts that are left out here; it has nothing else then."),
        .init("hasItems", .flag, "Whether there are chapters to show."),
        .init("items", .list(.record("item")), "Its chapters; empty where the part is folded."),
      ],
      "item": [
        .init("title", .text, isOptional: true, "The chapter's title."),
        .init("number", .text, isOptional: true, "Its number, such as `1.2.`."),
        .init("path", .text, isOptional: true, "Its page, to stand behind `page.root`; none for a draft."),
        .init("id", .text, isOptional: true, "Its name on a page with the whole book."),
        .init("isCurrent", .flag, "Whether it is the page at hand."),
        .init("isSeparator", .flag, "Whether it is a line between chapters; it has nothing else then."),
        .init("isGap", .flag, "Whether it stands for chapters that are left out here; it has nothing else then."),
        .init("hasMore", .flag, "Whether there are chapters in it that are left out here."),
        .init("hasItems", .flag, "Whether there are chapters to show in it."),
        .init("items", .list(.record("item")), "The chapters in it."),
      ],
      "verification": [
        .init("chapters", .list(.record("verified")), "The chapters that have examples."),
        .init("count", .number, "The number of examples."),
        .init("passed", .number, "How many were compiled, run or both."),
        .init("quoted", .number, "How many are only quoted."),
        .init("events", .number, "The number of events in all traces."),
        .init("same", .number, "How many had the same order of activities and callouts on CoreFoundation."),
      ],
      "verified": [
        .init("title", .text, "The chapter's title."),
        .init("number", .text, isOptional: true, "Its number."),
        .init("path", .text, "Its page, to stand behind `page.root`."),
        .init("examples", .list(.record("example")), "Its examples."),
      ],
      "example": exampleFields.filter { !["code", "recordings", "picture"].contains($0.name) },
      "inline": [
        .init("isStyle", .flag, "Whether it is a style sheet, not a script."),
        .init("text", .html, "What is in it."),
      ],
    ])

  /// The data of an example, for the template `example`.
  package static let example = TemplateSchema(
    root: "example",
    records: [
      "example": exampleFields,
      "code": [
        .init("isHidden", .flag, "Whether the lines are shown on demand only."),
        .init("count", .number, "How many lines they are."),
        .init("first", .number, "The number of the first of them in the example."),
        .init("html", .html, "The lines, each an element `span` with `data-line`, to stand in `pre` and `code`."),
      ],
      "recording": [
        .init("isOutput", .flag, "Whether it is what was printed."),
        .init("isError", .flag, "Whether it is the compiler's or the trap's message."),
        .init("isTrace", .flag, "Whether it is what the loop did."),
        .init("isLong", .flag, "Whether it is better folded at first."),
        .init("isEmpty", .flag, "Whether there is nothing in it."),
        .init("count", .number, "How many lines it has."),
        .init("filter", .text, isOptional: true, "Which events a trace shows, as the author wrote it."),
        .init("html", .html, "The text, to stand in `pre`."),
      ],
    ])

  /// The data of what stands above a callout's text, for the template `callout-title`.
  package static let callout = TemplateSchema(
    root: "callout",
    records: [
      "callout": [
        .init("isNote", .flag, "Whether it is a `[!NOTE]`."),
        .init("isTip", .flag, "Whether it is a `[!TIP]`."),
        .init("isImportant", .flag, "Whether it is an `[!IMPORTANT]`."),
        .init("isWarning", .flag, "Whether it is a `[!WARNING]`."),
        .init("isCaution", .flag, "Whether it is a `[!CAUTION]`."),
      ]
    ])

  private static let exampleFields: [TemplateSchema.Field] = [
    .init("id", .text, "The example's name, as the author knows it: `timers-1`."),
    .init("anchor", .text, "The name of the block on the page, to stand behind `#`; no heading has it."),
    .init("name", .text, "The example's name in the book: `guide/timers#timers-1`."),
    .init("session", .text, isOptional: true, "The session that it is a block of."),
    .init("code", .list(.record("code")), "Its lines, cut where hidden ones begin and end."),
    .init("recordings", .list(.record("recording")), "What it did, in the author's order."),
    .init("trace", .text, isOptional: true, "The path of its trace as JSON, to stand behind `root`."),
    .init("root", .text, "What leads from the page to the site's folder."),
    .init("picture", .html, isOptional: true, "The picture of its trace."),
    .init("runs", .flag, "Whether it was compiled, run and compared."),
    .init("isCompiled", .flag, "Whether it was compiled and not run."),
    .init("fails", .flag, "Whether it was shown that it does not compile."),
    .init("crashes", .flag, "Whether it was shown that it traps."),
    .init("isQuoted", .flag, "Whether it is only shown."),
    .init("isUnverified", .flag, "Whether nobody has looked: only in `loopbook render`."),
    .init("events", .number, isOptional: true, "The number of events in its trace."),
    .init("isSame", .flag, "Whether it had the same order of activities and callouts on CoreFoundation."),
    .init("difference", .text, isOptional: true, "The name of the documented difference that it shows."),
    .init("engineDoes", .text, isOptional: true, "With it: what LoopEngine does."),
    .init("referenceDoes", .text, isOptional: true, "With it: what CoreFoundation does."),
    .init("differenceReason", .text, isOptional: true, "With it: why."),
    .init("referenceOff", .text, isOptional: true, "Why it is not compared with CoreFoundation."),
    .init("schedules", .number, isOptional: true, "Under how many interleavings of its threads it was tried."),
    .init("isRealTime", .flag, "Whether it runs in real time."),
  ]
}
