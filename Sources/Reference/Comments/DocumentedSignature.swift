/// What the fields of a comment can be about: `- Parameter name:`, `- Returns:`, `- Throws:`.
struct DocumentedSignature {
  /// The names of the parameters, also the generic ones; `nil` where any name may be meant.
  var parameters: [String]?
  /// Whether it is known to return nothing.
  var returnsNothing = false

  /// Whether it is known to throw nothing.
  var throwsNothing = false

  /// That of a text that documents no declaration.
  init() {}

  /// That of a declaration.
  init(_ symbol: GraphSymbol, _ written: WrittenDeclaration) {
    parameters = symbol.documentedParameters(written)
    // What an initializer makes may be described, and the compiler says of no initializer what it returns.
    returnsNothing = symbol.returnType.map(["()", "Void"].contains) ?? false
    throwsNothing =
      symbol.throwsOnlyAsDeclared && !symbol.declaration.contains { ["throws", "rethrows"].contains($0.spelling) }
  }
}

extension GraphSymbol {
  /// Whether it can throw only where its declaration says so.
  fileprivate var throwsOnlyAsDeclared: Bool {
    let kinds = ["swift.func", "swift.func.op", "swift.init", "swift.method", "swift.type.method"]
    return parameterTypes != nil && kinds.contains(kind)
  }

  /// What a comment may describe as a parameter, also the generic ones; `nil` where any name may be meant.
  fileprivate func documentedParameters(_ written: WrittenDeclaration) -> [String]? {
    let isCase = kind == "swift.enum.case"
    guard parameterTypes != nil || isCase || kind == "swift.macro" else { return nil }
    let labels = declaration.filter { ["externalParam", "internalParam"].contains($0.kind) }.map(\.spelling)
    if isCase {
      // Authors describe what has no label by names of their own.
      let count = declaration.signature(of: self)?.signature.parameters.count ?? 0
      let areNamesKnown = !labels.contains("_") || !written.names.joined().isEmpty
      guard labels.count == count, areNamesKnown else { return nil }
    }
    let generic = declaration.filter { $0.kind == "genericParameter" }.map(\.spelling)
    let names = parameterNames + labels + written.names.joined() + generic
    return names.map { $0.filter { $0 != "`" } }.filter { $0 != "_" }
  }
}
