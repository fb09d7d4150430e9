/// What a module offers its clients: one line per declaration and per conformance, whatever order they were written in.
struct Surface: Equatable {
  /// The lines, each once, sorted.
  let lines: [String]
  /// The types that take no parameters, by their full names.
  let types: [String]

  /// Reads a module's interface as the compiler prints it: one declaration per line, braces around members.
  ///
  /// What no client can tell apart is written the same way: stored and computed properties, the names parameters have
  /// inside a function, members of a type and of its extensions, attributes for the optimizer, the messages of
  /// availability.
  init(interface: String, of module: String) {
    var found: Set<String> = []
    var types: [String] = []
    var context: [Declaration.Header] = []
    var attributes: [String] = []
    for line in interface.split(separator: "\n").map({ $0.trimming }) {
      if line.isEmpty || line.hasPrefix("//") || line.hasPrefix("import ") { continue }
      if line == "}" {
        context.removeLast()
        continue
      }
      let declaration = Declaration(line.replacing("\(module).", with: ""))
      attributes += declaration.attributes
      if declaration.text.isEmpty { continue }
      let path = context.map(\.name).joined(separator: ".")
      let prefix = attributes.sorted().map { "\($0) " }.joined()
      attributes = []
      if let header = declaration.header {
        let name = path.isEmpty ? header.name : "\(path).\(header.name)"
        if header.isType, !(context + [header]).contains(where: \.isGeneric) { types.append(name) }
        if header.keyword != "extension" { found.insert("\(prefix)\(header.keyword) \(name)") }
        for conformance in header.conformances { found.insert("\(name): \(conformance)") }
        if declaration.opensBraces { context.append(header) }
      } else if !declaration.isImplied {
        found.insert("\(path.isEmpty ? "" : "\(path): ")\(prefix)\(declaration.normalized)")
      }
    }
    lines = found.sorted()
    self.types = types.sorted()
  }

  /// What one has and the other lacks, one per line, marked with the name of the one that has it; empty when both are
  /// the same.
  static func difference(_ a: (name: String, surface: Surface), _ b: (name: String, surface: Surface)) -> String {
    let (inA, inB) = (Set(a.surface.lines), Set(b.surface.lines))
    let findings = inA.subtracting(inB).map { ($0, a.name) } + inB.subtracting(inA).map { ($0, b.name) }
    return findings.sorted { $0 < $1 }.map { line, name in "only in \(name): \(line)" }.joined(separator: "\n")
  }
}

extension StringProtocol {
  /// The text without the spaces around it.
  var trimming: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
