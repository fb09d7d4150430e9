internal import Markdown
internal import Results
package import Templates
internal import Words

/// The data that templates are given, as `docs/templates.md` lists it.
package enum PageSchema {
  /// The data of a whole page.
  package static let page = TemplateSchema(
    root: "data",
    records: [
      "data": PageRecords.keys.fields, "site": BookFacts.keys.fields, "page": PageFacts.keys.fields,
      "link": SiteOutline.Entry.linkKeys.fields, "section": PageContents.Section.keys.fields,
      "chapter": BookChapterFacts.keys.fields, "sidebar": Sidebar.Whole.keys.fields, "part": Sidebar.Part.keys.fields,
      "item": Sidebar.Item.keys.fields, "verification": VerificationPage.keys.fields,
      "verified": VerifiedChapter.keys.fields, "sum": VerificationSum.keys.fields,
      "example": ExampleBlock.factKeys.fields,
      "inline": InlineFacts.keys.fields, "words": InterfaceWords.keys.fields,
    ])

  /// The data of an example, for the template `example`.
  package static let example = TemplateSchema(
    root: "example",
    records: [
      "example": ExampleBlock.keys.fields, "code": CodePiece.keys.fields, "rerun": RerunLink.keys.fields,
      "recording": ShownRecording.keys.fields, "changes": ShownChanges.keys.fields,
      "piece": TracePiece.keys.fields, "step": ToldStep.keys.fields,
      "words": InterfaceWords.keys.fields,
    ])

  /// The data of a chapter's own style sheet, for the template `chapter-style`.
  package static let style = TemplateSchema(
    root: "style", records: ["style": ChapterStyle.keys.fields, "citation": CitationFacts.keys.fields])

  /// The data of what stands above a callout's text, for the template `callout-title`.
  package static let callout = TemplateSchema(
    root: "callout",
    records: ["callout": ThemeRenderer.calloutKeys.fields, "words": InterfaceWords.keys.fields])
}
