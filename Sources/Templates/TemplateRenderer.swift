import Text

/// One run of a template over data, which appends to a page.
struct TemplateRenderer {
  /// An argument in force, with the template that its steps belong to.
  struct Argument {
    let name: TemplateKey
    let template: Int
    let body: Range<Int>
  }

  /// How deep sections, partials and blocks together may be nested: enough for any data, too little for the stack.
  static let depthLimit = 500

  /// How many sections, partials and blocks one page may show.
  static let runLimit = 1_000_000

  /// How many bytes a buffer may have before something nested is shown: more than any page, less than the memory.
  static let sizeLimit = 256 << 20

  let templates: [Template]
  let targets: [[Int?]]
  var output: [UInt8]

  /// What ended the run early.
  private(set) var failure: Diagnostic?
  /// Whether there is such a thing; to compare one with nothing takes longer than many steps.
  private var hasFailed = false

  private var stack: [TemplateValue]
  private var arguments: [Argument] = []
  private var callers: [Int] = []
  private var depth = 0
  private var runs = 0

  /// What lines begin with.
  private var indentation: [UInt8] = []
  /// How much of it the line at hand has already.
  private var indented = 0
  /// Whether the line at hand is to have it, although what follows does not begin a line in its own template.
  private var needsIndentation = false

  init(templates: [Template], targets: [[Int?]], data: TemplateValue, output: consuming [UInt8]) {
    self.templates = templates
    self.targets = targets
    self.output = output
    stack = [data]
  }

  /// Shows a whole template.
  mutating func render(_ template: Int) {
    callers.append(template)
    run(template, templates[template].nodes.indices)
    callers.removeLast()
  }

  private mutating func run(_ index: Int, _ range: Range<Int>) {
    let template = templates[index]
    depth += 1
    defer { depth -= 1 }
    runs += 1
    var next = range.lowerBound
    while next < range.upperBound, !hasFailed {
      let node = template.nodes[next]
      next += 1
      switch node {
      case .text(let range, let startsLine): showText(template, range, startsLine: startsLine)
      case .lineStart: beginLine()
      case .variable(let path, let isRaw):
        if !indentation.isEmpty { continueLine() }
        show(find(template.paths[path]), isRaw: isRaw)
      case .section(let path, let isInverted, let end):
        showSection(index, path, isInverted: isInverted, next..<end)
        next = end
      case .partial(let call): showCall(index, call)
      case .parent(let call, let end):
        showCall(index, call)
        next = end
      case .block(let block, let end):
        showBlock(index, block, next..<end)
        next = end
      }
    }
  }

  private mutating func showSection(_ template: Int, _ path: Int, isInverted: Bool, _ body: Range<Int>) {
    // The parser has reported a section without a proper name.
    guard path >= 0 else { return }
    let value = find(templates[template].paths[path])
    guard value.isPresent != isInverted, mayNest(in: template, templates[template].paths[path].range) else { return }
    if isInverted {
      run(template, body)
    } else if case .list(let list) = value {
      for element in list where !hasFailed {
        stack.append(element)
        run(template, body)
        stack.removeLast()
        guard mayNest(in: template, templates[template].paths[path].range) else { break }
      }
    } else {
      stack.append(value)
      run(template, body)
      stack.removeLast()
    }
  }

  private mutating func showCall(_ index: Int, _ call: Int) {
    // A call of a template that does not exist has been reported, and shows nothing.
    guard let target = targets[index][call] else { return }
    let call = templates[index].calls[call]
    callers.append(target)
    defer { callers.removeLast() }
    guard mayNest(in: index, call.range) else { return }
    let outerArguments = arguments.count
    let outerIndentation = indentation.count
    // The outermost argument of a name counts: one that is in force hides this one.
    for argument in call.arguments where !arguments.contains(where: { $0.name == argument.name }) {
      arguments.append(Argument(name: argument.name, template: index, body: argument.body))
    }
    indentation += call.indentation
    run(target, templates[target].nodes.indices)
    indentation.removeLast(indentation.count - outerIndentation)
    arguments.removeLast(arguments.count - outerArguments)
  }

