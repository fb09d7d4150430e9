/// The symbols of all graphs, each below what it is declared in.
struct SymbolTree: Sendable {
  /// A symbol and what the graphs say of it.
  struct Entry: Sendable {
    var symbol: GraphSymbol
    /// The module that declares it.
    var module: String
    /// What it is declared in; `nil` at the top of a module.
    var parent: String?
    /// What is declared in it, in reading order.
    var members: [String] = []
    /// What it says of others.
    var relations: [GraphRelation] = []
    /// What others say of it.
    var reverse: [GraphRelation] = []
  }

  /// The modules, in the order of the graphs.
  private(set) var modules: [String] = []
  /// The symbols by their USRs.
  private(set) var entries: [String: Entry] = [:]
  /// What each module declares at its top, in reading order.
  private(set) var top: [String: [String]] = [:]

  init(_ graphs: [SymbolGraph]) {
    var order: [String] = []
    for graph in graphs {
      if top[graph.module] == nil {
        modules.append(graph.module)
        top[graph.module] = []
      }
      for symbol in graph.symbols where entries[symbol.usr] == nil {
        entries[symbol.usr] = Entry(symbol: symbol, module: graph.module)
        order.append(symbol.usr)
      }
    }
    for graph in graphs {
      for relation in graph.relations {
        let isMember = relation.kind == .memberOf || relation.kind == .requirementOf
        if isMember || relation.kind == .optionalRequirementOf, entries[relation.target] != nil {
          entries[relation.source]?.parent = relation.target
        }
        entries[relation.source]?.relations.append(relation)
        entries[relation.target]?.reverse.append(relation)
      }
    }
    // A tie cannot depend on the order in which the compiler happened to write.
    for usr in order.sorted(by: precedes) {
      guard let entry = entries[usr] else { continue }
      if let parent = entry.parent {
        entries[parent]?.members.append(usr)
      } else {
        top[entry.module]?.append(usr)
      }
    }
  }

  subscript(usr: String) -> Entry? { entries[usr] }

  /// Whether one comes before another for a reader: by where it stands, what stands nowhere last.
  private func precedes(_ left: String, _ right: String) -> Bool {
    guard let left = entries[left]?.symbol, let right = entries[right]?.symbol else { return left < right }
    guard let leftFile = left.file, let leftPosition = left.position else {
      return right.file == nil && (left.title, left.usr) < (right.title, right.usr)
    }
    guard let rightFile = right.file, let rightPosition = right.position else { return true }
    return (leftFile, leftPosition.line, leftPosition.byte, left.usr)
      < (rightFile, rightPosition.line, rightPosition.byte, right.usr)
  }
}
