internal import Results
internal import Templates
package import Text

extension Theme {
  /// What the module that draws runs in pages is told of the site: JSON that can stand in a script.
  package var drawingFacts: [UInt8] { DrawingFacts.json(templates, words).insideHTML }

  /// What of the template `results` a page could not show as the build does, since only the build knows it.
  ///
  /// Runs can be drawn in pages where there is none.
  package var drawingProblems: [Diagnostic] {
    let known = ["example": ExampleBlock.keys.only(RunResults.keys).fields]
    return templates.check(
      RunResults.template,
      against: TemplateSchema(
        root: PageSchema.example.root, records: PageSchema.example.records.merging(known) { $1 }))
  }
}
