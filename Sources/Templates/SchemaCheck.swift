import Text

/// Walks a template and all that it calls as if over data of a schema, and finds names that no data has.
struct SchemaCheck {
  typealias Kind = TemplateSchema.Kind

  /// A template with all that decides what its names mean.
  private struct State: Hashable {
    let template: Int
    let stack: [Kind]
    let arguments: [Argument]
  }

  private struct Argument: Hashable {
    let name: TemplateKey
    let template: Int
    let body: Range<Int>
  }

  private struct Finding: Hashable {
    let template: Int
    let offset: Int
    let message: String
  }

  let templates: [Template]
  let targets: [[Int?]]
  let schema: TemplateSchema

  private(set) var diagnostics: [Diagnostic] = []

  private var stack: [Kind]
  private var arguments: [Argument] = []
  private var callers: [Int] = []
  private var seen: Set<State> = []
  private var found: Set<Finding> = []
  /// The arguments that are being walked: one that shows its own block would never end.
  private var underWay: Set<Argument> = []

  init(templates: [Template], targets: [[Int?]], schema: TemplateSchema) {
    self.templates = templates
    self.targets = targets
    self.schema = schema
    stack = [.record(schema.root)]
  }

  /// Walks a whole template, once for each state it is called in.
  mutating func walk(_ template: Int) {
    guard callers.count < TemplateRenderer.depthLimit else { return }
    guard seen.insert(State(template: template, stack: stack, arguments: arguments)).inserted else { return }
    callers.append(template)
    walk(template, templates[template].nodes.indices)
    callers.removeLast()
  }

  private mutating func walk(_ index: Int, _ range: Range<Int>) {
    let template = templates[index]
    var next = range.lowerBound
    while next < range.upperBound {
      let node = template.nodes[next]
      next += 1
      switch node {
      case .text, .lineStart: break
      case .variable(let path, _):
        checkShown(find(template.paths[path], in: index), template.paths[path], in: index)
      case .section(let path, let isInverted, let end):
        walkSection(index, path, isInverted: isInverted, next..<end)
        next = end
      case .partial(let call): walkCall(index, call)
      case .parent(let call, let end):
        walkCall(index, call)
        next = end
      case .block(let block, let end):
        let name = template.blocks[block].name
        if let argument = arguments.first(where: { $0.name == name }) {
          if underWay.insert(argument).inserted {
            walk(argument.template, argument.body)
            underWay.remove(argument)
          }
        } else {
          walk(index, next..<end)
        }
        next = end
      }
    }
  }

  private mutating func walkSection(_ index: Int, _ path: Int, isInverted: Bool, _ body: Range<Int>) {
    guard path >= 0 else { return }
    // What is below an unknown name could only repeat that it is unknown.
    guard let kind = find(templates[index].paths[path], in: index) else { return }
    if isInverted {
      walk(index, body)
      return
    }
    let outer = stack
    if case .list(let element) = kind { push(element) } else { push(kind) }
    walk(index, body)
    stack = outer
  }

  /// Makes a kind the one at hand.
  ///
  /// Only what can still be found stays below it, so that templates that call themselves come to states seen before.
  private mutating func push(_ kind: Kind) {
    stack.removeAll { other in
      switch other {
      case .record, .any: other == kind
      default: true
      }
    }
    stack.append(kind)
  }

  private mutating func walkCall(_ index: Int, _ call: Int) {
    guard let target = targets[index][call] else { return }
    let outer = arguments
    for argument in templates[index].calls[call].arguments
    where !arguments.contains(where: { $0.name == argument.name }) {
      arguments.append(Argument(name: argument.name, template: index, body: argument.body))
    }
    walk(target)
    arguments = outer
  }

  // MARK: Names

  /// What a path names; `nil` after a report.
  private mutating func find(_ path: TemplatePath, in index: Int) -> Kind? {
    guard let first = path.keys.first else { return stack.last }
    for kind in stack.reversed() {
      if case .any = kind { return .any }
      guard var field = field(first, of: kind) else { continue }
      for key in path.keys.dropFirst() {
        if case .any = field { return .any }
        guard let next = self.field(key, of: field) else {
          let names = fields(of: field).map { $0.name }
          report(path, in: index, "there is no '\(key.name)' in '\(first.name)'", key, names)
          return nil
        }
        field = next
      }
      return field
    }
    report(
      path, in: index, "there is no data named '\(first.name)' here", first,
      stack.reversed().flatMap { fields(of: $0).map { $0.name } })
    return nil
  }

  private func field(_ key: TemplateKey, of kind: Kind) -> Kind? {
    fields(of: kind).first { $0.name == key.name }?.kind
  }

  private func fields(of kind: Kind) -> [TemplateSchema.Field] {
    if case .record(let name) = kind { schema.records[name] ?? [] } else { [] }
  }

  private mutating func checkShown(_ kind: Kind?, _ path: TemplatePath, in index: Int) {
    let name = path.keys.isEmpty ? "." : path.keys.map { $0.name }.joined(separator: ".")
    switch kind {
    case .list:
      report(
        path, in: index, "'\(name)' is a list, which shows nothing by itself",
        cure: "write '{{#\(name)}}' and '{{/\(name)}}' around what is to show for each element")
    case .record:
      report(
        path, in: index, "'\(name)' has keys of its own, and shows nothing by itself",
        cure: "name one of its keys, as in '\(name == "." ? "" : name + ".")key'")
    default: break
    }
  }

  private mutating func report(
    _ path: TemplatePath, in index: Int, _ message: String, _ key: TemplateKey, _ names: [String]
  ) {
    let near = NearestName.suggestion(for: key.name, among: names)
    var known: [String] = []
    for name in names where !known.contains(name) { known.append(name) }
    let list = known.prefix(12).map { "'\($0)'" }.joined(separator: ", ") + (known.count > 12 ? ", …" : "")
    report(
      path, in: index, message,
      cure: near.map { "did you mean '\($0)'?" } ?? (known.isEmpty ? nil : "the names are \(list)"))
  }

  private mutating func report(_ path: TemplatePath, in index: Int, _ message: String, cure: String?) {
    let finding = Finding(template: index, offset: path.range.lowerBound, message: message)
    guard found.insert(finding).inserted else { return }
    let chain = callers.map { templates[$0].name }.joined(separator: " → ")
    diagnostics.append(
      Diagnostic(
        id: "unknown-name", message, at: templates[index].file.place(path.range),
        notes: callers.count > 1 ? [Diagnostic.Note("shown by way of \(chain)")] : [], cure: cure))
  }
}
