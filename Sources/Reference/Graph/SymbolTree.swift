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

    /// Whether it has the name of a requirement of the protocol that it is in an extension of; that is meant before it.
    var isBesideRequirement = false

    /// Whether it is only named where it is, since it is declared elsewhere.
    var isInherited = false

    /// Whether it is what conforming types have that do not implement a requirement themselves.
    var isDefaultImplementation: Bool { relations.contains { $0.kind == .defaultImplementationOf } }
  }

  /// The modules, in the order of the graphs.
  private(set) var modules: [String] = []
  /// The symbols by their USRs.
  private(set) var entries: [String: Entry] = [:]
  /// What each module declares at its top, in reading order.
  private(set) var top: [String: [String]] = [:]

  init(_ graphs: [SymbolGraph]) {
    var order: [String] = []
    for graph in graphs where top[graph.module] == nil {
      modules.append(graph.module)
      top[graph.module] = []
    }
    let marks = modules.map { (mark: "s:\($0.utf8.count)\($0)", module: $0) }
    for graph in graphs {
      for symbol in graph.symbols where entries[symbol.usr] == nil {
        // A module that exports another has its symbols, too; they stand where they are declared.
        let home = marks.first { symbol.usr.hasPrefix($0.mark) && symbol.extendedKind == nil }?.module
        entries[symbol.usr] = Entry(symbol: symbol, module: home ?? graph.module)
        order.append(symbol.usr)
      }
    }
    // Modules say the same in other words where one exports the other.
    var seen: Set<GraphRelation.Statement> = []
    for graph in graphs {
      for relation in graph.relations where seen.insert(relation.statement).inserted {
        let isMember = relation.kind == .memberOf || relation.kind == .requirementOf
        if isMember || relation.kind == .optionalRequirementOf, entries[relation.target] != nil {
          entries[relation.source]?.parent = relation.target
        }
        entries[relation.source]?.relations.append(relation)
        entries[relation.target]?.reverse.append(relation)
      }
    }
    adoptDefaults()
    removeUnfit()
    order += separate(ModuleAdditions(graphs, entries))
    for usr in order {
      let isInherited = isInherited(usr)
      entries[usr]?.isInherited = isInherited
    }
    for usr in order {
      // What is declared within a type belongs to that type's module, whichever graph it was read from.
      var outermost = usr
      while let parent = entries[outermost]?.parent { outermost = parent }
      if let module = entries[outermost]?.module { entries[usr]?.module = module }
    }
    // Nothing depends on the order in which the compiler happened to write.
    for usr in order {
      entries[usr]?.relations.sort { ($0.kind.rawValue, $0.target) < ($1.kind.rawValue, $1.target) }
      entries[usr]?.reverse.sort { ($0.kind.rawValue, $0.source) < ($1.kind.rawValue, $1.source) }
    }
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

  /// Adds a condition to a symbol, and conditions to what it says of others.
  mutating func add(_ constraints: [GraphSymbol.Constraint], to usr: String, of relation: GraphRelation? = nil) {
    guard let relation else {
      entries[usr]?.symbol.extensionConstraints.insert(contentsOf: constraints, at: 0)
      return
    }
    var conditional = relation
    conditional.constraints.insert(contentsOf: constraints, at: 0)
    entries[usr]?.relations.replace([relation], with: [conditional])
    entries[relation.target]?.reverse.replace([relation], with: [conditional])
  }

  /// Which conformances, those that modules add among them, a type has a member from.
  func conformances(of member: GraphRelation) -> [GraphRelation] {
    guard let origin = member.originUSR else { return [] }
    let types = [member.target] + modules.map { GraphSymbol.additions(of: $0, to: member.target) }
    let all = types.flatMap { entries[$0]?.relations ?? [] }.filter {
      $0.kind == .conformsTo && origin.hasPrefix($0.target)
    }
    let longest = all.map(\.target.utf8.count).max()
    return all.filter { $0.target.utf8.count == longest }
  }

  /// What members of a symbol are looked for in: the symbol, or the type that it extends.
  func scope(_ usr: String) -> String {
    guard let entry = entries[usr], entry.symbol.kind == "swift.extension" else { return usr }
    return "\(entry.module)/\(entry.symbol.extendedModule ?? "")/\(entry.symbol.path.joined(separator: "/"))"
  }

  /// What the compiler put into a type from a protocol is told there only where the compiler names no origin: such a
  /// protocol has no page, since its name begins with `_`.
  private func isInherited(_ usr: String) -> Bool {
    guard let entry = entries[usr], entry.symbol.isInherited else { return false }
    let hasOrigin = entry.relations.contains { $0.originUSR != nil } || entries[entry.symbol.declaredUSR] != nil
    return hasOrigin || entry.symbol.position == nil
  }

  /// A default implementation is a member of the protocol whose extension it stands in, which may refine the one whose
  /// requirement it is for; the graph has only the latter.
  private mutating func adoptDefaults() {
    let protocols = Dictionary(
      grouping: entries.values.map(\.symbol).filter { $0.kind == "swift.protocol" }, by: \.path)
    for entry in entries.values where entry.parent == nil && entry.symbol.path.count > 1 {
      guard entry.isDefaultImplementation else { continue }
      // What the compiler calls it begins with what it calls the protocol; another module may have one of that name.
      let extended = protocols[entry.symbol.path.dropLast()]?.filter { entry.symbol.usr.hasPrefix($0.usr) }
      entries[entry.symbol.usr]?.parent = extended?.max { $0.usr.utf8.count < $1.usr.utf8.count }?.usr
    }
  }

  /// Takes away what the compiler calls a default implementation for its name alone.
  private mutating func removeUnfit() {
    for (usr, entry) in entries where entry.isDefaultImplementation {
      entries[usr]?.isBesideRequirement = true
      for relation in entry.relations where relation.kind == .defaultImplementationOf {
        guard let requirement = entries[relation.target]?.symbol, !entry.symbol.mayImplement(requirement) else {
          continue
        }
        entries[usr]?.relations.removeAll { $0 == relation }
        entries[relation.target]?.reverse.removeAll { $0 == relation }
      }
    }
  }

  /// Puts what modules add to types of others into extensions of these modules; returns the extensions' USRs.
  private mutating func separate(_ additions: ModuleAdditions) -> [String] {
    var extensions: [ModuleAdditions.Place: String] = [:]
    // What a type has from a protocol, once both are imported, makes no extension of it.
    let written = additions.members.filter { entries[$0.key]?.symbol.isInherited == false }
    let places = Set(written.values).union(additions.relations.values)
    for (usr, place) in additions.members where !places.contains(place) { entries[usr] = nil }
    for place in places {
      guard let type = entries[place.type] else { continue }
      let symbol = GraphSymbol(additionsOf: place.module, to: type.symbol, of: type.module)
      entries[symbol.usr] = Entry(symbol: symbol, module: place.module)
      extensions[place] = symbol.usr
    }
    for (usr, place) in additions.members { entries[usr]?.parent = extensions[place] }
    for (relation, place) in additions.relations {
      guard let usr = extensions[place] else { continue }
      entries[relation.source]?.relations.removeAll { $0 == relation }
      entries[relation.target]?.reverse.removeAll { $0 == relation }
      var own = relation
      own.source = usr
      entries[usr]?.relations.append(own)
      entries[relation.target]?.reverse.append(own)
    }
    return extensions.values.sorted()
  }

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
