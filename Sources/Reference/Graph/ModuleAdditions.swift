/// What modules add to types of other modules that they export.
///
/// The compiler describes such a type in the graphs of both, and says of no member which of the two declares it: what
/// only the graph of the module has that exports the type is an addition, and needs the import of that module.
struct ModuleAdditions {
  /// A type, and a module that adds to it.
  struct Place: Hashable {
    var type: String
    var module: String
  }

  /// The members that are added, by their USRs.
  private(set) var members: [String: Place] = [:]
  /// What is added to what types are.
  private(set) var relations: [GraphRelation: Place] = [:]

  init(_ graphs: [SymbolGraph], _ entries: [String: SymbolTree.Entry]) {
    var declared: [String: Set<String>] = [:]
    var told: [String: Set<GraphRelation.Statement>] = [:]
    for graph in graphs {
      declared[graph.module, default: []].formUnion(graph.symbols.map(\.usr))
      told[graph.module, default: []].formUnion(graph.relations.map(\.statement))
    }
    // A module that exports another has all of its symbols besides its own.
    let smallestFirst = declared.keys.sorted { (declared[$0]?.count ?? 0, $0) < (declared[$1]?.count ?? 0, $1) }
    var homes: [String: String] = [:]
    func home(_ usr: String) -> String? {
      if let known = homes[usr] { return known }
      guard let entry = entries[usr] else { return nil }
      var module = entry.module
      if let outer = entry.parent.flatMap(home) {
        module =
          declared[outer]?.contains(usr) == true
          ? outer : smallestFirst.first { declared[$0]?.contains(usr) == true } ?? outer
      }
      homes[usr] = module
      return module
    }
    for (usr, entry) in entries where entry.symbol.extendedKind != nil {
      guard let type = entry.parent, let module = home(usr), module != home(type) else { continue }
      members[usr] = Place(type: type, module: module)
    }
    for (usr, entry) in entries where entry.symbol.kind != "swift.extension" {
      guard let home = home(usr) else { continue }
      for relation in entry.relations where [.conformsTo, .inheritsFrom].contains(relation.kind) {
        let statement = relation.statement
        guard !relation.isToNearlyAll, told[home]?.contains(statement) == false,
          let module = smallestFirst.first(where: { told[$0]?.contains(statement) == true })
        else { continue }
        relations[relation] = Place(type: usr, module: module)
      }
    }
  }
}

extension GraphRelation {
  /// What a relation says, in whatever words the graph of a module says it.
  struct Statement: Hashable {
    var kind: Kind
    var source: String
    var target: String
    var constraints: [GraphSymbol.Constraint]
  }

  var statement: Statement { Statement(kind: kind, source: source, target: target, constraints: constraints) }

  /// What nearly every type conforms to, by USR.
  static let nearlyAll = [
    "s:s8CopyableP": "Copyable", "s:s9EscapableP": "Escapable", "s:s16SendableMetatypeP": "SendableMetatype",
  ]

  /// Whether it is one to what nearly every type conforms to.
  var isToNearlyAll: Bool { Self.nearlyAll[target] != nil }
}

extension GraphSymbol {
  /// How what a module adds to a type of another is called.
  static func additions(of module: String, to type: String) -> String { "s:e:\(type)+\(module)" }

  /// What a module adds to a type of another that it exports, as the compiler would describe an extension.
  init(additionsOf module: String, to type: GraphSymbol, of home: String) {
    self.init(
      usr: Self.additions(of: module, to: type.usr), kind: "swift.extension", kindName: "Extension", path: type.path,
      title: type.path.joined(separator: "."),
      declaration: [
        Fragment(kind: "keyword", spelling: "extension"), Fragment(kind: "text", spelling: " "),
        Fragment(kind: "typeIdentifier", spelling: type.path.joined(separator: "."), usr: type.usr),
      ], isOpen: false, extendedModule: home, extendedKind: type.kind, extensionConstraints: [], constraints: [],
      availability: [])
  }
}
