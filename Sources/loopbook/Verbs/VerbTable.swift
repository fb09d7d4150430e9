import Text

/// All verbs, in the order in which the overview shows them.
enum VerbTable {
  static let all: [any Verb.Type] = [
    Build.self, Verify.self, Accept.self, Run.self, Serve.self, Init.self, Render.self, Clean.self,
    Doctor.self,
  ]

  /// The names of all flags, each once.
  static var flagNames: [String] { Set(all.flatMap { flagNames(of: $0) }).sorted() }

  static func verb(named name: String) -> (any Verb.Type)? { all.first { $0.name == name } }

  /// The names of a verb's flags.
  static func flagNames(of verb: any Verb.Type) -> [String] { names(verb) }

  private static func names<Chosen: Verb>(_ verb: Chosen.Type) -> [String] { verb.options.map(\.spelling.name) }

  /// What other tools call what the verbs do.
  private static let synonyms = [
    "test": "verify", "check": "verify", "new": "init", "create": "init", "generate": "build", "html": "build",
    "watch": "serve", "preview": "serve", "open": "serve", "record": "accept", "update": "accept", "bless": "accept",
    "review": "accept", "exec": "run", "play": "run",
  ]

  /// What to say about a first argument that is not a verb.
  static func unknown(_ name: String) -> Diagnostic {
    guard name.hasPrefix("-") else {
      let near = synonyms[name] ?? NearestName.suggestion(for: name, among: all.map { $0.name } + ["help"])
      return Diagnostic(
        id: "unknown-verb", "there is no verb '\(name)'", at: nil,
        cure: near.map { "did you mean 'loopbook \($0)'?" }
          ?? "the verbs are \(all.map { $0.name }.joined(separator: ", "))")
    }
    let flag = String(name.prefix { $0 != "=" })
    if let owners = UnknownFlag.owners(of: flag) {
      return Diagnostic(
        id: "missing-verb", "'\(flag)' comes before the verb", at: nil, cure: "write it after the verb: \(owners)")
    }
    let near = UnknownFlag.nearest(to: flag, among: flagNames + ["--help", "--version"])
    return Diagnostic(
      id: UnknownFlag.id, "there is no flag '\(flag)'", at: nil, cure: near.map { "did you mean '\($0)'?" })
  }
}
