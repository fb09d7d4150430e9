import Text

/// What to say about a flag that a verb does not have.
enum UnknownFlag {
  /// The kind of the message.
  static let id = "unknown-flag"

  /// The message, with the flag that may have been meant or the verb that has this one.
  static func diagnostic<Chosen: Verb>(_ name: String, of verb: Chosen.Type) -> Diagnostic {
    let message = "'loopbook \(verb.name)' has no flag '\(name)'"
    let own = verb.options.map(\.spelling.name) + ["--help"]
    let full = "--" + name.drop { $0 == "-" }
    let cure: String?
    if own.contains(full) {
      cure = "did you mean '\(full)'?"
    } else if let verbs = owners(of: full) {
      cure = "'\(full)' belongs to \(verbs)"
    } else if full == "--version" {
      cure = "write 'loopbook --version'"
    } else if let near = nearest(to: full, among: own) {
      cure = "did you mean '\(near)'?"
    } else if let near = nearest(to: full, among: VerbTable.flagNames), let verbs = owners(of: near) {
      cure = "did you mean '\(near)'? It belongs to \(verbs)"
    } else {
      cure = nil
    }
    return Diagnostic(id: id, message, at: nil, cure: cure)
  }

  /// The flag that may have been meant; the dashes, which all flags have, count for nothing.
  static func nearest(to flag: String, among flags: [String]) -> String? {
    let name = String(flag.drop { $0 == "-" })
    let names = flags.map { String($0.drop { $0 == "-" }) }
    // Half of a name is too far from it to be a mistake of typing, and yet tells what is meant.
    let longer = name.count >= 3 ? names.filter { $0.hasPrefix(name + "-") }.min { $0.count < $1.count } : nil
    return (NearestName.suggestion(for: name, among: names) ?? longer).map { "--" + $0 }
  }

  /// The verbs that have the flag, in words; `nil` if none has.
  static func owners(of flag: String) -> String? {
    let names = VerbTable.all.filter { VerbTable.flagNames(of: $0).contains(flag) }.map { "'loopbook \($0.name)'" }
    guard let last = names.last else { return nil }
    return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
  }
}
