package import Text

/// A template, parsed once into a list of steps that renders without looking at its text again.
///
/// The language is Mustache with inheritance, after its specification; without lambdas and dynamic names.
package final class Template: Sendable {
  /// The name that other templates call it by.
  package let name: String

  /// The file it was parsed from.
  package let file: SourceFile

  /// What is wrong with it.
  package let diagnostics: [Diagnostic]

  let literals: [UInt8]
  let nodes: [TemplateNode]
  let paths: [TemplatePath]
  let calls: [TemplateCall]
  let blocks: [TemplateBlock]

  /// Parses a file; what cannot be understood is reported and left out.
  package convenience init(name: String, file: SourceFile) {
    var parser = TemplateParser(file)
    parser.parse()
    self.init(name: name, parsed: parser)
  }

  private init(name: String, parsed parser: TemplateParser) {
    self.name = name
    file = parser.file
    diagnostics = parser.diagnostics.sorted()
    literals = parser.literals
    nodes = parser.nodes
    paths = parser.paths
    calls = parser.calls
    blocks = parser.blocks
  }
}
