internal import DifferentialModel

/// A grammar of programs: scenes, each a few declarations and statements that belong together, with choices in them.
///
/// `«a¦b¦»` is one of its alternatives, which may hold others. `«Item:type»` is a name that is new to the program,
/// taken from the pool, and `«Item»` the same name again in the same scene. `«@rule»` is an alternative of a rule.
struct Grammar {
  /// What a program of the grammar consists of so far.
  struct Draft {
    /// Top-level items, in order; one may be several lines.
    var items: [String] = []
    /// The names that are taken, by pool.
    var names: [String: [String]] = [:]
    /// Variables of plain types, by the type's word.
    var typed: [String: [String]] = [:]
    /// Whether to do without most of what keeps a program alone.
    var isTame = false
  }

  /// Types of variables that scenes hand to each other: how one is declared.
  private static let types: [String: [String]] = [
    "int": ["var @ = 3", "var @: Int = 1 + 1", "var (@, _) = (4, 5)", "var @ = { print(\"@ begins\"); return 2 }()"],
    "list": ["var @ = [3, 1, 2]", "var @: [Int] = []", "var @ = Array(1...4)"],
    "tuple": ["var @ = (1, 2)", "var @ = (low: 1, high: 5)", "var @: (Int, Int) = (7, 8)"],
    "text": ["var @ = \"abc\"", "var @ = String(\"x\")"],
    "table": ["var @ = [\"k\": 1, \"j\": 2]", "var @: [String: Int] = [:]"],
    "box": ["let @ = Numbers()", "var @ = Numbers()"],
  ]

  /// What a box is.
  private static let declarationOfBox =
    "final class Numbers { var one = 1; var pair = (1, 2); var list = [2, 1]; func read() -> Int { one } }"

  /// A scene's names.
  private typealias Bindings = [String: String]

  /// Names are few, so that programs that share a module have the same.
  private static let pools: [String: [String]] = [
    "type": [
      "Item", "Point", "Player", "Box", "Stack", "Node", "Shape", "Counter", "Account", "Logger", "Cell", "Pair",
    ],
    "proto": ["Drawable", "Named", "Source", "Sized", "Store", "Visitor"],
    "var": [
      "a", "b", "c", "x", "y", "total", "items", "player", "state", "count", "box", "names", "result", "queue", "value",
      "index", "table", "text", "i", "n", "numbers", "log", "first", "last",
    ],
    "func": [
      "update", "apply", "show", "modify", "make", "twice", "balance", "run", "describe", "step", "check", "add",
    ],
    "op": ["<+>", "***", "~>", "|>", "<<<<", "+++", "^^", "=~="],
    "label": ["outer", "loop", "again"],
  ]

  /// An item of a scene, after its choices are made; `random` decides.
  static func add(scene: String, to draft: inout Draft, _ random: inout RandomSource) {
    var bindings: Bindings = [:]
    var expansion = Expansion(text: Array(scene))
    let text = expansion.expanded(&bindings, &draft, &random)
    draft.items += text.split(separator: "\n~~\n", omittingEmptySubsequences: true).map(String.init)
  }

  /// The scenes of a text that lists them.
  static func scenes(_ text: String) -> [String] {
    text.split(separator: "\n====\n").map { String($0.drop { $0 == "\n" }) }
  }

  private struct Expansion {
    var text: [Character]
    var position = 0

    mutating func expanded(
      _ bindings: inout Bindings, _ draft: inout Draft, _ random: inout RandomSource
    ) -> String {
      var result = ""
      while position < text.count {
        let character = text[position]
        position += 1
        guard character == "«" else {
          result.append(character)
          continue
        }
        let parts = alternatives()
        let chosen = parts.count == 1 ? parts[0] : random.pick(parts)
        if parts.count > 1 {
          var inner = Expansion(text: chosen)
          result += inner.expanded(&bindings, &draft, &random)
        } else {
          result += reference(String(chosen), &bindings, &draft, &random)
        }
      }
      return result
    }

    /// The alternatives up to the end of the choice that has begun.
    private mutating func alternatives() -> [[Character]] {
      var parts: [[Character]] = [[]]
      var depth = 0
      while position < text.count {
        let character = text[position]
        position += 1
        if character == "»" {
          if depth == 0 { return parts }
          depth -= 1
        }
        if character == "«" { depth += 1 }
        if character == "¦", depth == 0 {
          parts.append([])
        } else {
          parts[parts.count - 1].append(character)
        }
      }
      preconditionFailure("A choice of the grammar has no end: \(String(text.prefix(80)))")
    }

    /// A variable of the type: one of the program's, or a new one that is declared at its beginning.
    private func known(_ type: String, _ draft: inout Draft, _ random: inout RandomSource) -> String {
      if let names = draft.typed[type], random.chance(85) { return random.pick(names) }
      let free = pools["var", default: []].filter { !draft.names["var", default: []].contains($0) }
      let name = free.isEmpty ? "spare\(draft.items.count)" : random.pick(free)
      draft.names["var", default: []].append(name)
      draft.typed[type, default: []].append(name)
      let declarations = types[type, default: []]
      draft.items.insert(random.pick(declarations).replacing("@", with: name), at: 0)
      if type == "box", !draft.items.contains(declarationOfBox) { draft.items.insert(declarationOfBox, at: 0) }
      return name
    }

    private func reference(
      _ name: String, _ bindings: inout Bindings, _ draft: inout Draft, _ random: inout RandomSource
    ) -> String {
      if name.hasPrefix("@") {
        if name == "@int" { return "\(random.below(12))" }
        if let type = types.keys.first(where: { name == "@its-\($0)" }) { return known(type, &draft, &random) }
        if draft.isTame, ["@access", "@inner", "@member", "@actor"].contains(name), random.chance(93) { return "" }
        if name == "@known" { return draft.names["var"].map { random.pick($0) } ?? "0" }
        guard let choices = GrammarRules.rules[String(name.dropFirst())] else {
          preconditionFailure("The grammar has no rule \(name).")
        }
        var inner = Expansion(text: Array(random.pick(choices)))
        return inner.expanded(&bindings, &draft, &random)
      }
      var parts = name.split(separator: ":").map(String.init)
      if let bound = bindings[parts[0]] { return bound }
      let type = parts.count == 2 && types[parts[1]] != nil ? parts[1] : nil
      if type != nil { parts[1] = "var" }
      guard parts.count == 2, let pool = pools[parts[1]] else {
        preconditionFailure("The grammar does not say what \(name) is.")
      }
      let taken = draft.names[parts[1], default: []]
      let free = pool.filter { !taken.contains($0) }
      // Now and then a name is declared twice.
      let fresh = free.isEmpty ? "\(random.pick(pool))\(taken.count)" : random.pick(free)
      let chosen = random.below(60) == 0 && !taken.isEmpty ? random.pick(taken) : fresh
      bindings[parts[0]] = chosen
      if let type { draft.typed[type, default: []].append(chosen) }
      draft.names[parts[1], default: []].append(chosen)
      return chosen
    }
  }
}
