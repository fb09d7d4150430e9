/// What lists and headings call symbols: those of one name on one page have what tells them apart.
struct ListedNames {
  /// By the symbols' USRs; nothing for those whose name is enough.
  private var names: [String: String] = [:]

  /// How a list calls a symbol; `nil` where its name is enough.
  subscript(usr: String) -> String? { names[usr] }

  /// What is said of symbols beside their name, in the order in which it is tried; what tells none apart is left out.
  private enum Detail: CaseIterable {
    case parameters, result, modifiers, effects, conditions
  }

  init(_ tree: SymbolTree, _ layout: PageLayout) {
    var pages: [String: [String: [GraphSymbol]]] = [:]
    for (usr, place) in layout.places where place.anchor != nil {
      guard let symbol = tree[usr]?.symbol else { continue }
      pages[place.page, default: [:]][symbol.name, default: []].append(symbol)
    }
    for symbols in pages.values.flatMap(\.values) where symbols.count > 1 {
      var details: Set<Detail> = []
      var best: (count: Int, names: [String]) = (1, [])
      for detail in Detail.allCases where best.count < symbols.count {
        let names = symbols.map { Self.name(of: $0, details.union([detail])) }
        let count = Set(names).count
        guard count > best.count else { continue }
        details.insert(detail)
        best = (count, names)
      }
      for (symbol, name) in zip(symbols, best.names) { names[symbol.usr] = name }
    }
  }

  /// A name such as `parse(_: String)`, `value(of:) -> Int`, `static load() async` or `first where T: Hashable`.
  private static func name(of symbol: GraphSymbol, _ details: Set<Detail>) -> String {
    var name = symbol.name
    if details.contains(.parameters), let types = symbol.parameterTypes, let open = name.lastIndex(of: "("),
      name.last == ")"
    {
      let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
      if labels.count == types.count {
        let parameters = zip(labels, types).map { "\($0): \(inOneLine($1))" }
        name = "\(name[..<open])(\(parameters.joined(separator: ", ")))"
      }
    }
    if details.contains(.modifiers) {
      name = (Declaration(symbol).fragments.modifiers + [name]).joined(separator: " ")
    }
    if details.contains(.effects), let effects = symbol.declaration.effects(of: symbol) {
      name += " \(inOneLine(effects))"
    }
    if details.contains(.result), let result = symbol.returnType, !["", "()", "Void"].contains(result) {
      name += " -> \(inOneLine(result))"
    }
    let given = symbol.extensionConstraints
    let conditions = given + symbol.constraints.filter { !given.contains($0) }
    if details.contains(.conditions), !conditions.isEmpty {
      let parts = conditions.map { "\($0.left)\($0.kind == "sameType" ? " ==" : ":") \($0.right)" }
      name += " where \(parts.joined(separator: ", "))"
    }
    return name
  }

  private static func inOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension [GraphSymbol.Fragment] {
  /// What declarations of one name may differ in.
  private static let telling: Set<String> = [
    "static", "class", "mutating", "nonmutating", "consuming", "borrowing", "prefix", "postfix",
  ]

  /// The words before what is declared that may tell it from another of its name.
  fileprivate var modifiers: [String] {
    prefix { !$0.isName }.filter { $0.kind == "keyword" && Self.telling.contains($0.spelling) }.map(\.spelling)
  }

  /// Whether callers have to wait, and what is thrown: `async throws(Trouble)`; `nil` where neither is said.
  fileprivate func effects(of symbol: GraphSymbol) -> String? {
    guard let (signature, tokens) = signature(of: symbol), let effects = signature.effects else { return nil }
    return String(decoding: flatMap(\.spelling.utf8)[tokens.bytes(effects)], as: UTF8.self)
  }
}
