/// What the fields of a comment can be about: `- Parameter name:`, `- Returns:`, `- Throws:`.
struct DocumentedSignature {
  /// The names of the parameters, also the generic ones; `nil` where any name may be meant.
  var parameters: [String]?
  /// Whether it is known to return nothing.
  var returnsNothing = false

  /// Whether it is known to throw nothing.
  var throwsNothing = false

  /// Whether it is something with parameters, such as a function, and not what has some only in its author's words.
  var isCalled = true

  /// That of a text that documents no declaration.
  init() {}

  /// That of a declaration.
  init(_ symbol: GraphSymbol, _ written: WrittenDeclaration, in tree: SymbolTree) {
    let throwing = symbol.throwingKeywords
    if symbol.isPage {
      isCalled = false
      guard !tree.isCallable(symbol.usr) else { return }
      parameters = tree.namesInComments(ofType: symbol.usr)
      returnsNothing = symbol.kind != "swift.extension"
    } else if ["swift.property", "swift.type.property", "swift.var"].contains(symbol.kind) {
      isCalled = false
      // Of a closure, its parameters and errors may be described.
      guard !tree.mayBeCalled(symbol) else { return }
      parameters = ["newValue"]
      throwsNothing = throwing.isEmpty && !symbol.holdsErrors
    } else {
      parameters = symbol.documentedParameters(written)
      // What an initializer makes may be described, and the compiler says of no initializer what it returns.
      returnsNothing = symbol.returnType.map(["()", "Void"].contains) ?? false
      let mayThrowElsewhere = symbol.isStored && (tree.mayBeCalled(symbol) || symbol.holdsErrors)
      throwsNothing = symbol.throwsOnlyAsDeclared && throwing.isEmpty && !mayThrowElsewhere
    }
  }
}

extension SymbolTree {
  /// Whether a value that a declaration has may be called: a closure, what an alias may have for one, or what has
  /// `callAsFunction`.
  fileprivate func mayBeCalled(_ symbol: GraphSymbol) -> Bool {
    let value = symbol.value
    return value.contains { $0.spelling.contains("->") }
      || value.contains { part in
        guard part.kind == "typeIdentifier", let usr = part.usr else { return false }
        if let type = self[usr]?.symbol { return type.kind == "swift.typealias" ? mayBeCalled(type) : isCallable(usr) }
        // What other modules call by another name can be anything.
        return usr.hasSuffix("a") && usr.utf8.count > 4
      }
  }

  /// Whether values of a type can be called like functions.
  fileprivate func isCallable(_ type: String) -> Bool {
    (self[type]?.members ?? []).contains { member in
      ["callAsFunction", "dynamicallyCall"].contains(self[member]?.symbol.baseName)
    }
  }

  /// What the comment of a type may describe as a parameter: the generic ones, its members, and what they are given.
  ///
  /// `nil` for a class or a protocol that inherits members.
  fileprivate func namesInComments(ofType usr: String) -> [String]? {
    guard let entry = self[usr], entry.symbol.kind != "swift.extension",
      !entry.relations.contains(where: { relation in
        let isRefined = entry.symbol.kind == "swift.protocol" && relation.kind == .conformsTo
        return relation.kind == .inheritsFrom || isRefined && !relation.isToNearlyAll
      })
    else { return nil }
    let members = entry.members.compactMap { self[$0]?.symbol }
    var names = members.flatMap { [$0.baseName] + $0.parameterNames + $0.declaration.named(Self.parameters) }
    var type: Entry? = entry
    while let outer = type {
      names += outer.symbol.declaration.named(["genericParameter"])
      type = outer.parent.flatMap { self[$0] }
    }
    return names
  }

  private static let parameters: Set = ["externalParam", "internalParam", "genericParameter"]
}

extension [GraphSymbol.Fragment] {
  /// The parts of some kinds, as names without backquotes.
  fileprivate func named(_ kinds: Set<String>) -> [String] {
    filter { kinds.contains($0.kind) }.map { $0.spelling.filter { $0 != "`" } }
  }
}

extension GraphSymbol {
  /// Its name without labels and backquotes.
  fileprivate var baseName: String { name.prefix { $0 != "(" }.filter { $0 != "`" } }

  /// Whether it has a value that may be a closure, which throws what the declaration says of it.
  fileprivate var isStored: Bool { ["swift.enum.case", "swift.subscript", "swift.type.subscript"].contains(kind) }

  /// Whether an error may come out of its value, as out of a `Task<Int, any Error>`.
  fileprivate var holdsErrors: Bool { value.contains { $0.usr == "s:s5ErrorP" } }

  /// What its declaration says of its value: all that it says, or the type behind the parameters.
  fileprivate var value: [Fragment] {
    guard kind.hasSuffix("subscript"), let (signature, tokens) = declaration.signature(of: self),
      let result = signature.result
    else { return declaration }
    return declaration.part(tokens.bytes(result))
  }

  /// Whether it can throw only where its declaration says so.
  fileprivate var throwsOnlyAsDeclared: Bool {
    let kinds = ["swift.func", "swift.func.op", "swift.init", "swift.method", "swift.type.method"]
    return parameterTypes != nil && kinds.contains(kind) || isStored
  }

  /// Where its declaration says that something is thrown; `throws(Never)` says that nothing is.
  fileprivate var throwingKeywords: [Int] {
    declaration.indices.filter { place in
      guard declaration[place].kind == "keyword", ["throws", "rethrows"].contains(declaration[place].spelling) else {
        return false
      }
      let type = declaration[(place + 1)...].prefix(2)
      return !(type.first?.spelling == "(" && type.last?.spelling == "Never")
    }
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
    let given = kind.hasSuffix("subscript") ? ["newValue"] : []
    let generic = declaration.filter { $0.kind == "genericParameter" }.map(\.spelling)
    let names = parameterNames + labels + written.names.joined() + generic + given
    return names.map { $0.filter { $0 != "`" } }.filter { $0 != "_" }
  }
}
