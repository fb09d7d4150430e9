import Text

/// Reads the arguments of one verb by its declarations.
///
/// `--flag value` and `--flag=value` are the same; flags and operands come in any order; after `--` everything is an
/// operand. A value that itself begins with `--` has to be written with `=`. All mistakes are told, not only the first.
struct ArgumentReader<Chosen: Verb> {
  /// What the arguments ask for.
  enum Reading {
    case verb(Chosen)
    case help(PresentationOptions)
    case wrong([Diagnostic], PresentationOptions)
  }

  private var verb = Chosen()
  private var diagnostics: [Diagnostic] = []
  private var operands: [String] = []
  private var given: Set<String> = []
  private var rest: ArraySlice<String>
  private let options = Chosen.options

  private init(_ arguments: ArraySlice<String>) { rest = arguments }

  /// Reads what stands after the verb.
  static func read(_ arguments: ArraySlice<String>) -> Reading {
    var reader = ArgumentReader(arguments)
    reader.readAll()
    // Whoever asks for help gets it, whatever else is wrong.
    if arguments.prefix(while: { $0 != "--" }).contains(where: asksForHelp) {
      return .help(reader.verb.presentation)
    }
    return reader.diagnostics.isEmpty ? .verb(reader.verb) : .wrong(reader.diagnostics, reader.verb.presentation)
  }

  /// Whether an argument is the flag that every verb has.
  static func asksForHelp(_ argument: String) -> Bool { argument == "--help" || argument == "-h" }

  private mutating func readAll() {
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      } else if argument.hasPrefix("-"), argument != "-" {
        if !Self.asksForHelp(argument) { readFlag(argument) }
      } else {
        operands.append(argument)
      }
    }
    // What stands behind a flag that is not known may be its value: nothing can be said of the operands then.
    if !diagnostics.contains(where: { $0.id == UnknownFlag.id }) { readOperands() }
    if diagnostics.isEmpty { diagnostics += verb.contradictions }
  }

  private mutating func readFlag(_ argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    var value = parts.count > 1 ? parts[1] : nil
    guard let option = options.first(where: { $0.spelling.name == name }) else {
      diagnostics.append(UnknownFlag.diagnostic(name, of: Chosen.self))
      return
    }
    let spelling = option.spelling
    if spelling.placeholder == nil, value != nil {
      complain("unexpected-value", "'\(name)' takes no value", cure: "write just '\(name)'")
      return
    }
    if let placeholder = spelling.placeholder, value == nil {
      guard let next = rest.first, !next.hasPrefix("--") else {
        complain(
          "missing-value", "'\(name)' needs a value",
          cure: "write '\(name) \(placeholder)': \(spelling.summary.prefix { $0 != ";" })")
        return
      }
      value = next
      rest.removeFirst()
    }
    guard given.insert(name).inserted || spelling.isRepeatable else {
      complain("repeated-flag", "'\(name)' is given twice", cure: "keep one of them")
      return
    }
    read(value ?? "", for: "'\(name)'", option.store)
  }

  private mutating func readOperands() {
    let declared = Chosen.operands
    for (declaration, operand) in zip(declared, operands) {
      read(operand, for: declaration.placeholder, declaration.store)
    }
    for missing in declared.dropFirst(operands.count) where missing.isRequired {
      complain(
        "missing-argument", "'loopbook \(Chosen.name)' needs \(missing.placeholder): \(missing.summary)",
        cure: Chosen.examples.first?.command)
    }
    diagnostics += UnexpectedArguments.diagnostics(
      after: Chosen.name, operands.dropFirst(declared.count)[...])
  }

  private mutating func read(
    _ text: String, for name: String, _ store: (inout Chosen, String) throws(ArgumentProblem) -> Void
  ) {
    do {
      try store(&verb, text)
    } catch {
      complain(
        "wrong-value",
        "\(name) needs \(error.needs)" + (text.isEmpty ? "; it is empty" : error.isSecret ? "" : "; not '\(text)'"),
        cure: error.suggestion.map { "did you mean '\($0)'?" })
    }
  }

  private mutating func complain(_ id: String, _ message: String, cure: String? = nil) {
    diagnostics.append(Diagnostic(id: id, message, at: nil, cure: cure))
  }
}
