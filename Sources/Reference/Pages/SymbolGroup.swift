/// Symbols of one kind, as they stand below one heading.
struct SymbolGroup: Sendable {
  /// What the heading says.
  var title: String
  /// The kinds of the graph.
  var kinds: Set<String>

  /// Whether a symbol belongs to it.
  func has(_ symbol: GraphSymbol) -> Bool {
    kinds.contains(symbol.shownKind == "Actor" ? "swift.actor" : symbol.kind)
  }

  /// The types, which have pages of their own, by kind.
  static let types = [
    SymbolGroup(title: "Protocols", kinds: ["swift.protocol"]),
    SymbolGroup(title: "Classes", kinds: ["swift.class"]),
    SymbolGroup(title: "Actors", kinds: ["swift.actor"]),
    SymbolGroup(title: "Structures", kinds: ["swift.struct"]),
    SymbolGroup(title: "Enumerations", kinds: ["swift.enum"]),
  ]

  /// What modules declare outside of types: a page for each kind.
  static let ofModules = [
    SymbolGroup(title: "Macros", kinds: ["swift.macro"]),
    SymbolGroup(title: "Functions", kinds: ["swift.func"]),
    SymbolGroup(title: "Operators", kinds: ["swift.func.op"]),
    SymbolGroup(title: "Variables", kinds: ["swift.var"]),
    SymbolGroup(title: "Type Aliases", kinds: ["swift.typealias"]),
  ]

  /// What types have, in the order of their pages.
  static let ofTypes = [
    SymbolGroup(title: "Associated Types", kinds: ["swift.associatedtype"]),
    SymbolGroup(title: "Cases", kinds: ["swift.enum.case"]),
    SymbolGroup(title: "Initializers", kinds: ["swift.init"]),
    SymbolGroup(title: "Deinitializers", kinds: ["swift.deinit"]),
    SymbolGroup(title: "Instance Properties", kinds: ["swift.property"]),
    SymbolGroup(title: "Instance Methods", kinds: ["swift.method"]),
    SymbolGroup(title: "Subscripts", kinds: ["swift.subscript"]),
    SymbolGroup(title: "Type Properties", kinds: ["swift.type.property"]),
    SymbolGroup(title: "Type Methods", kinds: ["swift.type.method"]),
    SymbolGroup(title: "Type Subscripts", kinds: ["swift.type.subscript"]),
    SymbolGroup(title: "Operators", kinds: ["swift.func.op"]),
    SymbolGroup(title: "Macros", kinds: ["swift.macro"]),
    SymbolGroup(title: "Type Aliases", kinds: ["swift.typealias"]),
  ]
}

extension GraphSymbol {
  /// Whether it has a page of its own: a type, or an extension of one of another module.
  var isPage: Bool { kind == "swift.extension" || SymbolGroup.types.contains { $0.has(self) } }

  /// For an extension, what is extended: `Structure`.
  var extendedKindName: String {
    switch extendedKind {
    case "swift.protocol": "Protocol"
    case "swift.class": "Class"
    case "swift.actor": "Actor"
    case "swift.struct": "Structure"
    case "swift.enum": "Enumeration"
    default: "Type"
    }
  }
}
