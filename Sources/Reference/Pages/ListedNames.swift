/// What lists call symbols: those of one name on one page have what tells them apart.
struct ListedNames {
  /// By the symbols' USRs; nothing for those whose name is enough.
  private var names: [String: String] = [:]

  /// How a list calls a symbol; `nil` where its name is enough.
  subscript(usr: String) -> String? { names[usr] }

  /// What is said of symbols beside their name: the first that tells most of them apart.
  private struct Detail {
    var hasParameters = false
    var hasResult = false
    var hasConditions = false

    static let all = [
      Detail(hasParameters: true), Detail(hasResult: true), Detail(hasParameters: true, hasResult: true),
      Detail(hasConditions: true), Detail(hasParameters: true, hasResult: true, hasConditions: true),
    ]
  }

  init(_ tree: SymbolTree, _ layout: PageLayout) {
    var pages: [String: [String: [GraphSymbol]]] = [:]
    for (usr, place) in layout.places where place.anchor != nil {
      guard let symbol = tree[usr]?.symbol else { continue }
      pages[place.page, default: [:]][symbol.name, default: []].append(symbol)
    }
    for symbols in pages.values.flatMap(\.values) where symbols.count > 1 {
      var best: (count: Int, names: [String]) = (1, [])
      for detail in Detail.all where best.count < symbols.count {
        let names = symbols.map { Self.name(of: $0, detail) }
        let count = Set(names).count
        if count > best.count { best = (count, names) }
      }
      for (symbol, name) in zip(symbols, best.names) { names[symbol.usr] = name }
    }
  }

  /// A name such as `parse(_: String)`, `value(of:) -> Int` or `first where T: Hashable`.
  private static func name(of symbol: GraphSymbol, _ detail: Detail) -> String {
    var name = symbol.name
    if detail.hasParameters, let types = symbol.parameterTypes, let open = name.lastIndex(of: "("), name.last == ")" {
      let labels = name[name.index(after: open)...].dropLast().split(separator: ":")
      if labels.count == types.count {
        let parameters = zip(labels, types).map { "\($0): \(inOneLine($1))" }
        name = "\(name[..<open])(\(parameters.joined(separator: ", ")))"
      }
    }
    if detail.hasResult, let result = symbol.returnType, !["", "()", "Void"].contains(result) {
      name += " -> \(inOneLine(result))"
    }
    let given = symbol.extensionConstraints
    let conditions = given + symbol.constraints.filter { !given.contains($0) }
    if detail.hasConditions, !conditions.isEmpty {
      let parts = conditions.map { "\($0.left)\($0.kind == "sameType" ? " ==" : ":") \($0.right)" }
      name += " where \(parts.joined(separator: ", "))"
    }
    return name
  }

  private static func inOneLine(_ type: String) -> String {
    type.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
