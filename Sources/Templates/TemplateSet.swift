package import Text

/// The templates of a theme, by name, joined to each other once and rendered many times.
///
/// A set does not change. Threads may render with it at the same time.
package struct TemplateSet: Sendable {
  /// What is wrong with the templates and how they call each other, all of it, sorted.
  package let diagnostics: [Diagnostic]

  /// In the order of their names.
  let templates: [Template]
  /// The indices of the templates that each call of each template means.
  let targets: [[Int?]]
  private let indices: [String: Int]

  /// Parses files, by the names of their templates.
  ///
  /// Of several layers the last that has a name counts: first a theme, then the book that overrides parts of it.
  package init(layers: [[String: SourceFile]]) {
    var files: [String: SourceFile] = [:]
    for layer in layers {
      for (name, file) in layer { files[name] = file }
    }
    self.init(files: files, diagnostics: [])
  }

  /// Parses files; `diagnostics` is what was wrong before.
  init(files: [String: SourceFile], diagnostics: [Diagnostic]) {
    let names = files.keys.sorted()
    let indices = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    let templates = names.compactMap { name in files[name].map { Template(name: name, file: $0) } }
    let targets = templates.map { template in template.calls.map { indices[$0.name] } }
    self.indices = indices
    self.templates = templates
    self.targets = targets
    let calls = CallCheck(templates: templates, targets: targets).diagnostics()
    self.diagnostics = (diagnostics + templates.flatMap { $0.diagnostics } + calls).sorted()
  }

  /// The names of all templates, sorted.
  package var names: [String] { templates.map { $0.name } }

  /// The template of a name.
  package subscript(name: String) -> Template? {
    indices[name].map { templates[$0] }
  }

  /// All names of data that some template asks for; no other key of a record is ever looked for.
  package var askedNames: Set<String> {
    Set(templates.flatMap { $0.paths.flatMap { $0.keys.map { $0.name } } })
  }

  /// The files that pages of a template are made from: its own and those of all it calls, sorted by path.
  package func files(of name: String) -> [SourceFile] {
    reached(from: name).map { $0.file }.sorted { $0.path < $1.path }
  }

  /// A template and all that it calls, in the order of their names.
  package func reached(from name: String) -> [Template] {
    guard let index = indices[name] else { return [] }
    return reachable(from: index).sorted().map { templates[$0] }
  }

  /// Appends a page to `output`: the template of a name with data.
  ///
  /// Returns what ended the page early, which only templates without an end do, and names without a template. What
  /// names a template that does not exist shows nothing; `diagnostics` tells of it.
  package func render(_ name: String, _ data: TemplateValue, into output: inout [UInt8]) -> [Diagnostic] {
    guard let index = indices[name] else { return [unknown(name)] }
    // The renderer owns the bytes while it runs, or each of its appends would copy them.
    let page = output
    output = []
    var renderer = TemplateRenderer(templates: templates, targets: targets, data: data, output: consume page)
    renderer.render(index)
    output = renderer.output
    return renderer.failure.map { [$0] } ?? []
  }

  /// Finds names that no data has, in a template and all that it calls; see `TemplateSchema`.
  package func check(_ name: String, against schema: TemplateSchema) -> [Diagnostic] {
    guard let index = indices[name] else { return [unknown(name)] }
    var check = SchemaCheck(templates: templates, targets: targets, schema: schema)
    check.walk(index)
    return check.diagnostics.sorted()
  }

  /// The indices of a template and all that it calls.
  private func reachable(from index: Int) -> Set<Int> {
    CallCheck(templates: templates, targets: targets).reachable(from: index)
  }

  private func unknown(_ name: String) -> Diagnostic {
    Diagnostic(
      id: "unknown-template", "there is no template '\(name)'", at: nil,
      cure: NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" })
  }
}
