extension SymbolTree {
  /// What the extension of a member demands without saying so.
  ///
  /// An extension of what need not be copyable has only what is, unless it says `~Copyable`. The compiler's graph tells
  /// neither; the name that the compiler has for the member tells what the extension says.
  func impliedConstraints(of symbol: GraphSymbol) -> [GraphSymbol.Constraint] {
    guard symbol.extendedKind != nil, let type = extendedType(symbol), symbol.usr.hasPrefix(type.usr) else { return [] }
    let rest = symbol.usr.dropFirst(type.usr.count)
    let signature = rest.firstRange(of: "rlE").map { rest[..<$0.lowerBound] } ?? ""
    let waived = Set(signature.matches(of: /Ri([0-9]*)_(z|[0-9]*_)/).map { String($0.output.0) })
    return suppressions(of: type).filter { !waived.contains($0.mark) }.map(\.constraint)
  }

  /// The type whose extension a member stands in, which may be that of another module.
  private func extendedType(_ symbol: GraphSymbol) -> GraphSymbol? {
    guard let parent = self[symbol.usr]?.parent.flatMap({ self[$0] }) else { return nil }
    guard parent.symbol.kind == "swift.extension" else { return parent.symbol }
    let type = parent.relations.first { $0.kind == .extensionTo }?.target
    return type.flatMap { self[$0]?.symbol }
  }

  /// What a type does without, with what the compiler writes for that in names.
  private func suppressions(of type: GraphSymbol) -> [(constraint: GraphSymbol.Constraint, mark: String)] {
    let text = type.declaration.map(\.spelling).joined()
    var names = ["Self"]
    if type.kind != "swift.protocol" {
      names = []
      for part in type.declaration where part.kind == "genericParameter" && !names.contains(part.spelling) {
        names.append(part.spelling)
      }
      // Those of types around it are counted before its own.
      var outer = self[type.usr]?.parent
      while let usr = outer {
        if self[usr]?.symbol.declaration.contains(where: { $0.kind == "genericParameter" }) ?? true { return [] }
        outer = self[usr]?.parent
      }
    }
    return names.enumerated().flatMap { place, name in
      ["Copyable", "Escapable"].enumerated().compactMap { kind, suppressed in
        let left = type.kind == "swift.protocol" ? "protocol \(type.name)" : name
        let isSuppressed =
          text.contains("\(left) : ~\(suppressed)")
          || type.kind == "swift.protocol" && text.contains(", ~\(suppressed)")
        guard isSuppressed else { return nil }
        let mark = "Ri\(kind == 0 ? "" : "\(kind - 1)")_" + (place == 0 ? "z" : place == 1 ? "_" : "\(place - 2)_")
        return (GraphSymbol.Constraint(kind: "conformance", left: name, right: suppressed), mark)
      }
    }
  }
}
