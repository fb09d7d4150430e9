import Text

/// What is wrong with how templates call each other.
struct CallCheck {
  let templates: [Template]
  let targets: [[Int?]]

  /// Calls of templates that do not exist, and arguments for blocks that no template has.
  func diagnostics() -> [Diagnostic] {
    templates.indices.flatMap { unknownTemplates(in: $0) + unknownBlocks(in: $0) }
  }

  /// The indices of a template and all that it calls.
  func reachable(from index: Int) -> Set<Int> {
    var reached: Set = [index]
    var waiting = [index]
    while let next = waiting.popLast() {
      for target in targets[next].compactMap({ $0 }) where reached.insert(target).inserted { waiting.append(target) }
    }
    return reached
  }

  private func unknownTemplates(in index: Int) -> [Diagnostic] {
    let template = templates[index]
    return zip(template.calls, targets[index]).filter { $0.1 == nil }.map { call, _ in
      Diagnostic(
        id: "unknown-template", "there is no template '\(call.name)'", at: template.file.place(call.range),
        cure: suggestion(call.name, among: templates.map { $0.name }, otherwise: "the templates are"))
    }
  }

  private func unknownBlocks(in index: Int) -> [Diagnostic] {
    let template = templates[index]
    let arguments = zip(template.calls, targets[index]).filter { $0.1 != nil }.flatMap { $0.0.arguments }
    guard !arguments.isEmpty else { return [] }
    // A block may stand in whatever is shown while the argument is in force.
    let blocks = Set(reachable(from: index).flatMap { templates[$0].blocks.map { $0.name.name } }).sorted()
    return arguments.filter { !blocks.contains($0.name.name) }.map { argument in
      Diagnostic(
        id: "unknown-block", "no template called here has a block '\(argument.name.name)'",
        at: template.file.place(argument.range),
        cure: suggestion(argument.name.name, among: blocks, otherwise: "the blocks are"))
    }
  }

  private func suggestion(_ name: String, among names: [String], otherwise: String) -> String? {
    if let near = NearestName.suggestion(for: name, among: names) { return "did you mean '\(near)'?" }
    guard !names.isEmpty, names.count <= 12 else { return nil }
    return "\(otherwise) " + names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
