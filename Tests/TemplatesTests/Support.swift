import Templates
import Testing
import Text

/// Templates by name, without folders.
func templates(_ texts: [String: String]) -> TemplateSet {
  TemplateSet(layers: [texts.files])
}

/// A page of the template 'page' among others, which must all be without fault.
func page(
  _ text: String, _ data: TemplateValue = .nothing, _ others: [String: String] = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) -> String {
  let set = templates(others.merging(["page": text]) { _, new in new })
  var output: [UInt8] = []
  let problems = set.diagnostics.filter { $0.severity == .error } + set.render("page", data, into: &output)
  #expect(problems == [], sourceLocation: sourceLocation)
  return String(decoding: output, as: UTF8.self)
}

/// Messages as an author sees them.
func text(_ diagnostics: [Diagnostic]) -> String {
  diagnostics.map(DiagnosticText(isColored: false).text).joined()
}

extension [String: String] {
  /// The texts as the files of a theme.
  var files: [String: SourceFile] {
    reduce(into: [:]) { $0[$1.key] = SourceFile(path: "theme/\($1.key).mustache", text: $1.value) }
  }
}