  private mutating func showBlock(_ index: Int, _ block: Int, _ body: Range<Int>) {
    let block = templates[index].blocks[block]
    guard let argument = arguments.first(where: { $0.name == block.name }) else {
      if mayNest(in: index, nil) { run(index, body) }
      return
    }
    guard mayNest(in: index, nil) else { return }
    let outerIndentation = indentation.count
    indentation += block.indentation
    if block.isStandalone {
      needsIndentation = true
    } else {
      indented = indentation.count
    }
    run(argument.template, argument.body)
    needsIndentation = false
    indented = 0
    indentation.removeLast(indentation.count - outerIndentation)
  }

  // MARK: Output

  private mutating func showText(_ template: Template, _ range: Range<Int>, startsLine: Bool) {
    if indentation.isEmpty {
      template.literals.withUnsafeBufferPointer { output.append(contentsOf: $0[range]) }
      return
    }
    guard !range.isEmpty else { return }
    if startsLine { beginLine() } else { continueLine() }
    var start = range.lowerBound
    while let end = template.literals[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")) {
      output += template.literals[start...end]
      start = end + 1
      if start < range.upperBound { output += indentation }
    }
    output += template.literals[start..<range.upperBound]
  }

  private mutating func beginLine() {
    if indentation.isEmpty { return }
    output += indentation.dropFirst(indented)
    indented = 0
    needsIndentation = false
  }

  private mutating func continueLine() {
    if needsIndentation { output += indentation.dropFirst(indented) }
    indented = 0
    needsIndentation = false
  }

  private mutating func show(_ value: TemplateValue, isRaw: Bool) {
    switch value {
    case .nothing, .list, .record: break
    case .flag(let flag): output.append(flag ? "true" : "false")
    case .integer(let number): output.append(String(number))
    case .decimal(let number): output.append(String(number))
    case .text(let text):
      if isRaw { output.append(text) } else { output.appendEscapedForHTML(text, quotes: .both) }
    case .html(let html): output.append(html)
    case .htmlBytes(let html): output += html
    case .json(let value): output += JSONValue(value).insideHTML
    }
  }

  // MARK: Data

  /// The value that a path names, or `.nothing`.
  private func find(_ path: TemplatePath) -> TemplateValue {
    // The data itself is never removed from the stack.
    guard let first = path.keys.first else { return stack[stack.count - 1] }
    var level = stack.count
    while level > 0 {
      level -= 1
      guard case .record(let record) = stack[level], var value = record[first] else { continue }
      for key in path.keys.dropFirst() {
        guard case .record(let inner) = value, let next = inner[key] else { return .nothing }
        value = next
      }
      return value
    }
    return .nothing
  }

  // MARK: Limits

  /// Whether the run may go on into something nested; records the failure where not.
  private mutating func mayNest(in template: Int, _ range: Range<Int>?) -> Bool {
    guard !hasFailed else { return false }
    if depth < Self.depthLimit, runs <= Self.runLimit, output.count <= Self.sizeLimit { return true }
    hasFailed = true
    let file = templates[template].file
    let place = range.map(file.place) ?? SourcePlace(path: file.path)
    if depth >= Self.depthLimit {
      failure = Diagnostic(
        id: "endless-templates", "templates call each other endlessly: \(chain)", at: place,
        cure: "call a template from itself inside a section of data that ends, such as a list of children")
    } else {
      failure = Diagnostic(
        id: "endless-page",
        "this page has more than \(Self.runLimit) sections and partials, or \(Self.sizeLimit >> 20) MB: \(chain)",
        at: place,
        cure: "put fewer lists and partials inside each other")
    }
    return false
  }

  /// The templates that are being shown, from the page on, as far as the first that comes again.
  private var chain: String {
    var names: [String] = []
    var seen: Set<Int> = []
    for caller in callers {
      names.append(templates[caller].name)
      if !seen.insert(caller).inserted { return names.joined(separator: " → ") + " → …" }
    }
    return names.joined(separator: " → ")
  }
}
